"""One thought that a provider told in a field of its own, from its first text to its end."""

from collections.abc import Mapping

from thoughtstream.adapters.tool_like import TOOL_LIKE, ToolLikeText
from thoughtstream.core import limits
from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.events import Event, ThoughtDelta, ThoughtEnd, ThoughtStart


class NativeThought:
    """A native thought, told or waiting to be.

    Nothing is told of it before its first text that is not blank: a thought that stays blank may
    be left out, by policy, unless it carries something that must be echoed back.
    """

    __slots__ = ("_blank", "_drafts", "_index", "_size", "_text", "complete", "provider", "type")

    def __init__(self, thought_type: str) -> None:
        self.type = thought_type
        self.provider: dict[str, object] = {}
        self.complete = True
        self._index = -1
        self._text: list[str] = []  # not told so far
        self._size = 0
        self._blank = True
        self._drafts = ToolLikeText()

    @property
    def told(self) -> bool:
        """Whether its start was told."""
        return self._index >= 0

    @property
    def ripe(self) -> bool:
        """Whether it holds text that is worth telling."""
        return not self._blank or self._size > limits.BLANK

    @property
    def empty(self) -> bool:
        """Whether it holds neither text nor anything to echo back."""
        return not (self.told or self.ripe or self.provider.keys() - {"type"})

    def carry(self, provider: Mapping[str, object]) -> None:
        """Keep what must be echoed back with it."""
        self.provider.update(provider)

    def write(self, text: str) -> Event | None:
        """Take its next text; return the delta that tells it, None if it waits."""
        self._drafts.feed(text)
        if self.told:
            return ThoughtDelta(text)
        self._text.append(text)
        self._size += len(text)
        self._blank = self._blank and not text.strip(WHITESPACE)
        return None

    def begin(self, index: int) -> list[Event]:
        """Tell its start and all text so far."""
        self._index = index
        text, self._text = "".join(self._text), []
        start = ThoughtStart(index, type=self.type, source="native")
        return [start, ThoughtDelta(text)] if text else [start]

    def end(self) -> list[Event]:
        """Tell its end."""
        end = ThoughtEnd(self._index, "", self.complete, self.provider)
        return [end, TOOL_LIKE] if self._drafts.found else [end]

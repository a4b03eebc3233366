"""What of a reply is still open, and the events that close it."""

from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    Event,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
)


class Unended:
    """Watches events and knows which end is missing."""

    def __init__(self) -> None:
        self._thought: int | None = None
        self._calls: dict[int, None] = {}
        self._ended = False

    def feed(self, event: Event) -> None:
        """Take the next event.

        Raises:
            MisuseError: If it goes on with something that never began.
        """
        self._ended = isinstance(event, ReplyEnd)
        match event:
            case ThoughtStart(index=index):
                self._thought = index
            case ThoughtDelta() | ThoughtEnd():
                self._require_begun(event, begun=self._thought is not None)
                self._thought = None if isinstance(event, ThoughtEnd) else self._thought
            case ToolCallStart(index=index):
                self._calls[index] = None
            case ToolCallDelta(index=index) | ToolCallEnd(index=index):
                self._require_begun(event, begun=index in self._calls)
                if isinstance(event, ToolCallEnd):
                    del self._calls[index]
            case _:
                pass

    def closing(self) -> list[Event]:
        """Return what closes a reply whose events just stopped; nothing if it has ended."""
        if self._ended:
            return []
        thought = [] if self._thought is None else [ThoughtEnd(self._thought, complete=False)]
        calls = [ToolCallEnd(index, complete=False) for index in self._calls]
        return [*thought, *calls, ReplyEnd("failed")]

    def _require_begun(self, event: Event, *, begun: bool) -> None:
        if not begun:
            raise MisuseError(f"a `{type(event).__name__}` came and nothing that it goes on with")

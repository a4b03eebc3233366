"""One choice of a response: native thoughts, content, tool calls and usage, told as one reply.

Content goes through a splitter; what a provider tells in fields of its own never changes the
state of that splitter, only the place where its events are told:

- a native thought ends before answer text or a tool call is told;
- a native thought that comes while a marker's thought is open is told right behind that one;
- content that comes after native reasoning begins outside a thought, whatever the dialect says:
  where the provider separates thoughts, the opener of the template never shows.

Native text has no place in the content, so spans of events (`Reclassified`) count content alone.
Usage is told once, before the end. What is told waits in a list until it is taken: an error
in the middle of a chunk loses nothing that was told before it.
"""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Final, cast

from thoughtstream.adapters.calls import Calls
from thoughtstream.adapters.native_thought import NativeThought
from thoughtstream.adapters.tool_like import TOOL_LIKE, ToolLikeText
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    Outcome,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    Usage,
)

_CUT_SHORT: Final = frozenset({"length", "max_tokens", "max_output_tokens", "incomplete"})


class Turn:
    """Tells one choice of a response. Verbs are in the order of a reply."""

    def __init__(
        self, dialect: DialectLike = "thinking", policy: Policy | None = None, start: Start = "auto"
    ) -> None:
        self._dialect = dialect
        self._policy = policy or Policy()
        self._start: Start = start
        self._splitter: Splitter | None = None
        self._native: NativeThought | None = None  # the one that is open
        self._waiting: list[NativeThought] = []  # for the end of a marker's thought
        self._drafts = ToolLikeText()  # in the marker's thought that is open
        self._calls = Calls()
        self._usage: Usage | None = None
        self._skipped = 0
        self._out: list[Event] = []

    @property
    def thinking(self) -> bool:
        """Whether a native thought is open."""
        return self._native is not None

    @property
    def finished(self) -> bool:
        """Whether `finish` was called."""
        return self._splitter is not None and self._splitter.finished

    def think(self, text: str, provider: Mapping[str, object] | None = None) -> None:
        """Take the next text of a native thought, and what must be echoed back with it."""
        native = self._native
        if native is None:
            native = self._native = NativeThought(self._policy.default_type)
            self._content("outside")
        if provider:
            native.carry(provider)
        if not text:
            return
        if delta := native.write(text):
            self._out.append(delta)
        elif native.ripe and not self._content().thinking:
            self._out += native.begin(self._content().take_index())

    def end_thought(
        self, provider: Mapping[str, object] | None = None, *, complete: bool = True
    ) -> None:
        """End the native thought that is open, if one is."""
        native, self._native = self._native, None
        if native is None:
            return
        native.carry(provider or {})
        native.complete = complete
        if native.empty and self._policy.skips_empty:
            self._skipped += 1
        elif self._content().thinking:
            self._waiting.append(native)
        else:
            if not native.told:
                self._out += native.begin(self._content().take_index())
            self._out += native.end()

    def thought(self, text: str, provider: Mapping[str, object]) -> None:
        """Take a whole native thought; it may be empty and only carry what is echoed back."""
        self.end_thought()
        self.think(text, provider)
        self.end_thought()

    def say(self, text: str) -> None:
        """Take the next text of the content, cut anywhere."""
        if not text:
            return
        if self._native:
            self.end_thought()
        events = self._content().feed(text)
        if len(events) == 1 and type(events[0]) is AnswerDelta:
            self._out.append(events[0])
        else:
            self._tell(events, releases=True)

    def call(
        self,
        key: Hashable,
        call_id: str = "",
        name: str = "",
        arguments: str = "",
        provider: Mapping[str, object] | None = None,
    ) -> None:
        """Take the next piece of a tool call; `key` is how the provider tells calls apart."""
        self.end_thought()
        self._out += self._calls.write(key, call_id, name, arguments, provider)

    def end_call(self, key: Hashable) -> None:
        """End one tool call."""
        self._out += self._calls.end(key)

    def end_calls(self, *, complete: bool = True) -> None:
        """End every tool call that is open."""
        self._out += self._calls.end_all(complete=complete)

    def usage(self, usage: Usage) -> None:
        """Take token counts; later ones replace earlier ones."""
        self._usage = usage

    def notice(self, code: str, message: str) -> None:
        """Tell something to know."""
        self._out.append(Notice(code, message))

    def finish(self, finish_reason: str | None = None, outcome: Outcome | None = None) -> None:
        """End the reply: close what is open and say how it ended."""
        whole = outcome is None and finish_reason is not None
        whole = whole and str(finish_reason).lower() not in _CUT_SHORT
        cut = self._native is not None and not whole
        self.end_thought(complete=whole)
        self.end_calls(complete=whole)
        *events, end = self._content().finish(finish_reason, outcome)
        self._tell(events, releases=False)
        late = len(self._release(self._content().take_index()))
        if self._usage:
            self._out.append(self._usage)
        self._out.append(self._ended(cast("ReplyEnd", end), outcome, late, cut=cut))

    def taken(self) -> list[Event]:
        """Hand over what was told since the last time."""
        events, self._out = self._out, []
        return events

    def _content(self, start: Start | None = None) -> Splitter:
        if self._splitter is None:
            self._splitter = Splitter(self._dialect, self._policy, start=start or self._start)
        return self._splitter

    # The events of the content, with native thoughts that waited in their places

    def _tell(self, events: list[Event], *, releases: bool) -> None:
        shift = 0
        for event in events:
            self._tell_one(_moved(event, shift) if shift else event)
            if releases and self._waiting and isinstance(event, ThoughtEnd):
                shift += self._release_behind(event.index + shift)

    def _tell_one(self, event: Event) -> None:
        self._out.append(event)
        match event:
            case ThoughtStart():
                self._drafts = ToolLikeText()
            case ThoughtDelta(text):
                self._drafts.feed(text)
            case ThoughtEnd() if self._drafts.found:
                self._out.append(TOOL_LIKE)
            case _:
                pass

    def _release_behind(self, index: int) -> int:
        released = self._release(index + 1)
        for _ in released:
            self._content().take_index()  # thoughts of the content count on behind them
        return len(released)

    def _release(self, index: int) -> list[NativeThought]:
        released, self._waiting = self._waiting, []
        for at, native in enumerate(released, index):
            self._out += [*native.begin(at), *native.end()]
        return released

    def _ended(self, end: ReplyEnd, outcome: Outcome | None, late: int, *, cut: bool) -> ReplyEnd:
        counts = replace(
            end.counts,
            thoughts=end.counts.thoughts + late,
            skipped=end.counts.skipped + self._skipped,
        )
        return replace(end, outcome=outcome or self._outcome(end.outcome, cut=cut), counts=counts)

    def _outcome(self, of_content: Outcome, *, cut: bool) -> Outcome:
        """Say how it ended: a tool call is an answer, to whoever runs tools."""
        if cut or of_content == "cut-in-thought":
            return "cut-in-thought"
        return "answered" if self._calls.any else of_content


def _moved(event: Event, shift: int) -> Event:
    """Return an event of a thought that counts on behind `shift` more thoughts."""
    match event:
        case ThoughtStart() | ThoughtEnd() | Reclassified():
            return replace(event, index=event.index + shift)
        case _:
            return event

"""`aggregate`: a whole stream as one value, with its tool calls."""

from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, overload

from thoughtstream.core.fold import Reply, Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import (
    Envelope,
    Event,
    Notice,
    Outcome,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.streams.enveloped import enveloped
from thoughtstream.streams.gathered import gathered
from thoughtstream.streams.opening import AsyncStream, Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call of a tool. `arguments` is the text that the model wrote, JSON if all went well."""

    index: int
    id: str
    name: str
    arguments: str = ""
    complete: bool = False
    """False where the reply ended first."""
    provider: dict[str, object] = field(default_factory=dict[str, object])
    """What has to be sent back with the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A reply as a stream told it: what was thought, what was said, what was called."""

    index: int
    reply: Reply
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def answer(self) -> str:
        """The answer, without any marker."""
        return self.reply.answer

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """The thoughts, in order."""
        return self.reply.thoughts

    @property
    def outcome(self) -> Outcome:
        """How the reply ended."""
        return self.reply.outcome

    @property
    def finish_reason(self) -> str | None:
        """The provider's word for why it ended."""
        return self.reply.finish_reason


@overload
def aggregate(
    stream: Stream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
    choice: int = ...,
) -> Choice: ...
@overload
def aggregate(
    stream: AsyncStream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
    choice: int = ...,
) -> Coroutine[Any, Any, Choice]: ...
def aggregate(
    stream: Stream[object] | AsyncStream[object],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    source: str | None = None,
    choice: int = 0,
) -> Choice | Coroutine[Any, Any, Choice]:
    """Read a stream to its end and return what it told; an async one has to be awaited.

    Takes what `split` takes: a stream, a whole response, chunks of text, events, envelopes.

    Args:
        stream: As for `split`.
        dialect: As for `split`.
        policy: As for `split`.
        start: As for `split`.
        source: As for `split`.
        choice: Which of several replies.
    """
    events = enveloped(stream, dialect, policy, start=start, source=source, clock=_no_time)

    def told(found: list[Envelope]) -> Choice:
        return choice_of([each.event for each in found if each.choice == choice], policy, choice)

    return gathered(events, told)


def choice_of(events: Iterable[Event], policy: Policy | None = None, index: int = 0) -> Choice:
    """Return the events of one reply as a value."""
    events = list(events)
    usages = [event for event in events if isinstance(event, Usage)]
    return Choice(
        index=index,
        reply=fold(events, policy),
        tool_calls=_tool_calls(events),
        usage=usages[-1] if usages else None,
        notices=tuple(event for event in events if isinstance(event, Notice)),
    )


def _tool_calls(events: Iterable[Event]) -> tuple[ToolCall, ...]:
    begun: dict[int, ToolCallStart] = {}
    texts: dict[int, list[str]] = {}
    ends: dict[int, ToolCallEnd] = {}
    for event in events:
        match event:
            case ToolCallStart(index=index):
                begun[index], texts[index] = event, []
            case ToolCallDelta(index=index, text=text) if index in texts:
                texts[index].append(text)
            case ToolCallEnd(index=index):
                ends[index] = event
            case _:
                pass
    return tuple(_tool_call(start, texts[index], ends.get(index)) for index, start in begun.items())


def _tool_call(start: ToolCallStart, texts: list[str], end: ToolCallEnd | None) -> ToolCall:
    return ToolCall(
        index=start.index,
        id=start.id,
        name=start.name,
        arguments="".join(texts),
        complete=end is not None and end.complete,
        provider={**start.provider, **(end.provider if end else {})},
    )


def _no_time() -> float:
    return 0.0

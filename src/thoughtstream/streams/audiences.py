"""`Audiences`: what of the thoughts each sink gets, said in one place.

A sink is where a reply goes: a screen, speech, a log. What is stored stays as it is: a view is
made of new events. A sink that nobody has named gets no thought at all.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args, overload

from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.answer import AnswerText
from thoughtstream.streams.driven import driven
from thoughtstream.streams.filtered import ThoughtFilter
from thoughtstream.streams.opening import AsyncStream, Stream, aopened, is_async, opened

Share = Literal["full", "length", "none"]
"""What a sink gets of each thought: all of it, only how long it is, or nothing."""

Transform = Callable[[str], str | Awaitable[str]]
"""Makes what is shown of what was thought: a translation, a summary."""

SHARES: Final[Mapping[str, Share]] = {
    "screen": "full",
    "speech": "none",
    "log": "length",
    "export": "none",
    "next-prompt": "none",
}
"""What the usual sinks get unless you say otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audiences:
    """Who gets what of the thoughts. Answers, tool calls and the rest go to every sink.

    A transform is given the whole text of each thought, so what it makes comes when the thought
    ends; it may be async where the events are.
    """

    shares: Mapping[str, Share] = field(default_factory=lambda: SHARES)
    transforms: Mapping[str, Transform] = field(default_factory=dict[str, Transform])

    def __post_init__(self) -> None:
        for sink, share in self.shares.items():
            if share not in get_args(Share):
                choices = ", ".join(get_args(Share))
                raise MisuseError(f"the share of {sink!r} must be one of {choices}; got {share!r}")

    def share(self, sink: str) -> Share:
        """Return what a sink gets; one that nobody has named gets none."""
        return self.shares.get(sink, "none")

    @overload
    def view(self, events: Stream[Event], sink: str) -> Iterator[Event]: ...
    @overload
    def view(self, events: AsyncStream[Event], sink: str) -> AsyncIterator[Event]: ...
    def view(
        self, events: Stream[Event] | AsyncStream[Event], sink: str
    ) -> Iterator[Event] | AsyncIterator[Event]:
        """Return the events as a sink may see them.

        Where only the length is told, the text of a thought is a note such as
        "[1,234 characters]", so that whatever shows thoughts can show it.
        """
        share = self.share(sink)
        transform = self.transforms.get(sink)
        if share == "none":
            return driven(events, ThoughtFilter(lambda _: False))
        if share == "length":
            return _transformed(events, _Whole(bare=True), length_note)
        if transform is None:
            return driven(events, _AsItIs())
        return _transformed(events, _Whole(bare=False), transform)


def length_note(text: str) -> str:
    """Return what is told of a thought where only its length is."""
    return f"[{len(text):,} characters]"


class _AsItIs:
    def feed(self, event: Event) -> tuple[Event, ...]:
        return (event,)

    def finish(self, outcome: Outcome | None = None) -> tuple[Event, ...]:
        del outcome  # the events tell their own end
        return ()


class _Whole:
    """Each thought with its whole text as one delta; bare: without anything the model wrote."""

    def __init__(self, *, bare: bool) -> None:
        self._bare = bare
        self._answer = AnswerText()
        self._text: list[str] = []
        self._open = False
        self._cut: ThoughtEnd | None = None  # it may turn out to be answer

    def feed(self, event: Event) -> list[Event]:
        answer = self._answer.feed(event)
        cut, self._cut = self._cut, None
        match event:
            case Reclassified(now="answer") if cut:
                return [cut, AnswerDelta(answer)] if answer else [cut]
            case ThoughtStart():
                return [*self._ended(cut), self._begun(event)]
            case ThoughtDelta(text):
                self._text.append(text)
                return []
            case ThoughtEnd():
                return self._end(event)
            case Removed() if self._bare and self._open:
                return []
            case _:
                return [*self._ended(cut), event]

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        del outcome  # the events tell their own end
        return self._ended(self._cut)

    def _begun(self, start: ThoughtStart) -> ThoughtStart:
        self._text, self._open = [], True
        if not self._bare:
            return start
        return ThoughtStart(start.index, type=start.type, source=start.source)

    def _end(self, end: ThoughtEnd) -> list[Event]:
        self._open = False
        if self._bare:
            end = ThoughtEnd(end.index, complete=end.complete)
        if end.complete:
            return self._ended(end)
        self._cut = end
        return []

    def _ended(self, end: ThoughtEnd | None) -> list[Event]:
        if end is None:
            return []
        text = "".join(self._text)
        return [ThoughtDelta(text), end] if text else [end]


def _transformed(
    events: Stream[Event] | AsyncStream[Event], whole: _Whole, transform: Transform
) -> Iterator[Event] | AsyncIterator[Event]:
    told = driven(events, whole)
    if is_async(told):
        return _atransform(cast("AsyncIterator[Event]", told), transform)
    return _transform(cast("Iterator[Event]", told), transform)


def _transform(events: Iterator[Event], transform: Transform) -> Iterator[Event]:
    with opened(events) as source:
        for event in source:
            if not isinstance(event, ThoughtDelta):
                yield event
                continue
            text = transform(event.text)
            if not isinstance(text, str):
                if isinstance(text, Coroutine):
                    text.close()  # nobody will await it
                raise MisuseError("an async transform needs an async stream of events")
            if text:
                yield ThoughtDelta(text)


async def _atransform(events: AsyncIterator[Event], transform: Transform) -> AsyncIterator[Event]:
    async with aopened(events) as source:
        async for event in source:
            if not isinstance(event, ThoughtDelta):
                yield event
                continue
            text = transform(event.text)
            if isinstance(text, Awaitable):
                text = await text
            if text:
                yield ThoughtDelta(text)

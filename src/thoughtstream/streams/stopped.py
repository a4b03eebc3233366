"""`stopped_at`: stop strings that count in the answer alone, whatever the model thinks."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import cast, overload

from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.encoders.unended import Unended
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.driven import driven
from thoughtstream.streams.opening import AsyncStream, Stream, aopened, is_async, opened


@overload
def stopped_at(events: Stream[Event], stops: Sequence[str]) -> Iterator[Event]: ...
@overload
def stopped_at(events: AsyncStream[Event], stops: Sequence[str]) -> AsyncIterator[Event]: ...
def stopped_at(
    events: Stream[Event] | AsyncStream[Event], stops: Sequence[str]
) -> Iterator[Event] | AsyncIterator[Event]:
    """End a reply where its answer comes to a stop string; that string is not passed on.

    The first stop string to be complete counts, in the answer only, and not across a thought. The
    stream is closed there, and the reply ends with the finish reason "stop". Text that may be the
    beginning of a stop string waits until that is decided.

    Raises:
        MisuseError: If there is no stop string, or an empty one.
    """
    told = driven(events, _Stopping(stops))
    if is_async(told):
        return _auntil_end(cast("AsyncIterator[Event]", told))
    return _until_end(cast("Iterator[Event]", told))


def _until_end(events: Iterator[Event]) -> Iterator[Event]:
    with opened(events) as source:
        for event in source:
            yield event
            if isinstance(event, ReplyEnd):
                break


async def _auntil_end(events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    async with aopened(events) as source:
        async for event in source:
            yield event
            if isinstance(event, ReplyEnd):
                break


class _Stopping:
    def __init__(self, stops: Sequence[str]) -> None:
        if isinstance(stops, str) or not stops or "" in stops:
            raise MisuseError("`stops` must be a list of texts, at least one and none empty")
        self._stops = tuple(stops)
        self._held = ""
        self._told = _Told()

    def feed(self, event: Event) -> list[Event]:
        if isinstance(event, AnswerDelta):
            return self._said(self._held + event.text)
        return self._tell([*self._flushed(), event])

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        del outcome  # the source tells its own end
        return self._flushed()

    def _flushed(self) -> list[Event]:
        held, self._held = self._held, ""
        return [AnswerDelta(held)] if held else []

    def _said(self, text: str) -> list[Event]:
        stop = self._stop_in(text)
        end = len(text) - self._undecided(text) if stop is None else stop
        self._held = text[end:]
        said = self._tell([AnswerDelta(text[:end])] if end else [])
        return said if stop is None else said + self._told.closing()

    def _tell(self, events: list[Event]) -> list[Event]:
        for event in events:
            self._told.feed(event)
        return events

    def _stop_in(self, text: str) -> int | None:
        """Where the stop string begins that is the first to be complete."""
        found = ((at + len(stop), at) for stop in self._stops if (at := text.find(stop)) >= 0)
        return min(found, default=(0, None))[1]

    def _undecided(self, text: str) -> int:
        """How much of the end of a text may be the beginning of a stop string."""
        return max(_overlap(text, stop) for stop in self._stops)


def _overlap(text: str, stop: str) -> int:
    for length in range(min(len(stop) - 1, len(text)), 0, -1):
        if text.endswith(stop[:length]):
            return length
    return 0


class _Told:
    """What has been told of a reply, and what ends it here."""

    def __init__(self) -> None:
        self._unended = Unended()
        self._thoughts = 0
        self._skipped = 0
        self._characters = 0
        self._answered = False
        self._derived = False

    def feed(self, event: Event) -> None:
        self._unended.feed(event)
        match event:
            case ThoughtStart(marker=marker, source=source):
                self._thoughts += 1
                self._derived = source != "marker"
                self._characters += len(marker)
            case ThoughtDelta(text):
                self._characters += 0 if self._derived else len(text)
            case AnswerDelta(text):
                self._characters += len(text)
                self._answered = self._answered or bool(text.strip(WHITESPACE))
            case Removed(text, why):
                self._characters += len(text)
                self._skipped += why == "empty-thought"
            case ThoughtEnd(marker=marker) | Reclassified(marker=marker):
                self._characters += len(marker)
            case _:
                pass

    def closing(self) -> list[Event]:
        """Return what ends the reply here."""
        *closing, _ = self._unended.closing()
        counts = Counts(thoughts=self._thoughts, skipped=self._skipped, characters=self._characters)
        return [*closing, ReplyEnd(self._outcome(), "stop", counts)]

    def _outcome(self) -> Outcome:
        if self._answered:
            return "answered"
        return "thought-only" if self._thoughts else "empty"

"""`coalesce`: fewer, larger deltas, by time or by size."""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Self, cast, overload

from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Event, Outcome, ThoughtDelta, ToolCallDelta
from thoughtstream.streams.driven import driven
from thoughtstream.streams.opening import AsyncStream, Stream, aopened, is_async

if TYPE_CHECKING:  # it costs more to import than all of thoughtstream
    import asyncio

Delta = AnswerDelta | ThoughtDelta | ToolCallDelta


@overload
def coalesce(
    events: Stream[Event],
    *,
    seconds: float | None = ...,
    characters: int | None = ...,
    clock: Callable[[], float] = ...,
) -> Iterator[Event]: ...
@overload
def coalesce(
    events: AsyncStream[Event],
    *,
    seconds: float | None = ...,
    characters: int | None = ...,
    clock: Callable[[], float] = ...,
) -> AsyncIterator[Event]: ...
def coalesce(
    events: Stream[Event] | AsyncStream[Event],
    *,
    seconds: float | None = None,
    characters: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Event] | AsyncIterator[Event]:
    """Join neighbouring deltas; no text is lost, moved or held behind another event.

    Text is passed on when it has waited for so many `seconds`, when it has so many `characters`,
    and before any other event. A sync stream can't be interrupted: there, text that has waited
    long enough goes when the next event comes.

    Raises:
        MisuseError: If neither a time nor a size is given.
    """
    if seconds is None and characters is None:
        raise MisuseError("`coalesce` needs `seconds`, `characters`, or both")
    machine = _Joined(seconds, characters, clock)
    if seconds is not None and is_async(events):
        return _timed(cast("AsyncStream[Event]", events), machine)
    return driven(events, machine)


def joined(last: Delta, texts: list[str]) -> Delta:
    """Return a delta like the last one, with all texts."""
    text = "".join(texts)
    match last:
        case AnswerDelta():
            return AnswerDelta(text)
        case ThoughtDelta():
            return ThoughtDelta(text)
        case ToolCallDelta(index=index):
            return ToolCallDelta(index, text)


class _Joined:
    def __init__(
        self, seconds: float | None, characters: int | None, clock: Callable[[], float]
    ) -> None:
        self._seconds = float("inf") if seconds is None else seconds
        self._characters = float("inf") if characters is None else characters
        self._clock = clock
        self._last: Delta | None = None
        self._texts: list[str] = []
        self._length = 0
        self._since = 0.0

    @property
    def patience(self) -> float | None:
        """How long the text that is held may still wait; None if there is none."""
        if self._last is None:
            return None
        return max(0.0, self._since + self._seconds - self._clock())

    def feed(self, event: Event) -> list[Event]:
        if not isinstance(event, Delta):
            return [*self.flush(), event]
        told = [] if self._last is None or _alike(self._last, event) else self.flush()
        self._hold(event)
        if self._length >= self._characters or self.patience == 0.0:
            told += self.flush()
        return told

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        del outcome  # the source tells its own end
        return self.flush()

    def flush(self) -> list[Event]:
        if self._last is None:
            return []
        told: list[Event] = [joined(self._last, self._texts)]
        self._last, self._texts, self._length = None, [], 0
        return told

    def _hold(self, event: Delta) -> None:
        if self._last is None:
            self._since = self._clock()
        self._last = event
        self._texts.append(event.text)
        self._length += len(event.text)


def _alike(last: Delta, event: Delta) -> bool:
    if isinstance(last, ToolCallDelta):
        return isinstance(event, ToolCallDelta) and event.index == last.index
    return type(last) is type(event)


async def _timed(events: AsyncStream[Event], machine: _Joined) -> AsyncIterator[Event]:
    async with aopened(events) as source, _Pending(source) as pending:
        try:
            while True:
                came = await pending.within(machine.patience)
                for event in machine.feed(came.result()) if came else machine.flush():
                    yield event
        except StopAsyncIteration:
            for event in machine.flush():
                yield event
        except Exception:
            for event in machine.flush():
                yield event
            raise


class _Pending:
    """The next event of a source, waited for as long as one likes and as often."""

    def __init__(self, source: AsyncIterator[Event]) -> None:
        self._source = source
        self._next: asyncio.Task[Event] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        import asyncio  # noqa: PLC0415 - as above

        if self._next is not None:
            self._next.cancel()
            await asyncio.wait({self._next})

    async def within(self, seconds: float | None) -> "asyncio.Task[Event] | None":
        """Return the next event, or what came instead; None if the time is up before."""
        import asyncio  # noqa: PLC0415 - as above

        if self._next is None:
            self._next = asyncio.ensure_future(_next_of(self._source))
        done, _ = await asyncio.wait({self._next}, timeout=seconds)
        if not done:
            return None
        came, self._next = self._next, None
        return came


async def _next_of(source: AsyncIterator[Event]) -> Event:
    return await anext(source)

"""`enveloped`: events with the choice, the time, the chunk and the path that they came by."""

import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from typing import overload

from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import Envelope, Event, Outcome
from thoughtstream.streams.driven import driven
from thoughtstream.streams.opening import AsyncStream, Stream
from thoughtstream.streams.recognised import (
    ChoiceMachine,
    EventMachine,
    EventsAgain,
    Reading,
    reading,
)
from thoughtstream.streams.split import chunks_of

Clock = Callable[[], float]
"""Says what time it is, in seconds."""


@overload
def enveloped(
    stream: Stream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
    clock: Clock = ...,
    path: Sequence[str] = ...,
) -> Iterator[Envelope]: ...
@overload
def enveloped(
    stream: AsyncStream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
    clock: Clock = ...,
    path: Sequence[str] = ...,
) -> AsyncIterator[Envelope]: ...
def enveloped(
    stream: Stream[object] | AsyncStream[object],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    source: str | None = None,
    clock: Clock = time.monotonic,
    path: Sequence[str] = (),
) -> Iterator[Envelope] | AsyncIterator[Envelope]:
    """Split a stream as `split` does, and tell of each event where and when it came.

    This also tells the events of every choice where a provider sends several; `split` tells those
    of the first. Envelopes that are put into envelopes keep what they say; their path grows.

    Args:
        stream: What `split` takes, or envelopes.
        dialect: As for `split`.
        policy: As for `split`.
        start: As for `split`.
        source: As for `split`.
        clock: Says what time it is, in seconds; the default is good for durations only.
        path: The agents that the stream came through, outermost first.
    """
    envelopes = _Envelopes(reading(dialect, policy, start, source), clock, tuple(path))
    return driven(chunks_of(stream), envelopes)


class _Envelopes:
    def __init__(self, how: Reading, clock: Clock, path: tuple[str, ...]) -> None:
        self._reading = how
        self._clock = clock
        self._path = path
        self._machine: ChoiceMachine | None = None
        self._shows = True  # chunks; an event has none

    def feed(self, chunk: object) -> list[Envelope]:
        machine = self._machine or self._begin(chunk)
        if isinstance(chunk, Envelope):
            return [replace(chunk, path=self._path + chunk.path)]
        return self._sealed(machine.feed_choices(chunk), chunk if self._shows else None)

    def finish(self, outcome: Outcome | None = None) -> list[Envelope]:
        machine = self._machine or _OneChoice(self._reading.text_machine())
        return self._sealed(machine.finish_choices(outcome), None)

    def _begin(self, chunk: object) -> ChoiceMachine:
        machine = self._reading.machine_for(chunk)
        if isinstance(chunk, Envelope):
            self._machine = _NoChoice()
        else:
            self._shows = not isinstance(machine, EventsAgain)
            self._machine = machine if isinstance(machine, ChoiceMachine) else _OneChoice(machine)
        return self._machine

    def _sealed(self, events: list[tuple[int, Event]], chunk: object) -> list[Envelope]:
        now = self._clock()
        return [Envelope(event, choice, now, chunk, self._path) for choice, event in events]


class _OneChoice:
    """The choices of a machine that knows of one."""

    def __init__(self, machine: EventMachine) -> None:
        self._machine = machine

    def feed_choices(self, chunk: object) -> list[tuple[int, Event]]:
        return [(0, event) for event in self._machine.feed(chunk)]

    def finish_choices(self, outcome: Outcome | None = None) -> list[tuple[int, Event]]:
        return [(0, event) for event in self._machine.finish(outcome)]


class _NoChoice:
    """Where envelopes come in, all is told already."""

    def feed_choices(self, chunk: object) -> list[tuple[int, Event]]:
        raise MisuseError(f"an envelope was wanted; got {type(chunk).__name__!r}")

    def finish_choices(self, outcome: Outcome | None = None) -> list[tuple[int, Event]]:
        del outcome
        return []

"""Which machine a stream needs, decided once, by its first chunk.

Text and bytes go to a splitter, events and envelopes pass as they are, anything else is a
provider's and goes to the adapter that knows its shape.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, get_args, runtime_checkable

from thoughtstream.core.dialect import Dialect
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike, dialects_of
from thoughtstream.core.splitter import Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import Envelope, Event, Outcome
from thoughtstream.streams.machine import ChunkSplitter

EVENTS: Final[frozenset[type]] = frozenset(get_args(Event))
"""Every class of events."""


class EventMachine(Protocol):
    """A machine that tells events."""

    def feed(self, chunk: object, /) -> list[Event]:
        """Take the next chunk and return what it settles."""
        ...

    def finish(self, outcome: Outcome | None = None, /) -> list[Event]:
        """End the reply."""
        ...


@runtime_checkable
class ChoiceMachine(Protocol):
    """A machine that can tell the events of several choices, each with its index."""

    def feed_choices(self, chunk: object, /) -> list[tuple[int, Event]]:
        """Take the next chunk and return what it settles."""
        ...

    def finish_choices(self, outcome: Outcome | None = None, /) -> list[tuple[int, Event]]:
        """End the reply of every choice."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """How a stream is to be read."""

    dialect: tuple[Dialect, ...]
    policy: Policy | None
    start: Start
    source: str | None

    def machine_for(self, first: object) -> EventMachine:
        """Return the machine for a stream that begins with some chunk.

        Raises:
            MisuseError: If nobody knows such a chunk.
        """
        if self.source is None:
            if isinstance(first, str | bytes):
                return self.text_machine()
            if isinstance(first, Envelope) or type(first) in EVENTS:
                return EventsAgain()
        return self._adapter(first)

    def text_machine(self) -> ChunkSplitter:
        """Return the machine for text and bytes."""
        return ChunkSplitter(self.dialect, self.policy, self.start)

    def _adapter(self, first: object) -> EventMachine:
        from thoughtstream.adapters.recognise import adapter_for  # noqa: PLC0415 - text needs none

        return adapter_for(first, self.source)(self.dialect, self.policy, start=self.start)


def reading(
    dialect: DialectLike, policy: Policy | None, start: Start, source: str | None
) -> Reading:
    """Return how to read a stream; what can't work is refused now, not at the first chunk."""
    how = Reading(dialects_of(dialect), policy, start, source)
    if source is not None:
        how.machine_for(None)
    return how


class StreamSplitter:
    """A splitter for whatever comes; from the second chunk on it is the machine that was chosen."""

    def __init__(self, how: Reading) -> None:
        self._reading = how
        self._machine: EventMachine | None = None
        self.feed: Callable[[object], list[Event]] = self._begin

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply."""
        return (self._machine or self._reading.text_machine()).finish(outcome)

    def _begin(self, chunk: object) -> list[Event]:
        self._machine = machine = self._reading.machine_for(chunk)
        self.feed = machine.feed
        return machine.feed(chunk)


class EventsAgain:
    """Passes events on, and closes what is open if they just stop."""

    def __init__(self) -> None:
        from thoughtstream.encoders.unended import Unended  # noqa: PLC0415 - few streams need it

        self._unended = Unended()

    def feed(self, chunk: object) -> list[Event]:
        """Take the next event, or the event of the next envelope of choice 0."""
        event = chunk
        if isinstance(chunk, Envelope):
            if chunk.choice:
                return []
            event = chunk.event
        if not isinstance(event, Event):
            raise MisuseError(f"an event was wanted; got {type(event).__name__!r}")
        self._unended.feed(event)
        return [event]

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """Close what is open; a reply that has ended stays as it is."""
        del outcome  # what ends without a word has failed
        return self._unended.closing()

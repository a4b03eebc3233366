"""What every encoder is: events in, JSON-ready objects out, by `feed` and `finish`.

This file owns the life of an encoder: no event after `finish`, and whatever is open when the
events stop is closed as if the stream had failed there. What the objects look like is in one file
per protocol. An encoder opens no socket and imports no client of its protocol; clocks and ids are
handed in.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeAlias

from thoughtstream.encoders.unended import Unended
from thoughtstream.errors import MisuseError
from thoughtstream.events import Event

JsonObject: TypeAlias = dict[str, object]
"""An object that `json.dumps` takes."""


class Encoder(ABC):
    """Encodes a stream: one reply, or several where a protocol has room for them.

    A `ReplyEnd` closes the reply, `finish` the stream.
    """

    headers: ClassVar[Mapping[str, str]] = {}
    """HTTP headers that consumers of the protocol ask for."""
    ending: ClassVar[str] = ""
    """What the protocol wants as the last data of a stream of server-sent events, "" for none."""

    def __init__(self) -> None:
        self._unended = Unended()
        self._finished = False

    def feed(self, event: Event) -> list[JsonObject]:
        """Take the next event and return what it adds.

        Raises:
            MisuseError: If `finish` was already called, or the event goes on with a thought or a
                tool call that never began.
        """
        self._require_unfinished("feed")
        self._unended.feed(event)
        return self._encoded(event)

    def feed_all(self, events: Iterable[Event]) -> list[JsonObject]:
        """Take several events, such as all that one chunk brought."""
        return [each for event in events for each in self.feed(event)]

    def finish(self) -> list[JsonObject]:
        """End the stream; what is still open is closed first, as failed.

        Raises:
            MisuseError: If `finish` was already called.
        """
        self._require_unfinished("finish")
        closing = self.feed_all(self._unended.closing())
        self._finished = True
        return closing + self._ended()

    @abstractmethod
    def _encoded(self, event: Event) -> list[JsonObject]:
        """Return what an event adds."""

    def _ended(self) -> list[JsonObject]:
        """Return what ends the stream."""
        return []

    def _require_unfinished(self, verb: str) -> None:
        if self._finished:
            raise MisuseError(f"`{verb}` was called after `finish`: an encoder takes one stream")


def random_id() -> str:
    """Return an id that nobody else has: 24 hexadecimal digits."""
    return secrets.token_hex(12)

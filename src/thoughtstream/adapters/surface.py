"""What the adapters of all wire surfaces share: a turn, the two verbs, and how a reply ended.

An adapter reads chunks and whole responses alike; both are only fields. It opens no socket and
imports no SDK.
"""

from abc import ABC, abstractmethod
from typing import Protocol

from thoughtstream.adapters.fields import Fields, fields_of
from thoughtstream.adapters.turn import Turn
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import Event, Outcome


class Adapter(Protocol):
    """Anything that turns what a provider sends into events."""

    def feed(self, chunk: object, /) -> list[Event]:
        """Take the next chunk, or a whole response, and return what it settles."""
        ...

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply."""
        ...


class Surface(ABC):
    """An adapter that tells one reply.

    Args:
        dialect: How the model marks thoughts in content, where it does.
        policy: What you want done about it.
        start: Where content begins; native reasoning before it means outside a thought.
        choice: Which of several choices to tell, where the surface has several.
    """

    def __init__(
        self,
        dialect: DialectLike = "thinking",
        policy: Policy | None = None,
        *,
        start: Start = "auto",
        choice: int = 0,
    ) -> None:
        self._turn = Turn(dialect, policy, start)
        self._choice = choice
        self._reason: str | None = None
        self._failed = False

    def feed(self, chunk: object) -> list[Event]:
        """Take the next chunk, or a whole response, and return what it settles.

        Raises:
            WireError: If a field is not of its documented type; the message names it. What the
                chunk told before that field comes with the next call.
            MisuseError: If `finish` was already called.
        """
        if self._turn.finished:
            raise over("feed")
        self._read(fields_of(chunk, "chunk"))
        return self._turn.taken()

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply: close what is open and say how it ended.

        Args:
            outcome: How it ended where the caller knows: "failed", "cancelled".
        """
        if self._turn.finished:
            raise over("finish")
        self._turn.finish(self._reason, outcome or ("failed" if self._failed else None))
        return self._turn.taken()

    @abstractmethod
    def _read(self, chunk: Fields) -> None:
        """Tell the turn what a chunk says."""

    def _fail(self, error: Fields, path: str) -> None:
        """Take an error that a provider sent within the stream."""
        self._failed = True
        self._turn.notice("provider-error", error_message(error, path))

    def _end(self, reason: str) -> None:
        """Take the provider's word for why the reply ended, if it is there."""
        self._reason = reason or self._reason


def error_message(error: Fields, path: str) -> str:
    """Return what a provider's error says, with its code where there is one."""
    code = error.get("code") or error.get("type") or error.get("status")
    message = error.get("message")
    said = f"{code}: {message}" if code and message else str(message or code or "no message")
    return f"the provider sent an error ({path}): {said}"


def over(verb: str) -> MisuseError:
    """Return the error for a verb that came too late."""
    return MisuseError(f"`{verb}` was called after `finish`: an adapter takes one response")

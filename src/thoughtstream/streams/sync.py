"""Loops over iterables. `aio.py` has the same names over async iterables; nothing here parses."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from thoughtstream.errors import WireError
from thoughtstream.events import Outcome
from thoughtstream.streams import opening
from thoughtstream.streams.opening import Stream

T = TypeVar("T")
U = TypeVar("U")
T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)


class Machine(Protocol[T_contra, U_co]):
    """Anything with the two verbs."""

    def feed(self, chunk: T_contra, /) -> Iterable[U_co]:
        """Take the next chunk and return what it settles."""
        ...

    def finish(self, outcome: Outcome | None = None, /) -> Iterable[U_co]:
        """End the reply."""
        ...


def drive(chunks: Stream[T], machine: Machine[T, U]) -> Iterator[U]:
    """Yield what a machine makes of a stream; if that raises, what closes the reply comes first.

    The stream is closed however reading ends.
    """
    failure: Exception | None = None
    with opening.opened(chunks) as source:
        while True:
            try:
                chunk = next(source)
            except StopIteration:
                break
            except Exception as error:  # noqa: BLE001 - raised below, behind what closes the reply
                failure = error
                break
            try:
                told = machine.feed(chunk)
            except WireError as error:
                failure = error
                break
            yield from told
        yield from machine.finish("failed" if failure else None)
        if failure:
            try:
                raise failure
            finally:
                del failure  # it knows this frame, which would keep both alive

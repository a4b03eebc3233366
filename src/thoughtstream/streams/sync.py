"""Loops over iterables. `aio.py` has the same names over async iterables; nothing here parses."""

from collections.abc import Generator, Iterable, Iterator
from typing import Protocol, TypeVar

from thoughtstream.events import Event, Outcome

T_contra = TypeVar("T_contra", contravariant=True)


class Machine(Protocol[T_contra]):
    """Anything with the two verbs."""

    def feed(self, chunk: T_contra, /) -> list[Event]:
        """Take the next chunk and return what it settles."""
        ...

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply."""
        ...


def drive(chunks: Iterable[T_contra], machine: Machine[T_contra]) -> Iterator[Event]:
    """Yield the events of a machine; if the source raises, closing events come first."""
    source = iter(chunks)
    try:
        while True:
            try:
                chunk = next(source)
            except StopIteration:
                break
            except Exception:
                yield from machine.finish("failed")
                raise
            yield from machine.feed(chunk)
        yield from machine.finish()
    finally:
        if isinstance(source, Generator):
            source.close()

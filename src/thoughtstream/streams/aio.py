"""Loops over async iterables. `sync.py` has the same names over iterables; nothing here parses."""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from typing import TypeVar

from thoughtstream.events import Event
from thoughtstream.streams.sync import Machine

T = TypeVar("T")


async def drive(chunks: AsyncIterable[T], machine: Machine[T]) -> AsyncIterator[Event]:
    """Yield the events of a machine; if the source raises, closing events come first."""
    source = aiter(chunks)
    try:
        while True:
            try:
                chunk = await anext(source)
            except StopAsyncIteration:
                break
            except Exception:
                for event in machine.finish("failed"):
                    yield event
                raise
            for event in machine.feed(chunk):
                yield event
        for event in machine.finish():
            yield event
    finally:
        if isinstance(source, AsyncGenerator):
            await source.aclose()

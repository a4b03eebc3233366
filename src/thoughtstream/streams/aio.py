"""Loops over async iterables. `sync.py` has the same names over iterables; nothing here parses."""

from collections.abc import AsyncIterator
from typing import TypeVar

from thoughtstream.errors import WireError
from thoughtstream.streams import opening
from thoughtstream.streams.opening import AsyncStream
from thoughtstream.streams.sync import Machine

T = TypeVar("T")
U = TypeVar("U")


async def drive(chunks: AsyncStream[T], machine: Machine[T, U]) -> AsyncIterator[U]:
    """Yield what a machine makes of a stream; if that raises, what closes the reply comes first.

    The stream is closed however reading ends.
    """
    failure: Exception | None = None
    async with opening.aopened(chunks) as source:
        while True:
            try:
                chunk = await anext(source)
            except StopAsyncIteration:
                break
            except Exception as error:  # noqa: BLE001 - raised below, behind what closes the reply
                failure = error
                break
            try:
                told = machine.feed(chunk)
            except WireError as error:
                failure = error
                break
            for each in told:
                yield each
        for each in machine.finish("failed" if failure else None):
            yield each
        if failure:
            try:
                raise failure
            finally:
                del failure  # it knows this frame, which would keep both alive

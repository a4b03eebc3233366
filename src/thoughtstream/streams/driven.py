"""One name for both loops: a stream read with `for` gives an iterator, else an async one."""

from collections.abc import AsyncIterator, Iterator
from typing import TypeVar, cast, overload

from thoughtstream.streams import aio, sync
from thoughtstream.streams.opening import AsyncStream, Stream, is_async

T = TypeVar("T")
U = TypeVar("U")


@overload
def driven(stream: Stream[T], machine: sync.Machine[T, U]) -> Iterator[U]: ...
@overload
def driven(stream: AsyncStream[T], machine: sync.Machine[T, U]) -> AsyncIterator[U]: ...
def driven(
    stream: Stream[T] | AsyncStream[T], machine: sync.Machine[T, U]
) -> Iterator[U] | AsyncIterator[U]:
    """Drive a machine over a stream, by the loop that the stream needs."""
    if is_async(stream):
        return aio.drive(cast("AsyncStream[T]", stream), machine)
    return sync.drive(cast("Stream[T]", stream), machine)

"""A stream taken whole, for operators that give one value: at once, or as something to await."""

from collections.abc import AsyncIterable, Callable, Coroutine, Iterable
from typing import Any, TypeVar, cast

from thoughtstream.streams.opening import is_async

T = TypeVar("T")
U = TypeVar("U")


def gathered(
    stream: Iterable[T] | AsyncIterable[T], told: Callable[[list[T]], U]
) -> U | Coroutine[Any, Any, U]:
    """Return what is told of all items; of an async stream, what has to be awaited for it."""
    if is_async(stream):
        return _awaited(cast("AsyncIterable[T]", stream), told)
    return told(list(cast("Iterable[T]", stream)))


async def _awaited(stream: AsyncIterable[T], told: Callable[[list[T]], U]) -> U:
    return told([item async for item in stream])

"""How a stream is opened and closed, whatever kind of stream it is.

A stream may be an iterable, a context manager around one, an awaitable of either, a mapping with
the stream in it, or one whole response. What was opened is closed again however reading ends; a
file is its owner's to close. Nothing here looks at a chunk.
"""

import sys
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
)
from typing import TypeAlias, TypeVar, cast

T = TypeVar("T")

Stream: TypeAlias = Iterable[T] | AbstractContextManager[Iterable[T]]
"""What is read with `for`."""

AsyncStream: TypeAlias = (
    AsyncIterable[T]
    | AbstractAsyncContextManager[AsyncIterable[T]]
    | Awaitable[AsyncIterable[T] | AbstractAsyncContextManager[AsyncIterable[T]]]
)
"""What is read with `async for`."""


def is_async(stream: object) -> bool:
    """Whether a stream is read with `async for`.

    One that can be read both ways is, where an event loop runs.
    """
    if isinstance(stream, AsyncIterable):
        return not isinstance(stream, Iterable) or _loop_runs()
    if isinstance(stream, Awaitable):
        return True
    return isinstance(stream, AbstractAsyncContextManager) and not isinstance(
        stream, Iterable | AbstractContextManager
    )


def unwrapped(stream: object) -> object:
    """Return the stream within a response, or a whole response as a stream of one chunk."""
    if isinstance(stream, Mapping):  # boto3 hands its stream over in a mapping
        inner = cast("Mapping[object, object]", stream).get("stream")
        return [cast("object", stream)] if inner is None else inner
    if hasattr(stream, "model_dump"):  # a pydantic model would iterate over its own fields
        return [stream]
    return stream if _is_stream(stream) else [stream]


@contextmanager
def opened(stream: Stream[T]) -> Generator[Iterator[T], None, None]:
    """Open a stream for the time of a `with` block."""
    if not isinstance(stream, Iterable):
        with stream as entered, opened(entered) as source:
            yield source
        return
    source = iter(stream)
    try:
        yield source
    finally:
        _close(source)
        if source is not stream:
            _close(stream)


@asynccontextmanager
async def aopened(stream: AsyncStream[T]) -> AsyncGenerator[AsyncIterator[T], None]:
    """Open a stream for the time of an `async with` block."""
    if isinstance(stream, AsyncIterable):
        source = aiter(stream)
        try:
            yield source
        finally:
            await _aclose(source)
            if source is not stream:
                await _aclose(stream)
    elif isinstance(stream, AbstractAsyncContextManager):
        async with stream as entered, aopened(entered) as source:
            yield source
    else:
        async with aopened(_read_async(await stream)) as source:
            yield source


def _read_async(
    stream: AsyncIterable[T] | AbstractAsyncContextManager[AsyncIterable[T]],
) -> AsyncStream[T]:
    inner = unwrapped(stream)
    return cast("AsyncStream[T]", inner if is_async(inner) else _each(cast("Iterable[T]", inner)))


async def _each(items: Iterable[T]) -> AsyncIterator[T]:
    for item in items:
        yield item


def _is_stream(stream: object) -> bool:
    return is_async(stream) or isinstance(stream, Iterable | AbstractContextManager)


def _close(stream: object) -> None:
    close = getattr(stream, "close", None)
    if callable(close) and not _is_file(stream):
        closing = close()
        if isinstance(closing, Coroutine):  # of a stream that is read either way: no loop runs
            closing.close()


async def _aclose(stream: object) -> None:
    close = getattr(stream, "aclose", None) or getattr(stream, "close", None)
    if callable(close) and not _is_file(stream):
        closing = close()
        if isinstance(closing, Awaitable):
            await closing


def _is_file(stream: object) -> bool:
    return hasattr(stream, "readable")


def _loop_runs() -> bool:
    if "asyncio" not in sys.modules:
        return False
    import asyncio  # noqa: PLC0415 - it is there already, and costs much where it is not

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True

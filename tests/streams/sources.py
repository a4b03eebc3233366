"""Streams of every kind that an SDK hands out, small: they note that they were closed."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")


class Stream(Generic[T]):
    """Read with `for`, closed by `close()`."""

    def __init__(self, chunks: Iterable[T], error: BaseException | None = None) -> None:
        self.closed = 0
        self.taken = 0
        self._chunks = chunks
        self._error = error

    def __iter__(self) -> Iterator[T]:
        for chunk in self._chunks:
            self.taken += 1
            yield chunk
        if self._error:
            raise self._error

    def close(self) -> None:
        self.closed += 1


class AsyncStream(Generic[T]):
    """Read with `async for`, closed by `await close()`."""

    def __init__(self, chunks: Iterable[T], error: BaseException | None = None) -> None:
        self.closed = 0
        self.taken = 0
        self._chunks = chunks
        self._error = error

    async def __aiter__(self) -> AsyncIterator[T]:
        for chunk in self._chunks:
            await asyncio.sleep(0)
            self.taken += 1
            yield chunk
        if self._error:
            raise self._error

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.closed += 1


class Request(Generic[T]):
    """Sent when a `with` block is entered, which hands out the stream."""

    def __init__(self, stream: Stream[T]) -> None:
        self.stream = stream
        self.exited: list[object] = []

    def __enter__(self) -> Stream[T]:
        return self.stream

    def __exit__(self, kind: object, *_: object) -> None:
        self.exited.append(kind)


class AsyncRequest(Generic[T]):
    """The same for an `async with` block."""

    def __init__(self, stream: AsyncStream[T]) -> None:
        self.stream = stream
        self.exited: list[object] = []

    async def __aenter__(self) -> AsyncStream[T]:
        return self.stream

    async def __aexit__(self, kind: object, *_: object) -> None:
        self.exited.append(kind)


class EitherWay(AsyncStream[T]):
    """Read with `for` or `async for`, as you like."""

    def __iter__(self) -> Iterator[T]:
        return iter(self._chunks)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed += 1


async def arriving(items: Iterable[T]) -> AsyncIterator[T]:
    for item in items:
        await asyncio.sleep(0)
        yield item


async def promised(value: T) -> T:
    await asyncio.sleep(0)
    return value


def taken(items: AsyncIterator[T]) -> list[T]:
    """All items of an async iterator."""

    async def take() -> list[T]:
        return [item async for item in items]

    return asyncio.run(take())


def until_error(items: Iterable[T]) -> tuple[list[T], Exception | None]:
    """All items until an error, and the error."""
    found: list[T] = []
    try:
        for item in items:
            found += [item]
    except Exception as error:  # noqa: BLE001 - it is handed back
        return found, error
    return found, None


def until_error_later(items: AsyncIterator[T]) -> tuple[list[T], Exception | None]:
    """The same of an async iterator."""
    found: list[T] = []

    async def take() -> None:
        async for item in items:
            found.append(item)  # noqa: PERF401 - a comprehension keeps none when it raises

    try:
        asyncio.run(take())
    except Exception as error:  # noqa: BLE001 - it is handed back
        return found, error
    return found, None


def chat_chunk(text: str = "", index: int = 0, **fields: object) -> SimpleNamespace:
    """A chunk of a chat completion, as an SDK's object."""
    delta = SimpleNamespace(content=text or None, **fields)
    choice = SimpleNamespace(index=index, delta=delta, finish_reason=None)
    return SimpleNamespace(object="chat.completion.chunk", choices=[choice])


def completion(text: str) -> dict[str, Any]:
    """A whole chat completion, as a JSON object."""
    message = {"role": "assistant", "content": text}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }

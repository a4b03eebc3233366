"""A broadcast whose readers are tasks of one event loop.

A task of its own reads the stream, so that a reader who is cancelled takes nobody with it. It
runs while somebody waits for the next item, and lets every reader have a turn between two items.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from typing import Generic, Self, TypeVar

from thoughtstream.streams.opening import AsyncStream, aopened
from thoughtstream.streams.ring import Cursor, Ring

T = TypeVar("T")


class AsyncBroadcast(Generic[T]):
    """One async stream for many readers; `broadcast` makes it."""

    def __init__(self, stream: AsyncStream[T], keep: int) -> None:
        self._stream = stream
        self._opened = aopened(stream)
        self._source: AsyncIterator[T] | None = None
        self._ring = Ring[T](keep)
        self._closed = False
        self._waiting = 0
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    @property
    def oldest(self) -> int:
        """The position of the oldest item that is kept: where a late reader can begin."""
        return self._ring.oldest

    @property
    def newest(self) -> int:
        """The position that the next item will have: where a reader begins who wants only news."""
        return self._ring.newest

    def subscribe(self, at: int = 0) -> "AsyncReader[T]":
        """Return a reader, from the first item on, or from a position."""
        return AsyncReader(self, Cursor(self._ring, at))

    async def aclose(self) -> None:
        """Close the stream; readers get what is kept, then a `GapError` if it had not ended."""
        self._ring.close()
        if self._reading is not None and not self._reading.done():
            self._reading.cancel()
            await asyncio.wait({self._reading})
        await self._close_stream()
        self._wake()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def more(self) -> None:
        """Wait until there is news; the stream is read as long as somebody does."""
        self._waiting += 1
        try:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read())
            await self._news.wait()
        finally:
            self._waiting -= 1

    async def _read(self) -> None:
        while self._waiting and not self._ring.ended:
            await self._read_one()
            self._wake()
            if not self._ring.ended:  # let readers take it, and say whether they want more
                await asyncio.sleep(0)

    async def _read_one(self) -> None:
        try:
            if self._source is None:
                self._source = await self._opened.__aenter__()
            self._ring.append(await anext(self._source))
        except StopAsyncIteration:
            self._ring.end()
        except Exception as error:  # noqa: BLE001 - every reader gets it
            self._ring.end(error)
        except BaseException as error:
            self._ring.end(error)
            self._wake()
            raise
        if self._ring.ended:
            await self._close_stream()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def _close_stream(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._source is None and isinstance(self._stream, AsyncIterable):
            await self._opened.__aenter__()  # it may be open, though nobody has read it
        elif self._source is None:
            return
        await self._opened.__aexit__(None, None, None)


class AsyncReader(AsyncIterator[T]):
    """Reads a broadcast at its own pace."""

    def __init__(self, shared: AsyncBroadcast[T], cursor: Cursor[T]) -> None:
        self._shared = shared
        self._cursor = cursor

    @property
    def position(self) -> int:
        """The position of the item that is read next."""
        return self._cursor.position

    async def __anext__(self) -> T:
        while not self._cursor.ready:
            if self._cursor.at_end():
                raise StopAsyncIteration
            await self._shared.more()
        return self._cursor.take()

    async def aclose(self) -> None:
        """Leave; the others read on."""
        self._cursor.leave()

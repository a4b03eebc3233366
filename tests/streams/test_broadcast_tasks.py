# One async stream for many readers.

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import pytest

from tests.streams.sources import AsyncRequest, AsyncStream, arriving
from thoughtstream.errors import GapError
from thoughtstream.streams.broadcast_tasks import AsyncBroadcast, AsyncReader

T = TypeVar("T")


def run(reading: Coroutine[Any, Any, T]) -> T:
    async def alone() -> T:
        found = await asyncio.wait_for(reading, 60)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return found

    return asyncio.run(alone())


async def all_of(reader: AsyncIterator[T]) -> list[T]:
    return [item async for item in reader]


class Item:
    """Counts how many of its kind are alive."""

    alive = 0
    most = 0

    def __init__(self, number: int) -> None:
        self.number = number
        Item.alive += 1
        Item.most = max(Item.most, Item.alive)

    def __del__(self) -> None:
        Item.alive -= 1


COUNT, KEPT, READERS = 150, 32, 1000


async def numbers(reader: AsyncReader[Item], stop: int = COUNT) -> list[int]:
    found: list[int] = []
    async for item in reader:
        found.append(item.number)
        if len(found) == stop:
            await reader.aclose()
    return found


def test_a_thousand_readers_one_stuck_one_leaving_one_late() -> None:
    Item.alive = Item.most = 0
    read: list[int] = []
    far_on = asyncio.Event()

    async def source() -> AsyncIterator[Item]:
        for number in range(COUNT):
            read.append(number)
            yield Item(number)
            if number == COUNT // 2:
                far_on.set()

    async def everybody() -> None:
        async with AsyncBroadcast(source(), KEPT) as shared:
            stuck = shared.subscribe()
            assert (await anext(stuck)).number == 0
            others = [asyncio.create_task(numbers(shared.subscribe())) for _ in range(READERS - 3)]
            leaving = asyncio.create_task(numbers(shared.subscribe(), stop=20))
            await far_on.wait()
            late = asyncio.create_task(numbers(shared.subscribe(COUNT // 2 - KEPT // 2)))

            assert await asyncio.gather(*others) == [list(range(COUNT))] * (READERS - 3)
            assert await leaving == list(range(20))
            assert await late == list(range(COUNT // 2 - KEPT // 2, COUNT))
            with pytest.raises(GapError) as raised:
                await anext(stuck)
            assert raised.value.missed == COUNT - KEPT - 1
            assert await numbers(stuck) == list(range(COUNT - KEPT, COUNT))

    run(everybody())
    assert read == list(range(COUNT))
    assert Item.most <= KEPT + 4


def test_who_comes_too_late_for_the_beginning_is_told() -> None:
    async def read() -> None:
        shared = AsyncBroadcast(arriving(range(20)), 5)
        assert len(await all_of(shared.subscribe())) == 20
        with pytest.raises(GapError, match="15 of 20 items are gone"):
            await anext(shared.subscribe())
        assert await all_of(shared.subscribe(shared.oldest)) == [15, 16, 17, 18, 19]

    run(read())


def test_the_stream_is_read_no_faster_than_somebody_asks() -> None:
    stream = AsyncStream(range(100))

    async def read() -> None:
        shared = AsyncBroadcast(stream, 10)
        reader = shared.subscribe()
        await anext(reader)
        await anext(reader)
        for _ in range(10):
            await asyncio.sleep(0)
        assert stream.taken <= 3
        await shared.aclose()

    run(read())
    assert stream.closed == 1


def test_a_late_reader_gets_what_is_kept() -> None:
    async def read() -> None:
        shared = AsyncBroadcast(arriving(range(5)), 10)
        assert await all_of(shared.subscribe()) == [0, 1, 2, 3, 4]
        assert await all_of(shared.subscribe()) == [0, 1, 2, 3, 4]
        assert await all_of(shared.subscribe(3)) == [3, 4]
        assert await all_of(shared.subscribe(shared.newest)) == []
        assert (shared.oldest, shared.newest) == (0, 5)

    run(read())


def test_a_reader_that_is_cancelled_takes_nobody_with_it() -> None:
    go = asyncio.Event()

    async def source() -> AsyncIterator[int]:
        yield 0
        await go.wait()
        yield 1

    async def read() -> None:
        shared = AsyncBroadcast(source(), 10)
        first, second = (asyncio.create_task(all_of(shared.subscribe())) for _ in range(2))
        await asyncio.sleep(0.01)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        go.set()
        assert await second == [0, 1]

    run(read())


def test_an_error_reaches_every_reader_behind_the_last_item() -> None:
    stream = AsyncStream([0, 1], error=ConnectionError("gone"))

    async def read() -> None:
        shared = AsyncBroadcast(stream, 10)

        async def one() -> list[int]:
            reader = shared.subscribe()
            found = [await anext(reader), await anext(reader)]
            with pytest.raises(ConnectionError, match="gone"):
                await anext(reader)
            return found

        assert await asyncio.gather(*(one() for _ in range(5))) == [[0, 1]] * 5
        assert await one() == [0, 1]

    run(read())
    assert stream.closed == 1


def test_a_stream_that_ends_is_closed() -> None:
    request = AsyncRequest(AsyncStream("ab"))

    async def read() -> None:
        shared = AsyncBroadcast(request, 10)
        assert await all_of(shared.subscribe()) == ["a", "b"]
        assert (request.exited, request.stream.closed) == ([None], 1)
        await shared.aclose()

    run(read())
    assert (request.exited, request.stream.closed) == ([None], 1)


def test_closing_early_closes_the_stream_and_is_no_quiet_end() -> None:
    class Endless(AsyncStream[int]):
        async def __aiter__(self) -> AsyncIterator[int]:
            yield 0
            await asyncio.Event().wait()

    stream = Endless([])

    async def read() -> None:
        async with AsyncBroadcast(stream, 10) as shared:
            waiting = asyncio.create_task(all_of(shared.subscribe()))
            late = shared.subscribe()
            await asyncio.sleep(0.01)
        with pytest.raises(GapError, match="closed before its stream ended"):
            await waiting
        assert await anext(late) == 0
        with pytest.raises(GapError):
            await anext(late)

    run(read())
    assert stream.closed == 1


def test_a_stream_that_nobody_read_is_closed_too() -> None:
    stream, request = AsyncStream("ab"), AsyncRequest(AsyncStream("ab"))

    async def close() -> None:
        await AsyncBroadcast(stream, 10).aclose()
        await AsyncBroadcast(request, 10).aclose()

    run(close())
    assert (stream.closed, stream.taken) == (1, 0)
    assert request.exited == []  # it was never sent


def test_a_source_that_is_cancelled_from_outside_leaves_nobody_waiting() -> None:
    async def source() -> AsyncIterator[int]:
        yield 0
        raise asyncio.CancelledError

    async def read() -> None:
        reader = AsyncBroadcast(source(), 10).subscribe()
        assert await anext(reader) == 0
        with pytest.raises(asyncio.CancelledError):
            await anext(reader)

    run(read())


def test_a_reader_knows_where_it_is() -> None:
    async def read() -> None:
        async with AsyncBroadcast(arriving("abc"), 10) as shared:
            reader = shared.subscribe()
            await anext(reader)
            await anext(reader)
            assert reader.position == 2
            await reader.aclose()
            assert await all_of(reader) == []

    run(read())


def test_a_slow_reader_delays_nobody() -> None:
    async def read() -> None:
        shared = AsyncBroadcast(arriving(range(50)), 8)

        async def slow() -> None:
            async for _ in shared.subscribe():
                await asyncio.sleep(1)

        dawdling = asyncio.create_task(slow())
        began = time.monotonic()
        assert await all_of(shared.subscribe()) == list(range(50))
        assert time.monotonic() - began < 0.9
        dawdling.cancel()
        await asyncio.wait({dawdling})

    run(read())

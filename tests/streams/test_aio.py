# The loop over async iterables: the same promises as the one over iterables.

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import pytest

from thoughtstream.core.fold import source_text
from thoughtstream.events import AnswerDelta, Event, ReplyEnd, ThoughtEnd
from thoughtstream.streams import aio
from thoughtstream.streams.machine import ChunkSplitter


def machine() -> ChunkSplitter:
    return ChunkSplitter("thinking", None, "auto")


class Source:
    """An async generator of chunks that notes whether it was closed."""

    def __init__(self, *chunks: str, error: BaseException | None = None) -> None:
        self.closed = False
        self._chunks = chunks
        self._error = error

    async def __aiter__(self) -> AsyncIterator[str]:
        try:
            for chunk in self._chunks:
                await asyncio.sleep(0)
                yield chunk
            if self._error:
                raise self._error
        finally:
            self.closed = True


class Plain:
    """An async iterator that is no generator."""

    def __init__(self, *chunks: str) -> None:
        self.rest = list(chunks)

    def __aiter__(self) -> "Plain":
        return self

    async def __anext__(self) -> str:
        if not self.rest:
            raise StopAsyncIteration
        return self.rest.pop(0)


async def drained(source: Source) -> list[Event]:
    return [event async for event in aio.drive(source, machine())]


def test_events_come_as_from_the_other_loop() -> None:
    events = asyncio.run(drained(Source("<thi", "nk>a</think>", "b")))

    assert [event.kind for event in events] == [
        "thought-start", "thought-delta", "thought-end", "answer-delta", "reply-end",
    ]  # fmt: skip


def test_a_source_that_raises_is_closed_off_first() -> None:
    seen: list[Event] = []

    async def read() -> None:
        async for event in aio.drive(
            Source("<think>a</th", error=ConnectionError("gone")), machine()
        ):
            seen.append(event)  # noqa: PERF401 - a comprehension keeps none when it raises

    with pytest.raises(ConnectionError, match="gone"):
        asyncio.run(read())
    assert source_text(seen) == "<think>a</th"
    assert seen[-2] == ThoughtEnd(0, complete=False)
    assert isinstance(seen[-1], ReplyEnd)
    assert seen[-1].outcome == "failed"


def test_a_task_that_is_cancelled_closes_the_source_and_tells_no_more() -> None:
    seen: list[Event] = []

    class Endless(Source):
        async def __aiter__(self) -> AsyncIterator[str]:
            try:
                yield "a"
                await asyncio.Event().wait()
            finally:
                self.closed = True

    source = Endless()

    async def read() -> None:
        async for event in aio.drive(source, machine()):
            seen.append(event)  # noqa: PERF401 - a comprehension keeps none when it raises

    async def cancel() -> None:
        task = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert seen == [AnswerDelta("a")]
    assert source.closed


def test_a_reader_that_leaves_closes_the_source() -> None:
    source = Source("a", "b")

    async def read_one() -> None:
        events = aio.drive(source, machine())
        assert isinstance(events, AsyncGenerator)
        async with aclosing(events):
            assert await anext(events) == AnswerDelta("a")
        assert source.closed

    asyncio.run(read_one())


def test_a_source_that_is_no_generator_is_left_as_it_is() -> None:
    source = Plain("a", "b")

    async def read() -> list[Event]:
        async for _ in aio.drive(source, machine()):
            break
        assert source.rest == ["b"]
        return [event async for event in aio.drive(source, machine())]

    assert asyncio.run(read())[0] == AnswerDelta("b")

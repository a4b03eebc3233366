# Fewer, larger deltas.

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving, taken, until_error_later
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
)
from thoughtstream.streams.coalesce import coalesce
from thoughtstream.streams.split import split
from thoughtstream.testing import merged

END = ReplyEnd("answered")


def deltas(text: str) -> list[Event]:
    return [AnswerDelta(letter) for letter in text]


def test_text_goes_when_there_is_enough_of_it() -> None:
    events = [*deltas("abcde"), END]

    assert list(coalesce(events, characters=2)) == [
        AnswerDelta("ab"), AnswerDelta("cd"), AnswerDelta("e"), END,
    ]  # fmt: skip
    assert list(coalesce(events, characters=100)) == [AnswerDelta("abcde"), END]
    assert list(coalesce(events, characters=1)) == events


def test_text_goes_when_it_has_waited_long_enough() -> None:
    times = iter([0.0, 0.0, 0.04, 0.1, 0.2, 0.2, 0.25])
    told = coalesce(deltas("abcde"), seconds=0.1, clock=lambda: next(times))

    assert list(told) == [AnswerDelta("abc"), AnswerDelta("de")]


def test_no_text_is_held_behind_another_event() -> None:
    events: list[Event] = [
        AnswerDelta("a"), ThoughtStart(0), ThoughtDelta("b"), ThoughtDelta("c"), ThoughtEnd(0),
        AnswerDelta("d"), ToolCallDelta(0, "e"), ToolCallDelta(0, "f"), ToolCallDelta(1, "g"),
        AnswerDelta("h"), END,
    ]  # fmt: skip

    assert list(coalesce(events, characters=100)) == [
        AnswerDelta("a"), ThoughtStart(0), ThoughtDelta("bc"), ThoughtEnd(0),
        AnswerDelta("d"), ToolCallDelta(0, "ef"), ToolCallDelta(1, "g"), AnswerDelta("h"), END,
    ]  # fmt: skip


def test_either_a_time_or_a_size_is_needed() -> None:
    with pytest.raises(MisuseError, match="`seconds`, `characters`, or both"):
        coalesce(deltas("a"))


def test_no_time_at_all_joins_nothing() -> None:
    assert list(coalesce(deltas("ab"), seconds=0.0)) == deltas("ab")
    assert taken(coalesce(arriving(deltas("ab")), seconds=0.0)) == deltas("ab")


# --- Async ----------------------------------------------------------------------------------------


async def slowly() -> AsyncIterator[Event]:
    for event in deltas("abc"):
        yield event
    await asyncio.sleep(0.1)
    yield AnswerDelta("d")
    yield END


def test_an_async_stream_gives_the_same() -> None:
    chunks = ["a", "b<think>c", "d</think>", "e", "f"]

    for characters, seconds in ((2, None), (99, 9.0), (None, 9.0)):
        events = split(arriving(chunks))
        told = taken(coalesce(events, characters=characters, seconds=seconds))
        assert merged(told) == merged(split(chunks))
        assert len(told) < len(list(split(chunks)))


def test_text_that_has_waited_long_enough_needs_no_next_event() -> None:
    async def first() -> tuple[Event, float]:
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with aclosing(coalesce(slowly(), seconds=0.02)) as told:  # type: ignore[type-var]
            return await anext(told), loop.time() - began

    event, waited = asyncio.run(first())
    assert event == AnswerDelta("abc")
    assert waited < 0.09


def test_what_waits_is_told_before_the_end() -> None:
    assert taken(coalesce(slowly(), seconds=9.0)) == [AnswerDelta("abcd"), END]


@pytest.mark.parametrize("seconds", [None, 9.0])
def test_what_waits_is_told_before_an_error(seconds: float | None) -> None:
    stream = AsyncStream(deltas("ab"), error=ConnectionError("gone"))
    seen, error = until_error_later(coalesce(stream, seconds=seconds, characters=99))

    assert seen == [AnswerDelta("ab")]
    assert isinstance(error, ConnectionError)
    assert stream.closed == 1


def test_a_sync_error_too() -> None:
    told = coalesce(Stream(deltas("ab"), error=ConnectionError("gone")), characters=99)

    assert next(told) == AnswerDelta("ab")
    with pytest.raises(ConnectionError):
        next(told)


def test_a_reader_that_leaves_closes_the_source() -> None:
    stream, later = Stream(deltas("ab")), AsyncStream(deltas("ab"))

    async def leave() -> None:
        async with aclosing(coalesce(later, seconds=0.0)) as told:  # type: ignore[type-var]
            await anext(told)

    for _ in coalesce(stream, characters=1):
        break
    asyncio.run(leave())
    assert (stream.closed, later.closed) == (1, 1)


def test_a_reader_that_is_cancelled_closes_the_source() -> None:
    class Endless(AsyncStream[Event]):
        async def __aiter__(self) -> AsyncIterator[Event]:
            yield AnswerDelta("a")
            await asyncio.Event().wait()

    stream = Endless([])

    async def cancelling() -> None:
        async def reading() -> None:
            async for _ in coalesce(stream, seconds=9.0):
                pass

        task = asyncio.create_task(reading())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(cancelling())
    assert stream.closed == 1


def test_nothing_is_read_ahead() -> None:
    read: list[str] = []

    def source() -> Iterator[Event]:
        for letter in "abcd":
            read.append(letter)
            yield AnswerDelta(letter)

    assert next(coalesce(source(), characters=2)) == AnswerDelta("ab")
    assert read == ["a", "b"]

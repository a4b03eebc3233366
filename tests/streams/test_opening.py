# Opening and closing, whatever kind of stream it is.

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any

import pytest

from tests.streams.sources import (
    AsyncRequest,
    AsyncStream,
    EitherWay,
    Request,
    Stream,
    arriving,
    promised,
)
from thoughtstream.streams.opening import aopened, is_async, opened, unwrapped


def read(stream: Any, stop: int = 9) -> list[str]:  # noqa: ANN401 - any kind is the point
    found: list[str] = []
    with opened(stream) as source:
        for item in source:
            found.append(str(item))
            if len(found) == stop:
                break
    return found


def aread(stream: Any, stop: int = 9) -> list[str]:  # noqa: ANN401 - any kind is the point
    async def reading() -> list[str]:
        found: list[str] = []
        async with aopened(stream) as source:
            async for item in source:
                found.append(str(item))
                if len(found) == stop:
                    break
        return found

    return asyncio.run(reading())


# --- Which kind -----------------------------------------------------------------------------------


def test_the_kind_is_seen_by_how_it_is_read() -> None:
    promise = promised("a")

    assert [is_async(each) for each in (["a"], iter("a"), Stream("a"), Request(Stream("a")))] == [
        False, False, False, False,
    ]  # fmt: skip
    assert is_async(arriving("a"))
    assert is_async(AsyncStream("a"))
    assert is_async(AsyncRequest(AsyncStream("a")))
    assert is_async(promise)
    promise.close()


def test_one_that_is_read_either_way_is_async_where_a_loop_runs() -> None:
    async def asked() -> bool:
        return is_async(EitherWay("a"))

    assert not is_async(EitherWay("a"))
    assert asyncio.run(asked())


def test_a_manager_of_both_kinds_is_sync() -> None:
    class Both(AbstractContextManager[list[str]], AbstractAsyncContextManager[list[str]]):
        def __exit__(self, *_: object) -> None: ...
        async def __aexit__(self, *_: object) -> None: ...

    assert not is_async(Both())


class Model:
    """Iterates over its own fields, as pydantic's models do."""

    def model_dump(self) -> dict[str, str]:
        return {"a": "b"}

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.model_dump().items())


def test_a_whole_response_is_a_stream_of_one_chunk() -> None:
    model, mapping, thing = Model(), {"choices": [1]}, object()

    assert unwrapped(model) == [model]
    assert unwrapped(mapping) == [mapping]
    assert unwrapped(thing) == [thing]


def test_a_stream_within_a_response_is_found() -> None:
    stream = Stream("ab")

    assert unwrapped({"ResponseMetadata": {}, "stream": stream}) is stream
    assert unwrapped({"stream": None, "a": 1}) == [{"stream": None, "a": 1}]


@pytest.mark.parametrize("stream", [["a"], Stream("a"), Request(Stream("a")), AsyncStream("a")])
def test_a_stream_is_a_stream(stream: object) -> None:
    assert unwrapped(stream) is stream


# --- Sync -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [1, 9])
def test_a_stream_is_closed_once_it_is_not_read_any_more(stop: int) -> None:
    stream = Stream("ab")

    assert read(stream, stop) == ["a", "b"][:stop]
    assert stream.closed == 1


def test_a_stream_is_closed_when_reading_fails() -> None:
    stream = Stream("ab", error=ConnectionError("gone"))

    with pytest.raises(ConnectionError):
        read(stream)
    assert stream.closed == 1


def test_a_request_is_sent_and_left() -> None:
    request = Request(Stream("ab", error=ConnectionError("gone")))

    assert read(request, 1) == ["a"]
    assert request.exited == [None]
    with pytest.raises(ConnectionError):
        read(request)
    assert request.exited == [None, ConnectionError]
    assert request.stream.closed == 2


def test_a_generator_is_closed() -> None:
    closed: list[bool] = []

    def chunks() -> Iterator[str]:
        try:
            yield from "ab"
        finally:
            closed.append(True)

    assert read(chunks(), 1) == ["a"]
    assert closed == [True]


def test_a_file_is_its_owners_to_close() -> None:
    file = io.StringIO("a\nb\n")

    assert read(file, 1) == ["a\n"]
    assert not file.closed
    assert read(file) == ["b\n"]


def test_what_has_nothing_to_close_is_left_as_it_is() -> None:
    rest = iter("ab")

    assert read(rest, 1) == ["a"]
    assert next(rest) == "b"


# --- Async ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [1, 9])
def test_an_async_stream_is_closed_once_it_is_not_read_any_more(stop: int) -> None:
    stream = AsyncStream("ab")

    assert aread(stream, stop) == ["a", "b"][:stop]
    assert stream.closed == 1


def test_an_async_stream_is_closed_when_reading_fails() -> None:
    stream = AsyncStream("ab", error=ConnectionError("gone"))

    with pytest.raises(ConnectionError):
        aread(stream)
    assert stream.closed == 1


def test_a_close_that_is_not_async_will_do() -> None:
    class Plain(AsyncStream[str]):
        def close(self) -> None:  # type: ignore[override]
            self.closed += 1

    stream = Plain("ab")
    assert aread(stream, 1) == ["a"]
    assert stream.closed == 1


def test_an_async_generator_is_closed() -> None:
    closed: list[bool] = []

    async def chunks() -> AsyncIterator[str]:
        try:
            yield "a"
            yield "b"
        finally:
            closed.append(True)

    assert aread(chunks(), 1) == ["a"]
    assert closed == [True]


def test_an_async_request_is_sent_and_left() -> None:
    request = AsyncRequest(AsyncStream("ab"))

    assert aread(request, 1) == ["a"]
    assert request.exited == [None]
    assert request.stream.closed == 1


@pytest.mark.parametrize("kind", ["stream", "request", "mapping"])
def test_what_has_to_be_awaited_is(kind: str) -> None:
    stream = AsyncStream("ab")
    kinds = {"stream": stream, "request": AsyncRequest(stream), "mapping": {"stream": stream}}

    assert aread(promised(kinds[kind]), 1) == ["a"]
    assert stream.closed == 1


def test_a_whole_response_may_have_to_be_awaited() -> None:
    assert aread(promised({"choices": []})) == ["{'choices': []}"]


def test_a_reader_that_is_cancelled_closes_the_stream() -> None:
    class Endless(AsyncStream[str]):
        async def __aiter__(self) -> AsyncIterator[str]:
            yield "a"
            await asyncio.Event().wait()

    stream = Endless("")

    async def reading() -> None:
        async with aopened(stream) as source:
            async for _ in source:
                pass

    async def cancelling() -> None:
        task = asyncio.create_task(reading())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelling())
    assert stream.closed == 1

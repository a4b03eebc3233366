# The response: right headers, whole frames, comments only between them, and the source is closed.

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.encoders.replies import JsonObject, split
from thoughtstream.encoders.ai_sdk import AiSdk
from thoughtstream.encoders.asgi import Events, SseResponse, sse_response
from thoughtstream.encoders.jsonl import JsonLines
from thoughtstream.encoders.openai_chunks import OpenAIChunks
from thoughtstream.errors import MissingExtraError
from thoughtstream.events import AnswerDelta, Event
from thoughtstream.sse.decoder import Decoder
from thoughtstream.sse.event import ServerSentEvent

EVENTS = split("<think>é\ud800</think>b")


class Exchange:
    """One request and what was sent back."""

    def __init__(self) -> None:
        self.sent: list[JsonObject] = []
        self.left = asyncio.Event()
        self.asked = False
        self.begun = asyncio.Event()  # some of the body has been sent

    async def receive(self) -> JsonObject:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:  # noqa: ANN401
        self.sent.append(message)
        if len(self.sent) > 1:
            self.begun.set()

    @property
    def frames(self) -> list[bytes]:
        return [message["body"] for message in self.sent[1:]]

    @property
    def events(self) -> list[ServerSentEvent]:
        decoder = Decoder()
        return [each for frame in self.frames for each in decoder.feed(frame)]


def served(response: SseResponse) -> Exchange:
    async def serve() -> Exchange:
        exchange = Exchange()
        await response({"type": "http"}, exchange.receive, exchange.send)
        return exchange

    return asyncio.run(serve())


async def slowly(events: list[Event], seconds: float = 0.0) -> AsyncIterator[Event]:
    for event in events:
        await asyncio.sleep(seconds)
        yield event


# Headers and frames


def test_headers_keep_proxies_from_holding_a_stream_back() -> None:
    start = served(sse_response(EVENTS, JsonLines(), headers={"x-more": "1"})).sent[0]

    assert start["status"] == 200
    assert dict(start["headers"]) == {
        b"content-type": b"text/event-stream; charset=utf-8",
        b"cache-control": b"no-cache, no-transform",
        b"x-accel-buffering": b"no",
        b"x-more": b"1",
    }


def test_an_encoder_adds_its_headers() -> None:
    assert sse_response([], AiSdk()).headers["x-vercel-ai-ui-message-stream"] == "v1"


@pytest.mark.parametrize("events", [EVENTS, iter(EVENTS)], ids=["list", "iterator"])
def test_every_object_is_an_event_with_an_id(events: Events) -> None:
    exchange = served(sse_response(events, JsonLines()))

    assert [json.loads(each.data) for each in exchange.events] == JsonLines().feed_all(EVENTS)
    assert [each.id for each in exchange.events] == [str(n + 1) for n in range(len(EVENTS))]
    assert exchange.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


def test_events_may_be_async() -> None:
    exchange = served(sse_response(slowly(EVENTS), JsonLines()))

    assert [json.loads(each.data) for each in exchange.events] == JsonLines().feed_all(EVENTS)


@pytest.mark.parametrize("encoder", [OpenAIChunks, AiSdk])
def test_a_protocol_s_last_word_comes_last(encoder: type[OpenAIChunks] | type[AiSdk]) -> None:
    assert served(sse_response(EVENTS, encoder())).events[-1].data == "[DONE]"


def test_text_is_readable_where_it_can_be() -> None:
    frames = b"".join(served(sse_response([AnswerDelta("é")], JsonLines())).frames)

    assert "é".encode() in frames


def test_a_client_that_comes_back_gets_the_rest() -> None:
    whole = served(sse_response(EVENTS, JsonLines())).events
    rest = served(sse_response(EVENTS, JsonLines(), after=2)).events

    assert rest == whole[2:]


def test_a_client_can_be_told_when_to_come_back() -> None:
    assert served(sse_response(EVENTS, JsonLines(), retry=250)).frames[0] == b"retry: 250\n\n"


# Silence


def test_comments_come_between_events_only() -> None:
    response = sse_response(slowly(EVENTS, 0.05), JsonLines(), keep_alive=0.01)
    exchange = served(response)

    assert b": keep-alive\n\n" in exchange.frames
    assert all(frame.endswith(b"\n\n") for frame in exchange.frames if frame)
    assert len(exchange.events) == len(EVENTS)


def test_there_may_be_none() -> None:
    response = sse_response(slowly(EVENTS, 0.01), JsonLines(), keep_alive=None)

    assert len([frame for frame in served(response).frames if frame]) == len(EVENTS)


# The end


def test_a_source_that_raises_ends_the_stream_and_the_error_goes_on() -> None:
    async def failing() -> AsyncIterator[Event]:
        yield EVENTS[0]
        raise ConnectionError("gone")

    exchange = Exchange()

    async def serve() -> None:
        await sse_response(failing(), AiSdk())({}, exchange.receive, exchange.send)

    with pytest.raises(ConnectionError, match="gone"):
        asyncio.run(serve())
    assert exchange.events[-1].data == "[DONE]"
    assert json.loads(exchange.events[-3].data)["type"] == "error"
    assert exchange.sent[-1]["more_body"] is False


def test_the_source_is_closed_when_the_client_leaves() -> None:
    closed: list[str] = []

    async def endless() -> AsyncIterator[Event]:
        try:
            while True:
                yield AnswerDelta("a")
                await asyncio.sleep(0)
        finally:
            closed.append("closed")

    async def serve() -> Exchange:
        exchange = Exchange()
        response = sse_response(endless(), JsonLines())
        serving = asyncio.ensure_future(response({}, exchange.receive, exchange.send))
        await exchange.begun.wait()
        exchange.left.set()
        await serving
        return exchange

    asyncio.run(serve())
    assert closed == ["closed"]


def test_a_source_in_a_thread_is_closed_too() -> None:
    closed: list[str] = []
    may_go_on = threading.Event()

    def waiting() -> Iterator[Event]:
        try:
            yield AnswerDelta("a")
            may_go_on.wait(10)
            yield AnswerDelta("b")
        finally:
            closed.append("closed")

    async def serve() -> None:
        exchange = Exchange()
        response = sse_response(waiting(), JsonLines())
        serving = asyncio.ensure_future(response({}, exchange.receive, exchange.send))
        await exchange.begun.wait()
        exchange.left.set()
        await asyncio.sleep(0.02)
        may_go_on.set()
        await serving

    asyncio.run(serve())
    assert closed == ["closed"]


# Starlette


def test_without_starlette_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    monkeypatch.setitem(sys.modules, "starlette.responses", None)

    with pytest.raises(MissingExtraError, match="pip install starlette"):
        sse_response(EVENTS, JsonLines()).starlette()


def test_starlette_gets_frames_and_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("starlette.responses")
    module.__dict__["StreamingResponse"] = lambda frames, headers: (frames, headers)
    monkeypatch.setitem(sys.modules, "starlette", ModuleType("starlette"))
    monkeypatch.setitem(sys.modules, "starlette.responses", module)

    async def body() -> bytes:
        frames, headers = sse_response(EVENTS, JsonLines()).starlette()
        assert headers["x-accel-buffering"] == "no"
        return b"".join([frame async for frame in frames])

    assert asyncio.run(body()).count(b"data: ") == len(EVENTS)

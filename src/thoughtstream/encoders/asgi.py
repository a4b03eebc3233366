"""A stream of events as an HTTP response, for any ASGI server, Starlette and FastAPI.

It owns the response: headers, frames, keep-alive comments, the end. A comment is sent only between
two events, never inside one. When the client goes away, or the source raises, the source is
closed. Nothing of an ASGI framework is imported unless `starlette()` is called.
"""

import asyncio
import json
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Awaitable,
    Callable,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
)
from contextlib import aclosing
from importlib import import_module
from typing import Any, TypeAlias

from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.errors import MissingExtraError
from thoughtstream.events import Event
from thoughtstream.sse.encoder import KEEP_ALIVE, encode, encode_retry
from thoughtstream.sse.event import ServerSentEvent

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Events: TypeAlias = AsyncIterable[Event] | Iterable[Event]

HEADERS: Mapping[str, str] = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
}
"""What keeps proxies from holding a stream back."""


def sse_response(
    events: Events,
    encoder: Encoder,
    *,
    keep_alive: float | None = 15.0,
    after: int = 0,
    retry: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> "SseResponse":
    """Return a response that streams events as server-sent events.

    It is an ASGI application: return it from a Starlette endpoint, or call it as one. FastAPI
    wants `sse_response(…).starlette()`.

    Args:
        events: The events, async or not; what is not async is read in a thread.
        encoder: What they are encoded with; used up by the response.
        keep_alive: Seconds of silence after which a comment is sent; None for never.
        after: The `id` that the client saw last: frames up to it are encoded and not sent.
        retry: Milliseconds that a client waits before it connects again.
        headers: More headers, or others.
    """
    return SseResponse(
        events, encoder, keep_alive=keep_alive, after=after, retry=retry, headers=headers
    )


class SseResponse:
    """A response that is being streamed. Made by `sse_response`."""

    def __init__(
        self,
        events: Events,
        encoder: Encoder,
        *,
        keep_alive: float | None,
        after: int,
        retry: int | None,
        headers: Mapping[str, str] | None,
    ) -> None:
        self.headers: Mapping[str, str] = {**HEADERS, **encoder.headers, **(headers or {})}
        """The headers of the response, by lower-case names."""
        self._events, self._encoder = events, encoder
        self._keep_alive, self._after, self._retry = keep_alive, after, retry
        self._sent = 0  # frames, so far: their ids

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request."""
        del scope
        streaming = asyncio.ensure_future(self._stream(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({streaming, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            streaming.cancel()
            await asyncio.gather(leaving, streaming, return_exceptions=True)
        if not streaming.cancelled():
            streaming.result()  # raises what the source raised, for the server's log

    def starlette(self) -> Any:  # noqa: ANN401 - its class is not imported here
        """Return it as a Starlette `StreamingResponse`, which FastAPI takes as it is.

        Raises:
            MissingExtraError: If Starlette is not installed.
        """
        try:
            responses = import_module("starlette.responses")
        except ModuleNotFoundError:
            raise MissingExtraError(
                "`starlette()` needs Starlette, which is not installed: pip install starlette"
            ) from None
        return responses.StreamingResponse(self.frames(), headers=dict(self.headers))

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """Yield the body, frame by frame; once."""
        if self._retry is not None:
            yield encode_retry(self._retry)
        try:
            async with (
                aclosing(_read(self._events)) as source,
                aclosing(_with_silences(source, self._keep_alive)) as arrivals,
            ):
                async for event in arrivals:
                    for frame in self._framed_event(event):
                        yield frame
        except Exception:
            for frame in self._last():
                yield frame
            raise
        for frame in self._last():
            yield frame

    async def _stream(self, send: Send) -> None:
        headers = [
            (name.encode("ascii"), value.encode("latin-1")) for name, value in self.headers.items()
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        try:
            async with aclosing(self.frames()) as frames:
                async for frame in frames:
                    await send({"type": "http.response.body", "body": frame, "more_body": True})
        except Exception:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            raise
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _framed_event(self, event: Event | None) -> Iterator[bytes]:
        if event is None:
            return iter((KEEP_ALIVE,))
        return self._framed(self._encoder.feed(event))

    def _last(self) -> Iterator[bytes]:
        yield from self._framed(self._encoder.finish())
        if self._encoder.ending:
            yield from self._framed([self._encoder.ending])

    def _framed(self, told: Iterable[JsonObject | str]) -> Iterator[bytes]:
        for each in told:
            self._sent += 1
            if self._sent > self._after:
                data = each if isinstance(each, str) else _json(each)
                yield encode(ServerSentEvent(data, id=str(self._sent)))


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _with_silences(
    source: AsyncIterable[Event], seconds: float | None
) -> AsyncGenerator[Event | None, None]:
    """Yield events, and None whenever none came for so long."""
    coming: asyncio.Future[list[Event]] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(_next(source))
            done, _ = await asyncio.wait({coming}, timeout=seconds)
            if not done:
                yield None
                continue
            arrived, coming = coming.result(), None
            if not arrived:
                return
            yield arrived[0]
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


async def _next(source: AsyncIterable[Event]) -> list[Event]:
    async for event in source:
        return [event]
    return []


async def _read(events: Events) -> AsyncGenerator[Event, None]:
    """Yield events, and close their source when nobody wants more."""
    if not isinstance(events, AsyncIterable):
        events = _in_threads(events)
    source = aiter(events)
    try:
        async for event in source:
            yield event
    finally:
        if isinstance(source, AsyncGenerator):
            await source.aclose()


async def _in_threads(events: Iterable[Event]) -> AsyncGenerator[Event, None]:
    source = iter(events)
    step: asyncio.Future[Event | None] | None = None
    try:
        while True:
            step = asyncio.ensure_future(asyncio.to_thread(next, source, None))
            event = await asyncio.shield(step)
            if event is None:
                return
            yield event
    finally:
        if step and not step.done():
            await asyncio.wait({step})  # a source can't be closed while a thread is inside it
        if isinstance(source, Generator):
            await asyncio.to_thread(source.close)


def _json(told: JsonObject) -> str:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair: escaped, it survives
        return json.dumps(told, separators=(",", ":"))
    return text

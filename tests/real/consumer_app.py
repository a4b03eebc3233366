"""A small ASGI app that serves the named replies in each protocol: `consumer_app.py`.

It listens on a free port of loopback and says where on its first line of output:

- `/PACE/ui/REPLY`: the AI SDK's UI message stream, by a Starlette endpoint
- `/PACE/ag-ui/REPLY`: AG-UI, with the thread's history where the path ends in `/put-right`
- `/PACE/chunks/STYLE/REPLY/chat/completions`: OpenAI chunks, as a Starlette `StreamingResponse`

The pace is `quick`, or `slow`: with silences, comments that keep the connection alive in them, and
a time to wait before connecting again.
"""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from tests.real.replies import REPLIES
from thoughtstream.encoders.ag_ui import AgUi
from thoughtstream.encoders.ai_sdk import AiSdk
from thoughtstream.encoders.asgi import SseResponse, sse_response
from thoughtstream.encoders.encoder import Encoder
from thoughtstream.encoders.openai_chunks import OpenAIChunks
from thoughtstream.events import Event

SILENCE = 0.06


async def ui(request: Request) -> SseResponse:
    return _response(request, AiSdk("msg-1"))


async def ag_ui(request: Request) -> SseResponse:
    asked = await request.json()
    history = asked["messages"] if request.path_params.get("put_right") else None
    return _response(request, AgUi(asked["threadId"], asked["runId"], history=history))


async def chunks(request: Request) -> StreamingResponse:
    encoder = OpenAIChunks("tiny", style=request.path_params["style"])
    response: StreamingResponse = _response(request, encoder).starlette()
    return response


def _response(request: Request, encoder: Encoder) -> SseResponse:
    events = REPLIES[request.path_params["reply"]]()
    if request.path_params["pace"] == "quick":
        return sse_response(events, encoder)
    return sse_response(_slowly(events), encoder, keep_alive=SILENCE / 3, retry=1000)


async def _slowly(events: Iterator[Event]) -> AsyncIterator[Event]:
    for event in events:
        await asyncio.sleep(SILENCE)
        yield event


app = Starlette(
    routes=[
        Route("/{pace}/ui/{reply}", ui, methods=["POST"]),
        Route("/{pace}/ag-ui/{reply}", ag_ui, methods=["POST"]),
        Route("/{pace}/ag-ui/{reply}/{put_right}", ag_ui, methods=["POST"]),
        Route("/{pace}/chunks/{style}/{reply}/chat/completions", chunks, methods=["POST"]),
    ]
)


def main() -> None:
    """Serve until killed."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        sys.stdout.write(f"listening http://127.0.0.1:{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    main()

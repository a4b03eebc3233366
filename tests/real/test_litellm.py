# LiteLLM reads our OpenAI chunks, and we read LiteLLM's. It pins an older OpenAI client, so this
# file runs in an environment of its own, without a web framework: the server is Python's.

import asyncio
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import litellm
import openai
import pytest

import thoughtstream as ts
from tests.real.replies import REPLIES
from thoughtstream.encoders.asgi import sse_response
from thoughtstream.encoders.openai_chunks import OpenAIChunks

# LiteLLM warns about its own types and leaves its connections to the garbage collector.
pytestmark = pytest.mark.filterwarnings("default")

# What is thought and what is said; where text is told twice, it was taken back too late.
TOLD: Mapping[str, tuple[str, str]] = {
    "plain": ("Two and two.", "It is four: ✅."),
    "empty_second": ("First.", "One. Two."),
    "unclosed": ("I need more to", ""),
    "interleaved": ("Both sums.And a third.", "One moment."),
    "reclassified": ("", "Two and two. Four."),
    "held": ("Two and two. ", "Four."),
    "answer_after_all": ("Four it is.", "<think>Four it is."),
    "attribute": ("Two & two", "Four."),
}
STYLES = ("reasoning_content", "reasoning", "both")


class Replies(BaseHTTPRequestHandler):
    """Serves `/STYLE/REPLY/chat/completions`."""

    def do_POST(self) -> None:
        """Stream the reply."""
        _, style, reply, *_ = self.path.split("/")
        self.rfile.read(int(self.headers["content-length"]))
        response = sse_response(REPLIES[reply](), OpenAIChunks("tiny", style=style))  # type: ignore[arg-type] # a word of a path
        self.send_response(200)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()

        async def write() -> None:
            async for frame in response.frames():
                self.wfile.write(frame)

        asyncio.run(write())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Replies) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


def completion(server: str, style: str, reply: str) -> Any:  # noqa: ANN401 - LiteLLM's
    return litellm.completion(
        model="openai/tiny",
        api_base=f"{server}/{style}/{reply}",
        api_key="none",
        messages=[{"role": "user", "content": "What is 2 plus 2?"}],
        stream=True,
        num_retries=0,
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("reply", TOLD)
def test_litellm_reads_thoughts_and_answer(server: str, style: str, reply: str) -> None:
    deltas = [chunk.choices[0].delta for chunk in completion(server, style, reply)]

    thought = "".join(getattr(delta, "reasoning_content", None) or "" for delta in deltas)
    answer = "".join(delta.content or "" for delta in deltas)
    assert (thought, answer) == TOLD[reply]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "reply", [name for name in TOLD if name != "answer_after_all"]
)  # its markers are text
def test_what_litellm_streams_splits_into_the_same(server: str, style: str, reply: str) -> None:
    found = ts.fold(ts.split(completion(server, style, reply)))

    thought, answer = TOLD[reply]
    assert "".join(each.text for each in found.thoughts) == thought.strip()
    assert found.answer == answer
    assert found.outcome == ("cut-in-thought" if reply == "unclosed" else "answered")


def test_tags_survive_litellm(server: str) -> None:
    found = ts.fold(ts.split(completion(server, "tags", "plain")))

    assert ([each.text for each in found.thoughts], found.answer) == (
        ["Two and two."],
        "It is four: ✅.",
    )


def test_litellm_puts_tool_calls_together(server: str) -> None:
    chunks = list(completion(server, "reasoning_content", "interleaved"))

    message = litellm.stream_chunk_builder(chunks).choices[0].message
    calls = [(call.id, call.function.name, call.function.arguments) for call in message.tool_calls]
    assert calls[:2] == [
        ("call-a", "add", '{"a": 1, "b": 2}'),
        ("call-b", "subtract", '{"a": 5, "b": 3}'),
    ]
    assert calls[2][:2] == ("call-c", "add")
    assert message.reasoning_content == "Both sums.And a third."


def test_a_stream_that_died_is_not_taken_for_a_whole_one(server: str) -> None:
    with pytest.raises(openai.APIError, match="the stream of the model failed"):
        list(completion(server, "reasoning_content", "died"))

# A real model on a real server, read by the real SDKs through `split`: what was thought, what was
# said, what was called and how it ended are those of the whole response to the same question.

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, cast

import anthropic
import openai
import pytest

import thoughtstream as ts
from tests.real.conftest import Server
from thoughtstream.events import Outcome
from thoughtstream.streams.aggregate import Choice, aggregate, choice_of

ENOUGH = 120
TOO_FEW = 12  # tokens: the model is still thinking

QUESTION = {"role": "user", "content": "What is 12 plus 7?"}
SUM = "I need to add 12 and 7. 12 + 7 = 19."
CHECKED = f"{SUM} Let me check. Good."
ANSWER = "12 plus 7 is 19."
CALL = ("add", {"a": 12, "b": 7})
PARAMETERS = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A question to the model, and what must come of it."""

    about: str
    system: str = ""
    later: tuple[Mapping[str, Any], ...] = ()
    tools: bool = False
    thinks: bool = True
    tokens: int = ENOUGH
    thoughts: tuple[str, ...] = ()
    answer: str = ""
    calls: tuple[tuple[str, Mapping[str, int]], ...] = ()
    outcome: Outcome = "answered"
    types: tuple[str, ...] = ("reasoning",)

    @property
    def messages(self) -> list[Mapping[str, Any]]:
        return [QUESTION, *self.later]


THINK = Ask(about="think", thoughts=(CHECKED,), answer=ANSWER)
CUT = Ask(
    about="cut",
    tokens=TOO_FEW,
    thoughts=("I need to add 12 and 7",),
    outcome="cut-in-thought",
)
CALLS = Ask(
    about="calls",
    tools=True,
    thoughts=("I need to add 12 and 7. I will call add.",),
    calls=(CALL,),
)
THINKING_TAGS = Ask(
    about="thinking tags",
    system="Think aloud in thinking tags.",
    thoughts=(SUM,),
    answer=f"Let me see.  {ANSWER}",
)
ATTRIBUTES = Ask(
    about="thought attributes",
    system="Think aloud in thought attributes.",
    thoughts=(SUM,),
    answer=f"Let me see.  {ANSWER}",
    types=("planning",),
)
AFTER_TOOL = Ask(
    about="after the tool",
    tools=True,
    later=(
        {
            "role": "assistant",
            "content": "",
            "reasoning_content": "I need to add 12 and 7. I will call add.",
            "tool_calls": [
                {
                    "id": "1",
                    "type": "function",
                    "function": {"name": "add", "arguments": json.dumps(CALL[1])},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": "19"},
    ),
    thoughts=("The tool says 19.",),
    answer=ANSWER,
)
UNTHINKING = Ask(about="thinking off", thinks=False, answer=ANSWER)

CHAT = (THINK, CUT, CALLS, THINKING_TAGS, ATTRIBUTES, AFTER_TOOL, UNTHINKING)
SURFACES = (THINK, CUT, CALLS, THINKING_TAGS, ATTRIBUTES)


def about(ask: Ask) -> str:
    return ask.about


@pytest.fixture(params=["tags", "fields"])
def server(request: pytest.FixtureRequest) -> str:
    address: str = request.getfixturevalue(f"{request.param}_server")
    return address


# Chat completions, by the OpenAI SDK


def chat(ask: Ask) -> dict[str, Any]:
    """The arguments of a request."""
    system = [{"role": "system", "content": ask.system}] if ask.system else []
    functions = [{"name": name, "parameters": PARAMETERS} for name in ("add", "subtract")]
    tools = [{"type": "function", "function": each} for each in functions]
    return {
        "model": "tiny",
        "messages": [*system, *ask.messages],
        "temperature": 0,
        "max_tokens": ask.tokens,
        "extra_body": {"chat_template_kwargs": {"enable_thinking": ask.thinks}},
        **({"tools": tools} if ask.tools else {}),
    }


def chat_sync(server: str, ask: Ask, *, stream: bool) -> Choice:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        return choice_of(ts.split(client.chat.completions.create(**chat(ask), stream=stream)))


def chat_async(server: str, ask: Ask, *, stream: bool) -> Choice:
    async def read() -> Choice:
        async with openai.AsyncOpenAI(base_url=f"{server}/v1", api_key="none") as client:
            reply: Any = await client.chat.completions.create(**chat(ask), stream=stream)
            return (
                await aggregate(cast("AsyncIterator[object]", reply))
                if stream
                else aggregate(reply)
            )

    return asyncio.run(read())


def chat_unawaited(server: str, ask: Ask, *, stream: bool) -> Choice:
    async def read() -> Choice:
        async with openai.AsyncOpenAI(base_url=f"{server}/v1", api_key="none") as client:
            asking: Any = client.chat.completions.create(**chat(ask), stream=stream)
            return await aggregate(cast("Awaitable[AsyncIterator[object]]", asking))

    return asyncio.run(read())


@pytest.mark.parametrize("read", [chat_sync, chat_async, chat_unawaited])
@pytest.mark.parametrize("ask", CHAT, ids=about)
def test_chat_completions(server: str, ask: Ask, read: Callable[..., Choice]) -> None:
    streamed, whole = read(server, ask, stream=True), read(server, ask, stream=False)

    assert_told(streamed, ask)
    assert_same(streamed, whole)


@pytest.mark.parametrize("ask", CHAT, ids=about)
def test_the_server_itself_told_the_same(server: str, ask: Ask) -> None:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        message = client.chat.completions.create(**chat(ask)).choices[0].message
        events = list(ts.split(client.chat.completions.create(**chat(ask), stream=True)))

    native = (message.model_extra or {}).get("reasoning_content", "")
    assert native_text(events) == native
    assert ts.fold(events).raw == (message.content or "")


def native_text(events: list[ts.Event]) -> str:
    """What was thought in a field, to the last character."""
    begun = [event for event in events if isinstance(event, ts.ThoughtStart)]
    if not begun or begun[0].source != "native":
        return ""
    return "".join(event.text for event in events if isinstance(event, ts.ThoughtDelta))


ODD = (
    "Why is the sky blue?",
    "What is 99 plus 1?",
    "Tell me a joke.",
    "What is 3 minus 12 plus 4 minus 1?",
    "<think>What</think> is 2 plus 2?",
)


@pytest.mark.parametrize("question", ODD)
def test_the_servers_own_parser_is_of_our_opinion(
    tags_server: str, fields_server: str, question: str
) -> None:
    ours, theirs = (
        chat_sync(address, Ask(about="", later=({"role": "user", "content": question},)), stream=on)
        for address, on in ((tags_server, True), (fields_server, False))
    )

    assert_same(ours, theirs)


def test_counts_are_told_where_they_are_asked_for(server: str) -> None:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        asked = {**chat(THINK), "stream": True, "stream_options": {"include_usage": True}}
        streamed = choice_of(ts.split(client.chat.completions.create(**asked)))
        whole = client.chat.completions.create(**chat(THINK))

    assert streamed.usage is not None
    assert whole.usage is not None
    counts = (streamed.usage.input_tokens, streamed.usage.output_tokens)
    assert counts == (whole.usage.prompt_tokens, whole.usage.completion_tokens)


# Messages, by the Anthropic SDK


def messages(ask: Ask) -> dict[str, Any]:
    """The arguments of a request."""
    tools = [{"name": name, "input_schema": PARAMETERS} for name in ("add", "subtract")]
    return {
        "model": "tiny",
        "messages": ask.messages,
        "max_tokens": ask.tokens,
        "extra_body": {"temperature": 0},
        **({"system": ask.system} if ask.system else {}),
        **({"tools": tools} if ask.tools else {}),
    }


def messages_sync(server: str, ask: Ask, *, stream: bool) -> Choice:
    with anthropic.Anthropic(base_url=server, api_key="none") as client:
        return choice_of(ts.split(client.messages.create(**messages(ask), stream=stream)))


def messages_async(server: str, ask: Ask, *, stream: bool) -> Choice:
    async def read() -> Choice:
        async with anthropic.AsyncAnthropic(base_url=server, api_key="none") as client:
            asking: Any = client.messages.create(**messages(ask), stream=stream)
            return await aggregate(cast("Awaitable[AsyncIterator[object]]", asking))

    return asyncio.run(read())


def messages_managed(server: str, ask: Ask, *, stream: bool) -> Choice:
    """Hand over the context manager as it is."""
    if not stream:
        return messages_sync(server, ask, stream=False)
    with anthropic.Anthropic(base_url=server, api_key="none") as client:
        return choice_of(ts.split(client.messages.stream(**messages(ask))))


def messages_entered(server: str, ask: Ask, *, stream: bool) -> Choice:
    if not stream:
        return messages_sync(server, ask, stream=False)
    with (
        anthropic.Anthropic(base_url=server, api_key="none") as client,
        client.messages.stream(**messages(ask)) as entered,
    ):
        return choice_of(ts.split(entered))


def messages_managed_async(server: str, ask: Ask, *, stream: bool) -> Choice:
    if not stream:
        return messages_sync(server, ask, stream=False)

    async def read() -> Choice:
        async with anthropic.AsyncAnthropic(base_url=server, api_key="none") as client:
            return await aggregate(client.messages.stream(**messages(ask)))

    return asyncio.run(read())


@pytest.mark.parametrize(
    "read",
    [messages_sync, messages_async, messages_managed, messages_entered, messages_managed_async],
)
@pytest.mark.parametrize("ask", SURFACES, ids=about)
def test_messages(server: str, ask: Ask, read: Callable[..., Choice]) -> None:
    streamed, whole = read(server, ask, stream=True), read(server, ask, stream=False)

    assert_told(streamed, ask)
    assert_same(streamed, whole)


def test_blocks_that_begin_before_the_last_one_ended(fields_server: str) -> None:
    with anthropic.Anthropic(base_url=fields_server, api_key="none") as client:
        events = list(client.messages.create(**messages(THINK), stream=True))

    blocks = [
        (event.type, event.index)
        for event in events
        if event.type in ("content_block_start", "content_block_stop")
    ]
    assert blocks.index(("content_block_start", 1)) < blocks.index(("content_block_stop", 0))
    kinds = [event.kind for event in ts.split(events)]
    assert kinds.index("thought-end") < kinds.index("answer-delta")


# Responses, by the OpenAI SDK


def responses(ask: Ask) -> dict[str, Any]:
    """The arguments of a request."""
    tools = [
        {"type": "function", "name": name, "parameters": PARAMETERS, "strict": False}
        for name in ("add", "subtract")
    ]
    return {
        "model": "tiny",
        "input": QUESTION["content"],
        "temperature": 0,
        "max_output_tokens": ask.tokens,
        **({"instructions": ask.system} if ask.system else {}),
        **({"tools": tools} if ask.tools else {}),
    }


def responses_sync(server: str, ask: Ask, *, stream: bool) -> Choice:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        return choice_of(ts.split(client.responses.create(**responses(ask), stream=stream)))


def responses_async(server: str, ask: Ask, *, stream: bool) -> Choice:
    async def read() -> Choice:
        async with openai.AsyncOpenAI(base_url=f"{server}/v1", api_key="none") as client:
            asking: Any = client.responses.create(**responses(ask), stream=stream)
            return await aggregate(cast("Awaitable[AsyncIterator[object]]", asking))

    return asyncio.run(read())


@pytest.mark.parametrize("read", [responses_sync, responses_async])
@pytest.mark.parametrize("ask", [each for each in SURFACES if each is not CUT], ids=about)
def test_responses(server: str, ask: Ask, read: Callable[..., Choice]) -> None:
    streamed, whole = read(server, ask, stream=True), read(server, ask, stream=False)

    assert_told(streamed, ask)
    assert_same(streamed, whole)


def test_responses_cut_in_a_thought_have_no_answer(server: str) -> None:
    # llama.cpp says `completed` of both: only tags that stay open can show the cut
    streamed, whole = (responses_sync(server, CUT, stream=stream) for stream in (True, False))

    assert_same(streamed, whole)
    assert [thought.text for thought in streamed.thoughts] == [*CUT.thoughts]
    assert streamed.answer == ""
    assert streamed.outcome in ("cut-in-thought", "thought-only")


# Leaving in the middle

FAR = 1900  # tokens: seconds of writing
ENDLESS: dict[str, Any] = {
    "model": "tiny",
    "messages": [QUESTION],
    "temperature": 0,
    "max_tokens": FAR,
    "stream": True,
    "extra_body": {"ignore_eos": True},
}


def test_a_reader_who_leaves_closes_the_stream(server: str) -> None:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        stream = client.chat.completions.create(**ENDLESS)
        seen = []
        for event in ts.split(stream):
            seen.append(event)
            if len(seen) == 5:
                break
        assert stream.response.is_closed
        assert_left(server)
    assert_beginning(seen)


def test_closing_the_events_closes_the_stream(server: str) -> None:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none") as client:
        stream = client.chat.completions.create(**ENDLESS)
        events = ts.split(stream)
        seen = [next(events) for _ in range(5)]
        cast("Generator[ts.Event]", events).close()
        assert stream.response.is_closed
        assert_left(server)
    assert_beginning(seen)


def test_an_anthropic_stream_is_closed_too(server: str) -> None:
    asked = {**messages(THINK), "max_tokens": FAR, "extra_body": {"ignore_eos": True}}
    with anthropic.Anthropic(base_url=server, api_key="none") as client:
        stream = client.messages.create(**asked, stream=True)
        for _ in ts.split(stream):
            break
        assert stream.response.is_closed
        assert_left(server)


def test_an_async_reader_who_leaves_closes_the_stream(server: str) -> None:
    async def read(client: openai.AsyncOpenAI) -> list[ts.Event]:
        stream = await endless(client)
        seen = []
        async for event in ts.split(stream):
            seen.append(event)
            if len(seen) == 5:
                break
        await until(lambda: stream.response.is_closed)
        return seen

    assert_beginning(with_async_client(server, read))


def test_a_cancelled_task_closes_the_stream(server: str) -> None:
    async def read(client: openai.AsyncOpenAI) -> list[ts.Event]:
        stream = await endless(client)
        seen: list[ts.Event] = []
        enough = asyncio.Event()

        async def follow() -> None:
            async for event in ts.split(stream):
                seen.append(event)
                if len(seen) == 5:
                    enough.set()

        task = asyncio.create_task(follow())
        await enough.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stream.response.is_closed
        return seen

    assert_beginning(with_async_client(server, read))


def with_async_client(
    server: str, read: Callable[[openai.AsyncOpenAI], Awaitable[list[ts.Event]]]
) -> list[ts.Event]:
    async def run() -> list[ts.Event]:
        async with openai.AsyncOpenAI(base_url=f"{server}/v1", api_key="none") as client:
            seen = await read(client)
            assert_left(server)
            return seen

    return asyncio.run(run())


async def endless(client: openai.AsyncOpenAI) -> openai.AsyncStream[Any]:
    stream: openai.AsyncStream[Any] = await client.chat.completions.create(**ENDLESS)
    return stream


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - the SDK tells nobody when it closes
            await asyncio.sleep(0.01)


def test_a_server_that_dies_leaves_a_failed_reply_and_its_error(mortal_server: Server) -> None:
    seen: list[ts.Event] = []

    def follow(client: openai.OpenAI) -> None:
        for event in ts.split(client.chat.completions.create(**ENDLESS)):
            seen.append(event)
            if len(seen) == 5:
                mortal_server.process.kill()

    with (
        openai.OpenAI(base_url=f"{mortal_server.address}/v1", api_key="none") as client,
        pytest.raises(openai.APIError),
    ):
        follow(client)

    assert isinstance(seen[-1], ts.ReplyEnd)
    assert seen[-1].outcome == "failed"
    assert_beginning(seen)


# What every case asserts


def assert_told(found: Choice, ask: Ask) -> None:
    """Assert that a reply is what the model is known to say."""
    assert [thought.text for thought in found.thoughts] == [*ask.thoughts]
    assert {thought.type for thought in found.thoughts} <= {*ask.types}
    assert found.answer == ask.answer
    assert [(call.name, json.loads(call.arguments)) for call in found.tool_calls] == [*ask.calls]
    assert all(call.complete for call in found.tool_calls)
    assert found.outcome == ask.outcome
    if ask.outcome == "answered":
        assert all(thought.complete for thought in found.thoughts)


def assert_same(streamed: Choice, whole: Choice) -> None:
    """Assert that a stream told what the whole response told."""
    assert [thought.text for thought in streamed.thoughts] == [
        thought.text for thought in whole.thoughts
    ]
    assert streamed.answer == whole.answer
    assert streamed.outcome == whole.outcome
    assert streamed.finish_reason == whole.finish_reason
    assert [(call.name, json.loads(call.arguments)) for call in streamed.tool_calls] == [
        (call.name, json.loads(call.arguments)) for call in whole.tool_calls
    ]


def assert_beginning(seen: list[ts.Event]) -> None:
    """Assert that events are the beginning of what the model thinks."""
    assert isinstance(seen[0], ts.ThoughtStart)
    thought = "".join(event.text for event in seen if isinstance(event, ts.ThoughtDelta))
    assert thought.strip()
    assert CHECKED.startswith(thought.lstrip()) or thought.lstrip().startswith(CHECKED)


def assert_left(server: str) -> None:
    """Assert that the server noticed, and stopped writing long before it was done."""
    written = 0
    while busy := [slot for slot in slots(server) if slot["is_processing"]]:
        written = max(written, *(each["n_decoded"] for slot in busy for each in slot["next_token"]))
    assert written < FAR / 2


def slots(server: str) -> list[dict[str, Any]]:
    """What each slot of the server is doing."""
    asking = HTTPConnection(server.removeprefix("http://"), timeout=30)
    try:
        asking.request("GET", "/slots")
        found: list[dict[str, Any]] = json.load(asking.getresponse())
    finally:
        asking.close()
    return found

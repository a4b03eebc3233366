# A whole stream as one value.

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving, chat_chunk, completion
from thoughtstream.core.policy import Policy
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    ReplyEnd,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.streams.aggregate import ToolCall, aggregate, choice_of
from thoughtstream.streams.enveloped import enveloped
from thoughtstream.streams.split import split


def call(index: int, arguments: str, **fields: Any) -> SimpleNamespace:  # noqa: ANN401 - any field
    function = SimpleNamespace(name=fields.pop("name", None), arguments=arguments)
    part = SimpleNamespace(index=index, function=function, type="function", id=None)
    part.id = fields.pop("id", None)
    return chat_chunk(tool_calls=[part])


def test_content_is_clean_and_thoughts_are_beside_it() -> None:
    policy = Policy(answer_whitespace="boundary")
    chunks = ["Let me think. <thinking>I should ", "analyze</thinking> The answer is 42."]
    choice = aggregate(chunks, policy=policy)

    assert choice.answer == "Let me think.The answer is 42."
    assert [(each.name, each.text) for each in choice.thoughts] == [
        ("thinking", "I should analyze")
    ]
    assert (choice.outcome, choice.finish_reason, choice.index) == ("answered", None, 0)
    assert (choice.tool_calls, choice.usage, choice.notices) == ((), None, ())


def test_tool_calls_are_put_together() -> None:
    chunks = [
        chat_chunk("a"),
        call(0, '{"x"', id="call_0", name="add"),
        call(1, "", id="call_1", name="sub"),
        call(0, ": 1}"),
        call(1, "{}"),
    ]
    chunks[-1].choices[0].finish_reason = "tool_calls"
    choice = aggregate(chunks)

    assert [(each.id, each.name, each.arguments, each.complete) for each in choice.tool_calls] == [
        ("call_0", "add", '{"x": 1}', True),
        ("call_1", "sub", "{}", True),
    ]


def test_a_call_that_never_ended_is_not_complete() -> None:
    events: list[Event] = [
        ToolCallStart(0, "a", "add", {"signature": "s"}),
        ToolCallDelta(0, "{"),
        ToolCallDelta(7, "lost"),
    ]

    assert choice_of(events).tool_calls == (
        ToolCall(index=0, id="a", name="add", arguments="{", provider={"signature": "s"}),
    )


def test_what_a_provider_wants_back_may_come_at_either_end() -> None:
    events: list[Event] = [ToolCallStart(0, "a", "b", {"x": 1}), ToolCallEnd(0, provider={"y": 2})]

    (told,) = choice_of(events).tool_calls
    assert (told.provider, told.complete) == ({"x": 1, "y": 2}, True)


def test_the_last_usage_and_all_notices_are_kept() -> None:
    notice = Notice("rewrite", "a sentence")
    events = [Usage(1), notice, Usage(1, 2), AnswerDelta("a"), ReplyEnd("answered", "stop")]
    choice = aggregate(events)

    assert choice.usage == Usage(1, 2)
    assert choice.notices == (notice,)
    assert choice.finish_reason == "stop"


def test_one_of_several_choices_can_be_asked_for() -> None:
    chunks = [chat_chunk("a"), chat_chunk("<think>b</think>c", index=1)]

    assert aggregate(chunks).answer == "a"
    second = aggregate(chunks, choice=1)
    assert (second.index, second.answer, second.thoughts[0].text) == (1, "c", "b")
    assert aggregate(enveloped(chunks), choice=1) == second


def test_streamed_or_whole_is_the_same() -> None:
    text = "<think>a</think>\n\nb"
    whole = aggregate(completion(text))

    assert aggregate([chat_chunk(letter) for letter in text]).reply.answer == whole.answer
    assert aggregate(split([text])).thoughts == whole.thoughts


def test_an_async_stream_has_to_be_awaited() -> None:
    stream = AsyncStream([chat_chunk("a"), chat_chunk("b")])

    assert asyncio.run(aggregate(stream)).answer == "ab"
    assert asyncio.run(aggregate(arriving(["<think>a</think>b"]))).answer == "b"
    assert stream.closed == 1


def test_a_stream_that_fails_fails() -> None:
    stream = Stream([chat_chunk("a")], error=ConnectionError("gone"))

    with pytest.raises(ConnectionError):
        aggregate(stream)
    assert stream.closed == 1

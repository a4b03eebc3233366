# OpenAI chunks: one finish chunk, and a reader of the field or of the tags gets all of it back.

from typing import cast, get_args

import pytest
from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    INTERLEAVED,
    LATE,
    SECOND_THOUGHT_EMPTY,
    UNCLOSED,
    JsonObject,
    broken_streams,
    encoded,
    native,
    split,
    streams,
    told,
    turns,
)
from tests.property.replies import Setting
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.openai_chunks import OpenAIChunks, Style
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Event, Notice, ReplyEnd, ToolCallStart, Usage

every_style = pytest.mark.parametrize("style", get_args(Style))


def chunks(events: list[Event], style: Style = "reasoning_content") -> list[JsonObject]:
    return encoded(OpenAIChunks("m", style=style, id="c", now=lambda: 7.9), events)


def deltas(events: list[Event], style: Style = "reasoning_content") -> list[JsonObject]:
    return [choice["delta"] for chunk in chunks(events, style) for choice in chunk["choices"]]


def joined(events: list[Event], field: str, style: Style = "reasoning_content") -> str:
    return "".join(delta.get(field) or "" for delta in deltas(events, style))


# Laws


@every_style
@given(events=broken_streams())
def test_one_chunk_finishes_and_the_first_has_the_role(style: Style, events: list[Event]) -> None:
    choices = [choice for chunk in chunks(events, style) for choice in chunk["choices"]]

    assert [choice["finish_reason"] is None for choice in choices] == [True] * (
        len(choices) - 1
    ) + [False]
    assert ["role" in choice["delta"] for choice in choices] == [True] + [False] * (
        len(choices) - 1
    )


@given(events=streams())
def test_fields_hold_all_thoughts_and_the_answer(events: list[Event]) -> None:
    if turns(events, "thought"):
        return  # content can't be taken back
    wanted = told(events)

    assert joined(events, "content") == wanted.answer
    if not turns(events, "answer"):
        assert joined(events, "reasoning_content") == "".join(wanted.thoughts)


@given(events=streams())
def test_tool_calls_are_whole(events: list[Event]) -> None:
    calls = [call for delta in deltas(events) for call in delta.get("tool_calls", ())]

    starts = [event for event in events if isinstance(event, ToolCallStart)]
    assert [(c["index"], c["id"]) for c in calls if "id" in c] == [(e.index, e.id) for e in starts]


@pytest.mark.parametrize(
    "events",
    [SECOND_THOUGHT_EMPTY, UNCLOSED, LATE, split("<think>a</think>b <thinking>c</thinking> d")],
    ids=["empty second", "unclosed", "late", "two"],
)
def test_tags_can_be_split_again(events: list[Event]) -> None:
    policy = Policy(answer_whitespace="preserve", empty="keep", thought_whitespace="keep")

    assert told(split(joined(events, "content", "tags"), setting=Setting(policy=policy))) == told(
        events
    )


# Shape


def test_the_shape_of_a_stream() -> None:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 7, "model": "m"}
    events = [*split("<think>a</think>b")[:-1], ReplyEnd("answered", "stop")]

    assert chunks(events) == [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        for delta, reason in [
            ({"role": "assistant", "content": ""}, None),
            ({"reasoning_content": "a"}, None),
            ({"content": "b"}, None),
            ({}, "stop"),
        ]
    ]


@pytest.mark.parametrize(
    ("style", "delta"),
    [
        ("reasoning_content", {"reasoning_content": "a"}),
        ("reasoning", {"reasoning": "a"}),
        ("both", {"reasoning_content": "a", "reasoning": "a"}),
    ],
)
def test_the_style_names_the_field(style: Style, delta: JsonObject) -> None:
    assert deltas(native("a"), style)[1] == delta


def test_a_style_that_is_none_is_refused() -> None:
    with pytest.raises(MisuseError, match="`style` must be one of"):
        OpenAIChunks(style=cast("Style", "thoughts"))


def test_the_tag_can_be_chosen() -> None:
    objects = encoded(OpenAIChunks(style="tags", tag="thought"), split("<think>a</think>b"))

    contents = [chunk["choices"][0]["delta"].get("content") for chunk in objects]
    assert contents == ["", "<thought>", "a", "</thought>", "b", None]


def test_tags_close_a_thought_that_was_cut_only_if_text_follows() -> None:
    assert joined(UNCLOSED, "content", "tags") == "<think>a"
    assert joined([*UNCLOSED[:-1], AnswerDelta("b")], "content", "tags") == "<think>a</think>b"


def test_text_that_turned_out_to_be_answer_is_said_as_content() -> None:
    assert joined(AS_ANSWER, "content") == "b<think>a"
    assert joined(AS_ANSWER, "content", "tags") == "b<think>a"


def test_text_that_turned_out_to_be_a_thought_is_shown_by_a_lone_tag() -> None:
    assert joined(LATE, "content", "tags") == "a</think>b"
    assert joined(LATE, "content") == "ab"


def test_details_go_back_as_they_came() -> None:
    detail = {"type": "reasoning.encrypted", "data": "x", "id": "r", "index": 0}

    assert deltas(native("", detail))[1] == {"reasoning_details": [detail]}
    assert len(deltas(native("", {"type": "thinking", "signature": "x"}))) == 2


def test_a_tool_call_in_pieces() -> None:
    start = ToolCallStart(0, "id", "add", {"extra_content": {"google": {"thought_signature": "s"}}})

    assert [delta.get("tool_calls") for delta in deltas([start, *INTERLEAVED[4:6]])][1:-1] == [
        [
            {
                "index": 0,
                "id": "id",
                "type": "function",
                "function": {"name": "add", "arguments": ""},
                "extra_content": {"google": {"thought_signature": "s"}},
            }
        ],
        [{"index": 0, "function": {"arguments": '{"a"'}}],
        [{"index": 0, "function": {"arguments": ": 1}"}}],
    ]


def test_a_reply_that_calls_says_so() -> None:
    assert chunks(INTERLEAVED)[-1]["choices"][0]["finish_reason"] == "tool_calls"


def test_counts_come_last() -> None:
    events: list[Event] = [Usage(3, 5, 2), AnswerDelta("a"), ReplyEnd("answered")]

    assert chunks(events)[-1]["choices"] == []
    assert chunks(events)[-1]["usage"] == {
        "prompt_tokens": 3,
        "completion_tokens": 5,
        "total_tokens": 8,
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    assert "completion_tokens_details" not in chunks([Usage(3, 5)])[-1]["usage"]
    assert all("usage" not in each for each in encoded(OpenAIChunks(usage=False), events))


def test_a_failure_is_an_error_to_clients() -> None:
    last = chunks([AnswerDelta("a"), Notice("n", "s")])[-1]

    assert last["choices"][0]["finish_reason"] == "error"
    assert last["error"]["message"]


def test_one_encoder_carries_one_reply() -> None:
    encoder = OpenAIChunks(choice=2)
    assert encoder.feed(ReplyEnd("empty"))[-1]["choices"] == [
        {"index": 2, "delta": {}, "finish_reason": "stop"}
    ]

    with pytest.raises(MisuseError, match="one reply"):
        encoder.feed(AnswerDelta("a"))


def test_a_cut_thought_ran_out_of_length() -> None:
    assert fold(UNCLOSED).outcome == "cut-in-thought"
    assert chunks(UNCLOSED)[-1]["choices"][0]["finish_reason"] == "length"

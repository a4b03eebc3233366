# Content blocks: added up by their index, they are the reply.

import json

from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    INTERLEAVED,
    SECOND_THOUGHT_EMPTY,
    JsonObject,
    broken_streams,
    encoded,
    native,
    split,
    streams,
    told,
    turns,
)
from thoughtstream.encoders.langchain import LangChainBlocks
from thoughtstream.events import Event, ReplyEnd, Usage


def chunks(events: list[Event]) -> list[JsonObject]:
    return encoded(LangChainBlocks("m"), events)


def blocks(events: list[Event]) -> list[JsonObject]:
    """Blocks merged as LangChain does: by index, text joined."""
    merged: dict[int, JsonObject] = {}
    for chunk in chunks(events):
        for piece in (*chunk["content"], *chunk.get("tool_call_chunks", ())):
            block = merged.setdefault(piece["index"], {"type": piece["type"]})
            assert block["type"] == piece["type"]
            for key, value in piece.items():
                grows = key in ("text", "reasoning", "args")
                block[key] = block.get(key, "") + value if grows else value or block.get(key)
    return list(merged.values())


def texts(events: list[Event], kind: str) -> list[str]:
    return [each[kind] for each in blocks(events) if each["type"] == kind]


@given(events=broken_streams())
def test_one_chunk_is_the_last(events: list[Event]) -> None:
    positions = [chunk.get("chunk_position") for chunk in chunks(events)]

    assert positions == [None] * (len(positions) - 1) + ["last"]
    json.dumps(chunks(events))


@given(events=streams())
def test_merged_blocks_are_every_thought_and_the_answer(events: list[Event]) -> None:
    if turns(events, "thought"):
        return  # a block can't be taken back
    wanted = told(events)

    assert "".join(texts(events, "text")) == wanted.answer
    if not turns(events, "answer"):
        assert texts(events, "reasoning") == wanted.thoughts


def test_the_shape_of_a_stream() -> None:
    events = [*split("<think>a</think>b")[:-1], Usage(3, 5, 2), ReplyEnd("answered", "stop")]

    assert encoded(LangChainBlocks("m", model="x"), events) == [
        {"id": "m", "content": [{"type": "reasoning", "reasoning": "", "index": 0}]},
        {"id": "m", "content": [{"type": "reasoning", "reasoning": "a", "index": 0}]},
        {"id": "m", "content": [{"type": "text", "text": "b", "index": 1}]},
        {
            "id": "m",
            "content": [],
            "response_metadata": {
                "outcome": "answered",
                "finish_reason": "stop",
                "model_name": "x",
            },
            "chunk_position": "last",
            "usage_metadata": {
                "input_tokens": 3,
                "output_tokens": 5,
                "total_tokens": 8,
                "output_token_details": {"reasoning": 2},
            },
        },
    ]


def test_an_empty_second_thought_is_a_block() -> None:
    assert texts(SECOND_THOUGHT_EMPTY, "reasoning") == ["a", ""]
    assert texts(SECOND_THOUGHT_EMPTY, "text") == ["b", "c"]


def test_what_a_provider_wants_back_is_in_extras() -> None:
    (block,) = blocks(native("a", {"signature": b"\xff"}))

    assert block["extras"] == {"signature": "/w=="}


def test_tool_calls_stand_between_other_blocks() -> None:
    assert [block["type"] for block in blocks(INTERLEAVED)] == [
        "reasoning", "tool_call_chunk", "reasoning", "text", "tool_call_chunk",
    ]  # fmt: skip
    assert [each.get("args") for each in blocks(INTERLEAVED)][1::3] == ['{"a": 1}'] * 2


def test_text_that_turned_out_to_be_answer_is_said_as_text() -> None:
    assert texts(AS_ANSWER, "text") == ["b", "<think>a"]


def test_without_a_name_there_is_no_id() -> None:
    last = encoded(LangChainBlocks(), [Usage(1, 2), ReplyEnd("empty")])[-1]

    assert "id" not in last
    assert "output_token_details" not in last["usage_metadata"]

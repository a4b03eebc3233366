# The UI message stream: a strict reader of it sees every thought and the answer.

import json

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
    call,
    encoded,
    native,
    split,
    streams,
    told,
    turns,
)
from thoughtstream.encoders.ai_sdk import AiSdk
from thoughtstream.events import AnswerDelta, Event, Notice, ReplyEnd, Usage


class Reader:
    """Reads chunks as strictly as the SDK does."""

    def __init__(self) -> None:
        self.parts: list[JsonObject] = []
        self.open: dict[str, JsonObject] = {}
        self.seen: set[str] = set()
        self.steps = 0

    def take(self, chunk: JsonObject) -> None:
        json.dumps(chunk)
        kind, _, verb = chunk["type"].rpartition("-")
        match kind, verb:
            case "text" | "reasoning", "start":
                assert chunk["id"] not in self.seen
                self.seen.add(chunk["id"])
                self.open[chunk["id"]] = part = {"type": kind, "text": ""}
                self.parts.append(part)
            case "text" | "reasoning", "delta":
                assert self.open[chunk["id"]]["type"] == kind
                self.open[chunk["id"]]["text"] += chunk["delta"]
            case "text" | "reasoning", "end":
                part = self.open.pop(chunk["id"])
                assert part["type"] == kind
                part["metadata"] = chunk.get("providerMetadata")
            case "tool-input", _:
                self.take_call(chunk, verb)
            case _:
                self.steps += {"start-step": 1, "finish-step": -1}.get(chunk["type"], 0)

    def take_call(self, chunk: JsonObject, verb: str) -> None:
        name = chunk["toolCallId"]
        if verb == "start":
            self.open[name] = {"type": "tool", "text": ""}
            self.parts.append(self.open[name])
        elif verb == "delta":
            self.open[name]["text"] += chunk["inputTextDelta"]
        else:
            self.open.pop(name)["end"] = verb

    def texts(self, kind: str) -> list[str]:
        return [part["text"] for part in self.parts if part["type"] == kind]


def chunks(events: list[Event]) -> list[JsonObject]:
    return encoded(AiSdk("m"), events)


def read(events: list[Event]) -> Reader:
    reader = Reader()
    for chunk in chunks(events):
        reader.take(chunk)
    return reader


# Laws


@given(events=broken_streams())
def test_every_part_has_its_start_and_end(events: list[Event]) -> None:
    reader = read(events)

    assert (reader.open, reader.steps) == ({}, 0)
    kinds = [chunk["type"] for chunk in chunks(events)]
    assert kinds[0] == "start"
    assert kinds.count("start") == kinds.count("finish") == kinds.count("start-step") == 1


@given(events=streams())
def test_a_reader_sees_every_thought_and_the_answer(events: list[Event]) -> None:
    if turns(events, "thought"):
        return  # text can't be taken back
    reader, wanted = read(events), told(events)

    assert "".join(reader.texts("text")) == wanted.answer
    if not turns(events, "answer"):
        assert reader.texts("reasoning") == wanted.thoughts


# Shape


def test_the_shape_of_a_stream() -> None:
    assert chunks(split("<think>a</think>b")) == [
        {"type": "start", "messageId": "m"},
        {"type": "start-step"},
        {"type": "reasoning-start", "id": "reasoning-0"},
        {"type": "reasoning-delta", "id": "reasoning-0", "delta": "a"},
        {"type": "reasoning-end", "id": "reasoning-0"},
        {"type": "text-start", "id": "text-1"},
        {"type": "text-delta", "id": "text-1", "delta": "b"},
        {"type": "text-end", "id": "text-1"},
        {"type": "finish-step"},
        {"type": "finish", "finishReason": "stop"},
    ]


def test_an_empty_second_thought_is_a_part() -> None:
    assert read(SECOND_THOUGHT_EMPTY).texts("reasoning") == ["a", ""]
    assert read(SECOND_THOUGHT_EMPTY).texts("text") == ["b", "c"]


def test_an_unclosed_thought_is_closed() -> None:
    assert read(UNCLOSED).texts("reasoning") == ["a"]
    assert chunks(UNCLOSED)[-1] == {"type": "finish", "finishReason": "length"}


def test_tool_calls_stand_between_other_parts() -> None:
    reader = read(INTERLEAVED)

    assert [part["type"] for part in reader.parts] == [
        "reasoning", "tool", "reasoning", "text", "tool",
    ]  # fmt: skip
    assert chunks(INTERLEAVED)[-1]["finishReason"] == "tool-calls"


def test_a_whole_tool_call_has_its_input() -> None:
    ends = [chunk for chunk in chunks(INTERLEAVED) if chunk["type"] == "tool-input-available"]

    assert ends[0] == {
        "type": "tool-input-available",
        "toolCallId": "call-0",
        "toolName": "add",
        "input": {"a": 1},
    }
    assert ends[1]["providerMetadata"] == {"thoughtstream": {"signature": "s"}}


@pytest.mark.parametrize(
    ("arguments", "complete", "value"), [("{", True, "{"), ("{}", False, {})], ids=["bad", "cut"]
)
def test_a_tool_call_that_is_not_whole_is_an_error(
    arguments: str, *, complete: bool, value: object
) -> None:
    (end,) = [
        chunk
        for chunk in chunks(call(0, arguments, complete=complete))
        if chunk["type"] == "tool-input-error"
    ]

    assert end["input"] == value
    assert end["errorText"]


def test_a_call_without_arguments_has_an_empty_input() -> None:
    assert [c["input"] for c in chunks(call(0, "")) if "input" in c] == [{}]


def test_tools_may_be_dynamic() -> None:
    objects = encoded(AiSdk(dynamic_tools=True), call(0))

    assert [each.get("dynamic") for each in objects if "toolName" in each] == [True, True]


def test_what_a_provider_wants_back_is_kept_under_its_name() -> None:
    objects = encoded(AiSdk(provider="anthropic"), native("", {"signature": b"\xff"}))

    (end,) = [each for each in objects if each["type"] == "reasoning-end"]
    assert end["providerMetadata"] == {"anthropic": {"signature": "/w=="}}


def test_text_that_turned_out_to_be_answer_is_said_as_text() -> None:
    assert read(AS_ANSWER).texts("text") == ["b", "<think>a"]


def test_text_that_turned_out_to_be_a_thought_stays() -> None:
    assert read(LATE).texts("text") == ["ab"]


def test_counts_are_metadata_of_the_message() -> None:
    assert chunks([Usage(3, None, 2), ReplyEnd("answered")])[-1]["messageMetadata"] == {
        "usage": {"inputTokens": 3, "reasoningTokens": 2, "totalTokens": 3}
    }


def test_a_notice_is_a_transient_data_part() -> None:
    assert chunks([Notice("code", "A sentence.")])[2] == {
        "type": "data-notice",
        "data": {"code": "code", "message": "A sentence."},
        "transient": True,
    }


def test_each_reply_is_a_step_of_one_message() -> None:
    events = [*split("<think>a</think>b"), *split("<think>c</think>d")]
    kinds = [chunk["type"] for chunk in chunks(events)]

    assert kinds.count("start") == kinds.count("finish") == 1
    assert kinds.count("start-step") == kinds.count("finish-step") == 2
    assert read(events).texts("reasoning") == ["a", "c"]


def test_a_failure_is_an_error() -> None:
    assert [chunk["type"] for chunk in chunks([AnswerDelta("a")])][-3:] == [
        "finish-step", "error", "finish",
    ]  # fmt: skip


def test_a_cancelled_message_is_aborted() -> None:
    assert chunks([AnswerDelta("a"), ReplyEnd("cancelled")])[-1] == {"type": "abort"}


def test_ids_are_made_up_where_none_are_given() -> None:
    assert (
        AiSdk().feed(AnswerDelta("a"))[0]["messageId"]
        != AiSdk().feed(AnswerDelta("a"))[0]["messageId"]
    )

# Telemetry: counts and reasons; text only where it was asked for.

import json
from typing import cast

import pytest
from hypothesis import given

from tests.encoders.replies import (
    INTERLEAVED,
    JsonObject,
    broken_streams,
    call,
    encoded,
    native,
    split,
    streams,
    told,
)
from thoughtstream.encoders.otel import Captured, OtelAttributes
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Counts, Event, ReplyEnd, Usage


def attributes(events: list[Event], capture: Captured = "none") -> JsonObject:
    (found,) = encoded(OtelAttributes(capture=capture), events)
    return found


def parts(events: list[Event], capture: Captured = "all") -> list[JsonObject]:
    ((message,),) = [json.loads(attributes(events, capture)["gen_ai.output.messages"])]
    assert message["role"] == "assistant"
    found: list[JsonObject] = message["parts"]
    return found


@given(events=broken_streams())
def test_no_text_unless_asked(events: list[Event]) -> None:
    found = attributes(events)

    assert "gen_ai.output.messages" not in found
    known = {"gen_ai.response.finish_reasons", "thoughtstream.outcome"}
    assert all(isinstance(found[name], int) for name in found.keys() - known)


@given(events=streams())
def test_captured_parts_are_every_thought_and_the_answer(events: list[Event]) -> None:
    found, wanted = parts(events), told(events)

    assert texts(found, "reasoning") == as_json(wanted.thoughts)
    assert "".join(texts(found, "text")) == as_json(wanted.answer)


def texts(found: list[JsonObject], kind: str) -> list[str]:
    return [each["content"] for each in found if each["type"] == kind]


def as_json(value: object) -> object:
    """What JSON makes of a text in which halves of a surrogate pair meet: one character."""
    return json.loads(json.dumps(value))


@given(events=streams())
def test_thoughts_are_captured_only_by_their_own_word(events: list[Event]) -> None:
    assert all(part["type"] != "reasoning" for part in parts(events, "answer"))


def test_the_attributes_of_a_reply() -> None:
    events: list[Event] = [
        Usage(3, 5, 2),
        AnswerDelta("a"),
        ReplyEnd("answered", "end_turn", Counts(thoughts=1)),
    ]

    assert encoded(OtelAttributes(model="m", response_id="r"), events) == [
        {
            "gen_ai.response.model": "m",
            "gen_ai.response.id": "r",
            "gen_ai.response.finish_reasons": ["end_turn"],
            "gen_ai.usage.input_tokens": 3,
            "gen_ai.usage.output_tokens": 5,
            "gen_ai.usage.reasoning.output_tokens": 2,
            "thoughtstream.outcome": "answered",
            "thoughtstream.thoughts": 1,
        }
    ]


def test_parts_are_in_the_order_of_the_reply() -> None:
    assert parts(INTERLEAVED) == [
        {"type": "reasoning", "content": "a"},
        {"type": "tool_call", "id": "call-0", "name": "add", "arguments": {"a": 1}},
        {"type": "reasoning", "content": "b"},
        {"type": "text", "content": "c"},
        {"type": "tool_call", "id": "call-1", "name": "add", "arguments": {"a": 1}},
    ]
    assert attributes(INTERLEAVED)["gen_ai.response.finish_reasons"] == ["tool_call"]


def test_arguments_that_are_not_json_are_text() -> None:
    assert parts(call(0, "{"))[0]["arguments"] == "{"


def test_each_reply_has_attributes_of_its_own() -> None:
    first, second = encoded(
        OtelAttributes(capture="all"),
        [Usage(1), *native("n"), ReplyEnd("thought-only"), *split("b")],
    )

    assert "gen_ai.usage.input_tokens" in first
    assert "gen_ai.usage.input_tokens" not in second
    assert '"n"' not in second["gen_ai.output.messages"]


def test_a_word_that_is_none_is_refused() -> None:
    with pytest.raises(MisuseError, match="`capture` must be one of"):
        OtelAttributes(capture=cast("Captured", "thoughts"))

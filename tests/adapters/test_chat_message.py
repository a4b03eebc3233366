# Messages of chat completions, field by field; whole streams are in the recordings.

from typing import Any

import pytest

from tests.adapters.recordings import assert_lawful
from thoughtstream.adapters.chat_message import ChatMessage
from thoughtstream.adapters.turn import Turn
from thoughtstream.core.fold import Reply, fold
from thoughtstream.errors import WireError


def folded(*deltas: dict[str, Any], whole: bool = False) -> Reply:
    turn = Turn()
    message = ChatMessage(turn)
    for delta in deltas:
        message.read(delta, "delta", whole=whole)
    message.close()
    turn.finish("stop")
    events = turn.taken()
    assert_lawful(events)
    return fold(events)


def thoughts(reply: Reply) -> list[tuple[str, dict[str, object]]]:
    return [(thought.text, thought.provider) for thought in reply.thoughts]


def test_mirrored_fields_are_told_once_by_a_fixed_order() -> None:
    names = ["reasoning_content", "reasoning", "reasoning_text", "thinking"]
    for at, name in enumerate(names):
        reply = folded({each: each for each in reversed(names[at:])})

        assert thoughts(reply) == [(name, {"type": name})]


def test_details_come_before_their_mirrors() -> None:
    detail = {"type": "reasoning.text", "text": "a", "index": 0}

    assert [t for t, _ in thoughts(folded({"reasoning": "b", "reasoning_details": [detail]}))] == [
        "a"
    ]


def test_a_field_is_told_where_the_details_hold_no_text() -> None:
    sealed = {"type": "reasoning.encrypted", "data": "x"}

    assert thoughts(folded({"reasoning": "b", "reasoning_details": [sealed]})) == [
        ("b", {"type": "reasoning"}),
        ("", sealed),
    ]


def test_a_detail_without_a_type_is_text() -> None:
    assert thoughts(folded({"reasoning_details": [{"text": "a"}]})) == [
        ("a", {"type": "reasoning.text"})
    ]


def test_a_detail_with_another_index_is_another_thought() -> None:
    details = [
        {"type": "reasoning.text", "text": each, "index": at} for at, each in enumerate("ab")
    ]

    assert [t for t, _ in thoughts(folded(*({"reasoning_details": [d]} for d in details)))] == [
        "a",
        "b",
    ]


@pytest.mark.parametrize(
    "part",
    [
        {"type": "thinking", "thinking": "a"},
        {"type": "thinking", "thinking": [{"type": "text", "text": "a"}]},
        {"type": "reasoning", "text": "a"},
        {"type": "reasoning", "reasoning": "a"},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "a"}]},
    ],
)
def test_thinking_parts_of_any_form_are_thoughts(part: dict[str, Any]) -> None:
    reply = folded({"content": [part, {"type": "text", "text": "b"}]})

    assert [thought.text for thought in reply.thoughts] == ["a"]
    assert reply.answer == "b"


def test_a_redacted_part_is_kept() -> None:
    part = {"type": "redacted_thinking", "data": "x"}

    assert thoughts(folded({"content": [part]})) == [("", part)]


def test_signed_parts_are_thoughts_of_their_own() -> None:
    parts = [{"type": "thinking", "thinking": each, "signature": each} for each in "ab"]

    assert [text for text, _ in thoughts(folded({"content": parts}))] == ["a", "b"]


def test_held_content_is_told_at_the_end() -> None:
    flagged = {"extra_content": {"google": {"thought": True}}}

    assert [t for t, _ in thoughts(folded({"content": "<tho", **flagged}))] == ["<tho"]
    assert folded({"content": "a", **flagged}, {"content": "</tho"}).answer == "</tho"


def test_flagged_content_may_be_null() -> None:
    assert folded({"content": None, "extra_content": {"google": {"thought": True}}}).answer == ""
    assert folded({"content": "a", "extra_content": {"novel": 1}}).answer == "a"


@pytest.mark.parametrize(
    ("delta", "path"),
    [
        ({"content": 1}, "delta.content: expected text"),
        ({"content": {}}, "delta.content: expected text"),
        ({"content": [1]}, r"delta.content\[0\]: expected an object"),
        ({"content": [{"type": "text", "text": 1}]}, r"delta.content\[0\].text: expected text"),
        ({"content": [{"type": "thinking", "thinking": 1}]}, r"\[0\].thinking: expected a list"),
        ({"reasoning": 1}, "delta.reasoning: expected text"),
        ({"reasoning_content": ["a"]}, "delta.reasoning_content: expected text"),
        ({"reasoning_details": "a"}, "delta.reasoning_details: expected a list"),
        ({"reasoning_details": [{"text": 1}]}, r"delta.reasoning_details\[0\].text: expected text"),
        ({"refusal": 1}, "delta.refusal: expected text"),
        ({"tool_calls": {}}, "delta.tool_calls: expected a list"),
        ({"tool_calls": [{"index": "0"}]}, r"tool_calls\[0\].index: expected a whole number"),
        ({"tool_calls": [{"function": {"name": 1}}]}, r"\[0\].function.name: expected text"),
        ({"extra_content": {"google": {"thought": 1}}}, "google.thought: expected true or false"),
        ({"function_call": {"arguments": 1}}, "delta.function_call.arguments: expected text"),
    ],
)
def test_a_broken_field_is_named(delta: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        folded(delta)


def test_pieces_of_a_call_without_an_index_belong_to_the_last_one() -> None:
    turn = Turn()
    message = ChatMessage(turn)
    for call in (
        {"id": "a", "function": {"name": "f", "arguments": "{"}},
        {"function": {"arguments": "}"}},
    ):
        message.read({"tool_calls": [call]}, "delta")
    turn.finish("tool_calls")

    assert [event.kind for event in turn.taken()] == [
        "tool-call-start",
        "tool-call-delta",
        "tool-call-delta",
        "tool-call-end",
        "reply-end",
    ]

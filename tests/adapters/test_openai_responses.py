# Responses: fields that must be named when broken; quirks are in tests/corpus/openai-responses.

from typing import Any

import pytest

from thoughtstream.adapters.openai_responses import OpenAIResponses
from thoughtstream.core.fold import fold
from thoughtstream.errors import WireError


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"type": 1}, "^type: expected text"),
        ({"type": "response.output_text.delta", "delta": 1}, "^delta: expected text, got int"),
        ({"type": "response.reasoning_text.done", "text": 1}, "^text: expected text, got int"),
        ({"type": "response.output_item.done", "item": 1}, "^item: expected an object"),
        (
            {"type": "response.output_item.done", "item": {"type": "reasoning", "summary": 1}},
            r"^item\.summary: expected a list",
        ),
        (
            {"type": "response.completed", "response": {"output": [{"type": 1}]}},
            r"^response\.output\[0\]\.type: expected text",
        ),
        ({"object": "response", "usage": {"input_tokens": "1"}}, r"^usage\.input_tokens: expected"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        OpenAIResponses().feed(broken)


def test_items_without_ids_are_told_once_by_their_index() -> None:
    item = {"type": "message", "content": [{"type": "output_text", "text": "a"}]}
    adapter = OpenAIResponses()
    events = adapter.feed({"type": "response.output_item.done", "output_index": 0, "item": item})
    events += adapter.feed({"type": "response.completed", "response": {"output": [item]}})

    assert fold(events + adapter.finish()).answer == "a"


def test_a_seal_that_comes_after_the_answer_is_kept_apart() -> None:
    delta = {"type": "response.reasoning_text.delta", "output_index": 0, "item_id": "r"}
    sealed = {"type": "reasoning", "id": "r", "encrypted_content": "x"}
    adapter = OpenAIResponses()
    events = adapter.feed({**delta, "delta": "a"})
    events += adapter.feed({"type": "response.output_text.delta", "output_index": 1, "delta": "b"})
    events += adapter.feed({"type": "response.output_item.done", "output_index": 0, "item": sealed})
    reply = fold(events + adapter.finish())

    assert [thought.text for thought in reply.thoughts] == ["a", ""]
    assert reply.thoughts[1].provider == sealed


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        ("", ["tool-call-start", "tool-call-end"]),
        ("{}", ["tool-call-start", "tool-call-delta", "tool-call-end"]),
    ],
)
def test_a_call_that_comes_whole_is_told_once(arguments: str, kinds: list[str]) -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": arguments}
    adapter = OpenAIResponses()
    events = adapter.feed({"object": "response", "status": "completed", "output": [item]})

    assert [event.kind for event in events] == kinds

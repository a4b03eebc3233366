# Messages: fields that must be named when broken; quirks are in tests/corpus/anthropic.

from typing import Any

import pytest

from thoughtstream.adapters.anthropic_messages import AnthropicMessages
from thoughtstream.core.fold import fold
from thoughtstream.errors import WireError


def delta(kind: str, **fields: object) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": kind, **fields}}


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        (delta("text_delta", text=1), r"^delta\.text: expected text, got int"),
        (delta("thinking_delta", thinking=[]), r"^delta\.thinking: expected text, got list"),
        (delta("signature_delta", signature=1), r"^delta\.signature: expected text"),
        (delta("input_json_delta", partial_json={}), r"^delta\.partial_json: expected text"),
        ({"type": "content_block_start", "content_block": 1}, "^content_block: expected an object"),
        ({"type": "content_block_stop", "index": "0"}, "^index: expected a whole number"),
        ({"type": "message", "content": [{"type": 1}]}, r"^content\[0\]\.type: expected text"),
        ({"type": "message_start", "message": 1}, "^message: expected an object"),
        ({"type": "message_delta", "usage": []}, "^usage: expected an object"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        AnthropicMessages().feed(broken)


def test_deltas_of_a_block_that_was_never_started_are_told() -> None:
    adapter = AnthropicMessages()
    events = adapter.feed(delta("thinking_delta", thinking="a"))
    events += adapter.feed({**delta("thinking_delta", thinking="b"), "index": 1})
    events += adapter.feed(delta("text_delta", text="c"))
    reply = fold(events + adapter.finish())

    assert [thought.text for thought in reply.thoughts] == ["a", "b"]
    assert reply.answer == "c"


def test_an_empty_block_without_a_signature_is_left_out() -> None:
    adapter = AnthropicMessages()
    adapter.feed({"type": "message", "content": [{"type": "thinking", "thinking": ""}]})

    assert fold(adapter.finish()).thoughts == ()


def test_a_message_that_starts_with_content_is_told() -> None:
    adapter = AnthropicMessages()
    message = {"content": [{"type": "text", "text": "a"}]}
    events = adapter.feed({"type": "message_start", "message": message})

    assert fold(events + adapter.finish()).answer == "a"

# Converse: fields that must be named when broken; quirks are in tests/corpus/bedrock-converse.

from typing import Any

import pytest

from thoughtstream.adapters.bedrock_converse import BedrockConverse
from thoughtstream.core.fold import fold
from thoughtstream.errors import WireError


def delta(**fields: object) -> dict[str, Any]:
    return {"contentBlockDelta": {"contentBlockIndex": 0, "delta": fields}}


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        (delta(text=1), r"^contentBlockDelta\.delta\.text: expected text"),
        (delta(reasoningContent={"text": 1}), r"delta\.reasoningContent\.text: expected text"),
        (delta(reasoningContent={"redactedContent": 1}), r"reasoningContent\.redactedContent: exp"),
        (delta(toolUse={"input": {}}), r"delta\.toolUse\.input: expected text, got dict"),
        ({"contentBlockStart": 1}, "^contentBlockStart: expected an object"),
        ({"messageStop": {"stopReason": 1}}, r"^messageStop\.stopReason: expected text"),
        ({"metadata": {"usage": 1}}, r"^metadata\.usage: expected an object"),
        ({"output": {"message": {"content": 1}}}, r"^output\.message\.content: expected a list"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        BedrockConverse().feed(broken)


def test_a_start_of_anything_else_passes_by() -> None:
    adapter = BedrockConverse()
    start = {"contentBlockStart": {"contentBlockIndex": 0, "start": {"image": {}}}}

    assert adapter.feed(start) == []


def test_a_signature_without_a_stop_is_kept() -> None:
    adapter = BedrockConverse()
    events = adapter.feed(delta(reasoningContent={"text": "a"}))
    events += adapter.feed(delta(reasoningContent={"signature": "s"}))
    [thought] = fold(events + adapter.finish()).thoughts

    assert thought.provider == {"type": "reasoningText", "signature": "s"}

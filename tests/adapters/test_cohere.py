# Cohere: fields that must be named when broken; quirks are in tests/corpus/cohere.

from typing import Any

import pytest

from thoughtstream.adapters.cohere import Cohere
from thoughtstream.errors import WireError


def event(kind: str, **message: object) -> dict[str, Any]:
    return {"type": kind, "index": 0, "delta": {"message": message}}


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        (event("content-delta", content=1), r"^delta\.message\.content: expected an object"),
        (
            event("content-delta", content={"text": 1}),
            r"delta\.message\.content\.text: expected te",
        ),
        (event("content-delta", content={"thinking": 1}), r"message\.content\.thinking: expected"),
        (event("tool-plan-delta", tool_plan=1), r"^delta\.message\.tool_plan: expected text"),
        (event("tool-call-start", tool_calls=[]), r"^delta\.message\.tool_calls: expected an obj"),
        ({"type": "message-end", "delta": {"usage": 1}}, r"^delta\.usage: expected an object"),
        ({"message": {"content": [1]}}, r"^message\.content\[0\]: expected an object"),
        ({"finish_reason": 1}, "^finish_reason: expected text"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        Cohere().feed(broken)

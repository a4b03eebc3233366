# Ollama: fields that must be named when broken; quirks are in tests/corpus/ollama.

from typing import Any

import pytest

from thoughtstream.adapters.ollama import Ollama
from thoughtstream.errors import WireError


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"message": 1}, "^message: expected an object"),
        ({"message": {"thinking": 1}}, r"^message\.thinking: expected text"),
        ({"message": {"content": []}}, r"^message\.content: expected text"),
        ({"response": 1}, "^response: expected text"),
        (
            {"message": {"tool_calls": [{"function": 1}]}},
            r"tool_calls\[0\]\.function: expected an o",
        ),
        ({"eval_count": "9"}, "^eval_count: expected a whole number"),
        ({"done_reason": 1}, "^done_reason: expected text"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        Ollama().feed(broken)

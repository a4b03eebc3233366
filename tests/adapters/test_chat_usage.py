# Token counts of chat completions.

import pytest

from thoughtstream.adapters.chat_usage import chat_usage
from thoughtstream.adapters.fields import Fields
from thoughtstream.errors import WireError
from thoughtstream.events import Usage


def counts(prompt: int, output: int, total: int, thought: int | None) -> Fields:
    details = {"reasoning_tokens": thought}
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": total,
        "completion_tokens_details": details,
    }


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        ({}, Usage()),
        (counts(3, 10, 13, None), Usage(3, 10)),
        (counts(3, 10, 13, 0), Usage(3, 10, 0)),
        (counts(3, 10, 13, 8), Usage(3, 10, 8)),
        (counts(3, 2, 13, 8), Usage(3, 10, 8)),  # xAI: beside the completion
        ({"completion_tokens": 10, "reasoning_tokens": 8}, Usage(None, 10, 8)),
    ],
)
def test_thought_tokens_are_within_output_tokens(usage: Fields, told: Usage) -> None:
    assert chat_usage(usage, "usage") == told


def test_a_wrong_count_is_named() -> None:
    with pytest.raises(WireError, match=r"^usage\.prompt_tokens: expected a whole number, got str"):
        chat_usage({"prompt_tokens": "3"}, "usage")

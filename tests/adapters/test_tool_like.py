# Text that looks like a tool call is found wherever it is cut.

import pytest

from thoughtstream.adapters.tool_like import ToolLikeText
from thoughtstream.testing import chunkings


def found(pieces: list[str]) -> bool:
    drafts = ToolLikeText()
    for piece in pieces:
        drafts.feed(piece)
    return drafts.found


@pytest.mark.parametrize(
    "text",
    [
        "a <tool_call>{}",
        "b <function=look>",
        "c <|tool_call|>",
        "<|tool_calls_section_begin|>",
        "<｜tool▁calls▁begin｜>",
        "<minimax:tool_call>",
        "x [TOOL_CALLS] y",
    ],
)
def test_drafts_are_found_at_any_cut(text: str) -> None:
    assert all(found(pieces) for pieces in chunkings(text))


@pytest.mark.parametrize("text", ["", "a < b", "<tool>", "[TOOL] CALLS]", "a <function> b" * 9])
def test_other_text_is_left_alone(text: str) -> None:
    assert not any(found(pieces) for pieces in chunkings(text))

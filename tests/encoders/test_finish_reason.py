# Many words of providers, few of consumers.

import pytest

from thoughtstream.encoders.finish_reason import Reason, reason_of
from thoughtstream.events import Outcome, ReplyEnd


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", "stop"), ("end_turn", "stop"), ("STOP", "stop"), ("COMPLETE", "stop"),
        ("length", "length"), ("max_tokens", "length"), ("MAX_TOKENS", "length"),
        ("tool_calls", "tool-calls"), ("tool_use", "tool-calls"), ("tool-calls", "tool-calls"),
        ("content_filter", "content-filter"), ("SAFETY", "content-filter"),
        ("refusal", "content-filter"),
        ("error", "error"), ("insufficient_system_resource", "other"),
    ],
)  # fmt: skip
def test_a_provider_s_word(word: str, reason: Reason) -> None:
    assert reason_of(ReplyEnd("answered", word), called=False) == reason


@pytest.mark.parametrize(
    ("outcome", "called", "reason"),
    [
        ("answered", False, "stop"), ("answered", True, "tool-calls"),
        ("thought-only", False, "stop"),
        ("empty", False, "stop"), ("cut-in-thought", False, "length"),
        ("cancelled", False, "other"),
        ("failed", True, "error"),
    ],
)  # fmt: skip
def test_without_a_word_the_outcome_decides(
    outcome: Outcome, *, called: bool, reason: Reason
) -> None:
    assert reason_of(ReplyEnd(outcome), called=called) == reason


def test_a_stream_that_failed_did_not_stop() -> None:
    assert reason_of(ReplyEnd("failed", "stop"), called=False) == "error"

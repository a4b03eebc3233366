"""Why a reply ended, in the few words that consumers share, from the many that providers use."""

from typing import Final, Literal

from thoughtstream.events import ReplyEnd

Reason = Literal["stop", "length", "tool-calls", "content-filter", "error", "other"]

_WORDS: Final[dict[Reason, str]] = {
    "stop": "stop stop_sequence end_turn eos complete completed done finished",
    "length": "length max_tokens max_output_tokens model_length model_context_window_exceeded",
    "tool-calls": "tool_calls tool_call tool_use function_call",
    "content-filter": "content_filter content_filtered safety refusal blocklist prohibited_content "
    "spii recitation guardrail_intervened error_toxic",
    "error": "error failed error_limit malformed_function_call",
}
_REASONS: Final[dict[str, Reason]] = {
    word: reason for reason, words in _WORDS.items() for word in words.split()
}


def reason_of(end: ReplyEnd, *, called: bool) -> Reason:
    """Return why a reply ended.

    Args:
        called: Whether the reply calls a tool.
    """
    if end.outcome == "failed":
        return "error"
    if end.finish_reason:
        return _REASONS.get(end.finish_reason.lower().replace("-", "_"), "other")
    if end.outcome == "cancelled":
        return "other"
    if end.outcome == "cut-in-thought":
        return "length"
    return "tool-calls" if called else "stop"

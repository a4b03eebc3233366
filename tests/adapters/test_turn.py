# One choice of a response: native thoughts, content, calls and usage in one balanced order.

import pytest

from tests.adapters.recordings import assert_lawful
from thoughtstream.adapters.turn import Turn
from thoughtstream.core.policy import Policy
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Notice,
    Outcome,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.testing import merged


def native(index: int) -> ThoughtStart:
    return ThoughtStart(index, source="native")


def ended(turn: Turn, reason: str | None = "stop", outcome: Outcome | None = None) -> list[Event]:
    turn.finish(reason, outcome)
    events = turn.taken()
    assert_lawful(events)
    return merged(events)


def test_a_native_thought_ends_before_the_answer() -> None:
    turn = Turn()
    turn.think("a", {"type": "x"})
    turn.think("b")
    turn.say("c")

    assert ended(turn) == [
        native(0),
        ThoughtDelta("ab"),
        ThoughtEnd(0, provider={"type": "x"}),
        AnswerDelta("c"),
        ReplyEnd("answered", "stop", Counts(thoughts=1, characters=1)),
    ]


def test_a_native_thought_ends_before_a_tool_call() -> None:
    turn = Turn()
    turn.think("a")
    turn.call(0, "i", "f")
    turn.end_call(0)

    assert ended(turn)[:-1] == [
        native(0),
        ThoughtDelta("a"),
        ThoughtEnd(0),
        ToolCallStart(0, "i", "f"),
        ToolCallEnd(0),
    ]


def test_empty_text_tells_nothing_and_ends_nothing() -> None:
    turn = Turn()
    turn.think("")
    turn.think("a")
    turn.say("")

    assert turn.thinking


def test_a_blank_native_thought_is_skipped_and_counted() -> None:
    turn = Turn()
    turn.think("\n")
    turn.say("a")

    assert ended(turn) == [
        AnswerDelta("a"),
        ReplyEnd("answered", "stop", Counts(skipped=1, characters=1)),
    ]


def test_a_blank_native_thought_is_kept_by_policy() -> None:
    turn = Turn(policy=Policy(empty="keep"))
    turn.think("\n")
    turn.say("a")

    assert ended(turn)[:3] == [native(0), ThoughtDelta("\n"), ThoughtEnd(0)]


def test_an_empty_thought_that_carries_something_is_kept() -> None:
    turn = Turn()
    turn.think("a")
    turn.thought("", {"type": "redacted", "data": "x"})

    assert ended(turn)[:-1] == [
        native(0),
        ThoughtDelta("a"),
        ThoughtEnd(0),
        native(1),
        ThoughtEnd(1, provider={"type": "redacted", "data": "x"}),
    ]


def test_native_thoughts_wait_for_a_markers_thought_and_count_on() -> None:
    turn = Turn()
    turn.say("<think>a")
    turn.think("n")
    turn.say("b</think>c<think>d")
    turn.say("</think>e")

    assert ended(turn)[:-1] == [
        ThoughtStart(0, "<think>", "think"),
        ThoughtDelta("ab"),
        ThoughtEnd(0, "</think>"),
        native(1),
        ThoughtDelta("n"),
        ThoughtEnd(1),
        AnswerDelta("c"),
        ThoughtStart(2, "<think>", "think"),
        ThoughtDelta("d"),
        ThoughtEnd(2, "</think>"),
        AnswerDelta("e"),
    ]


def test_native_thoughts_that_still_wait_at_the_end_are_told() -> None:
    turn = Turn()
    turn.say("<think>a")
    turn.think("n")
    turn.end_thought()
    turn.think("m")

    assert ended(turn) == [
        ThoughtStart(0, "<think>", "think"),
        ThoughtDelta("a"),
        ThoughtEnd(0, complete=False),
        native(1),
        ThoughtDelta("n"),
        ThoughtEnd(1),
        native(2),
        ThoughtDelta("m"),
        ThoughtEnd(2),
        ReplyEnd("cut-in-thought", "stop", Counts(thoughts=3, characters=8)),
    ]


def test_a_thought_given_back_to_the_answer_keeps_its_index() -> None:
    turn = Turn(policy=Policy(unclosed="answer"))
    turn.say("<think>a")
    turn.think("n")

    assert Reclassified(0, 8, "answer", 0) in ended(turn)


def test_content_behind_native_reasoning_begins_outside() -> None:
    turn = Turn("think-tags-inside")
    turn.think("n")
    turn.say("a")

    assert AnswerDelta("a") in ended(turn)


def test_content_without_native_reasoning_begins_where_the_dialect_says() -> None:
    turn = Turn("think-tags-inside")
    turn.say("a</think>b")

    assert ThoughtDelta("a") in ended(turn)


@pytest.mark.parametrize(
    ("reason", "outcome", "complete", "told"),
    [
        ("stop", None, True, "thought-only"),
        ("length", None, False, "cut-in-thought"),
        ("MAX_TOKENS", None, False, "cut-in-thought"),
        (None, None, False, "cut-in-thought"),
        (None, "failed", False, "failed"),
        ("stop", "cancelled", False, "cancelled"),
    ],
)
def test_an_open_native_thought_is_whole_only_if_the_reply_is(
    reason: str | None, outcome: Outcome | None, told: Outcome, *, complete: bool
) -> None:
    turn = Turn()
    turn.think("a")
    events = ended(turn, reason, outcome)

    assert events[-2:] == [
        ThoughtEnd(0, complete=complete),
        ReplyEnd(told, reason, Counts(thoughts=1)),
    ]


def test_a_tool_call_is_an_answer() -> None:
    turn = Turn()
    turn.call(0, "i", "f")

    assert ended(turn, "tool_calls")[-1] == ReplyEnd("answered", "tool_calls")


def test_a_reply_without_anything_is_empty() -> None:
    assert ended(Turn()) == [ReplyEnd("empty", "stop")]


def test_usage_is_told_once_before_the_end() -> None:
    turn = Turn()
    turn.usage(Usage(1, 1))
    turn.say("a")
    turn.usage(Usage(1, 2))

    assert ended(turn)[1:2] == [Usage(1, 2)]


def test_notices_are_told_in_place() -> None:
    turn = Turn()
    turn.say("a")
    turn.notice("code", "A sentence.")
    turn.say("b")

    assert ended(turn)[:3] == [
        AnswerDelta("a"),
        Notice("code", "A sentence."),
        AnswerDelta("b"),
    ]


def test_a_drafted_call_is_reported_once_a_thought() -> None:
    turn = Turn()
    turn.say("<think><tool_call> <tool_call></think>a<think>b</think>")
    turn.think("<tool_call>")
    turn.say("c")
    codes = [event.code for event in ended(turn) if isinstance(event, Notice)]

    assert codes == ["tool-like-text-in-thought"] * 2


def test_it_says_whether_it_is_over() -> None:
    turn = Turn()
    before = turn.finished
    turn.finish()

    assert (before, turn.finished) == (False, True)


def test_ending_what_is_not_open_tells_nothing() -> None:
    turn = Turn()
    turn.end_thought({"signature": "s"})
    turn.end_call("x")
    turn.end_calls()

    assert turn.taken() == []

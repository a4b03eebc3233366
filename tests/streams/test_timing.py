# What envelopes say about time.

import asyncio

from tests.streams.sources import arriving
from thoughtstream.core.policy import Policy
from thoughtstream.events import Envelope, ToolCallStart
from thoughtstream.streams.enveloped import enveloped
from thoughtstream.streams.timing import Timing, timing

TIMES = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]


def told(*chunks: str, policy: Policy | None = None) -> list[Envelope]:
    times = iter(TIMES)
    return list(enveloped(chunks, policy=policy, clock=lambda: next(times)))


def test_both_latencies_and_each_thought_are_told() -> None:
    envelopes = told("<think>a", "</think>b", "<think>c</think>", "d")

    assert timing(envelopes, began=0.5) == Timing(
        first_token=0.5, first_answer=1.5, end=15.5, thoughts={0: 1.0, 1: 0.0}
    )


def test_without_a_beginning_time_runs_from_the_first_envelope() -> None:
    assert timing(told("a", "b")) == Timing(first_token=0.0, first_answer=0.0, end=3.0)


def test_a_thought_that_is_cut_took_its_time_too() -> None:
    times = timing(told("<think>a", "b"), began=0.0)

    assert times == Timing(first_token=1.0, end=4.0, thoughts={0: 3.0})


def test_text_that_turns_out_to_be_a_thought_was_no_answer() -> None:
    times = timing(told("a", "b", "</think>", "c"), began=0.0)

    assert times == Timing(first_token=1.0, first_answer=8.0, end=16.0, thoughts={0: 3.0})


def test_a_thought_that_turns_out_to_be_answer_was_none() -> None:
    times = timing(told("<think>a", "b", policy=Policy(unclosed="answer")), began=0.0)

    assert times == Timing(first_token=1.0, first_answer=4.0, end=4.0)


def test_no_envelope_tells_nothing() -> None:
    assert timing([]) == Timing()
    assert timing(told(), began=0.0) == Timing(end=1.0)


def test_each_choice_has_its_own_times() -> None:
    first = told("a")
    second = [Envelope(each.event, 1, each.at + 1) for each in first]

    assert timing([*first, *second], began=0.0, choice=1).first_answer == 2.0


def test_envelopes_that_come_later_have_to_be_awaited() -> None:
    envelopes = told("a")

    assert asyncio.run(timing(arriving(envelopes))) == timing(envelopes)


def test_a_tool_call_may_be_the_first_to_come() -> None:
    times = timing([Envelope(ToolCallStart(0, "a", "add"), at=3.0)], began=1.0)

    assert times == Timing(first_token=2.0)

# The answer while it is written: text kept back until a start is sure.

from thoughtstream.core import limits
from thoughtstream.core.answer import Answer
from thoughtstream.events import AnswerDelta, Event, Removed


def answer(*, holds: bool = False) -> tuple[Answer, list[Event]]:
    out: list[Event] = []
    return Answer("seam", out, holds=holds), out


def test_text_comes_out_at_once() -> None:
    written, out = answer()

    idle = written.idle
    written.say("a")
    assert out == [AnswerDelta("a")]
    assert (idle, written.idle, written.holds) == (False, True, False)


def test_text_is_kept_back_until_a_marker_is_met() -> None:
    written, out = answer(holds=True)

    written.say("\n")
    assert (written.silent, written.blank) == (True, True)
    written.say("a")
    written.say(" ")
    assert (written.silent, written.blank) == (False, False)
    assert out == []
    assert written.holds
    assert not written.idle

    written.meet()
    assert out == [AnswerDelta("\na ")]
    assert not written.holds


def test_text_kept_back_comes_out_at_the_end() -> None:
    written, out = answer(holds=True)

    written.say("a")
    written.close()
    assert out == [AnswerDelta("a")]


def test_text_kept_back_may_be_withdrawn() -> None:
    written, out = answer(holds=True)

    written.say("a")
    written.say("b")
    assert written.withdraw() == "ab"
    assert (written.holds, written.silent, written.blank) == (False, True, True)

    written.forget()
    written.say("\nc")
    written.close()
    assert out == [Removed("\n", "seam"), AnswerDelta("c")]


def test_not_more_than_the_limit_is_kept_back() -> None:
    written, out = answer(holds=True)

    written.say("x" * limits.HOLD)
    assert out == []
    written.say("y")
    assert out == [AnswerDelta("x" * limits.HOLD + "y")]
    written.say("z")
    assert out[1:] == [AnswerDelta("z")]


def test_a_marker_that_is_no_thoughts_is_left_out() -> None:
    written, out = answer()

    written.say("\n")
    written.take_out("</x>", "stray-closer")
    written.say("\na")
    assert out == [
        Removed("\n", "seam"), Removed("</x>", "stray-closer"), Removed("\n", "seam"),
        AnswerDelta("a"),
    ]  # fmt: skip


def test_a_thought_may_turn_out_to_be_answer() -> None:
    written, _ = answer()

    written.meet()
    assert written.silent
    written.regain()
    assert not written.silent


def test_a_chunk_may_matter_to_whitespace() -> None:
    out: list[Event] = []
    written = Answer("boundary-chunked", out, holds=False)

    written.say("a ")
    assert out == [AnswerDelta("a")]
    written.rest()
    assert out == [AnswerDelta("a"), AnswerDelta(" ")]

# Only some of the thoughts.

from typing import Any

import pytest

from tests.streams.sources import Stream, arriving, taken
from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Event, Reclassified, ThoughtDelta
from thoughtstream.streams.filtered import ThoughtFilter, filtered
from thoughtstream.streams.split import split

REPLY = (
    "a"
    '<think type="planning" confidence="0.9" verbosity="brief">one</think>'
    "b"
    '<think thought="two" confidence="0.2" verbosity="detailed">body</think>'
    "c"
    "<think>three</think>"
    "d"
)


def kept(**conditions: Any) -> list[str]:  # noqa: ANN401 - any conditions
    reply = fold(filtered(split([REPLY]), **conditions))
    assert reply.answer == "abcd"
    return [thought.text for thought in reply.thoughts]


@pytest.mark.parametrize(
    ("conditions", "texts"),
    [
        ({}, ["one", "two", "three"]),
        ({"types": {"planning"}}, ["one"]),
        ({"types": ["planning", "reasoning"]}, ["one", "two", "three"]),
        ({"types": ()}, []),
        ({"verbosity": "brief"}, ["one"]),
        ({"verbosity": "normal"}, ["one", "three"]),
        ({"verbosity": "detailed"}, ["one", "two", "three"]),
        ({"sources": {"attribute"}}, ["two"]),
        ({"sources": {"marker"}}, ["one", "three"]),
        ({"min_confidence": 0.5}, ["one"]),
        ({"min_confidence": 0.0}, ["one", "two"]),
        ({"min_confidence": 0.1, "types": {"reasoning"}}, ["two"]),
        ({"min_confidence": 0.5, "policy": Policy(absent_confidence=0.5)}, ["one", "three"]),
    ],
)  # fmt: skip
def test_a_thought_has_to_meet_every_condition(
    conditions: dict[str, Any], texts: list[str]
) -> None:
    assert kept(**conditions) == texts


def test_nothing_of_a_dropped_thought_is_told() -> None:
    events = list(filtered(split([REPLY]), types=()))

    assert [event.kind for event in events] == ["answer-delta"] * 4 + ["reply-end"]
    assert "two" not in repr(events)
    assert "body" not in repr(events)


def test_the_end_tells_of_the_whole_reply() -> None:
    (*_, end) = split([REPLY])

    assert list(filtered(split([REPLY]), types=()))[-1] == end


def test_an_async_stream_gives_the_same() -> None:
    expected = list(filtered(split([REPLY]), types={"planning"}))

    assert taken(filtered(split(arriving([REPLY])), types={"planning"})) == expected


def test_a_verbosity_that_is_none_is_refused() -> None:
    wrong: Any = "loud"

    with pytest.raises(MisuseError, match="brief, normal, detailed; got 'loud'"):
        filtered([], verbosity=wrong)


def test_a_reader_that_leaves_closes_the_source() -> None:
    stream: Stream[Event] = Stream([AnswerDelta("a"), AnswerDelta("b")])
    for _ in filtered(stream):
        break

    assert stream.closed == 1


# --- Text that turns out to be the other kind -----------------------------------------------------

ANSWER = Policy(unclosed="answer")


def test_a_dropped_thought_that_turns_out_to_be_answer_is_told_as_answer() -> None:
    events = list(filtered(split(["a<think>b"], policy=ANSWER), types=()))

    assert events[:2] == [AnswerDelta("a"), AnswerDelta("<think>b")]
    assert fold(events, ANSWER).answer == fold(split(["a<think>b"], policy=ANSWER)).answer


def test_spans_do_not_count_what_was_dropped() -> None:
    text = 'a<think type="planning">b</think>c<think>d'
    events = list(filtered(split([text], policy=ANSWER), types={"reasoning"}))

    assert Reclassified(2, 10, "answer", 1) in events
    assert fold(events, ANSWER).answer == "ac<think>d"


def test_text_that_was_told_as_answer_cannot_be_unsaid() -> None:
    events = list(filtered(split(["a</think>b"]), types=()))

    assert Reclassified(0, 1, "thought", 0, "</think>") in events
    assert fold(events).answer == "b"


def test_a_filter_decides_by_what_is_known_at_the_start() -> None:
    seen: list[str] = []

    def keeps(thought: Thought) -> bool:
        seen.append(thought.text)
        return False

    machine = ThoughtFilter(keeps)
    events = [out for event in split(["<think>a</think>b"]) for out in machine.feed(event)]

    assert seen == [""]
    assert [event for event in events if isinstance(event, ThoughtDelta)] == []
    assert machine.finish() == []

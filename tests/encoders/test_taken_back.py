# The text that turns out to be the other kind is the one that folding finds.

from hypothesis import given

from tests.encoders.replies import AS_ANSWER, LATE, split, streams
from tests.property.replies import Setting
from thoughtstream.core.fold import source_text
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.events import Event, Reclassified


def texts(events: list[Event]) -> list[str]:
    taken_back = TakenBack()
    return [text for event in events if (text := taken_back.feed(event))]


@given(events=streams())
def test_it_is_the_span_of_the_reply(events: list[Event]) -> None:
    reply = source_text(events)
    spans = [reply[event.start : event.end] for event in events if isinstance(event, Reclassified)]

    assert texts(events) == spans


def test_an_answer_that_was_a_thought() -> None:
    assert texts(LATE) == ["a"]


def test_a_thought_that_was_an_answer_comes_with_its_marker() -> None:
    assert texts(AS_ANSWER) == ["<think>a"]


def test_the_text_of_an_attribute_is_not_told_twice() -> None:
    policy = Policy(unclosed="answer")

    assert texts(split("<think thought='a'>b", setting=Setting(policy=policy))) == [
        "<think thought='a'>b"
    ]


def test_replies_do_not_mix() -> None:
    assert texts(split("x") + LATE) == ["a"]

# A thought is told when it is whole, with all that folding knows of it.

import pytest
from hypothesis import given

from tests.encoders.replies import split, streams
from tests.property.replies import Setting
from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy, Unclosed
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.whole_thoughts import WholeThoughts
from thoughtstream.events import Event


def thoughts(events: list[Event], policy: Policy) -> list[Thought]:
    whole, taken_back = WholeThoughts(policy), TakenBack()
    found = [whole.feed(event, taken_back.feed(event)) for event in events]
    return [each for each in found if each]


@given(events=streams())
def test_they_are_the_thoughts_of_the_folded_reply(events: list[Event]) -> None:
    policy = Policy(unclosed="drop")  # an unclosed one may become answer
    texts = [(each.index, each.text, each.attributes) for each in thoughts(events, policy)]

    assert texts == [
        (each.index, each.text, each.attributes) for each in fold(events, policy).thoughts
    ]


def test_attributes_are_read() -> None:
    events = split('<thinking thought="a" thought_type="plan" confidence="0.7"/>')
    (thought,) = thoughts(events, Policy())

    assert (thought.text, thought.type, thought.confidence) == ("a", "plan", 0.7)


@pytest.mark.parametrize(("unclosed", "count"), [("thought", 1), ("answer", 0), ("drop", 0)])
def test_an_unclosed_thought_follows_the_policy(unclosed: Unclosed, count: int) -> None:
    policy = Policy(unclosed=unclosed)

    assert len(thoughts(split("<think>a", setting=Setting(policy=policy)), policy)) == count


def test_text_that_turns_out_to_be_a_thought_is_one() -> None:
    (thought,) = thoughts(split(" a ", "</think>", "b"), Policy())

    assert (thought.index, thought.text, thought.complete) == (0, "a", True)

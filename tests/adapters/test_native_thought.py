# One native thought: when it is worth telling, and what it tells.

from thoughtstream.adapters.native_thought import NativeThought
from thoughtstream.core import limits
from thoughtstream.events import Notice, ThoughtDelta, ThoughtEnd, ThoughtStart


def test_nothing_is_told_before_text_that_is_not_blank() -> None:
    thought = NativeThought("reasoning")

    assert thought.write(" \n") is None
    assert thought.ripe is False
    assert thought.write("a") is None
    assert thought.begin(3) == [ThoughtStart(3, source="native"), ThoughtDelta(" \na")]
    assert thought.write("b") == ThoughtDelta("b")
    assert thought.end() == [ThoughtEnd(3)]


def test_blank_text_is_not_held_for_ever() -> None:
    thought = NativeThought("reasoning")
    thought.write(" " * (limits.BLANK + 1))

    assert thought.ripe


def test_a_thought_is_empty_unless_something_must_be_echoed_back() -> None:
    thought = NativeThought("reasoning")
    carries = []
    for provider in ({"type": "thinking"}, {"signature": "s"}):
        thought.carry(provider)
        carries.append(not thought.empty)

    assert carries == [False, True]
    assert thought.begin(0) == [ThoughtStart(0, source="native")]
    assert thought.end() == [ThoughtEnd(0, provider={"type": "thinking", "signature": "s"})]


def test_a_drafted_call_is_reported_behind_the_end() -> None:
    thought = NativeThought("planning")
    thought.write("<tool_call>")

    assert thought.begin(0)[0] == ThoughtStart(0, type="planning", source="native")
    assert [type(event) for event in thought.end()] == [ThoughtEnd, Notice]

# The thought that is open: its attributes, and the events for its text.

import pytest

from thoughtstream.core import limits
from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.open_thought import OpenThought
from thoughtstream.events import Removed, ThoughtDelta, ThoughtStart

KIND = dialect_named("thinking"), "think"


@pytest.mark.parametrize(
    ("marker", "text"),
    [
        ("<think>", ""),
        ('<think kind="slow">', ""),
        ('<think thought="a">', "a"),
        ('<think content="b">', "b"),
        ('<think content="b" thought="a">', "a"),
        ('<think content="b" thought=" \n">', "b"),
        ('<think content="\ufeff" thought="">', ""),
        ('<think thought="&lt;a&gt;">', "<a>"),
    ],
)
def test_attributes_may_hold_the_text(marker: str, text: str) -> None:
    assert OpenThought(KIND, marker, 0).read() == text


@pytest.mark.parametrize(
    ("marker", "type_"),
    [
        ("<think>", "musing"),
        ('<think thought_type="planning">', "planning"),
        ('<think type="decision">', "decision"),
        ('<think type="decision" thought_type="planning">', "planning"),
        ('<think thought_type="" type="decision">', "decision"),
        ('<think thought_type="">', "musing"),
        ('<think thought_type="my own">', "my own"),
    ],
)
def test_a_thought_may_declare_its_type(marker: str, type_: str) -> None:
    thought = OpenThought(KIND, marker, 0, "think")
    thought.read()

    assert thought.start(2, "musing") == ThoughtStart(
        2, marker, "think", type_, thought.attributes, "marker"
    )


def test_the_text_of_a_body_is_the_thoughts() -> None:
    assert OpenThought(KIND, "<think>", 0).delta("a") == ThoughtDelta("a")


def test_a_body_loses_to_an_attribute() -> None:
    thought = OpenThought(KIND, '<think thought="a">', 0, derived=True)

    assert thought.start(0, "reasoning").source == "attribute"
    assert thought.delta("b") == Removed("b", "attribute-wins")


def test_an_echo_joins_its_opener_up_to_a_limit() -> None:
    begun = OpenThought(None, "<think>", 0)
    assert begun.takes_echo("<think>")
    assert not begun.takes_echo(" " * limits.ECHO)
    assert OpenThought(None, "", 0).takes_echo("<think>" + " " * limits.ECHO)

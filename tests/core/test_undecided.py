# Text that may yet become part of a marker.

import pytest

from thoughtstream.core import limits
from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.lexicon import Lexicon
from thoughtstream.core.marker_tree import Role, Situation
from thoughtstream.core.splitter import Splitter
from thoughtstream.core.undecided import LONG, Undecided
from thoughtstream.events import AnswerDelta, ThoughtDelta, ThoughtStart

ANSWER: Situation = Lexicon((dialect_named("thinking"),)).answer(
    top=False, fresh=False, wrapped=False
)
BEGUN = '<think note="'


def next_in(undecided: Undecided, text: str, at: int = 0) -> tuple[Role | None, str]:
    mark, start, end = undecided.next_marker(ANSWER, text, at)
    return mark.role if mark else None, text[start:end]


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ("plain", 0, (None, "")),
        ("a<think>b", 0, (Role.OPEN, "<think>")),
        ("a<think>b</think>", 2, (Role.CLOSE, "</think>")),
        ("a<thi", 0, (None, "<thi")),
        ('a<think b=">">c', 0, (Role.OPEN_TAG, '<think b=">">')),
        ("`<think>` <think>", 0, (Role.OPEN, "<think>")),
        ("`<think>", 0, (None, "<think>")),
        ("`<think>a", 0, (Role.OPEN, "<think>")),
        ("<think>`", 0, (Role.OPEN, "<think>")),
    ],
)
def test_the_next_marker_is_found(text: str, at: int, found: tuple[Role | None, str]) -> None:
    assert next_in(Undecided(protects=True), text, at) == found


def test_a_backtick_may_stand_in_an_earlier_piece() -> None:
    undecided = Undecided(protects=True)
    undecided.before = "so `"

    assert next_in(undecided, "<think>` a") == (None, "")
    undecided.before = "so "
    assert next_in(undecided, "<think>` a") == (Role.OPEN, "<think>")


def test_backticks_mean_nothing_unless_code_is_protected() -> None:
    assert next_in(Undecided(protects=False), "`<think>`") == (Role.OPEN, "<think>")


def test_at_the_end_of_a_reply_all_is_decided() -> None:
    undecided = Undecided(protects=True)
    undecided.final = True

    assert next_in(undecided, "a<thi") == (None, "")
    assert next_in(undecided, "`<think>") == (Role.OPEN, "<think>")


def test_short_text_is_kept_and_looked_at_again() -> None:
    undecided = Undecided(protects=True)

    assert undecided.joined("a<th") == "a<th"
    undecided.keep("a<th", 1)
    assert (undecided.held, undecided.before) == ("<th", "a")
    assert undecided.joined("ink>") == "<think>"
    assert undecided.held == ""


def test_what_stands_before_is_remembered_while_more_is_kept() -> None:
    undecided = Undecided(protects=True)
    undecided.keep("`<", 1)
    undecided.keep(undecided.joined("thi"), 0)

    assert (undecided.held, undecided.before) == ("<thi", "`")


def test_a_long_tag_is_read_piece_by_piece_and_given_back_whole() -> None:
    undecided = Undecided(protects=True)
    undecided.keep("a" + BEGUN + "x" * LONG, 1)

    assert undecided.held == ""
    assert undecided.joined("y>") == ""
    assert undecided.joined('z">text') == BEGUN + "x" * LONG + 'y>z">text'
    assert undecided.joined("more") == "more"


@pytest.mark.parametrize("more", ['" about it', '"x', '"<'])
def test_a_long_tag_that_is_none_is_given_back(more: str) -> None:
    undecided = Undecided(protects=True)
    undecided.keep(BEGUN + "x" * LONG, 0)

    assert undecided.joined(more + ">") == BEGUN + "x" * LONG + more + ">"


def test_a_long_tag_is_given_back_at_the_end_of_the_reply() -> None:
    undecided = Undecided(protects=True)
    undecided.keep(BEGUN + "x" * LONG, 0)
    undecided.final = True

    assert undecided.joined("") == BEGUN + "x" * LONG


def test_a_tag_beyond_the_limit_is_given_back_and_is_text() -> None:
    undecided = Undecided(protects=True)
    undecided.keep(BEGUN + "x" * LONG, 0)

    assert undecided.joined("x" * (limits.MARKER - len(BEGUN) - LONG)) == ""
    given = undecided.joined("x")
    assert len(given) == limits.MARKER + 1
    assert next_in(undecided, given) == (None, "")
    assert next_in(undecided, given + "<think>") == (Role.OPEN, "<think>")


def test_a_long_tag_behind_a_backtick_waits_for_one_character_only() -> None:
    splitter = Splitter()
    tag = f'<think a="{"x" * LONG}">'

    assert splitter.feed("`" + tag) == [AnswerDelta("`")]
    assert splitter.feed(" y") == [
        ThoughtStart(0, tag, "think", attributes={"a": "x" * LONG}),
        ThoughtDelta(" y"),
    ]

# Whitespace of the answer while it streams, policy by policy.

import unicodedata

import pytest

from thoughtstream.core import limits
from thoughtstream.core.policy import AnswerWhitespace
from thoughtstream.core.whitespace import (
    WHITESPACE,
    Boundary,
    BoundaryChunked,
    Preserve,
    Seam,
    whitespace_for,
)
from thoughtstream.events import AnswerDelta, Event, Removed


def acted(space: Preserve, *acts: str) -> list[Event]:
    """The events of some acts: text is said, the words in brackets are told."""
    events: list[Event] = []
    for act in acts:
        match act:
            case "<meet>":
                space.meet(events)
            case "<rest>":
                space.rest(events)
            case "<close>":
                space.close(events)
            case "<forget>":
                space.forget()
            case text:
                space.say(text, events)
    return events


def test_the_set_is_the_one_of_the_documents() -> None:
    separators = {
        chr(code) for code in range(0x10000) if unicodedata.category(chr(code)).startswith("Z")
    }

    assert set(WHITESPACE) == separators | set("\t\n\v\f\r") | {"\ufeff"}
    assert not set(WHITESPACE) & {"\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u200b"}


@pytest.mark.parametrize(
    ("policy", "kind"),
    [
        ("seam", Seam),
        ("preserve", Preserve),
        ("boundary", Boundary),
        ("boundary-chunked", BoundaryChunked),
        ("clean", Preserve),
        ("collapse-newlines", Preserve),
        ("trim-ends", Preserve),
        ("single-space", Preserve),
    ],
)
def test_every_policy_has_an_object_that_acts_for_it(
    policy: AnswerWhitespace, kind: type[Preserve]
) -> None:
    assert type(whitespace_for(policy)) is kind


@pytest.mark.parametrize("policy", ["seam", "preserve", "boundary", "boundary-chunked"])
def test_it_knows_whether_there_is_an_answer_so_far(policy: AnswerWhitespace) -> None:
    space = whitespace_for(policy)

    acted(space, " \n")
    assert (space.silent, space.blank) == (True, True)
    acted(space, "a")
    assert (space.silent, space.blank) == (False, False)
    acted(space, "<meet>", "\n")
    assert (space.silent, space.blank) == (False, True)
    acted(space, "b")
    assert (space.silent, space.blank) == (False, False)
    acted(space, "<forget>")
    assert (space.silent, space.blank) == (True, True)


# --- preserve -------------------------------------------------------------------------------------


def test_preserve_tells_all_text_as_it_is() -> None:
    events = acted(Preserve(), " \n", "<meet>", "\n a ", "<rest>", "<meet>", " ", "<close>")

    assert events == [AnswerDelta(" \n"), AnswerDelta("\n a "), AnswerDelta(" ")]


def test_preserve_is_idle_once_there_is_an_answer() -> None:
    space = Preserve()

    idle = [space.idle]
    for act in ("a", "<meet>"):
        acted(space, act)
        idle.append(space.idle)
    assert idle == [False, True, False]


# --- seam -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "events"),
    [
        ([" ", "\n", "a"], [AnswerDelta(" \na")]),
        ([" ", "<close>"], [AnswerDelta(" ")]),
        (["<close>"], []),
        ([" ", "\n", "<meet>"], [Removed(" \n", "seam")]),
        (["<meet>", "\n", " a"], [Removed("\n", "seam"), Removed(" ", "seam"), AnswerDelta("a")]),
        (["<meet>", "\n", "<close>"], [Removed("\n", "seam")]),
        (["<meet>", "\n", "<meet>", "\n"], [Removed("\n", "seam")] * 2),
        (["a ", "<meet>", " b"], [AnswerDelta("a "), AnswerDelta(" b")]),
        (["a", "<forget>", "\n", "b"], [AnswerDelta("a"), Removed("\n", "seam"), AnswerDelta("b")]),
        (["a", " ", "\n"], [AnswerDelta("a"), AnswerDelta(" "), AnswerDelta("\n")]),
    ],
)
def test_a_seam_takes_whitespace_beside_leading_thoughts(
    acts: list[str], events: list[Event]
) -> None:
    assert acted(Seam(), *acts) == events


def test_a_seam_waits_for_so_much_whitespace_only() -> None:
    space = Seam()

    assert acted(space, "\n" * limits.BLANK) == []
    assert acted(space, "\t") == [AnswerDelta("\n")]
    assert acted(space, "<meet>") == [Removed("\n" * (limits.BLANK - 1) + "\t", "seam")]


# --- boundary -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "events"),
    [
        ([" a ", "<meet>"], [AnswerDelta(" a"), Removed(" ", "boundary")]),
        ([" a ", "b"], [AnswerDelta(" a"), AnswerDelta(" b")]),
        (["a ", "\n", "<meet>"], [AnswerDelta("a"), Removed(" \n", "boundary")]),
        (["a ", "<rest>", "<meet>"], [AnswerDelta("a"), Removed(" ", "boundary")]),
        (["a ", "<close>"], [AnswerDelta("a"), AnswerDelta(" ")]),
        (["a", "<close>"], [AnswerDelta("a")]),
        (["<meet>", " \n", " a"], [Removed(" \n", "boundary"), Removed(" ", "boundary"),
                                   AnswerDelta("a")]),
        (["<meet>", "a", " b"], [AnswerDelta("a"), AnswerDelta(" b")]),
        (["a", "<forget>", " b"], [AnswerDelta("a"), Removed(" ", "boundary"), AnswerDelta("b")]),
    ],
)  # fmt: skip
def test_boundary_strips_towards_every_marker(acts: list[str], events: list[Event]) -> None:
    assert acted(Boundary(), *acts) == events


def test_boundary_is_never_idle() -> None:
    space = Boundary()

    acted(space, "a")
    assert not space.idle


def test_boundary_holds_nothing_but_whitespace() -> None:
    text = "x" * (2 * limits.BLANK)

    assert acted(Boundary(), text) == [AnswerDelta(text)]


def test_boundary_holds_so_much_whitespace_only() -> None:
    space = Boundary()

    assert acted(space, "a" + " " * limits.BLANK) == [AnswerDelta("a")]
    assert acted(space, "\n") == [AnswerDelta(" ")]
    assert acted(space, "<meet>") == [Removed(" " * (limits.BLANK - 1) + "\n", "boundary")]


# --- boundary-chunked -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "events"),
    [
        (["a ", "<meet>"], [AnswerDelta("a"), Removed(" ", "boundary")]),
        (["a ", "<rest>", "<meet>"], [AnswerDelta("a"), AnswerDelta(" ")]),
        (["a", "<rest>", "<meet>"], [AnswerDelta("a")]),
        (["<meet>", " a"], [Removed(" ", "boundary"), AnswerDelta("a")]),
        (["<meet>", " ", " a"], [Removed(" ", "boundary"), AnswerDelta(" a")]),
    ],
)
def test_boundary_chunked_sees_no_further_than_a_chunk(
    acts: list[str], events: list[Event]
) -> None:
    assert acted(BoundaryChunked(), *acts) == events

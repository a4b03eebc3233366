# Markers merged into one pattern: the leftmost that is complete, or may become so.

import re
from itertools import product

import pytest

from thoughtstream.core.dialect import Dialect
from thoughtstream.core.marker_tree import REST_OF_TAG, Mark, MarkerTree, Role, Situation

DIALECT = Dialect("mine", tags=("think",))
OPEN = Mark(Role.OPEN, DIALECT, "a")
CLOSE = Mark(Role.CLOSE, DIALECT, "b")
TAG = Mark(Role.OPEN_TAG, DIALECT, "c")


def situation_of(*markers: tuple[str | list[str], Mark]) -> Situation:
    tree = MarkerTree()
    for steps, mark in markers:
        tree.add([re.escape(step) for step in steps] if isinstance(steps, str) else steps, mark)
    return tree.situation()


def found(
    situation: Situation, text: str, *, final: bool = False
) -> tuple[Mark | None, str] | None:
    """The mark met first, None while it is not decided, with its text; None if there is none."""
    match = situation.final.search(text) if final else situation.find(text)
    if not match:
        return None
    return situation.marks[match.lastindex - 1] if match.lastindex else None, match[0]


@pytest.mark.parametrize(
    ("text", "meets"),
    [
        ("", None),
        ("plain", None),
        ("a<b>c", (OPEN, "<b>")),
        ("a</b>c", (CLOSE, "</b>")),
        ("</b><b>", (CLOSE, "</b>")),
        ("<<b>", (OPEN, "<b>")),
        ("a<", (None, "<")),
        ("a</", (None, "</")),
        ("a<b", (None, "<b")),
        ("a</b<", (None, "<")),
        ("a<c", None),
    ],
)
def test_the_leftmost_marker_is_found_whole_or_begun(
    text: str, meets: tuple[Mark | None, str] | None
) -> None:
    situation = situation_of(("<b>", OPEN), ("</b>", CLOSE))

    assert found(situation, text) == meets


def test_at_the_end_of_a_reply_only_whole_markers_are_found() -> None:
    situation = situation_of(("<b>", OPEN))

    assert found(situation, "a<b", final=True) is None
    assert found(situation, "a<b>", final=True) == (OPEN, "<b>")


def test_the_longest_of_several_counts() -> None:
    situation = situation_of(("ab", OPEN), ("abcd", CLOSE))

    assert found(situation, "abcd") == (CLOSE, "abcd")
    assert found(situation, "abx") == (OPEN, "ab")
    assert found(situation, "ab") == (None, "ab")
    assert found(situation, "abc") == (None, "abc")
    assert found(situation, "ab", final=True) == (OPEN, "ab")


def test_of_two_for_one_text_the_first_counts() -> None:
    assert found(situation_of(("ab", OPEN), ("ab", CLOSE)), "ab") == (OPEN, "ab")


def test_a_marker_that_ends_in_a_repetition_waits_for_its_end() -> None:
    situation = situation_of((["a", r"\n{0,8}+"], OPEN))

    assert found(situation, "a\n") == (None, "a\n")
    assert found(situation, "a\nb") == (OPEN, "a\n")
    assert found(situation, "a\n", final=True) == (OPEN, "a\n")


@pytest.mark.parametrize(
    ("text", "meets"),
    [
        ("<t", (None, "<t")),
        ("<t a=1>", (TAG, "<t")),
        ("<t/>", (TAG, "<t")),
        ("<t a='", (None, "<t")),
        ("<t about it>", None),
        ("<tea>", None),
    ],
)
def test_the_rest_of_a_tag_is_looked_at_ahead(
    text: str, meets: tuple[Mark | None, str] | None
) -> None:
    situation = situation_of(("<t>", OPEN), (["<", "t", REST_OF_TAG], TAG))

    assert found(situation, text) == meets
    assert found(situation, "<t>") == (OPEN, "<t>")


@pytest.mark.parametrize(
    ("texts", "alarm"),
    [
        (["<a>", "</a>"], "<"),
        (["[A]"], "["),
        (["<a>", "[A]"], ""),
        ([], ""),
    ],
)
def test_the_one_character_that_markers_begin_with_is_the_alarm(
    texts: list[str], alarm: str
) -> None:
    assert situation_of(*((text, OPEN) for text in texts)).alarm == alarm


@pytest.mark.parametrize(
    ("texts", "first"),
    [(["<a>", "</a>"], True), (["<a><b>"], False), (["<a>", "<<"], False), (["<a>", "[A]"], False)],
)
def test_an_alarm_may_stand_at_the_start_of_markers_only(texts: list[str], *, first: bool) -> None:
    assert situation_of(*((text, OPEN) for text in texts)).alarm_is_first is first


@pytest.mark.parametrize(
    "texts", [["<a>", "</a>"], ["<a>", "<a>>"], ["<a><b>", "<<"], ["ab", "ba"]]
)
def test_the_quick_way_to_find_a_marker_finds_what_a_search_does(texts: list[str]) -> None:
    situation = situation_of(*((text, OPEN) for text in texts))

    for letters in product("<a>b/", repeat=5):
        text = "".join(letters)
        for at in (0, 2):
            quick, searched = situation.find(text, at), situation.live.search(text, at)
            assert (quick and (quick.span(), quick.lastindex)) == (
                searched and (searched.span(), searched.lastindex)
            )


def test_a_first_step_of_several_characters_is_no_alarm() -> None:
    assert situation_of((["[aA]", "b"], OPEN)).alarm == ""


def test_without_markers_nothing_is_found() -> None:
    situation = situation_of()

    assert situation.marks == ()
    assert found(situation, "anything") is None
    assert found(situation, "anything", final=True) is None

# Flagged content: the tags at its edges go, at any cut; nothing else does.

import pytest

from thoughtstream.adapters.flagged import FlaggedContent
from thoughtstream.testing import chunkings


def parted(*runs: tuple[str, bool], cuts: int = 0) -> list[tuple[str, bool]]:
    content, told = FlaggedContent(), list[tuple[str, bool]]()
    for text, thought in runs:
        cuttings = list(chunkings(text))
        for piece in cuttings[cuts % len(cuttings)]:
            told += content.feed(piece, thought=thought)
    told += content.finish()
    joined: list[tuple[str, bool]] = []
    for text, thought in told:
        if joined and joined[-1][1] is thought:
            joined[-1] = (joined[-1][0] + text, thought)
        elif text:
            joined.append((text, thought))
    return joined


@pytest.mark.parametrize("cuts", range(30))
def test_tags_at_the_edges_go_wherever_they_are_cut(cuts: int) -> None:
    runs = (("<thought>Sum <thought>", True), ("</thought>Four </thought>.", False))

    assert parted(*runs, cuts=cuts) == [("Sum <thought>", True), ("Four </thought>.", False)]


def test_text_without_tags_is_left_as_it_is() -> None:
    assert parted(("Sum", True), ("Four", False)) == [("Sum", True), ("Four", False)]


def test_the_beginning_of_a_tag_that_never_came_is_text() -> None:
    assert parted(("<thou", True), ("</th", False)) == [("<thou", True), ("</th", False)]
    assert parted(("a", True), ("</th", False), ("b", True)) == [
        ("a", True),
        ("</th", False),
        ("b", True),
    ]


def test_answer_before_any_thought_is_answer() -> None:
    assert parted(("Four", False), ("", True)) == [("Four", False)]

# What users test with: it says yes when it should, and no when it must.

from collections.abc import Iterator

import pytest

from thoughtstream.events import AnswerDelta, Event, Removed, ReplyEnd, ThoughtDelta, ThoughtStart
from thoughtstream.streams.split import split
from thoughtstream.testing import assert_chunk_free, chunkings, merged, source_text

REPLY = "a<think>b</think> c <thi"


# --- merged ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "whole"),
    [
        ([], []),
        ([AnswerDelta("a")], [AnswerDelta("a")]),
        ([AnswerDelta("a"), AnswerDelta("b"), AnswerDelta("c")], [AnswerDelta("abc")]),
        ([ThoughtDelta("a"), ThoughtDelta("b")], [ThoughtDelta("ab")]),
        ([AnswerDelta("a"), ThoughtDelta("b")], [AnswerDelta("a"), ThoughtDelta("b")]),
        ([Removed("a", "seam"), Removed("b", "seam")], [Removed("ab", "seam")]),
        ([Removed("a", "seam"), Removed("b", "label")],
         [Removed("a", "seam"), Removed("b", "label")]),
        ([ThoughtStart(0), ThoughtStart(0)], [ThoughtStart(0), ThoughtStart(0)]),
    ],
)  # fmt: skip
def test_neighbours_of_one_kind_are_joined(events: list[Event], whole: list[Event]) -> None:
    before = [*events]

    assert merged(iter(events)) == whole
    assert events == before


# --- source_text ----------------------------------------------------------------------------------


def test_the_source_of_events_is_the_reply() -> None:
    assert source_text(split([REPLY])) == REPLY
    assert source_text([]) == ""


# --- chunkings ------------------------------------------------------------------------------------


def test_every_cutting_is_of_the_same_reply() -> None:
    cuttings = list(chunkings(REPLY))

    assert all("".join(chunks) == REPLY for chunks in cuttings)
    assert cuttings[0] == [REPLY]
    for at in range(1, len(REPLY)):
        assert [REPLY[:at], REPLY[at:]] in cuttings
    assert list(REPLY) in cuttings
    assert any("" in chunks for chunks in cuttings)


@pytest.mark.parametrize("reply", ["", "a"])
def test_the_shortest_replies_have_cuttings_too(reply: str) -> None:
    assert [reply] in list(chunkings(reply))
    assert all("".join(chunks) == reply for chunks in chunkings(reply))


def test_a_long_reply_is_cut_at_so_many_places_only() -> None:
    cuttings = list(chunkings("ab" * 5_000))

    assert 2_000 <= len(cuttings) <= 2_020


# --- assert_chunk_free ----------------------------------------------------------------------------


def test_ours_is_chunk_free() -> None:
    assert_chunk_free(REPLY)
    assert_chunk_free("")


def test_a_splitter_that_sees_the_cuts_is_told_so() -> None:
    def by_chunk(chunks: list[str]) -> Iterator[Event]:
        for chunk in chunks:
            yield ThoughtDelta(chunk) if "<" in chunk else AnswerDelta(chunk)

    with pytest.raises(AssertionError, match=r"cut as \['a', '<b'\] the reply gives"):
        assert_chunk_free("a<b", by_chunk)


def test_a_splitter_that_loses_text_is_told_so() -> None:
    def forgetful(chunks: list[str]) -> list[Event]:
        return [AnswerDelta("".join(chunks).strip()), ReplyEnd("answered")]

    assert_chunk_free("a", forgetful)
    with pytest.raises(AssertionError, match="characters were lost or changed"):
        assert_chunk_free("a ", forgetful)


def test_only_the_cuttings_that_are_given_are_tried() -> None:
    seen: list[list[str]] = []

    def noting(chunks: list[str]) -> list[Event]:
        seen.append(chunks)
        return list(split(chunks))

    assert_chunk_free("abc", noting, [("a", "bc"), ["ab", "c"]])
    assert seen == [["abc"], ["a", "bc"], ["ab", "c"]]

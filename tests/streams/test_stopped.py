# Stop strings, in the answer alone.

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving, taken
from thoughtstream.core.fold import fold
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    ReplyEnd,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.streams.split import split
from thoughtstream.streams.stopped import stopped_at
from thoughtstream.testing import chunkings, merged


def answer(reply: str, *stops: str) -> str:
    return fold(stopped_at(split([reply]), stops)).answer


def test_the_answer_ends_where_a_stop_string_begins() -> None:
    events = list(stopped_at(split(["4 is right. Question: what"]), ["Question:"]))

    assert events == [
        AnswerDelta("4 is right. "),
        ReplyEnd("answered", "stop", Counts(characters=12)),
    ]


def test_what_is_thought_never_stops_a_reply() -> None:
    assert answer("<think>Question: what?</think>Four. Question: next", "Question:") == "Four. "
    assert answer("<think>Question: what?</think>Four.", "Question:") == "Four."


@pytest.mark.parametrize(
    ("reply", "stops", "expected"),
    [
        ("abcdef", ["cd"], "ab"),
        ("abcdef", ["abcdef", "cd"], "ab"),
        ("abcdef", ["cd", "bcd"], "a"),
        ("aab", ["ab"], "a"),
        ("ababac", ["abac"], "ab"),
        ("abc", ["x"], "abc"),
        ("ab<think>c</think>cd", ["bc"], "abcd"),
        ("a\n\nb", ["\n\n"], "a"),
        ("<think>x</think>stop", ["stop"], ""),
    ],
)
def test_the_first_to_be_complete_counts_whatever_the_cuts(
    reply: str, stops: list[str], expected: str
) -> None:
    whole = merged(stopped_at(split([reply]), stops))

    assert fold(whole).answer == expected
    for chunks in chunkings(reply):
        assert merged(stopped_at(split(chunks), stops)) == whole


def test_only_text_that_may_become_a_stop_string_waits() -> None:
    told = stopped_at(split(["ab", "c", "d"]), ["bce"])

    assert list(told)[:2] == [AnswerDelta("a"), AnswerDelta("bcd")]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [("a.", "answered"), ("<think>b</think>.", "thought-only"), (".", "empty"), (" .", "empty")],
)
def test_a_stopped_reply_ends_properly(reply: str, outcome: str) -> None:
    *_, end = stopped_at(split([reply]), ["."])

    assert isinstance(end, ReplyEnd)
    assert (end.outcome, end.finish_reason) == (outcome, "stop")


def test_the_end_counts_what_was_told() -> None:
    reply = "<think></think>a<think>b</think><think thought='c'/>d</think>e."
    *told, end = stopped_at(split([reply]), ["."])
    *_, whole = split([reply[:-1]])

    assert isinstance(end, ReplyEnd)
    assert isinstance(whole, ReplyEnd)
    assert end.counts == whole.counts
    assert told


def test_a_call_that_is_open_is_closed() -> None:
    events: list[Event] = [ToolCallStart(0, "a", "add"), AnswerDelta("b.c")]

    assert list(stopped_at(events, ["."]))[1:] == [
        AnswerDelta("b"),
        ToolCallEnd(0, complete=False),
        ReplyEnd("answered", "stop", Counts(characters=1)),
    ]


def test_the_stream_is_closed_at_the_stop() -> None:
    stream, later = Stream(["a.", "b"]), AsyncStream(["a.", "b"])

    told = list(stopped_at(split(stream), ["."]))
    assert taken(stopped_at(split(later), ["."])) == told
    assert (stream.taken, later.taken) == (1, 1)
    assert (stream.closed, later.closed) == (1, 1)


def test_without_a_stop_all_is_as_it_was() -> None:
    chunks = ["<think>a</think>", "b", "ut"]

    assert merged(stopped_at(split(chunks), ["."])) == merged(split(chunks))
    assert taken(stopped_at(split(arriving(chunks)), ["."])) == list(split(chunks))


def test_what_waits_is_told_if_the_events_just_stop() -> None:
    assert list(stopped_at([AnswerDelta("a.")], [".."])) == [AnswerDelta("a"), AnswerDelta(".")]
    assert next(stopped_at([AnswerDelta("."), Usage()], [".."])) == AnswerDelta(".")


@pytest.mark.parametrize("stops", [[], ["a", ""], "ab"])
def test_stop_strings_are_needed(stops: list[str]) -> None:
    with pytest.raises(MisuseError, match="a list of texts"):
        stopped_at([], stops)

# Events to a file and from it.

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving, taken, until_error
from thoughtstream.errors import WireError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Notice,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.streams.recording import play, record
from thoughtstream.streams.split import split

EVERYTHING: list[Event] = [
    ThoughtStart(0, "<think>", "think", "planning", {"a": 'é"\n'}, "marker"),
    ThoughtDelta("b\ud800\udc00\u2028"),
    ThoughtEnd(0, "</think>", provider={"signature": b"\x00\xff", "n": [1, None, {"x": 2.5}]}),
    AnswerDelta("👋 \udcff"),
    Removed("\n", "seam"),
    Reclassified(0, 1, "thought", 1, "</think>"),
    ToolCallStart(0, "id", "name", {"item": "x"}),
    ToolCallDelta(0, "{}"),
    ToolCallEnd(0, complete=False),
    Usage(1, 2, 3, provider={"raw": True}),
    Notice("code", "a sentence"),
    ReplyEnd("answered", "stop", Counts(thoughts=1, characters=9)),
]


def test_what_is_played_is_what_was_recorded(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"

    assert list(record(EVERYTHING, path)) == EVERYTHING
    assert list(play(path)) == EVERYTHING
    assert list(play(str(path))) == EVERYTHING


def test_an_async_stream_is_recorded_too(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"

    assert taken(record(arriving(EVERYTHING), path)) == EVERYTHING
    assert list(play(path)) == EVERYTHING


def test_each_event_is_in_the_file_before_the_next_is_read(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"
    stream = Stream(EVERYTHING)
    events = record(stream, path)

    for count in (1, 2, 3):
        next(events)
        assert stream.taken == count
        assert list(play(path)) == EVERYTHING[:count]


def test_a_stream_that_fails_is_recorded_as_far_as_it_came(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"
    stream = Stream(["<think>a"], error=ConnectionError("gone"))

    with pytest.raises(ConnectionError):
        list(record(split(stream), path))
    assert [event.kind for event in play(path)][-2:] == ["thought-end", "reply-end"]


def test_a_reader_that_leaves_closes_the_source(tmp_path: Path) -> None:
    stream, later = Stream(EVERYTHING), AsyncStream(EVERYTHING)

    async def leave() -> None:
        events: AsyncIterator[Event] = record(later, tmp_path / "later.jsonl")
        async with aclosing(events):  # type: ignore[type-var]
            await anext(events)

    for _ in record(stream, tmp_path / "now.jsonl"):
        break
    asyncio.run(leave())
    assert (stream.closed, later.closed) == (1, 1)
    assert list(play(tmp_path / "now.jsonl")) == list(play(tmp_path / "later.jsonl"))


def test_an_old_recording_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"
    path.write_text("old")
    list(record([AnswerDelta("a")], path))

    assert list(play(path)) == [AnswerDelta("a")]
    assert list(record([], path)) == []
    assert list(play(path)) == []


def test_a_recording_that_was_cut_off_plays_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "reply.jsonl"
    list(record(EVERYTHING, path))
    path.write_bytes(path.read_bytes()[:-9])

    seen, error = until_error(play(path))
    assert seen == EVERYTHING[:-1]
    assert isinstance(error, WireError)


def test_a_recording_that_is_not_there_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(play(tmp_path / "none.jsonl"))

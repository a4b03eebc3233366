# The loop over iterables: balanced however the source ends, and tidy when the reader leaves.

import inspect
from collections.abc import Iterator
from itertools import islice

import pytest

from thoughtstream.core.fold import source_text
from thoughtstream.events import AnswerDelta, Event, Outcome, ReplyEnd, ThoughtEnd
from thoughtstream.streams import aio, sync
from thoughtstream.streams.machine import ChunkSplitter


def machine() -> ChunkSplitter:
    return ChunkSplitter("thinking", None, "auto")


class Source:
    """A generator of chunks that notes whether it was closed."""

    def __init__(self, *chunks: str, error: BaseException | None = None) -> None:
        self.closed = False
        self._chunks = chunks
        self._error = error

    def __iter__(self) -> Iterator[str]:
        try:
            yield from self._chunks
            if self._error:
                raise self._error
        finally:
            self.closed = True


def test_events_come_chunk_by_chunk() -> None:
    taken: list[str] = []

    def chunks() -> Iterator[str]:
        for chunk in ("a", "b"):
            taken.append(chunk)
            yield chunk

    events = sync.drive(chunks(), machine())
    assert taken == []
    assert next(events) == AnswerDelta("a")
    assert taken == ["a"]
    assert [event.kind for event in events] == ["answer-delta", "reply-end"]


def test_a_source_that_raises_is_closed_off_first() -> None:
    events = sync.drive(Source("<think>a</th", error=ConnectionError("gone")), machine())

    seen = list(islice(events, 5))
    assert source_text(seen) == "<think>a</th"
    assert seen[-2] == ThoughtEnd(0, complete=False)
    assert isinstance(seen[-1], ReplyEnd)
    assert seen[-1].outcome == "failed"
    with pytest.raises(ConnectionError, match="gone"):
        next(events)


def test_a_source_that_is_interrupted_is_not_closed_off() -> None:
    events = sync.drive(Source("<think>a", error=KeyboardInterrupt()), machine())

    assert [event.kind for event in islice(events, 2)] == ["thought-start", "thought-delta"]
    with pytest.raises(KeyboardInterrupt):
        next(events)


def test_a_reader_that_leaves_closes_the_source() -> None:
    source = Source("a", "b")
    for event in sync.drive(iter(source), machine()):
        assert event == AnswerDelta("a")
        break

    assert source.closed


def test_a_reader_may_leave_while_a_failure_is_told() -> None:
    source = Source("<think>a", error=ConnectionError("gone"))
    events = sync.drive(source, machine())
    for event in events:
        if isinstance(event, ThoughtEnd):
            break
    del events

    assert source.closed


def test_a_source_that_is_no_generator_is_left_as_it_is() -> None:
    rest = iter(["a", "b"])
    for _ in sync.drive(rest, machine()):
        break

    assert next(rest) == "b"


def test_an_error_of_the_machine_closes_the_source() -> None:
    class Broken:
        def feed(self, chunk: str, /) -> list[Event]:
            raise ValueError(chunk)

        def finish(self, outcome: Outcome | None = None) -> list[Event]:
            raise AssertionError(outcome)

    source = Source("a", "b")
    with pytest.raises(ValueError, match="a"):
        list(sync.drive(source, Broken()))
    assert source.closed


def test_both_loops_have_the_same_names_and_signatures() -> None:
    def public(module: object) -> set[str]:
        return {
            name
            for name, value in inspect.getmembers(module, inspect.isroutine)
            if value.__module__.startswith("thoughtstream") and not name.startswith("_")
        }

    assert public(sync) == public(aio) == {"drive"}
    for name in public(sync):
        ours, theirs = (inspect.signature(getattr(each, name)) for each in (sync, aio))
        assert list(ours.parameters) == list(theirs.parameters)

# The public surface as type checkers see it. What counts here is that mypy and pyright pass; run,
# it also shows that the types are true.

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import assert_never, assert_type

import thoughtstream as ts


async def arriving(*chunks: str) -> AsyncIterator[str]:
    for chunk in chunks:
        yield chunk


def test_an_iterable_in_gives_an_iterator_out() -> None:
    events = assert_type(ts.split(["a"]), Iterator[ts.Event])
    snapshots = assert_type(ts.split_snapshots(("a", "ab")), Iterator[ts.Event])
    pieces = assert_type(ts.only_answer(iter([b"a"])), Iterator[str])

    assert isinstance(events, Iterator)
    assert isinstance(snapshots, Iterator)
    assert isinstance(pieces, Iterator)


def test_an_async_iterable_in_gives_an_async_iterator_out() -> None:
    events = assert_type(ts.split(arriving("a")), AsyncIterator[ts.Event])
    snapshots = assert_type(ts.split_snapshots(arriving("a")), AsyncIterator[ts.Event])
    pieces = assert_type(ts.only_answer(arriving("a")), AsyncIterator[str])

    async def all_of_them() -> None:
        assert [event async for event in events]
        assert [event async for event in snapshots]
        assert [piece async for piece in pieces] == ["a"]

    asyncio.run(all_of_them())


def test_operators_follow_their_input() -> None:
    events = ts.split(["a"])
    later = ts.split(arriving("a"))
    clock = time.monotonic

    assert_type(ts.coalesce(events, characters=1), Iterator[ts.Event])
    assert_type(ts.coalesce(later, seconds=1), AsyncIterator[ts.Event])
    assert_type(ts.filtered(events, sources={"native"}), Iterator[ts.Event])
    assert_type(ts.filtered(later, verbosity="brief"), AsyncIterator[ts.Event])
    assert_type(ts.stopped_at(events, ["."]), Iterator[ts.Event])
    assert_type(ts.stopped_at(later, ["."]), AsyncIterator[ts.Event])
    assert_type(ts.record(events, "a"), Iterator[ts.Event])
    assert_type(ts.record(later, Path("a")), AsyncIterator[ts.Event])
    assert_type(ts.enveloped(["a"], clock=clock), Iterator[ts.Envelope])
    assert_type(ts.enveloped(later), AsyncIterator[ts.Envelope])
    assert_type(ts.Audiences().view(events, "log"), Iterator[ts.Event])
    assert_type(ts.Audiences().view(later, "log"), AsyncIterator[ts.Event])
    assert_type(ts.broadcast(events).subscribe().__next__(), ts.Event)


def test_values_follow_their_input() -> None:
    async def awaited() -> None:
        assert_type(await ts.aggregate(arriving("a")), ts.Choice)
        assert_type(await ts.answer_of(arriving("a")), str)
        assert_type(await ts.timing(ts.enveloped(arriving("a"))), ts.Timing)
        assert_type(await anext(ts.broadcast(arriving("a")).subscribe()), str)

    assert_type(ts.aggregate(["a"]), ts.Choice)
    assert_type(ts.aggregate(["a"]).tool_calls, tuple[ts.ToolCall, ...])
    assert_type(ts.answer_of({"choices": []}), str)
    assert_type(ts.timing(ts.enveloped(["a"])), ts.Timing)
    asyncio.run(awaited())


def test_a_whole_reply_is_a_value() -> None:
    reply = assert_type(ts.split_text("<think>a</think>b"), ts.Reply)

    assert_type(reply.thoughts, tuple[ts.Thought, ...])
    assert_type(reply.thoughts[0].confidence, float | None)
    assert_type(reply.answer, str)
    assert_type(reply.why_empty, str | None)
    assert_type(ts.fold([]), ts.Reply)
    assert reply.answer == "b"


def test_a_splitter_gives_lists() -> None:
    splitter = ts.Splitter("thinking", ts.Policy(code="scan"), start="hold")

    fed = assert_type(splitter.feed("a"), list[ts.Event])
    finished = assert_type(splitter.finish("stop", outcome="failed"), list[ts.Event])
    assert fed == []
    assert finished[-1] == ts.ReplyEnd("failed", "stop", ts.Counts(characters=1))


def test_dialects_are_values() -> None:
    dialect = assert_type(ts.dialect_for("deepseek-r1", prompt_tail=None), ts.Dialect)
    changed = assert_type(dialect.but(start="outside"), ts.Dialect)

    assert_type(ts.DIALECTS["thinking"], ts.Dialect)
    assert changed.start == "outside"


def test_a_dialect_goes_by_many_names() -> None:
    mine = ts.Dialect("mine", tags=("reason",))

    for reply in (
        ts.split_text("<reason>a</reason>b", mine),
        ts.split_text("<reason>a</reason>b", dialect=["harmony", mine]),
        ts.split_text("<reason>a</reason>b", dialect=("prompted.generic",)),
        ts.split_text("<reason>a</reason>b", dialect="auto"),
    ):
        assert reply.answer == "b"


def test_events_can_be_matched_exhaustively() -> None:
    assert [text_of(event) for event in ts.split(["<think>a</think>b"])] == [
        "<think>", "a", "</think>", "b", "",
    ]  # fmt: skip


def text_of(event: ts.Event) -> str:
    match event:
        case ts.ThoughtStart() | ts.ThoughtEnd() | ts.Reclassified():
            return event.marker
        case ts.ThoughtDelta() | ts.AnswerDelta() | ts.Removed():
            return event.text
        case ts.ToolCallStart() | ts.ToolCallDelta() | ts.ToolCallEnd():
            return ""
        case ts.Usage() | ts.Notice() | ts.ReplyEnd():
            return ""
        case _:
            assert_never(event)

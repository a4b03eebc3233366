# Laws 5 and 6 of streams: one machine whatever brings the text, and an end for every beginning.

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from itertools import accumulate
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.property.laws import events_of, make_splitter, one_machine
from tests.property.replies import Case, Setting, cases, settings_
from tests.property.stream_laws import (
    Split,
    closes_before_the_error,
    same_from_bytes,
    sooner_or_later,
    source,
    split_later,
    split_now,
    stepped,
    stops_with_its_consumer,
)
from thoughtstream.core.fold import Reply
from thoughtstream.core.policy import Policy
from thoughtstream.streams.answer import only_answer
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.split import split, split_snapshots, split_text

T = TypeVar("T")

both = pytest.mark.parametrize("splits", [split_now, split_later], ids=["sync", "async"])


def at_once(setting: Setting, reply: str) -> Reply:
    return split_text(reply, setting.dialects, setting.policy, start=setting.start)


# 6. One machine


@given(case=cases())
def test_a_whole_reply_at_once_is_the_same_as_its_chunks(case: Case) -> None:
    one_machine(make_splitter, at_once, case.setting, case.chunks)


@both
@given(case=cases())
def test_a_stream_of_chunks_brings_what_the_machine_says(splits: Split, case: Case) -> None:
    events = list(splits(case.setting, source(case.chunks)))

    assert events == events_of(make_splitter, case.setting, case.chunks)


@given(case=cases())
def test_snapshots_bring_what_their_chunks_would(case: Case) -> None:
    setting, snapshots = case.setting, list(accumulate(case.chunks))
    now = split_snapshots(snapshots, setting.dialects, setting.policy, start=setting.start)
    later = split_snapshots(
        sooner_or_later(_each(snapshots)), setting.dialects, setting.policy, start=setting.start
    )

    expected = events_of(make_splitter, setting, case.chunks)

    assert list(now) == expected
    assert list(stepped(later)) == expected


@both
@given(case=cases(), data=st.data())
def test_bytes_cut_inside_characters_bring_the_same(
    splits: Split, case: Case, data: st.DataObject
) -> None:
    whole = case.reply.encode("utf-8", "surrogatepass")

    same_from_bytes(splits, case.setting, data.draw(cut_bytes(whole)))


@both
@given(setting=settings_, whole=st.binary(max_size=60), data=st.data())
def test_any_bytes_are_some_text(
    splits: Split, setting: Setting, whole: bytes, data: st.DataObject
) -> None:
    same_from_bytes(splits, setting, data.draw(cut_bytes(whole)))


@given(pieces=st.lists(st.one_of(st.text(max_size=3), st.binary(max_size=3)), max_size=8))
def test_text_never_overtakes_bytes(pieces: list[Chunk]) -> None:
    policy = Policy(extraction="off", answer_whitespace="preserve")

    answer = "".join(only_answer(pieces, policy=policy))

    texts = [piece for piece in pieces if isinstance(piece, str) and piece]
    at = 0
    for text in texts:
        assert (at := answer.find(text, at) + len(text)) >= len(text)


@st.composite
def cut_bytes(draw: st.DrawFn, whole: bytes) -> list[bytes]:
    places = draw(st.lists(st.integers(0, len(whole)), max_size=8))
    ends = [*sorted(places), len(whole)]
    return [whole[a:b] for a, b in zip([0, *ends], ends, strict=False)]


def _each(things: list[T]) -> Generator[T]:
    yield from things


# 5. Total and balanced


@both
@given(case=cases())
def test_if_the_source_raises_what_is_open_is_closed_first(splits: Split, case: Case) -> None:
    closes_before_the_error(splits, case.setting, case.chunks)


@both
@given(case=cases(), taken=st.integers(0, 6))
def test_a_consumer_that_stops_early_gets_nothing_more(
    splits: Split, case: Case, taken: int
) -> None:
    stops_with_its_consumer(splits, case.setting, case.chunks, taken)


@given(case=cases(), taken=st.integers(1, 6))
def test_an_async_consumer_that_stops_early_closes_the_source_at_once(
    case: Case, taken: int
) -> None:
    setting, closed = case.setting, list[bool]()
    chunks = sooner_or_later(source(case.chunks, closed))
    events = split(chunks, setting.dialects, setting.policy, start=setting.start)

    asyncio.run(stopped_early(events, taken, closed))


def test_a_reader_of_the_answer_who_stops_early_closes_the_source() -> None:
    closed: list[bool] = []
    pieces = only_answer(source(["a word ", "and more"], closed))

    next(pieces)
    assert isinstance(pieces, Generator)
    pieces.close()

    assert closed
    assert list(pieces) == []


def test_an_async_reader_of_the_answer_who_stops_early_closes_the_source_at_once() -> None:
    closed: list[bool] = []
    pieces = only_answer(sooner_or_later(source(["a word ", "and more"], closed)))

    asyncio.run(stopped_early(pieces, 1, closed))


async def stopped_early(things: AsyncIterator[T], taken: int, closed: list[bool]) -> None:
    """Take some things, stop, and see that the source is closed before anything else happens."""
    for _ in range(taken):
        await anext(things, None)
    assert isinstance(things, AsyncGenerator)
    await things.aclose()
    assert closed
    assert [thing async for thing in things] == []

# `split`, `split_snapshots`, `split_text`: one name for both kinds of input, one machine.

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from itertools import islice
from typing import Any, cast

import pytest

from tests.streams.sources import (
    AsyncRequest,
    AsyncStream,
    EitherWay,
    Request,
    Stream,
    chat_chunk,
    completion,
    promised,
    until_error,
    until_error_later,
)
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError, WireError
from thoughtstream.events import AnswerDelta, Event, Notice, ReplyEnd, ThoughtEnd
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.split import split, split_snapshots, split_text
from thoughtstream.testing import merged, source_text

CHUNKS = ["<thi", "nk>a</thin", "k>\n\nb", " < c"]
REPLY = "".join(CHUNKS)


async def arriving(chunks: Iterable[Any]) -> AsyncIterator[Any]:
    for chunk in chunks:
        yield chunk


def gathered(events: AsyncIterator[Event]) -> list[Event]:
    async def gather() -> list[Event]:
        return [event async for event in events]

    return asyncio.run(gather())


def test_one_name_takes_both_kinds_of_input() -> None:
    events = list(split(CHUNKS))

    assert isinstance(split(CHUNKS), Iterator)
    assert isinstance(split(arriving(CHUNKS)), AsyncIterator)
    assert gathered(split(arriving(CHUNKS))) == events
    assert merged(events) == merged(split([REPLY]))


def test_bytes_are_taken_too() -> None:
    data: list[Chunk] = [chunk.encode() for chunk in CHUNKS]

    assert list(split(data)) == list(split(CHUNKS))
    assert gathered(split(arriving(data))) == list(split(CHUNKS))


def test_a_whole_reply_goes_through_the_same_machine() -> None:
    assert split_text(REPLY) == fold(split(CHUNKS))
    assert split_text(REPLY, finish_reason="stop").finish_reason == "stop"


def test_dialect_policy_and_start_can_be_given() -> None:
    mine = Dialect("mine", opens=("[T]",), closes=("[/T]",))
    policy = Policy(answer_whitespace="preserve", thought_whitespace="keep")

    for reply in (
        split_text(" a[/T] b", mine, policy, start="inside"),
        fold(split([" a[/T] b"], mine, policy, start="inside"), policy),
        fold(split_snapshots([" a[", " a[/T] b"], mine, policy, start="inside"), policy),
        fold(gathered(split(arriving([" a[/T] b"]), mine, policy, start="inside")), policy),
    ):
        assert (reply.thoughts[0].text, reply.answer) == (" a", " b")


def test_several_dialects_may_come_from_a_generator() -> None:
    names = (name for name in ("thinking", "mistral.think_token"))

    assert split_text("[THINK]a[/THINK]b", names).answer == "b"


def test_a_reply_without_chunks_ends_too() -> None:
    assert [event.kind for event in split([])] == ["reply-end"]
    assert [event.kind for event in gathered(split(arriving([])))] == ["reply-end"]


def test_a_source_that_raises_is_closed_off_before_the_error() -> None:
    def failing() -> Iterator[str]:
        yield "<think>a"
        raise ConnectionError("gone")

    events = split(failing())
    *_, end, last = islice(events, 4)
    assert end == ThoughtEnd(0, complete=False)
    assert isinstance(last, ReplyEnd)
    assert last.outcome == "failed"
    with pytest.raises(ConnectionError, match="gone"):
        next(events)


# --- Snapshots ------------------------------------------------------------------------------------


def test_snapshots_repeat_all_before_them() -> None:
    snapshots = [REPLY[:at] for at in range(1, len(REPLY) + 1)]

    assert merged(split_snapshots(snapshots)) == merged(split([REPLY]))
    assert merged(gathered(split_snapshots(arriving(snapshots)))) == merged(split([REPLY]))


def test_a_rewrite_is_told_where_it_happens() -> None:
    events = list(split_snapshots(["ab", "ax", "abc"]))

    assert [event.kind for event in events] == [
        "answer-delta", "notice", "answer-delta", "reply-end",
    ]  # fmt: skip
    assert isinstance(events[1], Notice)
    assert events[1].code == "rewrite"
    assert fold(events).answer == "abc"


# --- Misuse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a reply", b"some bytes", ""])
@pytest.mark.parametrize("operator", [split, split_snapshots])
def test_a_whole_text_is_no_chunks(operator: Callable[[Any], object], text: str | bytes) -> None:
    with pytest.raises(MisuseError, match="use `split_text` for a whole one"):
        operator(text)


def test_a_wrong_chunk_is_named() -> None:
    chunks: Any = ["a", 1]
    events = split(chunks)

    assert next(events) == AnswerDelta("a")
    with pytest.raises(MisuseError, match="a chunk must be `str` or `bytes`; got 'int'"):
        next(events)


@pytest.mark.parametrize("operator", [split, split_snapshots, split_text])
def test_a_wrong_dialect_is_refused_at_once(operator: Callable[..., object]) -> None:
    with pytest.raises(MisuseError, match="Did you mean 'harmony'"):
        operator([], dialect="harmoni")


# --- An SDK's streams -----------------------------------------------------------------------------

CHAT = [chat_chunk("<thi"), chat_chunk("nk>a</thin"), chat_chunk("k>\n\nb"), chat_chunk(" < c")]


def test_an_sdks_stream_is_split_like_its_text() -> None:
    assert merged(split(CHAT)) == merged(split(CHUNKS))
    assert gathered(split(arriving(CHAT))) == list(split(CHAT))


def test_a_whole_response_is_split_too() -> None:
    expected = fold(split([REPLY]))

    for whole in (completion(REPLY), [completion(REPLY)]):
        assert fold(split(whole)).answer == expected.answer
        assert fold(split(whole)).finish_reason == "stop"
    assert fold(gathered(split(promised(cast("Any", completion(REPLY)))))).thoughts[0].text == "a"


def test_native_reasoning_and_markers_end_as_the_same_events() -> None:
    chunks = [chat_chunk(reasoning_content="a"), chat_chunk("b<think>c</think>")]
    thoughts = fold(split(chunks)).thoughts

    assert [(each.text, each.source) for each in thoughts] == [("a", "native"), ("c", "marker")]


def test_what_a_stream_is_can_be_told() -> None:
    chunk = {"message": {"content": "a"}}

    assert fold(split([chunk], source="ollama")).answer == "a"


def test_events_pass_as_they_are() -> None:
    events = list(split(CHUNKS))

    assert list(split(events)) == events
    assert list(split(split(split(CHUNKS)))) == events
    assert gathered(split(split(arriving(CHUNKS)))) == events


@pytest.mark.parametrize("leaves", [True, False])
def test_an_sdks_stream_is_closed(leaves: bool) -> None:  # noqa: FBT001 - a case
    stream = Stream(CHAT)
    for _ in split(stream):
        if leaves:
            break

    assert stream.closed == 1
    assert stream.taken == (2 if leaves else 4)


def test_an_sdks_request_is_sent_read_and_left() -> None:
    request = Request(Stream(CHAT))
    events = list(split(request))

    assert merged(events) == merged(split(CHUNKS))
    assert request.exited == [None]
    assert gathered(split(AsyncRequest(AsyncStream(CHAT)))) == events
    assert gathered(split(promised(AsyncStream(CHAT)))) == events


def test_a_stream_in_a_mapping_is_found() -> None:
    stream = Stream([{"contentBlockDelta": {"delta": {"text": "a"}, "contentBlockIndex": 0}}])

    assert fold(split({"ResponseMetadata": {}, "stream": stream})).answer == "a"
    assert stream.closed == 1


def test_a_stream_that_dies_without_a_finish_reason_loses_nothing() -> None:
    chunks = [chat_chunk("<think>a"), chat_chunk("</thi")]
    gone = ConnectionError("gone")

    for seen, error in (
        until_error(split(Stream(chunks, error=gone))),
        until_error_later(split(AsyncStream(chunks, error=gone))),
    ):
        assert error is gone
        assert source_text(seen) == "<think>a</thi"
        assert isinstance(seen[-1], ReplyEnd)
        assert seen[-1].outcome == "failed"


def test_a_malformed_chunk_loses_nothing_that_came_before() -> None:
    chunks = [chat_chunk("<think>a"), {"choices": [{"index": 0, "delta": {"content": 1}}]}]
    stream, later = Stream(chunks), AsyncStream(chunks)

    for seen, error in until_error(split(stream)), until_error_later(split(later)):
        assert isinstance(error, WireError)
        assert "choices[0].delta.content" in str(error)
        assert source_text(seen) == "<think>a"
        assert isinstance(seen[-1], ReplyEnd)
        assert seen[-1].outcome == "failed"
    assert (stream.closed, later.closed) == (1, 1)


def test_a_stream_that_is_read_either_way_follows_its_reader() -> None:
    async def read() -> list[Event]:
        return [event async for event in cast("AsyncIterator[Event]", split(EitherWay(CHUNKS)))]

    assert list(split(EitherWay(CHUNKS))) == list(split(CHUNKS))
    assert asyncio.run(read()) == list(split(CHUNKS))


def test_nothing_is_read_ahead() -> None:
    stream = Stream(CHAT)
    events = split(stream)

    assert stream.taken == 0
    assert next(events).kind == "thought-start"
    assert stream.taken == 2

# `only_answer`: the answer as text that never has to be taken back.

import asyncio
import warnings
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice, pairwise

import pytest

from tests.streams.sources import AsyncStream, Request, Stream, chat_chunk, promised, taken
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.errors import LateCloserWarning, MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Reclassified,
    Removed,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.answer import AnswerText, firm_start, only_answer
from thoughtstream.streams.split import split, split_text

REPLIES = [
    "",
    "a",
    "<think>a</think>b",
    " <think>a</think>\n\nb <think>c</think> d",
    '<think thought="a">b</think>c',
    "a<think>b",
    "<think>a",
    "<think> ",
    "a < b <thi",
]


async def arriving(chunks: Iterable[str]) -> AsyncIterator[str]:
    for chunk in chunks:
        yield chunk


@pytest.mark.parametrize("reply", REPLIES)
def test_it_is_the_answer_at_every_cutting(reply: str) -> None:
    expected = split_text(reply).answer

    for size in (1, 2, 3, 100):
        bounds = [*range(0, len(reply), size), len(reply)]
        chunks = [reply[a:b] for a, b in pairwise(bounds)]
        pieces = list(only_answer(chunks))
        assert "".join(pieces) == expected
        assert "" not in pieces


def test_async_chunks_give_async_pieces() -> None:
    async def read() -> list[str]:
        return [piece async for piece in only_answer(arriving(["<think>a</th", "ink>b", "c"]))]

    assert asyncio.run(read()) == ["b", "c"]


def test_it_comes_as_soon_as_it_is_certain() -> None:
    taken: list[str] = []

    def chunks() -> Iterator[str]:
        for chunk in ("<think>a</think>", "b", "c"):
            taken.append(chunk)
            yield chunk

    assert next(only_answer(chunks())) == "b"
    assert taken == ["<think>a</think>", "b"]


# --- A closer that comes too late -----------------------------------------------------------------


def test_a_closer_that_comes_too_late_is_warned_of() -> None:
    with pytest.warns(LateCloserWarning, match="start='inside' or start='hold'") as caught:
        pieces = list(only_answer(["a</think>b"]))

    assert pieces == ["a", "b"]
    assert [warning.filename for warning in caught] == [__file__]


def test_async_pieces_warn_too() -> None:
    async def read() -> list[str]:
        return [piece async for piece in only_answer(arriving(["a</think>b"]))]

    with pytest.warns(LateCloserWarning) as caught:
        assert asyncio.run(read()) == ["a", "b"]
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize(
    ("dialect", "start"),
    [("thinking", "inside"), ("thinking", "hold"), ("think.deepseek_r1", "auto")],
)
def test_a_surer_start_needs_no_warning(dialect: str, start: Start) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(only_answer(["a</think>b"], dialect, start=start)) == ["b"]


@pytest.mark.parametrize(
    ("dialect", "start", "firm"),
    [
        ("thinking", "auto", "outside"),
        ("think.qwen3", "auto", "outside"),
        ("think.deepseek_r1", "auto", "inside"),
        (("think.deepseek_r1", "thinking"), "auto", "outside"),
        ("think.deepseek_r1", "outside", "outside"),
        ("thinking", "inside", "inside"),
        ("thinking", "hold", "hold"),
    ],
)
def test_a_start_that_takes_nothing_back(dialect: DialectLike, start: Start, firm: Start) -> None:
    assert firm_start(dialect, start) == firm


# --- A thought that is never closed ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("a<think>b", "a<think>b"),
        ("<think>a</think>b<think>c", "b<think>c"),
        ("<think>", "<think>"),
        ("<think>a</think>b", "b"),
    ],
)
def test_an_unclosed_thought_is_released_at_the_end_if_it_is_answer(
    reply: str, answer: str
) -> None:
    policy = Policy(unclosed="answer")

    assert "".join(only_answer(list(reply), policy=policy)) == answer
    assert split_text(reply, policy=policy).answer == answer


def test_it_is_kept_back_until_then() -> None:
    pieces = only_answer(["a", "<think>b", "c"], policy=Policy(unclosed="answer"))

    assert list(pieces) == ["a", "<think>bc"]


def test_several_dialects_may_come_from_a_generator() -> None:
    names = (name for name in ("thinking", "mistral.think_token"))

    assert list(only_answer(["[THINK]a[/THINK]b"], names)) == ["b"]


def test_a_whole_text_is_no_chunks() -> None:
    with pytest.raises(MisuseError, match="use `split_text` for a whole one"):
        only_answer("a reply")


# --- Sources --------------------------------------------------------------------------------------


def test_a_reader_that_leaves_closes_the_source() -> None:
    closed: list[bool] = []

    def chunks() -> Iterator[str]:
        try:
            yield "a"
            yield "b"
        finally:
            closed.append(True)

    for piece in only_answer(chunks()):
        assert piece == "a"
        break
    assert closed == [True]


def test_an_error_of_the_source_comes_behind_its_last_text() -> None:
    def failing() -> Iterator[str]:
        yield "a<th"
        raise ConnectionError("gone")

    pieces = only_answer(failing())
    assert list(islice(pieces, 2)) == ["a", "<th"]
    with pytest.raises(ConnectionError, match="gone"):
        next(pieces)


# --- Event by event -------------------------------------------------------------------------------


def test_text_of_the_answer_only_ever_grows() -> None:
    text = AnswerText()

    assert text.feed(AnswerDelta("a")) == "a"
    assert text.feed(ThoughtStart(0, "<think>")) == ""
    assert text.feed(ThoughtDelta("b")) == ""
    assert text.feed(Reclassified(1, 9, "answer", 0)) == "<think>b"
    assert text.feed(Reclassified(0, 1, "thought", 0, "</think>")) == ""


# --- Other streams --------------------------------------------------------------------------------


def test_events_and_sdk_streams_will_do() -> None:
    chunks = ["<think>a</th", "ink>b", "c"]
    chat = [chat_chunk(chunk) for chunk in chunks]

    assert list(only_answer(split(chunks))) == ["b", "c"]
    assert list(only_answer(chat)) == ["b", "c"]
    assert list(only_answer(Request(Stream(chat)))) == ["b", "c"]
    assert taken(only_answer(split(arriving(chunks)))) == ["b", "c"]
    assert taken(only_answer(promised(AsyncStream(chat)))) == ["b", "c"]


def test_native_reasoning_never_shows() -> None:
    chunks = [chat_chunk(reasoning_content="a"), chat_chunk("b", reasoning="a"), chat_chunk("c")]

    assert list(only_answer(chunks)) == ["b", "c"]


def test_events_that_take_text_back_are_warned_of() -> None:
    with pytest.warns(LateCloserWarning):
        assert list(only_answer(split(["a</think>b"]))) == ["a", "b"]


def test_what_an_attribute_said_is_not_said_twice() -> None:
    text = AnswerText()
    for event in (
        ThoughtStart(0, "<think thought='a'>", source="attribute"),
        ThoughtDelta("a"),
        Removed("b", "attribute-wins"),
        ThoughtEnd(0, complete=False),
    ):
        assert text.feed(event) == ""

    assert text.feed(Reclassified(0, 20, "answer", 0)) == "<think thought='a'>b"


def test_an_sdks_stream_is_closed_when_its_reader_leaves() -> None:
    stream = Stream([chat_chunk("a"), chat_chunk("b")])
    for _ in only_answer(stream):
        break

    assert stream.closed == 1

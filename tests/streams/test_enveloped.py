# Events with what is known around them.

from collections.abc import Callable
from itertools import count

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving, chat_chunk, taken
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Envelope, ReplyEnd
from thoughtstream.streams.enveloped import enveloped
from thoughtstream.streams.split import split

CHAT = [
    chat_chunk("a", index=0),
    chat_chunk("b<think>c", index=1),
    chat_chunk("d", index=0),
    chat_chunk("</think>e", index=1),
]


def ticking() -> Callable[[], float]:
    times = count(10)
    return lambda: float(next(times))


def test_an_event_knows_its_chunk_its_time_and_its_path() -> None:
    envelopes = list(enveloped(["a", "b"], clock=ticking(), path=["planner", "search"]))

    assert envelopes[:2] == [
        Envelope(AnswerDelta("a"), 0, 10.0, "a", ("planner", "search")),
        Envelope(AnswerDelta("b"), 0, 11.0, "b", ("planner", "search")),
    ]
    assert (envelopes[2].at, envelopes[2].chunk) == (12.0, None)
    assert isinstance(envelopes[2].event, ReplyEnd)


def test_all_events_of_a_chunk_have_its_time() -> None:
    envelopes = list(enveloped(["<think>a</think>b"], clock=ticking()))

    assert [each.at for each in envelopes] == [10.0, 10.0, 10.0, 10.0, 11.0]


def test_the_events_are_those_of_split() -> None:
    chunks = ["<thi", "nk>a</thin", "k>b"]

    assert [each.event for each in enveloped(chunks)] == list(split(chunks))
    assert [each.event for each in taken(enveloped(arriving(chunks)))] == list(split(chunks))
    assert [each.event for each in enveloped([])] == list(split([]))


def test_every_choice_is_told() -> None:
    envelopes = list(enveloped(CHAT))
    told = [(each.choice, each.event.kind) for each in envelopes]

    assert told[:3] == [(0, "answer-delta"), (1, "answer-delta"), (1, "thought-start")]
    assert sorted(told[-2:]) == [(0, "reply-end"), (1, "reply-end")]
    assert envelopes[0].chunk is CHAT[0]
    first = [each.event for each in envelopes if each.choice == 0]
    assert first == list(split(CHAT))


def test_a_provider_with_one_choice_has_choice_0() -> None:
    chunk = {"message": {"content": "a"}, "done": False}
    envelopes = list(enveloped([chunk], source="ollama"))

    assert envelopes[0].event == AnswerDelta("a")
    assert envelopes[0].chunk is chunk
    assert {each.choice for each in envelopes} == {0}


def test_an_event_is_no_chunk() -> None:
    envelopes = list(enveloped(split(["a"]), clock=ticking()))

    assert [(each.event.kind, each.chunk) for each in envelopes] == [
        ("answer-delta", None),
        ("reply-end", None),
    ]


def test_envelopes_within_envelopes_have_a_longer_path() -> None:
    inner = list(enveloped(["a"], clock=ticking(), path=["inner"]))
    outer = list(enveloped(inner, path=["outer"]))

    assert [each.path for each in outer] == [("outer", "inner")] * 2
    assert [(each.event, each.at, each.chunk) for each in outer] == [
        (each.event, each.at, each.chunk) for each in inner
    ]
    with pytest.raises(MisuseError, match="an envelope was wanted; got 'str'"):
        list(enveloped([inner[0], "a"]))


def test_the_stream_is_closed() -> None:
    stream, later = Stream(CHAT), AsyncStream(CHAT)
    for _ in enveloped(stream):
        break
    taken(enveloped(later))

    assert (stream.closed, later.closed) == (1, 1)


def test_a_whole_text_is_no_chunks() -> None:
    with pytest.raises(MisuseError, match="use `split_text`"):
        enveloped("a reply")

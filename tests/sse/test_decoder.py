"""Bytes into events: the rules of the standard, at any cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtstream.errors import LimitError
from thoughtstream.sse.decoder import Decoder
from thoughtstream.sse.encoder import KEEP_ALIVE, encode
from thoughtstream.sse.event import ServerSentEvent


def decoded(*pieces: bytes) -> list[ServerSentEvent]:
    decoder = Decoder()
    events = [event for piece in pieces for event in decoder.feed(piece)]
    return events + decoder.finish()


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"data: a\n\n", [ServerSentEvent("a")]),
        (b"data:a\ndata:  b\n\n", [ServerSentEvent("a\n b")]),
        (b"data\n\n", [ServerSentEvent("")]),
        (b"event: x\ndata: a\n\ndata: b\n\n", [ServerSentEvent("a", "x"), ServerSentEvent("b")]),
        (b"event: x\n\n", []),
        (b"id: 1\ndata: a\n\ndata: b\n\n", [ServerSentEvent(d, id="1") for d in "ab"]),
        (
            b"id: 1\ndata: a\n\nid\ndata: b\n\n",
            [ServerSentEvent("a", id="1"), ServerSentEvent("b")],
        ),
        (b"id: 1\0\ndata: a\n\n", [ServerSentEvent("a")]),
        (b": comment\n\ndata: a\n:\n\n", [ServerSentEvent("a")]),
        (b"unknown: x\ndata: a\n\n", [ServerSentEvent("a")]),
        (b"data: a\r\rdata: b\r\n\r\ndata: c\n\n", [ServerSentEvent(d) for d in "abc"]),
        (b"\xef\xbb\xbfdata: a\n\n", [ServerSentEvent("a")]),
        (b"data: \xe2\x82\xac \xff\n\n", [ServerSentEvent("€ \ufffd")]),
        (b"data: a", [ServerSentEvent("a")]),
        (b"data: a\n", [ServerSentEvent("a")]),
        (b"", []),
    ],
)
def test_a_stream_decodes_whole_and_byte_by_byte(
    stream: bytes, events: list[ServerSentEvent]
) -> None:
    assert decoded(stream) == events
    assert decoded(*(stream[at : at + 1] for at in range(len(stream)))) == events
    for cut in range(len(stream)):
        assert decoded(stream[:cut], stream[cut:]) == events


_texts = st.text(st.sampled_from("ab:\n\r €\ud800\x00"), max_size=8)
_names = st.text(st.sampled_from("ab: €"), min_size=1, max_size=4)


@given(st.lists(st.builds(ServerSentEvent, _texts, event=_names, id=_names), max_size=4), st.data())
def test_what_is_encoded_decodes_to_the_same(
    events: list[ServerSentEvent], data: st.DataObject
) -> None:
    stream = KEEP_ALIVE.join([b"", *(encode(event) for event in events), b""])
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=6)))
    bounds = [0, *cuts, len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(bounds)]

    assert decoded(*pieces) == [
        ServerSentEvent(_on_the_wire(event.data), event.event, event.id) for event in events
    ]


def _on_the_wire(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\ud800", "?")


def test_the_server_may_ask_for_a_reconnection_time() -> None:
    decoder = Decoder()
    decoder.feed(b"retry: 1500\nretry: soon\nid: 7\n\n")
    assert (decoder.retry, decoder.last_event_id) == (1500, "7")


def test_a_line_that_never_ends_is_refused() -> None:
    decoder = Decoder(max_line=10)
    decoder.feed(b"data: 1234")
    with pytest.raises(LimitError, match="line is longer than 10"):
        decoder.feed(b"5")


def test_an_event_that_only_grows_is_refused() -> None:
    decoder = Decoder(max_event=10)
    decoder.feed(b"data: 12345\ndata: 67890\n")
    with pytest.raises(LimitError, match="more than 10"):
        decoder.feed(b"data: 1\n")

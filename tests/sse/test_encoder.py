"""Events into bytes."""

import pytest

from thoughtstream.errors import MisuseError
from thoughtstream.sse.encoder import encode, encode_retry
from thoughtstream.sse.event import ServerSentEvent


def test_every_line_of_data_gets_its_field() -> None:
    event = ServerSentEvent("a\nb\r\nc", "x", "7")
    assert encode(event) == b"id: 7\nevent: x\ndata: a\ndata: b\ndata: c\n\n"


def test_what_is_default_is_left_out() -> None:
    assert encode(ServerSentEvent("a")) == b"data: a\n\n"
    assert encode(ServerSentEvent("")) == b"data: \n\n"


@pytest.mark.parametrize("event", [ServerSentEvent("", "a\nb"), ServerSentEvent("", id="a\0")])
def test_a_field_of_one_line_must_be_one(event: ServerSentEvent) -> None:
    with pytest.raises(MisuseError, match="must be one line"):
        encode(event)


def test_a_reconnection_time_can_be_asked_for() -> None:
    assert encode_retry(1500) == b"retry: 1500\n\n"

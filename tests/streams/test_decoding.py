# Chunks into text: bytes may be cut inside a character, and none is lost.

from typing import Any

import pytest

from thoughtstream.errors import MisuseError
from thoughtstream.streams.decoding import Chunk, Decoder

TEXT = "a é ◁think▷ 👋 z"
GARBAGE = bytes(range(256)) + b"\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf"


def decoded(chunks: list[Chunk]) -> str:
    decoder = Decoder()
    return "".join([*map(decoder.feed, chunks), decoder.finish()])


def test_text_passes_as_it_is() -> None:
    assert decoded([TEXT, "", "\udcff\ud800"]) == TEXT + "\udcff\ud800"


def test_bytes_may_be_cut_inside_a_character() -> None:
    data = TEXT.encode()

    for at in range(len(data) + 1):
        assert decoded([data[:at], data[at:]]) == TEXT
    assert decoded([bytes([byte]) for byte in data]) == TEXT


def test_a_character_is_held_until_it_is_whole() -> None:
    decoder = Decoder()

    assert [decoder.feed(bytes([byte])) for byte in "é".encode()] == ["", "é"]
    assert decoder.finish() == ""


def test_a_character_that_is_never_completed_is_kept() -> None:
    assert decoded([b"a\xf0\x9f"]) == "a\udcf0\udc9f"


def test_text_does_not_overtake_bytes() -> None:
    assert decoded([b"a\xc3", "b", b"\xa9"]) == "a\udcc3b\udca9"


def test_bytes_that_are_no_text_survive_the_round_trip() -> None:
    for size in (1, 2, 3, len(GARBAGE)):
        chunks: list[Chunk] = [GARBAGE[at : at + size] for at in range(0, len(GARBAGE), size)]
        text = decoded(chunks)
        assert text.encode("utf-8", "surrogateescape") == GARBAGE


def test_text_and_bytes_may_take_turns() -> None:
    assert decoded(["a", "é".encode(), "b", "👋".encode()]) == "aéb👋"


@pytest.mark.parametrize("chunk", [None, 1, bytearray(b"a"), ["a"]])
def test_anything_else_is_refused(chunk: Any) -> None:  # noqa: ANN401 - a wrong chunk is the point
    with pytest.raises(MisuseError) as raised:
        Decoder().feed(chunk)

    kind = type(chunk).__name__
    assert str(raised.value) == f"a chunk must be `str` or `bytes`; got {kind!r}"

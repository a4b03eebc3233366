# Reading JSON lines: cut anywhere, and a wrong field is named.

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.encoders.replies import encoded, streams
from thoughtstream.encoders.jsonl import JsonLines, to_line
from thoughtstream.encoders.jsonl_decoder import JsonLinesDecoder, from_json, from_line
from thoughtstream.errors import WireError
from thoughtstream.events import AnswerDelta, Event, ReplyEnd, ThoughtEnd

HEAD = {"schema": 1, "kind": "thought-end", "index": 0}


@given(events=streams(), size=st.integers(1, 40))
def test_bytes_may_be_cut_anywhere(events: list[Event], size: int) -> None:
    data = b"".join(map(to_line, encoded(JsonLines(), events)))
    decoder = JsonLinesDecoder()

    back = [
        event for at in range(0, len(data), size) for event in decoder.feed(data[at : at + size])
    ]

    assert back + decoder.finish() == events


def test_the_last_line_needs_no_end() -> None:
    decoder = JsonLinesDecoder()

    assert decoder.feed(b'{"schema": 1, "kind": "answer-delta", "text": "a"}') == []
    assert decoder.finish() == [AnswerDelta("a")]
    assert decoder.finish() == []


def test_blank_lines_pass_by() -> None:
    line = b'\n \r\n{"schema": 1, "kind": "answer-delta", "text": "a"}\r\n\n'

    assert JsonLinesDecoder().feed(line) == [AnswerDelta("a")]


def test_fields_that_are_not_known_pass_by_and_defaults_are_filled_in() -> None:
    assert from_json({**HEAD, "colour": "red"}) == ThoughtEnd(0)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "an event: expected an object, got a list"),
        ({**HEAD, "schema": 2}, "schema: expected 1, got 2"),
        ({**HEAD, "kind": "dream"}, "kind: expected the name of an event, got 'dream'"),
        ({**HEAD, "kind": []}, r"kind: expected the name of an event, got \[\]"),
        ({"schema": 1, "kind": "thought-end"}, "thought-end.index: missing"),
        ({**HEAD, "index": "0"}, "thought-end.index: expected a number, got text"),
        ({**HEAD, "index": True}, "thought-end.index: expected a number, got true or false"),
        ({**HEAD, "marker": None}, "thought-end.marker: expected text, got null"),
        ({**HEAD, "complete": 1}, "thought-end.complete: expected true or false, got a number"),
        ({**HEAD, "provider": []}, "thought-end.provider: expected an object, got a list"),
        ({**HEAD, "provider": {"a": {"$bytes": "?"}}}, "thought-end.provider.a: expected base64"),
        ({**HEAD, "provider": {"a": {"$text": 1}}}, "provider.a: expected a list, got a number"),
        (
            {"schema": 1, "kind": "thought-start", "index": 0, "attributes": {"a": 1}},
            "thought-start.attributes.a: expected text, got a number",
        ),
        (
            {"schema": 1, "kind": "removed", "text": "a", "why": "no"},
            "removed.why: expected one of seam, .*, got 'no'",
        ),
        (
            {"schema": 1, "kind": "reply-end", "outcome": "answered", "counts": {"skipped": ""}},
            "reply-end.counts.skipped: expected a number, got text",
        ),
    ],
)
def test_a_wrong_field_is_named(value: object, message: str) -> None:
    with pytest.raises(WireError, match=f"{message}$"):
        from_json(value)


@pytest.mark.parametrize("line", [b"{", b"\xff", "["])
def test_a_line_must_be_json(line: Any) -> None:  # noqa: ANN401
    with pytest.raises(WireError, match="a line is not JSON"):
        from_line(line)


def test_what_came_before_a_bad_line_is_not_lost() -> None:
    decoder = JsonLinesDecoder()
    end = json.dumps({"schema": 1, "kind": "reply-end", "outcome": "empty"}).encode()

    assert decoder.feed(end + b"\n{") == [ReplyEnd("empty")]
    with pytest.raises(WireError):
        decoder.finish()

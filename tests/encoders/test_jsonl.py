# Our own JSON lines: every event survives them, to the character.

import json

import pytest
from hypothesis import given

from tests.encoders.replies import AS_ANSWER, LATE, broken_streams, encoded, native, split, streams
from thoughtstream.encoders.jsonl import JsonLines, kept, to_json, to_line
from thoughtstream.encoders.jsonl_decoder import JsonLinesDecoder, from_json
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtEnd,
    ThoughtStart,
)


def decoded(data: bytes) -> list[Event]:
    decoder = JsonLinesDecoder()
    return decoder.feed(data) + decoder.finish()


@given(events=streams())
def test_what_is_decoded_are_the_same_events(events: list[Event]) -> None:
    assert decoded(b"".join(map(to_line, encoded(JsonLines(), events)))) == events


@given(events=broken_streams())
def test_a_stream_that_stops_is_ended(events: list[Event]) -> None:
    back = decoded(b"".join(map(to_line, encoded(JsonLines(), events))))

    assert back[: len(events)] == events
    assert [event for event in back if isinstance(event, ReplyEnd)] == [back[-1]]
    starts = [event.index for event in back if isinstance(event, ThoughtStart)]
    assert [event.index for event in back if isinstance(event, ThoughtEnd)] == starts


def test_an_event_is_an_object_with_its_schema_and_kind() -> None:
    assert to_json(AnswerDelta("é")) == {"schema": 1, "kind": "answer-delta", "text": "é"}
    assert to_line(to_json(AnswerDelta("é"))) == (
        b'{"schema": 1, "kind": "answer-delta", "text": "\\u00e9"}\n'
    )


def test_halves_of_a_surrogate_pair_are_kept_apart() -> None:
    event = AnswerDelta("a\ud83d\udc4b👋\ud83d\udc4b")

    line = to_line(to_json(event))

    assert json.loads(line)["text"] == {"$text": ["a\ud83d", "\udc4b👋\ud83d", "\udc4b"]}
    assert decoded(line) == [event]


@pytest.mark.parametrize(
    "provider",
    [
        {"data": b"\x00\xff"},
        {"$bytes": "no bytes"},
        {"$text": 1, "other": [None, 1.5, True, {"$object": {}}]},
        {"deep": {"$x": [{"$bytes": b"y"}]}},
    ],
)
def test_what_a_provider_wants_back_survives(provider: dict[str, object]) -> None:
    event = ThoughtEnd(0, provider=provider)

    assert from_json(json.loads(to_line(to_json(event)))) == event


def test_what_json_has_no_form_for_is_refused() -> None:
    with pytest.raises(MisuseError, match="it holds a 'object'"):
        to_json(ThoughtEnd(0, provider={"a": [object()]}))


def test_a_tuple_is_a_list() -> None:
    assert kept(("a", b"")) == ["a", {"$bytes": ""}]


# Without thoughts


def kinds(events: list[Event]) -> list[object]:
    return [each["kind"] for each in encoded(JsonLines(thoughts=False), events)]


def test_thoughts_may_be_left_out() -> None:
    events = [*native("secret", {"signature": "secret"}), *split(" <think>secret</think>b")]

    assert "secret" not in json.dumps(encoded(JsonLines(thoughts=False), events))
    assert kinds(events) == ["answer-delta", "reply-end"]


def test_text_that_turns_out_to_be_answer_is_told_even_then() -> None:
    back = [from_json(each) for each in encoded(JsonLines(thoughts=False), AS_ANSWER)]

    assert back[:-1] == [AnswerDelta("b"), AnswerDelta("<think>a")]


def test_that_told_text_was_a_thought_is_told_even_then() -> None:
    back = [from_json(each) for each in encoded(JsonLines(thoughts=False), LATE)]

    assert back[:-1] == [
        AnswerDelta("a"),
        Reclassified(0, 1, "thought", 0, "</think>"),
        AnswerDelta("b"),
    ]

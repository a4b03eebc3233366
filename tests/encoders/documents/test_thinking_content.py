# The shapes of thinking-content.md. What it prints is checked by the conformance corpus.

from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    JsonObject,
    broken_streams,
    encoded,
    split,
    streams,
    told,
    turns,
)
from thoughtstream.encoders.documents.thinking_content import StreamChunks, TurnEvents
from thoughtstream.events import AnswerDelta, Event


def joined(objects: list[JsonObject], kind: str) -> str:
    return "".join(each["content"] for each in objects if each["type"] == kind)


# Chunks


@given(events=streams())
def test_chunks_are_every_thought_and_the_answer(events: list[Event]) -> None:
    chunks, wanted = encoded(StreamChunks(), events), told(events)

    assert [each["finished"] for each in chunks] == [False] * (len(chunks) - 1) + [True]
    if not turns(events, "thought"):
        assert joined(chunks, "message") == wanted.answer
        if not turns(events, "answer"):
            assert joined(chunks, "thinking") == "".join(wanted.thoughts)


def test_the_shape_of_chunks() -> None:
    chunks = encoded(StreamChunks(), split("<thinking>a</thinking>b"))

    rest = {"role": "assistant", "finished": False, "error": None}
    assert chunks == [
        {"content": "a", "type": "thinking", **rest},
        {"content": "b", "type": "message", **rest},
        {"content": "", "type": "message", **rest, "finished": True},
    ]


def test_a_failure_is_told_with_the_last_chunk() -> None:
    last = encoded(StreamChunks("model"), [AnswerDelta("a")])[-1]

    assert (last["finished"], last["role"]) == (True, "model")
    assert last["error"]


def test_text_that_turned_out_to_be_answer_is_a_message() -> None:
    assert joined(encoded(StreamChunks(), AS_ANSWER), "message") == "b<think>a"


# Turns


@given(events=broken_streams())
def test_every_start_has_its_end_and_the_turn_ends_once(events: list[Event]) -> None:
    open_ = ""
    names = [each["type"] for each in encoded(TurnEvents(), events)]
    for name in names[:-1]:
        kind, _, verb = name.partition("_")
        assert open_ == ("" if verb in ("start", "") else kind)
        open_ = {"start": kind, "end": ""}.get(verb, open_)

    assert (open_, names[-1]) == ("", "turn_end")


@given(events=streams())
def test_turn_events_are_every_thought_and_the_answer(events: list[Event]) -> None:
    objects, wanted = encoded(TurnEvents(), events), told(events)

    if not turns(events, "thought"):
        assert joined(objects, "message_content") == wanted.answer
        if not turns(events, "answer"):
            assert joined(objects, "thinking_content") == "".join(wanted.thoughts)


def test_a_turn_that_failed_says_so_before_it_ends() -> None:
    names = [each["type"] for each in encoded(TurnEvents(), [AnswerDelta("a")])]

    assert names == ["message_start", "message_content", "message_end", "error", "turn_end"]

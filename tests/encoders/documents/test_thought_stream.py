# What the two thought-stream documents share: order, deltas, the completion.

from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    LATE,
    JsonObject,
    encoded,
    split,
    streams,
    told,
    turns,
)
from tests.property.replies import Setting
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Splitter
from thoughtstream.encoders.documents.formats import FormatsEvents
from thoughtstream.events import AnswerDelta, Event, ReplyEnd, ThoughtStart

VERBATIM = Policy(answer_whitespace="preserve", thought_whitespace="keep")
IDS = {"contextId": "c", "taskId": "t"}


def events_of(events: list[Event], policy: Policy | None = None) -> list[JsonObject]:
    return encoded(FormatsEvents("t", "c", policy), events)


def of_kind(objects: list[JsonObject], kind: str) -> list[JsonObject]:
    return [each for each in objects if each["kind"] == kind]


@given(events=streams())
def test_thoughts_deltas_and_completion_are_the_reply(events: list[Event]) -> None:
    objects, wanted = events_of(events, VERBATIM), told(events)

    assert [each["content"] for each in of_kind(objects, "content-complete")] == [wanted.answer]
    if not turns(events, "answer"):
        assert [e["thought"] for e in of_kind(objects, "thought-stream")] == wanted.thoughts
    if not turns(events, "thought"):
        deltas = of_kind(objects, "content-delta")
        assert "".join(each["delta"] for each in deltas) == wanted.answer
        assert [each["index"] for each in deltas] == list(range(len(deltas)))


@given(events=streams())
def test_the_same_comes_out_if_events_come_at_once(events: list[Event]) -> None:
    at_once = FormatsEvents("t", "c", VERBATIM).feed_all(events)
    one_by_one = events_of(events, VERBATIM)

    thoughts = of_kind(one_by_one, "thought-stream")
    assert at_once[: len(thoughts)] == thoughts
    assert at_once[-1] == one_by_one[-1]


def test_thoughts_come_before_the_content_of_their_chunk() -> None:
    encoder = FormatsEvents("t", "c", VERBATIM)
    splitter = Splitter("thinking", VERBATIM)

    objects = encoder.feed_all(splitter.feed("Text <thinking>thought</thinking> more"))

    assert [each["kind"] for each in objects] == ["thought-stream", "content-delta"]
    assert objects[1] == {"kind": "content-delta", **IDS, "delta": "Text  more", "index": 0}


def test_an_answer_s_ends_are_trimmed_only_when_it_is_complete() -> None:
    policy = Policy(answer_whitespace="clean")
    objects = events_of(split(" a ", setting=Setting(policy=policy)), policy)

    assert objects == [
        {"kind": "content-delta", **IDS, "delta": " a ", "index": 0},
        {"kind": "content-complete", **IDS, "content": "a"},
    ]


def test_text_that_turned_out_to_be_answer_is_a_delta_and_no_thought() -> None:
    objects = events_of(AS_ANSWER, Policy(unclosed="answer"))

    assert [each.get("delta") for each in objects] == ["b", "<think>a", None]
    assert objects[-1]["content"] == "b<think>a"


def test_text_that_turned_out_to_be_a_thought_is_told_as_one() -> None:
    objects = events_of(LATE)

    assert [each["thought"] for each in of_kind(objects, "thought-stream")] == ["a"]
    assert objects[-1]["content"] == "b"


def test_each_reply_begins_anew() -> None:
    objects = events_of([*split("a"), *split("b")])

    assert [each.get("index", each.get("content")) for each in objects] == [0, "a", 0, "b"]


def test_what_is_open_is_closed() -> None:
    objects = events_of([AnswerDelta("a"), ThoughtStart(0)])

    assert [each["kind"] for each in objects] == [
        "content-delta", "thought-stream", "content-complete",
    ]  # fmt: skip
    assert FormatsEvents("t", "c").feed_all([ReplyEnd("empty")])[0]["content"] == ""

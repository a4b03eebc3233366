# The events of aggregation.md. What the document prints is checked by the conformance corpus.

from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    INTERLEAVED,
    encoded,
    split,
    streams,
    told,
    turns,
)
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.documents.aggregation import AggregationEvents
from thoughtstream.events import Event, ReplyEnd

VERBATIM = Policy(answer_whitespace="preserve", thought_whitespace="keep")


@given(events=streams())
def test_the_completion_is_the_reply(events: list[Event]) -> None:
    *deltas, last = encoded(AggregationEvents(VERBATIM), events)
    wanted = told(events)

    assert last["choice"]["delta"].get("content", "") == wanted.answer
    assert len(last["choice"].get("thoughts", ())) == len(wanted.thoughts)
    if not turns(events, "thought"):
        joined = "".join(each["choice"]["delta"]["content"] for each in deltas)
        assert joined == wanted.answer


def test_a_tag_that_closes_itself_has_no_content() -> None:
    reply = "<thinking thought='a'/><thinking x='y'>b</thinking>"
    last = encoded(AggregationEvents(), split(reply))[-1]

    assert last["choice"]["thoughts"] == [
        {"name": "thinking", "attributes": {"thought": "a"}},
        {"name": "thinking", "content": "b", "attributes": {"x": "y"}},
    ]


def test_index_reason_and_tool_calls_are_told_where_there_are_some() -> None:
    events = [*INTERLEAVED[:-1], ReplyEnd("answered", "tool_calls")]
    first, last = encoded(AggregationEvents(index=1), events)

    assert first == {"kind": "content-delta", "choice": {"delta": {"content": "c"}, "index": 1}}
    assert last["choice"]["index"] == 1
    assert last["choice"]["finish_reason"] == "tool_calls"
    assert last["choice"]["delta"]["tool_calls"][1] == {
        "index": 1,
        "id": "call-1",
        "type": "function",
        "function": {"name": "add", "arguments": '{"a": 1}'},
    }


def test_text_that_turned_out_to_be_answer_is_a_delta() -> None:
    objects = encoded(AggregationEvents(Policy(unclosed="answer")), AS_ANSWER)

    assert [each["choice"]["delta"]["content"] for each in objects] == [
        "b", "<think>a", "b<think>a",
    ]  # fmt: skip


def test_an_empty_reply_has_no_content() -> None:
    assert encoded(AggregationEvents(), split("")) == [
        {"kind": "content-complete", "choice": {"delta": {}}}
    ]

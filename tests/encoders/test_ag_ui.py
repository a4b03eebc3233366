# AG-UI: a strict client ends with the right messages, whatever the events.

import json
from itertools import count
from typing import Any

from hypothesis import given

from tests.encoders.replies import (
    AS_ANSWER,
    INTERLEAVED,
    LATE,
    SECOND_THOUGHT_EMPTY,
    UNCLOSED,
    JsonObject,
    broken_streams,
    encoded,
    native,
    split,
    streams,
    told,
    turns,
)
from thoughtstream.encoders.ag_ui import AgUi
from thoughtstream.encoders.jsonl_decoder import read as read_kept
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    ReplyEnd,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)

USER: JsonObject = {"id": "u", "role": "user", "content": "Hi"}


class Client:
    """Reads events as strictly as the real client does."""

    def __init__(self, history: list[JsonObject]) -> None:
        self.messages = list(history)
        self.open: dict[str, JsonObject] = {}
        self.spans: set[str] = set()
        self.running = self.over = False

    def take(self, event: JsonObject) -> None:
        json.dumps(event)
        assert not self.over
        assert self.running or event["type"] == "RUN_STARTED"
        match event["type"]:
            case "RUN_STARTED":
                assert not self.running
                self.running = True
            case "RUN_FINISHED" | "RUN_ERROR":
                assert (self.open, self.spans) == ({}, set())
                self.over = True
            case "REASONING_START":
                self.spans.add(event["messageId"])
            case "REASONING_END":
                self.spans.remove(event["messageId"])
            case "MESSAGES_SNAPSHOT":
                assert self.open == {}
                self.replace({each["id"]: dict(each) for each in event["messages"]})
            case kind:
                self.take_piece(kind, event)

    def replace(self, snapshot: dict[str, JsonObject]) -> None:
        """Take a snapshot; reasoning messages stay if it has none, as in the real client."""
        reasons = any(each["role"] == "reasoning" for each in snapshot.values())
        stays = [
            each
            for each in self.messages
            if each["id"] in snapshot or (each["role"] == "reasoning" and not reasons)
        ]
        known = {each["id"] for each in stays}
        self.messages = [snapshot.get(each["id"], each) for each in stays]
        self.messages += [each for name, each in snapshot.items() if name not in known]

    def take_piece(self, kind: str, event: JsonObject) -> None:
        name = event.get("messageId") or event.get("toolCallId") or ""
        match kind.rpartition("_")[2]:
            case "START":
                assert name not in self.open
                assert name not in {each["id"] for each in self.messages}
                role = event.get("role", "tool-call")
                self.open[name] = {"id": name, "role": role, "content": ""}
                self.messages.append(self.open[name])
            case "CONTENT" | "ARGS":
                assert event["delta"]
                self.open[name]["content"] += event["delta"]
            case "END":
                del self.open[name]
            case "VALUE":
                (message,) = [each for each in self.messages if each["id"] == event["entityId"]]
                message["encryptedValue"] = event["encryptedValue"]
            case _:
                assert kind == "CUSTOM"

    def texts(self, role: str) -> list[str]:
        return [each["content"] for each in self.messages if each["role"] == role]


def encoder(**options: Any) -> AgUi:  # noqa: ANN401
    numbers = count()
    return AgUi("t", "r", new_id=lambda: f"m{next(numbers)}", **options)


def read(events: list[Event], **options: Any) -> Client:  # noqa: ANN401
    client = Client(options.get("history") or [])
    for event in encoded(encoder(**options), events):
        client.take(event)
    return client


# Laws


@given(events=broken_streams())
def test_nothing_is_open_when_a_run_ends(events: list[Event]) -> None:
    assert read(_distinct(events)).over
    assert read(_distinct(events), history=[USER]).over


@given(events=streams())
def test_a_client_has_every_thought_and_the_answer(events: list[Event]) -> None:
    events, wanted = _distinct(events), told(events)

    client = read(events, history=[USER])
    assert client.texts("reasoning") == wanted.thoughts
    assert "".join(client.texts("assistant")) == wanted.answer

    if not turns(events, "thought"):
        assert "".join(read(events).texts("assistant")) == wanted.answer


def _distinct(events: list[Event]) -> list[Event]:
    """Tool calls with ids that never come twice, as providers make them."""
    numbers = count()
    return [
        ToolCallStart(event.index, f"c{next(numbers)}", event.name, event.provider)
        if isinstance(event, ToolCallStart)
        else event
        for event in events
    ]


# Shape


def test_the_shape_of_a_run() -> None:
    assert encoded(encoder(), split("<think>a</think>b")) == [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "REASONING_START", "messageId": "m0"},
        {"type": "REASONING_MESSAGE_START", "messageId": "m0", "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m0", "delta": "a"},
        {"type": "REASONING_MESSAGE_END", "messageId": "m0"},
        {"type": "REASONING_END", "messageId": "m0"},
        {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "b"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m1"},
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
    ]


def test_an_empty_second_thought_is_a_message() -> None:
    assert read(SECOND_THOUGHT_EMPTY).texts("reasoning") == ["a", ""]


def test_an_unclosed_thought_is_closed() -> None:
    assert read(UNCLOSED).texts("reasoning") == ["a"]


def test_tool_calls_stand_between_messages_and_name_their_parent() -> None:
    events = encoded(encoder(), INTERLEAVED)
    starts = [event for event in events if event["type"] == "TOOL_CALL_START"]

    assert read(INTERLEAVED).texts("tool-call") == ['{"a": 1}'] * 2
    assert [start["parentMessageId"] for start in starts] == ["m1", "m3"]
    assert [event["subtype"] for event in events if "subtype" in event] == ["tool-call"]


def test_a_call_without_an_id_gets_one() -> None:
    events = encoded(encoder(), [ToolCallStart(0, "", "add"), ToolCallEnd(0), ReplyEnd("answered")])

    assert [event["toolCallId"] for event in events if "toolCallId" in event] == ["m0", "m0"]


def test_what_a_provider_wants_back_survives() -> None:
    provider = {"type": "thinking", "signature": b"\xff", "more": [1, None]}
    (message,) = read(native("", provider)).messages

    assert read_kept(json.loads(message["encryptedValue"]), "") == provider


def test_text_that_turned_out_to_be_a_thought_is_put_right_by_a_snapshot() -> None:
    (snapshot,) = [
        event
        for event in encoded(encoder(history=[USER]), LATE)
        if event["type"] == "MESSAGES_SNAPSHOT"
    ]

    assert snapshot["messages"] == [USER, {"id": "m0", "role": "reasoning", "content": "a"}]


def test_text_that_turned_out_to_be_a_thought_stays_without_a_history() -> None:
    assert read(LATE).texts("assistant") == ["a", "b"]
    assert read(LATE).texts("reasoning") == []


def test_text_that_turned_out_to_be_answer_is_said_as_text() -> None:
    assert read(AS_ANSWER).texts("assistant") == ["b", "<think>a"]
    assert read(AS_ANSWER).texts("reasoning") == ["a"]
    assert read(AS_ANSWER, history=[]).texts("reasoning") == []


def test_a_snapshot_keeps_what_a_provider_wants_back() -> None:
    events = [*native("n", {"signature": "x"}), *LATE]
    messages = read(events, history=[]).messages

    assert [each["content"] for each in messages] == ["n", "a", "b"]
    assert json.loads(messages[0]["encryptedValue"]) == {"signature": "x"}


def test_a_snapshot_leaves_earlier_replies_alone() -> None:
    client = read([*split("<think>x</think>y"), *LATE], history=[USER])

    assert [each["content"] for each in client.messages] == ["Hi", "x", "y", "a", "b"]
    assert client.texts("reasoning") == ["x", "a"]


def test_there_is_no_snapshot_once_a_tool_was_called() -> None:
    client = read([*INTERLEAVED, *LATE], history=[USER])

    assert client.texts("tool-call") == ['{"a": 1}'] * 2
    assert client.texts("assistant") == ["c", "a", "b"]


def test_counts_of_each_reply_come_at_the_end() -> None:
    events: list[Event] = [Usage(3, 5, 2), ReplyEnd("answered"), Usage(1, 1), ReplyEnd("answered")]

    assert encoded(encoder(model="m"), events)[-1]["usage"] == [
        {"model": "m", "inputTokens": 3, "outputTokens": 5, "reasoningTokens": 2, "totalTokens": 8},
        {"model": "m", "inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    ]


def test_a_notice_is_a_custom_event() -> None:
    assert encoded(encoder(), [Notice("code", "A sentence.")])[1] == {
        "type": "CUSTOM",
        "name": "thoughtstream.notice",
        "value": {"code": "code", "message": "A sentence."},
    }


def test_a_failure_is_an_error() -> None:
    assert encoded(encoder(), [AnswerDelta("a")])[-1]["type"] == "RUN_ERROR"


def test_a_cancelled_run_says_so() -> None:
    events: list[Event] = [AnswerDelta("a"), ReplyEnd("cancelled")]

    assert encoded(encoder(), events)[-1]["outcome"] == {"type": "cancelled"}


def test_a_run_may_hold_several_replies() -> None:
    client = read([*split("<think>a</think>b"), *split("<think>c</think>d")])

    assert client.texts("reasoning") == ["a", "c"]
    assert client.texts("assistant") == ["b", "d"]

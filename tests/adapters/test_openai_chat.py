# Chat completions: choices, ends and errors; their quirks are in tests/corpus/openai-chat.

from typing import Any

import pytest

from tests.adapters.recordings import assert_lawful
from thoughtstream.adapters.openai_chat import OpenAIChat
from thoughtstream.core.fold import fold
from thoughtstream.errors import MisuseError, WireError
from thoughtstream.events import AnswerDelta, Event, Usage


def chunk(index: int = 0, reason: str | None = None, **delta: object) -> dict[str, Any]:
    return {"choices": [{"index": index, "delta": delta, "finish_reason": reason}]}


def test_every_choice_has_a_machine_of_its_own() -> None:
    chunks = [
        chunk(0, reasoning="zero"),
        chunk(1, content="<think>one</th"),
        {"choices": [*chunk(0, content="0")["choices"], *chunk(1, content="ink>1")["choices"]]},
        chunk(1, "length"),
        chunk(0, "stop"),
        {"choices": [], "usage": {"prompt_tokens": 1}},
    ]
    adapter = OpenAIChat()
    told = [pair for each in chunks for pair in adapter.feed_choices(each)]
    told += adapter.finish_choices()

    for index, thought, reason in ((0, "zero", "stop"), (1, "one", "length")):
        events: list[Event] = [event for choice, event in told if choice == index]
        reply = fold(events)
        assert_lawful(events)
        assert (reply.thoughts[0].text, reply.answer) == (thought, str(index))
        assert reply.finish_reason == reason
    assert (0, Usage(1)) in told


def test_a_choice_that_never_came_is_empty() -> None:
    assert [(choice, event.kind) for choice, event in OpenAIChat().finish_choices()] == [
        (0, "reply-end")
    ]
    assert fold(OpenAIChat(choice=2).finish()).outcome == "empty"


def test_ends_come_once() -> None:
    adapter = OpenAIChat()
    adapter.finish_choices()

    with pytest.raises(MisuseError, match="`finish_choices` was called after `finish`"):
        adapter.finish_choices()
    with pytest.raises(MisuseError, match="`feed` was called after `finish`"):
        adapter.feed_choices({})


def test_text_before_a_broken_field_is_not_lost() -> None:
    adapter = OpenAIChat()
    with pytest.raises(WireError, match=r"^choices\[0\]\.delta\.tool_calls: expected a list"):
        adapter.feed(chunk(content="kept", tool_calls=1))

    assert adapter.finish("failed")[0] == AnswerDelta("kept")


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"choices": {}}, "^choices: expected a list, got dict"),
        ({"choices": [1]}, r"^choices\[0\]: expected an object, got int"),
        ({"choices": [{"delta": "a"}]}, r"^choices\[0\]\.delta: expected an object, got str"),
        ({"choices": [{"index": "0"}]}, r"^choices\[0\]\.index: expected a whole number"),
        ({"choices": [{"message": []}]}, r"^choices\[0\]\.message: expected an object"),
        ({"choices": [{"finish_reason": 1}]}, r"^choices\[0\]\.finish_reason: expected text"),
        ({"usage": 1}, "^usage: expected an object, got int"),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        OpenAIChat().feed(broken)


@pytest.mark.parametrize(
    "error", ["Overloaded", {"message": "Overloaded"}, {"code": 529, "message": "Overloaded"}]
)
def test_errors_of_any_form_fail_the_reply(error: object) -> None:
    for broken in ({"error": error}, {"choices": [{"index": 0, "error": error}]}):
        adapter = OpenAIChat()
        events = adapter.feed(broken) + adapter.finish()

        assert "Overloaded" in str(events[0])
        assert fold(events).outcome == "failed"

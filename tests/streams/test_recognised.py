# Which machine a stream needs, by its first chunk.

from typing import Any

import pytest

from tests.streams.sources import chat_chunk, completion
from thoughtstream.adapters.ollama import Ollama
from thoughtstream.adapters.openai_chat import OpenAIChat
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Envelope, Event, ReplyEnd, ThoughtEnd, ThoughtStart
from thoughtstream.streams.machine import ChunkSplitter
from thoughtstream.streams.recognised import ChoiceMachine, EventsAgain, StreamSplitter, reading


def machine_for(first: object, source: str | None = None) -> object:
    return reading("thinking", None, "auto", source).machine_for(first)


@pytest.mark.parametrize("first", ["", "a", b"b"])
def test_text_and_bytes_go_to_a_splitter(first: object) -> None:
    assert isinstance(machine_for(first), ChunkSplitter)


@pytest.mark.parametrize("first", [chat_chunk("a"), completion("a"), {"choices": []}])
def test_a_providers_chunks_go_to_its_adapter(first: object) -> None:
    machine = machine_for(first)

    assert isinstance(machine, OpenAIChat)
    assert isinstance(machine, ChoiceMachine)


@pytest.mark.parametrize("first", [AnswerDelta("a"), ReplyEnd("empty"), Envelope(AnswerDelta("a"))])
def test_events_and_envelopes_pass(first: object) -> None:
    assert isinstance(machine_for(first), EventsAgain)


def test_a_source_that_is_told_counts() -> None:
    assert isinstance(machine_for({"choices": []}, "ollama"), Ollama)


@pytest.mark.parametrize("first", [None, 1, {}, object()])
def test_a_chunk_that_nobody_knows_is_refused(first: object) -> None:
    with pytest.raises(MisuseError, match="pass `source=`"):
        machine_for(first)


def test_a_source_that_nobody_knows_is_refused_at_once() -> None:
    with pytest.raises(MisuseError, match="'openai-chat'"):
        reading("thinking", None, "auto", "opena")


def test_dialect_policy_and_start_reach_the_adapter() -> None:
    policy = Policy(unclosed="answer")
    machine = StreamSplitter(reading("mistral.think_token", policy, "inside", None))
    events = machine.feed(chat_chunk("a[/THINK]b[THINK]c")) + machine.finish()
    reply = fold(events, policy)

    assert (reply.thoughts[0].text, reply.answer) == ("a", "b[THINK]c")


def test_the_machine_is_chosen_once() -> None:
    machine = StreamSplitter(reading("thinking", None, "auto", None))
    machine.feed("a")
    chosen = machine.feed

    assert machine.feed("b") == [AnswerDelta("b")]
    assert machine.feed == chosen
    with pytest.raises(MisuseError, match="a chunk must be `str` or `bytes`"):
        machine.feed(chat_chunk("c"))


def test_without_a_chunk_a_reply_is_empty() -> None:
    assert StreamSplitter(reading("thinking", None, "auto", None)).finish() == [ReplyEnd("empty")]


# --- Events again ---------------------------------------------------------------------------------


def test_events_that_just_stop_are_closed() -> None:
    machine = EventsAgain()
    start: Event = ThoughtStart(0)

    assert machine.feed(start) == [start]
    assert machine.finish("failed") == [ThoughtEnd(0, complete=False), ReplyEnd("failed")]


def test_events_that_have_ended_are_left_as_they_are() -> None:
    machine = EventsAgain()
    machine.feed(ReplyEnd("empty"))

    assert machine.finish() == []


def test_envelopes_tell_the_first_choice() -> None:
    machine = EventsAgain()

    assert machine.feed(Envelope(AnswerDelta("a"))) == [AnswerDelta("a")]
    assert machine.feed(Envelope(AnswerDelta("b"), choice=1)) == []


@pytest.mark.parametrize("wrong", ["a", None, Envelope("a")])  # type: ignore[arg-type]
def test_nothing_else_may_come_between(wrong: Any) -> None:  # noqa: ANN401 - wrong on purpose
    machine = EventsAgain()
    machine.feed(AnswerDelta("a"))

    with pytest.raises(MisuseError, match=r"an event was wanted; got '(str|NoneType)'"):
        machine.feed(wrong)

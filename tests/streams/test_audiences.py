# What each sink gets of the thoughts.

import asyncio
from typing import Any

import pytest

from tests.streams.sources import Stream, arriving, taken
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallStart,
)
from thoughtstream.streams.audiences import Audiences, length_note
from thoughtstream.streams.split import split

REPLY = (
    'a<think type="planning" id="secret">secret one</think>'
    'b<think thought="secret two">secret</think>c'
)


def test_the_usual_sinks_get_what_is_usual() -> None:
    audiences = Audiences()

    assert {sink: audiences.share(sink) for sink in audiences.shares} == {
        "screen": "full", "speech": "none", "log": "length", "export": "none",
        "next-prompt": "none",
    }  # fmt: skip


@pytest.mark.parametrize("audiences", [Audiences(), Audiences(shares={"screen": "full"})])
def test_a_sink_that_nobody_named_gets_none(audiences: Audiences) -> None:
    assert audiences.share("printer") == "none"
    assert "secret" not in repr(list(audiences.view(split([REPLY]), "printer")))


def test_a_share_that_is_none_is_refused() -> None:
    wrong: Any = {"log": "half"}

    with pytest.raises(MisuseError, match="'log' must be one of full, length, none; got 'half'"):
        Audiences(shares=wrong)


def test_full_is_everything() -> None:
    events = list(split([REPLY]))

    assert list(Audiences().view(events, "screen")) == events
    assert taken(Audiences().view(arriving(events), "screen")) == events


def test_none_is_the_answer_and_the_rest() -> None:
    call = ToolCallStart(0, "id", "name")
    events = list(Audiences().view([*list(split([REPLY]))[:-1], call], "speech"))

    assert events == [AnswerDelta("a"), AnswerDelta("b"), AnswerDelta("c"), call]


def test_length_is_a_note_and_nothing_the_model_wrote() -> None:
    events = list(Audiences().view(split([REPLY]), "log"))

    assert events[:4] == [
        AnswerDelta("a"),
        ThoughtStart(0, type="planning"),
        ThoughtDelta("[10 characters]"),
        ThoughtEnd(0),
    ]
    assert "secret" not in repr(events)
    assert fold(events).thoughts[1].text == "[10 characters]"
    assert fold(events).answer == "abc"
    assert length_note("x" * 1234) == "[1,234 characters]"


def test_a_thought_begins_when_it_begins() -> None:
    machine = Audiences().view(split(["<think>a", "b</think>c"]), "log")

    assert next(machine) == ThoughtStart(0)
    assert next(machine) == ThoughtDelta("[2 characters]")


# --- Transforms -----------------------------------------------------------------------------------


def shouting(text: str) -> str:
    return text.upper()


async def later(text: str) -> str:
    await asyncio.sleep(0)
    return text.upper()


def test_a_transform_changes_what_is_shown_and_never_what_is_stored() -> None:
    events = list(split(["<think>a", "b</think>c"]))
    stored = list(events)
    shown = list(Audiences(transforms={"screen": shouting}).view(events, "screen"))

    assert [event for event in shown if isinstance(event, ThoughtDelta)] == [ThoughtDelta("AB")]
    assert (fold(shown).thoughts[0].text, fold(shown).answer) == ("AB", "c")
    assert events == stored


def test_an_async_transform_is_awaited() -> None:
    audiences = Audiences(transforms={"screen": later})
    shown = taken(audiences.view(split(arriving(["<think>a</think>b"])), "screen"))

    assert fold(shown).thoughts[0].text == "A"
    with pytest.raises(MisuseError, match="needs an async stream"):
        list(audiences.view(split(["<think>a</think>b"]), "screen"))


def test_a_plain_transform_will_do_for_an_async_stream() -> None:
    audiences = Audiences(transforms={"screen": shouting})

    assert (
        fold(taken(audiences.view(split(arriving(["<think>a"])), "screen"))).thoughts[0].text == "A"
    )


def test_a_transform_that_gives_nothing_shows_no_text() -> None:
    for audiences in (Audiences(transforms={"screen": lambda _: ""}),):
        shown = list(audiences.view(split(["<think>a</think>b"]), "screen"))
        assert [event.kind for event in shown][:2] == ["thought-start", "thought-end"]
        assert taken(audiences.view(split(arriving(["<think>a</think>b"])), "screen")) == shown


def test_a_share_counts_before_a_transform() -> None:
    audiences = Audiences(transforms={"log": shouting, "speech": shouting})

    assert fold(audiences.view(split([REPLY]), "log")).thoughts[0].text == "[10 characters]"
    assert fold(audiences.view(split([REPLY]), "speech")).thoughts == ()


# --- Thoughts that are cut off --------------------------------------------------------------------

ANSWER = Policy(unclosed="answer")


@pytest.mark.parametrize("sink", ["screen", "log", "speech"])
def test_a_thought_that_turns_out_to_be_answer_is_answer_for_every_sink(sink: str) -> None:
    audiences = Audiences(transforms={"screen": shouting})
    events = list(audiences.view(split(["a<think>b"], policy=ANSWER), sink))

    assert fold(events, ANSWER).answer == "a<think>b"
    assert not [event for event in events if isinstance(event, ThoughtDelta)]


def test_a_thought_that_is_cut_off_stays_one() -> None:
    events = list(Audiences().view(split(["a<think>bc"]), "log"))

    assert [event.kind for event in events] == [
        "answer-delta", "thought-start", "thought-delta", "thought-end", "reply-end",
    ]  # fmt: skip
    assert fold(events).thoughts[0].complete is False


def test_events_that_just_stop_are_told_as_far_as_they_came() -> None:
    events: list[Event] = [ThoughtStart(0), ThoughtDelta("a"), ThoughtEnd(0, complete=False)]
    told = list(Audiences().view(events, "log"))

    assert told == [ThoughtStart(0), ThoughtDelta("[1 characters]"), events[2]]


def test_two_thoughts_in_a_row_keep_apart() -> None:
    cut = ThoughtEnd(0, complete=False)
    events: list[Event] = [ThoughtStart(0), ThoughtDelta("a"), cut, ThoughtStart(1), ThoughtEnd(1)]

    assert list(Audiences().view([*events, ReplyEnd("thought-only")], "log")) == [
        ThoughtStart(0), ThoughtDelta("[1 characters]"), cut, ThoughtStart(1), ThoughtEnd(1),
        ReplyEnd("thought-only"),
    ]  # fmt: skip


@pytest.mark.parametrize("sink", ["screen", "log", "speech"])
def test_a_reader_that_leaves_closes_the_source(sink: str) -> None:
    stream = Stream(["a", "b"])
    for _ in Audiences(transforms={"screen": shouting}).view(split(stream), sink):
        break

    assert stream.closed == 1

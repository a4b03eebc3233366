# Every event: its name on the wire, its shape, and that the union has them all.

import inspect
import re
from dataclasses import fields, is_dataclass
from typing import Any, cast, get_args

import pytest

import thoughtstream as ts
from thoughtstream import events
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtEnd,
    ThoughtStart,
)

EVENTS: tuple[type[Any], ...] = get_args(Event)

every_event = pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)


@every_event
def test_the_name_on_the_wire_is_the_class_name_with_dashes(event: type[Any]) -> None:
    words = re.findall("[A-Z][a-z]*", event.__name__)

    assert event.kind == "-".join(words).lower()


@every_event
def test_an_event_is_a_slotted_value(event: type[Any]) -> None:
    assert is_dataclass(event)
    assert "kind" not in {field.name for field in fields(event)}
    assert hasattr(event, "__slots__")
    assert not hasattr(object.__new__(event), "__dict__")


@every_event
def test_an_event_says_what_it_is(event: type[Any]) -> None:
    assert event.__doc__
    assert not event.__doc__.startswith(event.__name__ + "(")


@every_event
def test_an_event_is_a_public_name(event: type[Any]) -> None:
    assert getattr(ts, event.__name__) is event


def test_the_union_has_every_event() -> None:
    defined = {
        value
        for value in vars(events).values()
        if inspect.isclass(value) and value.__module__ == events.__name__ and hasattr(value, "kind")
    }

    assert set(EVENTS) == defined
    assert len({event.kind for event in EVENTS}) == len(EVENTS)


def test_names_use_three_verbs_only() -> None:
    for event in EVENTS:
        last = re.findall("[A-Z][a-z]*", event.__name__)[-1]
        assert last in {"Start", "Delta", "End"} or event.__name__ in {
            "Removed", "Reclassified", "Usage", "Notice",
        }  # fmt: skip


def test_events_are_compared_by_value() -> None:
    assert AnswerDelta("a") == AnswerDelta("a")
    assert AnswerDelta("a") != AnswerDelta("b")
    assert AnswerDelta("a") != cast("Event", ts.ThoughtDelta("a"))
    assert ThoughtStart(0, attributes={"a": "1"}) == ThoughtStart(0, attributes={"a": "1"})


def test_an_event_has_no_room_for_more() -> None:
    event: Any = AnswerDelta("a")

    with pytest.raises(AttributeError):
        event.more = 1


def test_defaults_are_not_shared() -> None:
    assert ThoughtStart(0).attributes is not ThoughtStart(0).attributes
    assert ThoughtEnd(0).provider is not ThoughtEnd(0).provider


def test_events_can_be_matched_by_place() -> None:
    match Reclassified(1, 2, "answer", 0, "x"):
        case Reclassified(start, end, now, index, marker):
            assert (start, end, now, index, marker) == (1, 2, "answer", 0, "x")
    match ReplyEnd("answered", "stop"):
        case ReplyEnd(outcome, reason, counts):
            assert (outcome, reason, counts) == ("answered", "stop", ts.Counts())


def test_an_envelope_is_no_event() -> None:
    envelope = ts.Envelope(AnswerDelta("a"))

    assert (envelope.choice, envelope.at, envelope.chunk, envelope.path) == (0, 0.0, None, ())
    assert envelope == ts.Envelope(AnswerDelta("a"))
    assert not hasattr(envelope, "kind")
    assert not hasattr(envelope, "__dict__")

# What every encoder does: one stream, closed whatever happens.

import pytest
from hypothesis import given

from tests.encoders.replies import broken_streams, encoded
from thoughtstream.encoders.encoder import Encoder, JsonObject, random_id
from thoughtstream.errors import MisuseError
from thoughtstream.events import AnswerDelta, Event, ReplyEnd, ThoughtDelta, ThoughtStart


class Names(Encoder):
    """Tells the kinds of events."""

    def _encoded(self, event: Event) -> list[JsonObject]:
        return [{"kind": event.kind}]


def test_events_may_come_one_by_one_or_many_at_once() -> None:
    events: list[Event] = [AnswerDelta("a"), ReplyEnd("answered")]

    assert Names().feed_all(events) == [{"kind": "answer-delta"}, {"kind": "reply-end"}]


@given(events=broken_streams())
def test_every_stream_is_ended_once(events: list[Event]) -> None:
    kinds = [each["kind"] for each in encoded(Names(), events)]

    assert kinds.count("reply-end") == 1
    assert kinds[-1] == "reply-end"
    for what in ("thought", "tool-call"):
        assert kinds.count(f"{what}-start") == kinds.count(f"{what}-end")


def test_nothing_is_added_behind_the_end_of_a_reply() -> None:
    encoder = Names()
    encoder.feed(ReplyEnd("empty"))

    assert encoder.finish() == []


def test_several_replies_may_follow_each_other() -> None:
    encoder = Names()
    encoder.feed(ReplyEnd("empty"))
    encoder.feed(ThoughtStart(0))

    assert [each["kind"] for each in encoder.finish()] == ["thought-end", "reply-end"]


@pytest.mark.parametrize("verb", ["feed", "finish"])
def test_nothing_follows_the_end(verb: str) -> None:
    encoder = Names()
    encoder.finish()

    with pytest.raises(MisuseError, match=f"`{verb}` was called after `finish`"):
        encoder.feed(AnswerDelta("a")) if verb == "feed" else encoder.finish()


def test_a_delta_needs_its_start() -> None:
    with pytest.raises(MisuseError, match="ThoughtDelta"):
        Names().feed(ThoughtDelta("a"))


def test_ids_differ() -> None:
    assert random_id() != random_id()

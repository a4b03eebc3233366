# What is open is known, and so is what closes it.

import pytest

from thoughtstream.encoders.unended import Unended
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
)


@pytest.mark.parametrize(
    ("events", "closing"),
    [
        ([], [ReplyEnd("failed")]),
        ([AnswerDelta("a")], [ReplyEnd("failed")]),
        ([AnswerDelta("a"), ReplyEnd("answered")], []),
        ([ThoughtStart(3)], [ThoughtEnd(3, complete=False), ReplyEnd("failed")]),
        ([ThoughtStart(3), ThoughtDelta("a"), ThoughtEnd(3)], [ReplyEnd("failed")]),
        (
            [ToolCallStart(0, "a", "x"), ToolCallStart(1, "b", "x"), ToolCallEnd(0)],
            [ToolCallEnd(1, complete=False), ReplyEnd("failed")],
        ),
        (
            [ReplyEnd("answered"), ThoughtStart(0)],
            [ThoughtEnd(0, complete=False), ReplyEnd("failed")],
        ),
    ],
)  # fmt: skip
def test_what_closes_a_reply(events: list[Event], closing: list[Event]) -> None:
    unended = Unended()
    for event in events:
        unended.feed(event)

    assert unended.closing() == closing


@pytest.mark.parametrize(
    "event", [ThoughtDelta("a"), ThoughtEnd(0), ToolCallDelta(0, "a"), ToolCallEnd(0)]
)
def test_what_never_began_can_t_go_on(event: Event) -> None:
    with pytest.raises(MisuseError, match=f"`{type(event).__name__}` came"):
        Unended().feed(event)

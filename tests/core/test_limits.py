# Every bound: at it a marker counts, one beyond it the same text is text; nothing is lost.

import pytest

from thoughtstream.core import limits
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import AnswerDelta, Event, ThoughtDelta, ThoughtStart
from thoughtstream.testing import merged, source_text


def events_of(
    reply: str, dialect: str = "thinking", *, start: Start = "auto", size: int = 0
) -> list[Event]:
    splitter = Splitter(dialect, start=start)
    cuts = range(0, len(reply), size or max(1, len(reply)))
    events = [
        event for at in cuts for event in splitter.feed(reply[at : at + (size or len(reply))])
    ]
    return merged(events + splitter.finish())


def answer_of(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, AnswerDelta))


def opened(reply: str, dialect: str = "thinking") -> bool:
    """Whether a reply holds a thought; the same one whatever the cuts, and nothing lost."""
    events = events_of(reply, dialect)
    assert source_text(events) == reply
    assert events_of(reply, dialect, size=1009) == events
    return any(isinstance(event, ThoughtStart) for event in events)


def tag_of_length(length: int) -> str:
    frame = '<think note="">'
    return frame.replace('""', '"' + "x" * (length - len(frame)) + '"')


@pytest.mark.parametrize(
    ("within", "dialect"),
    [
        (tag_of_length(limits.MARKER), "thinking"),
        (f"<think {'n' * limits.NAME}=1>", "thinking"),
        (f"<think n{' ' * limits.NAME}=1>", "thinking"),
        (f"<think n={' ' * limits.NAME}1>", "thinking"),
        (f"<think n={'v' * limits.BARE_VALUE}>", "thinking"),
        (f"<{'n' * limits.NAME}>", "any-tag"),
        (f"<think:{'s' * limits.NAME}>", "hy_v3"),
        (f"<|channel|>{'analysis'.ljust(limits.HEADER)}<|message|>", "harmony"),
    ],
)
def test_a_marker_at_the_limit_counts(within: str, dialect: str) -> None:
    assert opened(f"{within}a", dialect)


@pytest.mark.parametrize(
    ("beyond", "dialect"),
    [
        (tag_of_length(limits.MARKER + 1), "thinking"),
        (f"<think {'n' * (limits.NAME + 1)}=1>", "thinking"),
        (f"<think n{' ' * (limits.NAME + 1)}=1>", "thinking"),
        (f"<think n={' ' * (limits.NAME + 1)}1>", "thinking"),
        (f"<think n={'v' * (limits.BARE_VALUE + 1)}>", "thinking"),
        (f"<{'n' * (limits.NAME + 1)}>", "any-tag"),
        (f"<think:{'s' * (limits.NAME + 1)}>", "hy_v3"),
        (f"<|channel|>{'analysis'.ljust(limits.HEADER + 1)}<|message|>", "harmony"),
    ],
)
def test_beyond_the_limit_it_is_text(beyond: str, dialect: str) -> None:
    events = events_of(f"{beyond}a", dialect)

    assert not opened(f"{beyond}a", dialect)
    assert answer_of(events) == f"{beyond}a"


def test_a_tag_that_never_ends_is_let_go_once_it_is_too_long() -> None:
    splitter = Splitter()
    begun = '<think note="'

    assert splitter.feed(begun + "x" * (limits.MARKER - len(begun))) == []
    assert answer_of(splitter.feed("y")) == begun + "x" * (limits.MARKER - len(begun)) + "y"


def test_whitespace_in_a_closing_tag_has_a_limit() -> None:
    within = events_of(f"<think>a</think{' ' * limits.NAME}>b")
    beyond = events_of(f"<think>a</think{' ' * (limits.NAME + 1)}>b")

    assert answer_of(within) == "b"
    assert answer_of(beyond) == ""


def test_openers_nest_to_a_limit_and_deeper_ones_are_text() -> None:
    def nested(depth: int) -> str:
        return "<thinking>a" + "<thinking>" * depth + "b" + "</thinking>" * (depth + 1) + "c"

    assert answer_of(events_of(nested(limits.NESTING))) == "c"
    assert answer_of(events_of(nested(limits.NESTING + 1))) == "c"
    deepest = [event for event in events_of(nested(limits.NESTING)) if event.kind == "removed"]
    deeper = [event for event in events_of(nested(limits.NESTING + 1)) if event.kind == "removed"]
    assert len(deepest) == 0
    assert len(deeper) == 1


def test_blank_text_is_waited_for_up_to_a_limit() -> None:
    splitter = Splitter()

    assert splitter.feed("<think>" + " " * limits.BLANK) == []
    begun = splitter.feed(" ")
    assert begun[1:] == [ThoughtDelta(" " * (limits.BLANK + 1))]


def test_whitespace_at_the_top_is_waited_for_up_to_a_limit() -> None:
    splitter = Splitter()

    assert splitter.feed("\n" * limits.BLANK) == []
    assert splitter.feed("\n") == [AnswerDelta("\n")]


def test_holding_ends_at_a_limit() -> None:
    splitter = Splitter(start="hold")

    assert splitter.feed("x" * limits.HOLD) == []
    assert answer_of(splitter.feed("y")) == "x" * limits.HOLD + "y"
    assert answer_of(splitter.feed("z")) == "z"

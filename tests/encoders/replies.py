"""Strategies: streams of events as encoders get them, and what must come out of every encoding.

Replies are split by the machine; tool calls, native thoughts, counts and notices are put in
between, as adapters do. Some streams stop without their end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from hypothesis import strategies as st

from tests.property.replies import Case, Setting, cases, cuttings, policies, replies
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Splitter
from thoughtstream.encoders.encoder import Encoder
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)

JsonObject: TypeAlias = dict[str, Any]
VERBATIM = Policy(answer_whitespace="preserve", thought_whitespace="keep")


@dataclass(frozen=True)
class Told:
    """What a consumer must know in the end."""

    thoughts: list[str]
    answer: str


def told(events: Iterable[Event]) -> Told:
    """What events tell, to the character."""
    reply = fold(events, VERBATIM)
    return Told([thought.text for thought in reply.thoughts], reply.answer)


def turns(events: list[Event], now: str) -> bool:
    """Whether text turns out to be a thought, or an answer."""
    return any(isinstance(event, Reclassified) and event.now == now for event in events)


def split(*chunks: str, setting: Setting | None = None) -> list[Event]:
    """The events of a reply."""
    setting = setting or Setting()
    splitter = Splitter(setting.dialects, setting.policy, start=setting.start)
    return [event for chunk in chunks for event in splitter.feed(chunk)] + splitter.finish()


def native(text: str, provider: Mapping[str, object] | None = None) -> list[Event]:
    """A thought from a provider's own field."""
    pieces = [ThoughtDelta(text)] if text else []
    return [ThoughtStart(0, source="native"), *pieces, ThoughtEnd(0, provider=provider or {})]


def call(index: int, arguments: str = '{"a": 1}', *, complete: bool = True) -> list[Event]:
    """A tool call."""
    half = len(arguments) // 2
    pieces = [ToolCallDelta(index, text) for text in (arguments[:half], arguments[half:]) if text]
    start = ToolCallStart(index, f"call-{index}", "add", {"signature": "s"} if index else {})
    return [start, *pieces, ToolCallEnd(index, complete)]


def numbered(events: Iterable[Event]) -> list[Event]:
    """The same events with thoughts counted from 0."""
    count, whole = -1, list[Event]()
    for event in events:
        count += isinstance(event, ThoughtStart)
        if isinstance(event, ThoughtStart | ThoughtEnd):
            event = replace(event, index=count)  # noqa: PLW2901
        whole.append(event)
    return whole


_providers = st.sampled_from([{}, {"type": "thinking", "signature": "x=="}, {"data": b"\x00\xff"}])
_beside = st.one_of(
    st.builds(native, st.sampled_from(["", "a", "two words"]), _providers),
    st.builds(call, st.integers(0, 2), st.sampled_from(["", "{}", '{"a": 1}', "{", "[1]"])),
    st.just([Usage(3, 5, 2)]),
    st.just([Usage(None, 9)]),
    st.just([Notice("code", "A sentence.")]),
)


@st.composite
def late_cases(draw: st.DrawFn) -> Case:
    """A reply whose first marker closes a thought that nothing opened."""
    setting = Setting(policy=replace(draw(policies), lone_closer="reclassify", extraction="on"))
    before = st.lists(st.sampled_from(["a", " ", "\n", "two words", "é"]), min_size=1, max_size=4)
    rest = st.one_of(st.sampled_from(["", "b", " b"]), replies(setting.dialects, 5))
    reply = f"{''.join(draw(before))}</think>{draw(rest)}"
    return Case(setting, reply, draw(cuttings(reply)))


@st.composite
def streams(draw: st.DrawFn) -> list[Event]:
    """All events of one reply, balanced."""
    case = draw(st.one_of(cases(8), cases(8), late_cases()))
    events = split(*case.chunks, setting=case.setting)
    if turns(events, "thought") or turns(events, "answer"):
        return events
    for beside in draw(st.lists(_beside, max_size=4)):
        places = _places(events)
        at = draw(st.sampled_from(places))
        events[at:at] = beside
    return numbered(events)


@st.composite
def broken_streams(draw: st.DrawFn) -> list[Event]:
    """The same, cut off anywhere."""
    events = draw(streams())
    return events[: draw(st.integers(0, len(events)))]


def _places(events: list[Event]) -> list[int]:
    """Where an adapter could put something: between thoughts, calls and texts."""
    open_, places = 0, list[int]()
    for place, event in enumerate(events):
        if not open_:
            places.append(place)
        open_ += isinstance(event, ThoughtStart | ToolCallStart)
        open_ -= isinstance(event, ThoughtEnd | ToolCallEnd)
    return places


def encoded(encoder: Encoder, events: Iterable[Event]) -> list[JsonObject]:
    """Feed and finish."""
    return [each for event in events for each in encoder.feed(event)] + encoder.finish()


SECOND_THOUGHT_EMPTY: list[Event] = [
    ThoughtStart(0), ThoughtDelta("a"), ThoughtEnd(0),
    AnswerDelta("b"),
    ThoughtStart(1), ThoughtEnd(1),
    AnswerDelta("c"),
    ReplyEnd("answered", "stop"),
]  # fmt: skip
UNCLOSED = split("<think>a")
LATE = split("a", "</think>", "b")
AS_ANSWER = split("b<think>a", setting=Setting(policy=Policy(unclosed="answer")))
INTERLEAVED = numbered(
    [*native("a"), *call(0), *native("b"), AnswerDelta("c"), *call(1), ReplyEnd("answered")]
)

"""Events into values: `Thought`, `Reply`, and whitespace choices that must see a whole text.

A fold sees every event, so it can do what deltas must not: strip, collapse, take a
reclassification into account.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from thoughtstream.core.policy import AnswerWhitespace, Policy
from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ReplyEnd,
    Source,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    Why,
)

KNOWN_TYPES: Final = frozenset(
    {
        "planning", "reasoning", "reflection", "decision", "observation", "strategy",
        "verification", "critique", "analysis",
    }
)  # fmt: skip
"""Types of thoughts that have a meaning here; any other string is allowed as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """One thought of a reply. Its identity is its reply and `index`, never its text."""

    index: int
    text: str
    type: str = "reasoning"
    declared_type: str | None = None
    declared_id: str | None = None
    confidence: float | None = None
    confidence_valid: bool = True
    """False where a confidence was declared that is not a number from 0 to 1."""
    verbosity: str = "normal"
    related_to: str | None = None
    alternatives: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    """All attributes, decoded; `marker` has them as they were written."""
    name: str = ""
    marker: str = ""
    source: Source = "marker"
    complete: bool = True
    """False where the reply ended first."""
    span: tuple[int, int] = (0, 0)
    """Where in the reply its text stands, in code points; of an attribute thought, its marker."""
    provider: dict[str, object] = field(default_factory=dict[str, object])

    @property
    def known_type(self) -> bool:
        """Whether `type` is one of those with a meaning here."""
        return self.type in KNOWN_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole reply: what the model thought, what it said, how it ended."""

    thoughts: tuple[Thought, ...] = ()
    answer: str = ""
    outcome: Outcome = "empty"
    raw: str = ""
    """The reply as the model wrote it."""
    finish_reason: str | None = None
    counts: Counts = field(default_factory=Counts)
    removed: tuple[Removed, ...] = ()
    """What is neither thought nor answer, and why."""

    @property
    def why_empty(self) -> str | None:
        """Why there is no answer, in a sentence for a person; None if there is one."""
        if self.answer.strip(WHITESPACE):
            return None
        return _why_empty(self) + _reason(self.finish_reason)


def fold(events: Iterable[Event], policy: Policy | None = None) -> Reply:
    """Fold the events of one reply into a `Reply`.

    Args:
        events: All events of a reply, in order, merged or not.
        policy: The policy they were made with.
    """
    folding = _Folding(policy or Policy())
    for event in events:
        folding.take(event)
    return folding.reply()


def source_text(events: Iterable[Event]) -> str:
    """Return the reply that events were made from: every marker and text, joined in order."""
    written = Written()
    return "".join(written.feed(event) for event in events)


class Written:
    """The reply as the model wrote it, event by event."""

    def __init__(self) -> None:
        self._beside = False  # the open thought's text stands elsewhere: in its marker, in a field

    def feed(self, event: Event) -> str:
        """Return the text of the reply that an event stands for."""
        match event:
            case ThoughtStart():
                self._beside = event.source != "marker"
                return event.marker
            case ThoughtEnd() | Reclassified():
                return event.marker
            case ThoughtDelta():
                return "" if self._beside else event.text
            case AnswerDelta() | Removed():
                return event.text
            case _:
                return ""


class _Folding:
    """What is known of a reply while its events are folded."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._raw: list[str] = []
        self._at = 0
        self._answer: list[tuple[int, str]] = []  # pieces and where in the reply they begin
        self._thoughts: list[Thought] = []
        self._removed: list[tuple[Why, list[str]]] = []
        self._removed_to = 0  # where in the reply the last of them ends
        self._start: ThoughtStart | None = None
        self._text: list[str] = []
        self._text_at = 0
        self._end = ReplyEnd("empty")

    def take(self, event: Event) -> None:
        match event:
            case AnswerDelta(text):
                self._answer.append((self._at, text))
                self._pass(text)
            case Removed(text):
                self._remove(event)
                self._pass_marker(text)
            case Reclassified():
                self._reclassify(event)
            case ReplyEnd():
                self._end = event
            case _:
                self._take_thought(event)

    def _remove(self, event: Removed) -> None:
        """Keep what was removed; pieces of one kind side by side are one."""
        if self._removed and self._removed[-1][0] == event.why and self._removed_to == self._at:
            self._removed[-1][1].append(event.text)
        else:
            self._removed.append((event.why, [event.text]))
        self._removed_to = self._at + len(event.text)

    def _take_thought(self, event: Event) -> None:
        match event:
            case ThoughtStart():
                self._start, self._text = event, []
                self._pass_marker(event.marker)
                self._text_at = self._at
            case ThoughtDelta(text):
                self._text.append(text)
                if self._start is None or self._start.source == "marker":
                    self._pass(text)
            case ThoughtEnd():
                self._close(event)
            case _:
                pass

    def reply(self) -> Reply:
        thoughts = (t for t in self._thoughts if t.complete or self._policy.unclosed != "drop")
        return Reply(
            thoughts=tuple(sorted(thoughts, key=lambda thought: thought.index)),
            answer=_settled(
                "".join(text for _, text in self._answer), self._policy.answer_whitespace
            ),
            outcome=self._end.outcome,
            raw="".join(self._raw),
            finish_reason=self._end.finish_reason,
            counts=self._end.counts,
            removed=tuple(Removed("".join(texts), why) for why, texts in self._removed),
        )

    def _pass(self, text: str) -> None:
        self._raw.append(text)
        self._at += len(text)

    def _pass_marker(self, marker: str) -> None:
        if self._policy.answer_whitespace == "single-space":
            self._answer.append((self._at, " "))
        self._pass(marker)

    def _close(self, end: ThoughtEnd) -> None:
        start = self._start or ThoughtStart(end.index)
        span = (self._text_at, self._at)
        if start.source == "attribute":
            span = (self._text_at - len(start.marker), self._text_at)
        self._thoughts.append(
            _thought(start, "".join(self._text), span=span, end=end, policy=self._policy)
        )
        self._start = None
        self._pass(end.marker)

    def _reclassify(self, event: Reclassified) -> None:
        text = "".join(self._raw)[event.start : event.end]
        if event.now == "thought":
            self._answer = [piece for piece in self._answer if piece[0] >= event.end]
            start = ThoughtStart(event.index, type=self._policy.default_type)
            end = ThoughtEnd(event.index, event.marker)
            span = (event.start, event.end)
            self._thoughts.append(_thought(start, text, span=span, end=end, policy=self._policy))
        else:
            self._thoughts = [each for each in self._thoughts if each.index != event.index]
            self._answer.append((event.start, text))
        self._pass(event.marker)


def _thought(
    start: ThoughtStart, text: str, *, span: tuple[int, int], end: ThoughtEnd, policy: Policy
) -> Thought:
    said = start.attributes
    confidence, valid = _confidence(said.get("confidence"), policy)
    return Thought(
        index=start.index,
        text=text.strip(WHITESPACE) if policy.thought_whitespace == "strip" else text,
        type=start.type,
        declared_type=said.get("thought_type", said.get("type")),
        declared_id=said.get("thought_id", said.get("id")),
        confidence=confidence,
        confidence_valid=valid,
        verbosity=said.get("verbosity", "normal"),
        related_to=said.get("related_to"),
        alternatives=_alternatives(said.get("alternatives", "")),
        attributes=dict(said),
        name=start.name,
        marker=start.marker,
        source=start.source,
        complete=end.complete,
        span=span,
        provider=dict(end.provider),
    )


def _confidence(declared: str | None, policy: Policy) -> tuple[float | None, bool]:
    if declared is None:
        return policy.absent_confidence, True
    number = declared.strip(WHITESPACE)
    if _NUMBER.fullmatch(number) and 0 <= float(number) <= 1:
        return float(number), True
    return policy.bad_confidence, False


def _alternatives(declared: str) -> tuple[str, ...]:
    mark = "|" if "|" in declared else ","
    return tuple(part for each in declared.split(mark) if (part := each.strip(WHITESPACE)))


def _settled(answer: str, whitespace: AnswerWhitespace) -> str:
    match whitespace:
        case "clean":
            return _NEWLINES.sub(_two_at_most, answer).strip(WHITESPACE)
        case "collapse-newlines":
            return _NEWLINES.sub(_two_at_most, answer)
        case "trim-ends":
            return answer.strip(WHITESPACE)
        case "single-space":
            return _SPACE.sub(" ", answer).strip(" ")
        case _:  # the others have acted while text streamed
            return answer


def _two_at_most(found: re.Match[str]) -> str:
    lines = found[0]
    last = lines.rindex("\n") + 1
    return "\n\n" + lines[last:] if lines.count("\n") > 2 else lines  # noqa: PLR2004 - as named


def _why_empty(reply: Reply) -> str:
    if reply.outcome == "failed":
        return "The stream failed before any answer came"
    if reply.outcome == "cancelled":
        return "The reply was cancelled before any answer came"
    if not (reply.raw.strip(WHITESPACE) or reply.thoughts):
        return "The model wrote nothing at all"
    if reply.outcome == "cut-in-thought":
        return _CUT if any(t.marker for t in reply.thoughts) or not reply.thoughts else _UNOPENED
    if reply.outcome == "thought-only":
        return (
            "The reply was all thought: the model closed its thought and wrote no answer after it"
        )
    return "The reply held only markers and whitespace"


def _reason(finish_reason: str | None) -> str:
    return f" (finish reason: {finish_reason})." if finish_reason else "."


_CUT = (
    "The reply was cut inside a thought, before any answer: "
    "allow more tokens, or ask for less thinking"
)
_UNOPENED = (
    "No marker ever opened or closed a thought, and replies of this dialect start inside one, so "
    "all of it counts as thought: if the model answered without thinking, use start='outside' or "
    "unclosed='answer'"
)
_NUMBER = re.compile(r"\+?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_SPACE = re.compile(f"[{WHITESPACE}]++")
_NEWLINES = re.compile(f"\\n[{WHITESPACE}]*+")

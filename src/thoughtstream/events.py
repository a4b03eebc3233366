"""Every event type, the `Event` union, and the `Envelope` around an event.

One class per fact; events are slotted, compared by value and immutable by contract: nobody
assigns to a field of an event (`frozen=True` would make building one about four times dearer, on
the hot path). `kind` is the name on the wire: the class name with dashes. Events know nothing of
where or when they happened: that is in an `Envelope`. Adding a class to `Event` is a minor
release: match on it exhaustively.

The law that binds them: `marker` and `text`, joined in order over all events of a reply, are the
reply. Two texts do not count: the delta of a thought whose `source` is "attribute", because its
text stands in the marker already, and of one that came beside the text, natively or by a tool.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

Source = Literal["marker", "attribute", "native", "tool"]
"""Where a thought was found: between markers, in an attribute, in a provider's own field, in a
tool call.
"""

Why = Literal[
    "seam",
    "boundary",
    "empty-thought",
    "stray-closer",
    "late-closer",
    "answer-wrapper",
    "attribute-wins",
    "label",
]
"""Why a piece of the reply is neither thought nor answer.

`seam` and `boundary` are whitespace that a policy takes out; `late-closer` is a lone closing
marker that showed too late that everything before it was a thought.
"""

Outcome = Literal["answered", "thought-only", "cut-in-thought", "empty", "failed", "cancelled"]
"""How a reply ended."""


@dataclass(slots=True)
class ThoughtStart:
    """A thought begins. `marker` is "" where no text of the reply opened it."""

    kind: ClassVar[Literal["thought-start"]] = "thought-start"
    index: int
    marker: str = ""
    name: str = ""
    type: str = "reasoning"
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    source: Source = "marker"


@dataclass(slots=True)
class ThoughtDelta:
    """The next piece of a thought. `text` is never empty."""

    kind: ClassVar[Literal["thought-delta"]] = "thought-delta"
    text: str


@dataclass(slots=True)
class ThoughtEnd:
    """A thought ends. `marker` is "" and `complete` false where the stream stopped first.

    `provider` holds what must be echoed back to a provider with the thought: a signature, encrypted
    data, an item id.
    """

    kind: ClassVar[Literal["thought-end"]] = "thought-end"
    index: int
    marker: str = ""
    complete: bool = True
    provider: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True)
class AnswerDelta:
    """The next piece of the answer. `text` is never empty."""

    kind: ClassVar[Literal["answer-delta"]] = "answer-delta"
    text: str


@dataclass(slots=True)
class Removed:
    """A piece of the reply that is neither thought nor answer, and why."""

    kind: ClassVar[Literal["removed"]] = "removed"
    text: str
    why: Why


@dataclass(slots=True)
class Reclassified:
    """Text already emitted turned out to be the other kind.

    The code points `[start, end)` of the reply are `now` a thought (number `index`) or part of the
    answer. `marker` is the closing marker that showed it, "" at the end of a reply.
    """

    kind: ClassVar[Literal["reclassified"]] = "reclassified"
    start: int
    end: int
    now: Literal["thought", "answer"]
    index: int
    marker: str = ""


@dataclass(slots=True)
class ToolCallStart:
    """The model begins to call a tool."""

    kind: ClassVar[Literal["tool-call-start"]] = "tool-call-start"
    index: int
    id: str
    name: str
    provider: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True)
class ToolCallDelta:
    """The next piece of a tool call's arguments, as the model wrote them."""

    kind: ClassVar[Literal["tool-call-delta"]] = "tool-call-delta"
    index: int
    text: str


@dataclass(slots=True)
class ToolCallEnd:
    """The arguments of a tool call are all there."""

    kind: ClassVar[Literal["tool-call-end"]] = "tool-call-end"
    index: int
    complete: bool = True
    provider: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True)
class Usage:
    """Token counts. `thought_tokens` are part of `output_tokens`, never beside them."""

    kind: ClassVar[Literal["usage"]] = "usage"
    input_tokens: int | None = None
    output_tokens: int | None = None
    thought_tokens: int | None = None
    estimated: bool = False
    provider: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True)
class Notice:
    """Something to know: a stable `code` and a sentence, `message`, without model text."""

    kind: ClassVar[Literal["notice"]] = "notice"
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What a reply held: thoughts told, empty thoughts skipped, code points in all."""

    thoughts: int = 0
    skipped: int = 0
    characters: int = 0


@dataclass(slots=True)
class ReplyEnd:
    """The reply is over. Exactly one, always last."""

    kind: ClassVar[Literal["reply-end"]] = "reply-end"
    outcome: Outcome
    finish_reason: str | None = None
    counts: Counts = field(default_factory=Counts)


Event = (
    ThoughtStart
    | ThoughtDelta
    | ThoughtEnd
    | AnswerDelta
    | Removed
    | Reclassified
    | ToolCallStart
    | ToolCallDelta
    | ToolCallEnd
    | Usage
    | Notice
    | ReplyEnd
)
"""Everything that a splitter or an adapter can emit."""


@dataclass(slots=True)
class Envelope:
    """An event and what is known around it, for those who ask for it.

    `choice` is the index of one of several replies to one request, `at` the time on the clock that
    was handed in, `chunk` what the event was read from (None where there is nothing to show), and
    `path` the agents that it came through, outermost first.
    """

    event: Event
    choice: int = 0
    at: float = 0.0
    chunk: object = None
    path: tuple[str, ...] = ()

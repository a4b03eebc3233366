"""`timing`: what envelopes say about time: first token, first of the answer, each thought."""

from collections.abc import AsyncIterable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, overload

from thoughtstream.events import (
    AnswerDelta,
    Envelope,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallStart,
)
from thoughtstream.streams.gathered import gathered


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Seconds since the request, on the clock of the envelopes. None: it never came."""

    first_token: float | None = None
    """Until anything of the reply was there, a thought or not."""
    first_answer: float | None = None
    """Until the reader had something to read."""
    end: float | None = None
    """Until the reply was over."""
    thoughts: dict[int, float] = field(default_factory=dict[int, float])
    """How long each thought took, by its index."""


@overload
def timing(
    envelopes: Iterable[Envelope], *, began: float | None = ..., choice: int = ...
) -> Timing: ...
@overload
def timing(
    envelopes: AsyncIterable[Envelope], *, began: float | None = ..., choice: int = ...
) -> Coroutine[Any, Any, Timing]: ...
def timing(
    envelopes: Iterable[Envelope] | AsyncIterable[Envelope],
    *,
    began: float | None = None,
    choice: int = 0,
) -> Timing | Coroutine[Any, Any, Timing]:
    """Tell the times of a reply; envelopes that come later have to be awaited.

    Args:
        envelopes: All envelopes of a reply, in order.
        began: When the request was sent, on the same clock; the first envelope, unless given.
        choice: Which of several replies.
    """

    def told(found: list[Envelope]) -> Timing:
        return _timing([each for each in found if each.choice == choice], began)

    return gathered(envelopes, told)


def _timing(envelopes: list[Envelope], began: float | None) -> Timing:
    if not envelopes:
        return Timing()
    times = _Times(envelopes[0].at if began is None else began)
    for envelope in envelopes:
        times.take(envelope)
    return times.timing()


class _Times:
    def __init__(self, began: float) -> None:
        self._began = began
        self._first: float | None = None
        self._answer: float | None = None
        self._end: float | None = None
        self._starts: dict[int, float] = {}
        self._ends: dict[int, float] = {}

    def take(self, envelope: Envelope) -> None:
        at = envelope.at - self._began
        match envelope.event:
            case ThoughtStart(index=index):
                self._starts[index] = self._begin(at)
            case ThoughtDelta() | ToolCallStart():
                self._begin(at)
            case ThoughtEnd(index=index):
                self._ends[index] = at
            case AnswerDelta():
                self._begin(at)
                self._answer = at if self._answer is None else self._answer
            case Reclassified():
                self._reclassify(envelope.event, at)
            case ReplyEnd():
                self._end = at
            case _:
                pass

    def timing(self) -> Timing:
        return Timing(
            first_token=self._first,
            first_answer=self._answer,
            end=self._end,
            thoughts={index: end - self._starts[index] for index, end in self._ends.items()},
        )

    def _begin(self, at: float) -> float:
        self._first = at if self._first is None else self._first
        return at

    def _reclassify(self, event: Reclassified, at: float) -> None:
        if event.now == "thought":  # what was there so far
            self._starts[event.index] = at if self._answer is None else self._answer
            self._ends[event.index] = at
            self._answer = None
        else:
            self._ends.pop(event.index, None)
            self._answer = at if self._answer is None else self._answer

"""`only_answer`: the answer as text that never has to be taken back."""

import warnings
from collections.abc import AsyncIterator, Iterator
from typing import overload

from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike, dialects_of
from thoughtstream.core.splitter import Start
from thoughtstream.errors import LateCloserWarning
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.driven import driven
from thoughtstream.streams.opening import AsyncStream, Stream
from thoughtstream.streams.split import split


@overload
def only_answer(
    stream: Stream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> Iterator[str]: ...
@overload
def only_answer(
    stream: AsyncStream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> AsyncIterator[str]: ...
def only_answer(
    stream: Stream[object] | AsyncStream[object],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    source: str | None = None,
) -> Iterator[str] | AsyncIterator[str]:
    """Yield the answer alone, piece by piece; no piece ever has to be taken back.

    Takes what `split` takes. A reply begins where its dialect says, else outside a thought. If a
    lone closing marker then shows that what was yielded was a thought, a `LateCloserWarning` says
    so: choose a dialect that starts inside, `start="inside"`, or `start="hold"`.
    """
    dialect = dialects_of(dialect)
    start = firm_start(dialect, start)
    return driven(split(stream, dialect, policy, start=start, source=source), _Pieces())


def firm_start(dialect: DialectLike, start: Start) -> Start:
    """Return the start for a sink that can't take text back."""
    if start != "auto":
        return start
    return "inside" if {each.start for each in dialects_of(dialect)} == {"inside"} else "outside"


class AnswerText:
    """The answer's text, event by event: what only ever grows."""

    def __init__(self) -> None:
        self._thought: list[str] = []  # the last one: answer after all if the reply ends in it
        self._inside = False
        self._derived = False

    def feed(self, event: Event) -> str:
        """Return the text that an event adds to the answer, "" for none."""
        match event:
            case AnswerDelta(text):
                return text
            case ThoughtDelta(text) if not self._derived:
                self._thought.append(text)
            case ThoughtStart(marker=marker, source=source):
                self._thought, self._inside = [marker], True
                self._derived = source == "attribute"  # its text stands in the marker already
            case ThoughtEnd():
                self._inside = False
            case Removed(text) if self._inside:
                self._thought.append(text)
            case Reclassified(now="answer"):
                return "".join(self._thought)
            case _:
                pass
        return ""


class _Pieces:
    def __init__(self) -> None:
        self._answer = AnswerText()

    def feed(self, event: Event) -> tuple[str, ...]:
        if _comes_too_late(event):
            warnings.warn(_LATE, LateCloserWarning, stacklevel=3)
        piece = self._answer.feed(event)
        return (piece,) if piece else ()

    def finish(self, outcome: Outcome | None = None) -> tuple[str, ...]:
        del outcome  # the source tells its own end
        return ()


def _comes_too_late(event: Event) -> bool:
    match event:
        case Removed(why="late-closer") | Reclassified(now="thought"):
            return True
        case _:
            return False


_LATE = (
    "a closing marker without its opener came after text had been passed on as answer: that text "
    "was a thought; use start='inside' or start='hold' for this model"
)

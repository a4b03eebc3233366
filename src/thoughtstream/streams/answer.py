"""`only_answer`: the answer as text that never has to be taken back."""

import warnings
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import overload

from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike, dialects_of
from thoughtstream.core.splitter import Start
from thoughtstream.errors import LateCloserWarning
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    Removed,
    ThoughtDelta,
    ThoughtStart,
)
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.split import split


@overload
def only_answer(
    chunks: Iterable[Chunk],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> Iterator[str]: ...
@overload
def only_answer(
    chunks: AsyncIterable[Chunk],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> AsyncIterator[str]: ...
def only_answer(
    chunks: Iterable[Chunk] | AsyncIterable[Chunk],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
) -> Iterator[str] | AsyncIterator[str]:
    """Yield the answer alone, piece by piece; no piece ever has to be taken back.

    A reply begins where its dialect says, else outside a thought. If a lone closing marker then
    shows that what was yielded was a thought, a `LateCloserWarning` says so: choose a dialect
    that starts inside, `start="inside"`, or `start="hold"`.
    """
    dialect = dialects_of(dialect)
    start = firm_start(dialect, start)
    if isinstance(chunks, AsyncIterable):
        return _async_pieces(split(chunks, dialect, policy, start=start))
    return _pieces(split(chunks, dialect, policy, start=start))


def firm_start(dialect: DialectLike, start: Start) -> Start:
    """Return the start for a sink that can't take text back."""
    if start != "auto":
        return start
    return "inside" if {each.start for each in dialects_of(dialect)} == {"inside"} else "outside"


def _pieces(events: Iterator[Event]) -> Iterator[str]:
    answer = AnswerText()
    for event in events:
        if piece := answer.feed(event):
            yield piece
        _warn_if_late(event)


async def _async_pieces(events: AsyncIterator[Event]) -> AsyncIterator[str]:
    answer = AnswerText()
    async for event in events:
        if piece := answer.feed(event):
            yield piece
        _warn_if_late(event)


def _warn_if_late(event: Event) -> None:
    if isinstance(event, Removed) and event.why == "late-closer":
        warnings.warn(_LATE, LateCloserWarning, stacklevel=3)


class AnswerText:
    """The answer's text, event by event: what only ever grows."""

    def __init__(self) -> None:
        self._thought: list[str] = []  # the open thought: answer after all if the reply ends in it

    def feed(self, event: Event) -> str:
        """Return the text that an event adds to the answer, "" for none."""
        match event:
            case AnswerDelta(text):
                return text
            case ThoughtStart(marker=marker):
                self._thought = [marker]
            case ThoughtDelta(text):
                self._thought.append(text)
            case Reclassified(now="answer"):
                return "".join(self._thought)
            case _:
                pass
        return ""


_LATE = (
    "a closing marker without its opener came after text had been passed on as answer: that text "
    "was a thought; use start='inside' or start='hold' for this model"
)

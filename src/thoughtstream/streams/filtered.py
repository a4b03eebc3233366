"""`filtered`: only some of the thoughts; the answer and all else as it is."""

from collections.abc import AsyncIterator, Callable, Collection, Iterator
from dataclasses import replace
from typing import Final, Literal, overload

from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Outcome,
    Reclassified,
    Removed,
    Source,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.answer import AnswerText
from thoughtstream.streams.driven import driven
from thoughtstream.streams.opening import AsyncStream, Stream

Verbosity = Literal["brief", "normal", "detailed"]
"""How much a thought goes into, by its own word."""

_LEVELS: Final = {"brief": 0, "normal": 1, "detailed": 2}


@overload
def filtered(
    events: Stream[Event],
    *,
    types: Collection[str] | None = ...,
    verbosity: Verbosity | None = ...,
    sources: Collection[Source] | None = ...,
    min_confidence: float | None = ...,
    policy: Policy | None = ...,
) -> Iterator[Event]: ...
@overload
def filtered(
    events: AsyncStream[Event],
    *,
    types: Collection[str] | None = ...,
    verbosity: Verbosity | None = ...,
    sources: Collection[Source] | None = ...,
    min_confidence: float | None = ...,
    policy: Policy | None = ...,
) -> AsyncIterator[Event]: ...
def filtered(
    events: Stream[Event] | AsyncStream[Event],
    *,
    types: Collection[str] | None = None,
    verbosity: Verbosity | None = None,
    sources: Collection[Source] | None = None,
    min_confidence: float | None = None,
    policy: Policy | None = None,
) -> Iterator[Event] | AsyncIterator[Event]:
    """Pass on the thoughts that meet every condition, and everything that is no thought.

    `ReplyEnd` still tells of the whole reply. Text that was told as answer and turns out to be a
    thought can't be unsaid: that it is one is passed on, whatever the conditions.

    Args:
        events: What `split` gives.
        types: The types of thoughts to keep.
        verbosity: The most detailed to keep; a word that is not known counts as "normal".
        sources: Where thoughts may have been found.
        min_confidence: The least confidence; a thought that declares none is not kept, unless
            the policy's `absent_confidence` says what to think of it.
        policy: The policy that the events were made with.

    Raises:
        MisuseError: If there is no such verbosity.
    """
    if verbosity not in (None, *_LEVELS):
        raise MisuseError(f"`verbosity` must be one of {', '.join(_LEVELS)}; got {verbosity!r}")
    most = None if verbosity is None else _LEVELS[verbosity]

    def keeps(thought: Thought) -> bool:
        return (
            (types is None or thought.type in types)
            and (most is None or _LEVELS.get(thought.verbosity, 1) <= most)
            and (sources is None or thought.source in sources)
            and (min_confidence is None or _at_least(thought.confidence, min_confidence))
        )

    return driven(events, ThoughtFilter(keeps, policy))


class ThoughtFilter:
    """Drops the thoughts that nobody keeps.

    Args:
        keeps: Decides by what is known when a thought begins; its text is not.
        policy: The policy that the events were made with.
    """

    def __init__(self, keeps: Callable[[Thought], bool], policy: Policy | None = None) -> None:
        self._keeps = keeps
        self._policy = policy
        self._text = AnswerText()
        self._hides = False  # the thought that is open, or was the last
        self._open = False
        self._counts = False  # the text of that thought is part of the content
        self._gone = 0  # code points of the content that were dropped

    def feed(self, event: Event) -> list[Event]:
        """Take the next event and return it, or nothing, or what it has become."""
        answer = self._text.feed(event)
        match event:
            case ThoughtStart():
                self._begin(event)
                return self._unless_hidden(event, event.marker)
            case ThoughtDelta(text):
                return self._unless_hidden(event, text if self._counts else "")
            case ThoughtEnd(marker=marker):
                self._open = False
                return self._unless_hidden(event, marker)
            case Removed(text) if self._open:
                return self._unless_hidden(event, text)
            case Reclassified():
                return self._reclassified(event, answer)
            case _:
                return [event]

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """Return nothing: the events tell their own end."""
        del outcome
        return []

    def _begin(self, start: ThoughtStart) -> None:
        known = fold([start, ThoughtEnd(start.index)], self._policy).thoughts[0]
        self._hides = not self._keeps(known)
        self._open = True
        self._counts = start.source == "marker"

    def _unless_hidden(self, event: Event, text: str) -> list[Event]:
        if not self._hides:
            return [event]
        self._gone += len(text)
        return []

    def _reclassified(self, event: Reclassified, answer: str) -> list[Event]:
        if event.now == "answer" and self._hides:
            self._gone -= len(answer)
            return [AnswerDelta(answer)] if answer else []
        start, end = event.start - self._gone, event.end - self._gone
        return [replace(event, start=start, end=end)]


def _at_least(confidence: float | None, least: float) -> bool:
    return confidence is not None and confidence >= least

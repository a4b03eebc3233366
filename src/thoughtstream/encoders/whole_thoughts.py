"""Whole thoughts, each when it ends, for protocols that tell a thought at once.

It keeps the events of the open thought and folds them: reading attributes, confidence and the rest
is the fold's, here is no second parser.
"""

from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.events import Event, Reclassified, ThoughtDelta, ThoughtEnd, ThoughtStart


class WholeThoughts:
    """Gathers each thought until it ends.

    Args:
        policy: The policy that the events were made with.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._events: list[Event] = []

    def feed(self, event: Event, taken_back: str = "") -> Thought | None:
        """Return the thought that an event ends, None if it ends none.

        Args:
            taken_back: For a `Reclassified`, the text that it is about.
        """
        match event:
            case ThoughtStart():
                self._events = [event]
            case ThoughtDelta():
                self._events.append(event)
            case ThoughtEnd():
                return self._ended(event)
            case Reclassified(now="thought", index=index, marker=marker):
                start = ThoughtStart(index, type=self._policy.default_type)
                self._events = [start, ThoughtDelta(taken_back)]
                return self._ended(ThoughtEnd(index, marker))
            case _:
                pass
        return None

    def _ended(self, end: ThoughtEnd) -> Thought | None:
        if not end.complete and self._policy.unclosed == "answer":
            return None  # a `Reclassified` follows
        thoughts = fold([*self._events, end], self._policy).thoughts
        self._events = []
        return thoughts[0] if thoughts else None

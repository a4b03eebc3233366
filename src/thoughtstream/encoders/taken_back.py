"""The text that a `Reclassified` is about, for protocols in which it has to be said again."""

from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)


class TakenBack:
    """Keeps text for as long as it may still turn out to be the other kind.

    An answer may, until the first marker of the reply; a thought, until the next one begins.
    """

    def __init__(self) -> None:
        self._answer: list[str] | None
        self._thought: list[str]
        self._begin()

    def feed(self, event: Event) -> str:
        """Take an event; return the text that is now of the other kind, "" for none."""
        match event:
            case Reclassified(now=now):
                text = "".join(self._thought if now == "answer" else self._answer or ())
                self._answer, self._thought = None, []
                return text
            case AnswerDelta(text):
                self._keep(text)
            case Removed(text):
                (self._thought.append if self._thinking else self._keep)(text)
            case ReplyEnd():
                self._begin()
            case _:
                self._follow(event)
        return ""

    def _begin(self) -> None:
        self._answer, self._thought = [], []
        self._thinking = self._derived = False

    def _follow(self, event: Event) -> None:
        match event:
            case ThoughtStart(marker=marker, source=source):
                self._thought, self._thinking = [marker], True
                self._derived = source == "attribute"  # its text stands in the marker already
                if source in ("marker", "attribute"):
                    self._answer = None
            case ThoughtDelta(text) if not self._derived:
                self._thought.append(text)
            case ThoughtEnd():
                self._thinking = False
            case _:
                pass

    def _keep(self, text: str) -> None:
        if self._answer is not None:
            self._answer.append(text)

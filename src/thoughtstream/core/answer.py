"""The answer while it is written: its whitespace, and text kept back until a start is sure."""

from thoughtstream.core import limits
from thoughtstream.core.policy import AnswerWhitespace
from thoughtstream.core.whitespace import WHITESPACE, whitespace_for
from thoughtstream.events import Event, Removed, Why


class Answer:
    """Turns answer text into events."""

    __slots__ = ("_held", "_held_blank", "_held_length", "_out", "_space")

    def __init__(self, whitespace: AnswerWhitespace, out: list[Event], *, holds: bool) -> None:
        self._space = whitespace_for(whitespace)
        self._out = out
        self._held: list[str] | None = [] if holds else None
        self._held_length = 0
        self._held_blank = True

    @property
    def idle(self) -> bool:
        """Whether text without a marker comes out as one `AnswerDelta`."""
        return self._held is None and self._space.idle

    @property
    def holds(self) -> bool:
        """Whether text is kept back until a marker decides."""
        return self._held is not None

    @property
    def silent(self) -> bool:
        """Whether there is no answer so far, whitespace aside."""
        return self._space.silent and self._held_blank

    @property
    def blank(self) -> bool:
        """Whether there is none since the last marker."""
        return self._space.blank and self._held_blank

    def say(self, text: str) -> None:
        """Add text to the answer."""
        if self._held is None:
            self._space.say(text, self._out)
            return
        self._held.append(text)
        self._held_length += len(text)
        self._held_blank = self._held_blank and not text.strip(WHITESPACE)
        if self._held_length > limits.HOLD:
            self.release()

    def meet(self) -> None:
        """A marker is next: settle the whitespace before it."""
        self.release()
        self._space.meet(self._out)

    def take_out(self, text: str, why: Why) -> None:
        """Leave out a marker that is no thought's."""
        self.meet()
        self._out.append(Removed(text, why))

    def rest(self) -> None:
        """A chunk is over."""
        self._space.rest(self._out)

    def release(self) -> None:
        """What was kept back is answer."""
        if text := self.withdraw():
            self._space.say(text, self._out)

    def withdraw(self) -> str:
        """Give up what was kept back: it is no answer."""
        text = "".join(self._held or ())
        self._held, self._held_blank = None, True
        return text

    def forget(self) -> None:
        """What was said so far turned out to be a thought."""
        self._space.forget()

    def regain(self) -> None:
        """A thought turned out to be answer."""
        self._space.silent = False

    def close(self) -> None:
        """The reply is over."""
        self.release()
        self._space.close(self._out)

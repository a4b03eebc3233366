"""Whitespace of the answer: one set, and one small object per policy that acts while text streams.

Each object turns answer text into events. `say` takes the next answer text, `meet` is told that
a thought's marker is next, `rest` that a chunk is over, `close` that the reply is. What folding
does to whitespace is in `fold.py`. `idle` is true while a piece of text without any marker in it
would come out as one `AnswerDelta`.
"""

import re
from typing import Final

from thoughtstream.core import limits
from thoughtstream.core.policy import AnswerWhitespace
from thoughtstream.events import AnswerDelta, Event, Removed, Why

WHITESPACE: Final = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""The set that the documents mean, which is JavaScript's: it has U+FEFF and lacks U+001C to
U+001F and U+0085.
"""


_VISIBLE = re.compile(f"[^{WHITESPACE}]")


def first_visible(text: str, at: int, end: int) -> int:
    """Return the index of the first character from `at` on that is no whitespace, or `end`."""
    found = _VISIBLE.search(text, at, end)
    return found.start() if found else end


class Preserve:
    """All answer text comes out as it is."""

    __slots__ = ("blank", "silent")

    def __init__(self) -> None:
        self.silent = True  # no answer so far, whitespace aside
        self.blank = True  # none since the last marker

    @property
    def idle(self) -> bool:
        """Whether text without a marker comes out as one `AnswerDelta`."""
        return not self.blank

    def say(self, text: str, events: list[Event]) -> None:
        """Take the next text of the answer."""
        events.append(AnswerDelta(text))
        self._heard(text)

    def meet(self, events: list[Event]) -> None:  # noqa: ARG002 - the shape of its siblings
        """A marker is next."""
        self.blank = True

    def rest(self, events: list[Event]) -> None:
        """Nothing depends on where a chunk ends."""

    def close(self, events: list[Event]) -> None:
        """Nothing is held back."""

    def forget(self) -> None:
        """All that was said so far turned out to be a thought."""
        self.silent = self.blank = True

    def _heard(self, text: str) -> None:
        if self.blank and text.strip(WHITESPACE):
            self.silent = self.blank = False


class Seam(Preserve):
    """Whitespace beside leading thoughts is removed: the answer starts with its first character."""

    __slots__ = ("_led", "_margin")

    def __init__(self) -> None:
        super().__init__()
        self._led = False  # a thought came before any answer
        self._margin = ""  # whitespace at the top of the reply: removed if a thought follows

    def say(self, text: str, events: list[Event]) -> None:
        """Take the next text of the answer."""
        if self.silent:
            text = self._trimmed(text, events)
        if text:
            super().say(text, events)

    def meet(self, events: list[Event]) -> None:
        """A marker is next."""
        if self.silent:
            self._led = True
            _remove(self._margin, "seam", events)
            self._margin = ""
        super().meet(events)

    def close(self, events: list[Event]) -> None:
        """The reply is over."""
        if self._margin:
            events.append(AnswerDelta(self._margin))

    def forget(self) -> None:
        """All that was said so far turned out to be a thought."""
        super().forget()
        self._led = True

    def _trimmed(self, text: str, events: list[Event]) -> str:
        rest = text.lstrip(WHITESPACE)
        space = text[: len(text) - len(rest)]
        if self._led:
            _remove(space, "seam", events)
            return rest
        self._margin += space
        if rest:
            rest, self._margin = self._margin + rest, ""
        elif len(self._margin) > limits.BLANK:
            rest, self._margin = self._margin[: -limits.BLANK], self._margin[-limits.BLANK :]
        return rest


class Boundary(Preserve):
    """Answer text is stripped towards every marker, whatever the cuts."""

    __slots__ = ("_edge", "_held")

    def __init__(self) -> None:
        super().__init__()
        self._edge = False  # right behind a marker
        self._held = ""  # whitespace that a marker may follow

    @property
    def idle(self) -> bool:
        """Whether text without a marker comes out as one `AnswerDelta`."""
        return False

    def say(self, text: str, events: list[Event]) -> None:
        """Take the next text of the answer."""
        if self._edge:
            text = self._behind_marker(text, events)
        text = self._held + text
        rest = text.rstrip(WHITESPACE)
        if len(text) - len(rest) > limits.BLANK:
            rest = text[: len(text) - limits.BLANK]
        self._held = text[len(rest) :]
        if rest:
            super().say(rest, events)

    def meet(self, events: list[Event]) -> None:
        """A marker is next."""
        _remove(self._held, "boundary", events)
        self._held, self._edge = "", True
        super().meet(events)

    def close(self, events: list[Event]) -> None:
        """The reply is over."""
        if self._held:
            events.append(AnswerDelta(self._held))

    def forget(self) -> None:
        """All that was said so far turned out to be a thought."""
        super().forget()
        self._edge = True

    def _behind_marker(self, text: str, events: list[Event]) -> str:
        rest = text.lstrip(WHITESPACE)
        _remove(text[: len(text) - len(rest)], "boundary", events)
        self._edge = not rest
        return rest


class BoundaryChunked(Boundary):
    """As `Boundary`, but within a chunk only: the one policy that sees the cuts."""

    __slots__ = ()

    def rest(self, events: list[Event]) -> None:
        """A chunk is over."""
        if self._held:
            super(Boundary, self).say(self._held, events)
            self._held = ""

    def _behind_marker(self, text: str, events: list[Event]) -> str:
        rest = super()._behind_marker(text, events)
        self._edge = False
        return rest


def whitespace_for(policy: AnswerWhitespace) -> Preserve:
    """Return the object that acts for a policy while text streams."""
    match policy:
        case "seam":
            return Seam()
        case "boundary":
            return Boundary()
        case "boundary-chunked":
            return BoundaryChunked()
        case _:  # the others act when events are folded
            return Preserve()


def _remove(text: str, why: Why, events: list[Event]) -> None:
    if text:
        events.append(Removed(text, why))

"""Content in which a flag beside it, not a marker in it, says what is a thought.

Google's OpenAI-compatible endpoint flags deltas as thoughts and writes `<thought>` into the first
of them all the same; `</thought>` leaks into the first delta of the answer. Both are taken
off here, wherever they are cut.
"""

from typing import NamedTuple

_OPENER = "<thought>"
_CLOSER = "</thought>"


class Piece(NamedTuple):
    """Text of one kind."""

    text: str
    thought: bool


class FlaggedContent:
    """Takes the tags off the edges of flagged content."""

    __slots__ = ("_edge", "_held", "_thinking")

    def __init__(self) -> None:
        self._thinking = False
        self._edge = ""  # the tag that may stand where text goes on
        self._held = ""  # the beginning of that tag, so far

    def feed(self, text: str, *, thought: bool) -> list[Piece]:
        """Take the next content and return what it settles."""
        pieces: list[Piece] = []
        if text and thought is not self._thinking:
            pieces = self.finish()
            self._thinking, self._edge = thought, _OPENER if thought else _CLOSER
        text = self._held + text
        if self._edge.startswith(text) and text != self._edge:
            self._held = text
            return pieces
        text = text.removeprefix(self._edge)
        self._held = self._edge = ""
        return [*pieces, Piece(text, self._thinking)]

    def finish(self) -> list[Piece]:
        """Return what was held back."""
        held, self._held = self._held, ""
        return [Piece(held, self._thinking)]

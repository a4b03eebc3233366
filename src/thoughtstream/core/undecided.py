"""The text that may yet become part of a marker, and the search for markers in it.

Short undecided text is kept and searched again with what follows it. A tag with attributes can
get long: it is then read piece by piece, so that no character is looked at again with every
chunk.
"""

from re import Match

from thoughtstream.core import limits
from thoughtstream.core.marker_tree import Mark, Role, Situation
from thoughtstream.core.tags import TagScan, Verdict, behind_name, end_of_tag

LONG = 512
"""Longer than any undecided marker but a tag with attributes."""

Found = tuple[Mark | None, int, int]
"""A marker and its span; or None, where undecided text begins, and the end of the text."""


class Undecided:
    """What was fed and is not yet known to be a marker or text."""

    __slots__ = ("_pieced", "_pieces", "_protects", "before", "final", "held", "tag")

    def __init__(self, *, protects: bool) -> None:
        self.held = ""
        self.before = ""  # ends in the character before the undecided text
        self.tag: TagScan | None = None
        self.final = False  # no more text will come
        self._pieces: list[str] = []  # the long tag so far
        self._pieced = 0  # its length
        self._protects = protects

    def joined(self, text: str) -> str:
        """Return the text to look at, old and new together; "" while a long tag goes on."""
        if self.tag is None:
            text, self.held = self.held + text, ""
            return text
        verdict = self.tag.feed(text)
        self._pieces.append(text)
        self._pieced += len(text)
        if verdict is Verdict.MORE and not self.final and self._pieced <= limits.MARKER:
            return ""
        text, self._pieces, self.tag = "".join(self._pieces), [], None
        return text

    def keep(self, text: str, start: int) -> None:
        """Keep the end of a text, from `start` on."""
        self.before = text[start - 1] if start else self.before
        self.held = text[start:]
        if len(self.held) > LONG:
            self._read_on()

    def _read_on(self) -> None:
        scan = TagScan()
        # A tag that is over waits as well, for the character that shows whether it is quoted.
        if scan.feed(self.held[behind_name(self.held) :]) is Verdict.MORE:
            self.tag = scan
            self._pieces, self._pieced, self.held = [self.held], len(self.held), ""

    def next_marker(self, situation: Situation, text: str, at: int) -> Found:
        """Return the next marker in a text that counts."""
        find = situation.final.search if self.final else situation.find
        while found := find(text, at):
            start = found.start()
            end = _end(found, situation, text)
            if end - start > limits.MARKER:
                at = start + 1
            elif not found.lastindex or (quoted := self._is_quoted(text, start, end)) is None:
                return None, start, len(text)
            elif quoted:
                at = end
            else:
                return situation.marks[found.lastindex - 1], start, end
        return None, len(text), len(text)

    def _is_quoted(self, text: str, start: int, end: int) -> bool | None:
        """Whether a marker stands between backticks; None while the next character is not known."""
        before = text[start - 1] if start else self.before[-1:]
        if before != "`" or not self._protects:
            return False
        if end == len(text):
            return False if self.final else None
        return text[end] == "`"


def _end(found: Match[str], situation: Situation, text: str) -> int:
    if not found.lastindex:
        return len(text)
    role = situation.marks[found.lastindex - 1].role
    return end_of_tag(text, found.end()) if role in _TAGS else found.end()


_TAGS = (Role.OPEN_TAG, Role.NEST_TAG)

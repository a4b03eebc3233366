"""Fenced code in the answer: is a marker that stands here only text?

CommonMark's rules as far as they can be followed from left to right: three or more backticks or
tildes at the start of a line open a block; as many or more of them alone on a line close it; a
backtick behind opening backticks on the same line makes it no fence after all. Up to 32 blanks
may stand before them, because models indent code in lists. No text is held back for this: what
is kept is the current line, and only while it may still be a fence. Every repetition is
possessive: nothing here can backtrack.
"""

import re
from functools import lru_cache

_INDENT = r"[ \t]{0,32}+"
_LONGEST = 128
_USUAL = 12
_TICKS = rf"`{{3,{_LONGEST}}}+"
_TILDES = rf"~{{3,{_LONGEST}}}+"
_ALONE = r"[ \t]{0,64}+\n"
_NO_TICK, _NO_NEWLINE = r"[^`\n]", r"[^\n]"


def _blocks(tick: str, info: str, run: int = 3) -> str:
    """Write whole blocks, from behind the first `run` ticks on.

    Blocks opened by more than 12 ticks, and those with other fences in them, are left to Python.
    """
    fence = _INDENT + tick * run
    block = rf"(?!{tick}){info}*+\n(?:(?!{fence})[^\n]*+\n)*+{fence}{tick}{{0,{_LONGEST}}}+{_ALONE}"
    return block if run == _USUAL else rf"(?:{block}|{tick}{_blocks(tick, info, run + 1)})"


# Whole lines that are no fence, and whole blocks: passed over in one go.
_SETTLED = re.compile(
    rf"(?:{_INDENT}(?:[^`~\n][^\n]*+\n|\n"
    rf"|```{_blocks('`', _NO_TICK)}|~~~{_blocks('~', _NO_NEWLINE)}"
    rf"|(?!```|~~~)[^\n]*+\n|{_TICKS}[^`\n]*+`[^\n]*+\n))*+"
)
_OPENS = re.compile(rf"{_INDENT}(?:({_TICKS})([^`\n]*+)|({_TILDES})([^\n]*+))(\n|\Z)")
_MAY_OPEN = re.compile(rf"{_INDENT}(?:`{{0,2}}|~{{0,2}})\Z")
_MAY_CLOSE = re.compile(rf"{_INDENT}(?:`{{0,256}}+|~{{0,256}}+)[ \t]{{0,64}}+\Z")
_END_OF_INFO = {"`": re.compile(r"[`\n]"), "~": re.compile(r"\n")}


@lru_cache(maxsize=256)
def _closing(run: str) -> re.Pattern[str]:
    return re.compile(rf"(?m)^{_INDENT}{run}{run[0]}{{0,128}}+{_ALONE}")


class Fences:
    """Whether the answer, as far as it was told, is inside a fenced block."""

    __slots__ = ("inside", "line", "run")

    def __init__(self) -> None:
        self.inside = False  # in a block, or on the line that opens one
        self.run = ""  # what opened the block that we are in
        self.line: str | None = ""  # the current line while it may be a fence; None: it can't be

    def lets_pass(self, text: str, tail: str) -> bool:
        """Follow text of the answer; but not if a marker that `tail` may begin could be in code."""
        if self.line is None and "\n" not in text:
            return not (tail and self.inside)
        if tail and (self.inside or "`" in text or "~" in text):
            return False
        self.advance(text)
        return True

    def break_line(self) -> None:
        """What comes next stands at the start of a line: a thought has just ended."""
        self.line = ""

    def advance(self, text: str) -> None:
        """Follow text of the answer."""
        if self.inside:
            at = self.leave(text, 0)
            if at < 0:
                return
            text = text[at:]
        if self.line is None:
            newline = text.find("\n")
            if newline < 0:
                return
            text = text[newline + 1 :]
        elif self.line:
            text = self.line + text
        at = 0
        while at >= 0 and ("`" in text or "~" in text):
            at = self._enter(text, _SETTLED.match(text, at).end())  # type: ignore[union-attr]
        if not at:
            self._keep(text, _MAY_OPEN)

    def leave(self, text: str, at: int) -> int:
        """Return the index in `text` at which our block is over; or take it all, and -1."""
        if not self.run:
            at = self._end_info(text, at)
            if at < 0 or not self.run:
                return at
        if self.line != "":
            at = self._end_line(text, at)
            if at < 0 or not self.run:
                return at
        if closing := _closing(self.run).search(text, at):
            self._close()
            return closing.end()
        self._keep(text[max(at, text.rfind("\n", at) + 1) :], _MAY_CLOSE)
        return -1

    def _end_line(self, text: str, at: int) -> int:
        """Finish the line that we are on: it may be the one that closes our block."""
        end = text.find("\n", at) + 1
        line = None if self.line is None else self.line + text[at : end or len(text)]
        if not end and line is not None:
            self._keep(line, _MAY_CLOSE)
        elif line is not None and _closing(self.run).match(line):
            self._close()
        return end or -1

    def _close(self) -> None:
        self.run, self.line, self.inside = "", "", False

    def _enter(self, text: str, at: int) -> int:
        """Return where the block that opens at `at` is over, or -1 if it is not, or none opens."""
        opening = _OPENS.match(text, at)
        if not opening:
            self._keep(text[at:], _MAY_OPEN)
            return -1
        ticks, info, tildes, label, newline = opening.groups()
        run: str = ticks or tildes
        if newline and (closing := _closing(run).search(text, opening.end())):
            return closing.end()
        self.inside = True
        if newline:
            self.run = run
            self._keep(text[opening.end() :], _MAY_CLOSE)
        else:  # still on the opening line, of which only this matters
            self.line = run + "x" if info or label else run
        return -1

    def _end_info(self, text: str, at: int) -> int:
        """Finish the opening line: at its end we are in a block, at a backtick it was no fence."""
        run = (self.line or "").rstrip("x")
        informed = run != self.line
        if not informed:
            more = text[at : at + _LONGEST - len(run)]
            grown = len(more) - len(more.lstrip(run[0]))
            run, at = run + more[:grown], at + grown
        self.line = run + "x" if informed or at < len(text) else run
        end = _END_OF_INFO[run[0]].search(text, at)
        if not end:
            return -1
        if end[0] == "\n":
            self.run, self.line = run, ""
        else:
            self.line, self.inside = None, False
        return end.end()

    def _keep(self, text: str, may: re.Pattern[str]) -> None:
        line = text[text.rfind("\n") + 1 :]
        self.line = line if may.match(line) else None

"""Notices text in a thought that looks like a tool call: never run, never removed, only reported.

Models draft calls while they think; a server that takes a draft for a call runs it twice. The
report does not depend on how the text was cut: it is made when the thought is over.
"""

import re
from typing import Final

from thoughtstream.events import Notice

TOOL_LIKE: Final = Notice(
    "tool-like-text-in-thought",
    "a thought holds text that looks like a tool call: it was left in the thought and not run",
)

_MARKS = (
    "<tool_call",
    "<function=",
    "<|tool_call",
    "<｜tool",
    "<minimax:tool_call",
    "[TOOL_CALLS]",
)
_PATTERN = re.compile("|".join(map(re.escape, _MARKS)))
_TAIL = max(map(len, _MARKS)) - 1


class ToolLikeText:
    """Whether the text of one thought, piece by piece, looks like a tool call anywhere."""

    __slots__ = ("_tail", "found")

    def __init__(self) -> None:
        self.found = False
        self._tail: str = ""

    def feed(self, text: str) -> None:
        """Take the next piece of the thought."""
        if self.found or not (self._tail or "<" in text or "[" in text):
            return
        text = self._tail + text
        self.found = _PATTERN.search(text) is not None
        tail = text[-_TAIL:]
        self._tail = tail if "<" in tail or "[" in tail else ""

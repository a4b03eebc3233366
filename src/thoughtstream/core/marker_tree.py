"""Markers merged into one tree, and the tree written as one pattern.

At every node the end of the text is an alternative: a search gives the leftmost marker that is
complete or may still become so. Branches of a node differ in their first character, and
repetitions are possessive and bounded, so that matching looks at no character more often than the
longest marker is long.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from thoughtstream.core import limits, tags
from thoughtstream.core.dialect import Dialect


class Role(Enum):
    """What a marker means where it stands."""

    OPEN = auto()
    OPEN_TAG = auto()  # a tag with attributes, or one that closes itself
    EMPTY = auto()  # opener and closer in one
    CLOSE = auto()
    NEST = auto()
    NEST_TAG = auto()
    YIELD = auto()  # ends a thought and is then read again as part of the answer
    ASIDE = auto()
    TOOL = auto()
    HEADER = auto()
    WRAP = auto()
    UNWRAP = auto()
    LEAD = auto()


@dataclass(frozen=True, slots=True)
class Mark:
    """One marker of a situation."""

    role: Role
    dialect: Dialect
    name: str = ""
    ends: str = ""
    """What ends an aside, or a block for a tool."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The markers that count at some point of a reply, ready to be searched for."""

    marks: tuple[Mark, ...]
    live: re.Pattern[str]
    """Finds the next marker, complete (a group is set) or possibly begun (none is)."""
    whole: re.Pattern[str]
    """The same, less the beginnings of markers at the end of the text: faster."""
    final: re.Pattern[str]
    """Finds complete markers only: no more text will come."""
    alarm: str
    """The one character that every marker begins with, or "" if there are several."""
    alarm_is_first: bool
    """Whether that character stands nowhere else in a marker."""

    def find(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Find the next marker, complete (a group is set) or possibly begun (none is)."""
        if not self.alarm_is_first:
            return self.live.search(text, at)
        if found := self.whole.search(text, at):
            return found
        last = text.rfind(self.alarm, at)
        return self.live.match(text, last) if last >= 0 else None


Step = str
"""A regular expression for one character, or one possessive repetition."""

_NEVER = "(?!)"
# A marker that takes newlines with it takes no more than so many.
_MAY_GROW = rf"(?<!\n{{{limits.NAME}}})\Z"

REST_OF_TAG: Step = "attributes"
"""The step behind the name of a tag that has attributes, or closes itself."""


@dataclass(slots=True)
class _Node:
    next: "dict[Step, _Node]" = field(default_factory=dict[Step, "_Node"])
    mark: Mark | None = None
    open_ended: bool = False
    """The marker ends in a repetition that more text may lengthen."""


class MarkerTree:
    """Markers merged where they begin alike."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, steps: Sequence[Step], mark: Mark) -> None:
        """Add a marker; of two for the same text the first counts."""
        node = self._root
        for step in steps:
            node = node.next.setdefault(step, _Node())
        node.mark = node.mark or mark
        node.open_ended = steps[-1].endswith("+")

    def situation(self) -> Situation:
        """Write the tree as patterns."""
        marks: list[Mark] = []
        live = self._source(self._root, marks, _Text.GOES_ON) or _NEVER
        whole = self._source(self._root, [], _Text.IS_LONG) or _NEVER
        final = self._source(self._root, [], _Text.IS_OVER) or _NEVER
        firsts = [step.removeprefix("\\") for step in self._root.next]
        alarm = firsts[0] if len(firsts) == 1 and len(firsts[0]) == 1 else ""
        return Situation(
            marks=tuple(marks),
            live=re.compile(live),
            whole=re.compile(whole),
            final=re.compile(final),
            alarm=alarm,
            alarm_is_first=bool(alarm) and not self._recurs(alarm),
        )

    def _recurs(self, alarm: str) -> bool:
        nodes = list(self._root.next.values())
        for node in nodes:
            if any(re.fullmatch(step, alarm) for step in node.next if step is not REST_OF_TAG):
                return True
            nodes.extend(node.next.values())
        return False

    def _source(self, node: _Node, marks: list[Mark], text: "_Text", *, met: bool = False) -> str:
        met = met or node.mark is not None  # a marker is complete, here or before
        ways = [self._way(step, after, marks, text, met=met) for step, after in node.next.items()]
        if node is not self._root and _may_go_on(node, text, met=met):
            ways.append(r"\Z" if node.next else _MAY_GROW)
        if node.mark:
            marks.append(node.mark)
            ways.append("()")
        return "(?:" + "|".join(ways) + ")" if len(ways) > 1 else "".join(ways)

    def _way(self, step: Step, after: _Node, marks: list[Mark], text: "_Text", *, met: bool) -> str:
        if step is REST_OF_TAG and after.mark:
            marks.append(after.mark)
            return tags.ENDS if text is _Text.IS_OVER else tags.ENDS_OR_GOES_ON
        return step + self._source(after, marks, text, met=met)


class _Text(Enum):
    """What a pattern may take for granted of the text that it is matched against."""

    GOES_ON = auto()  # it may end inside a marker
    IS_LONG = auto()  # it does not, but a marker that ends it may take in more
    IS_OVER = auto()


def _may_go_on(node: _Node, text: _Text, *, met: bool) -> bool:
    grows = bool(node.next) or node.open_ended
    return grows and (text is _Text.GOES_ON or (text is _Text.IS_LONG and met))

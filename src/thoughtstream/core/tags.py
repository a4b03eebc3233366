"""Tags with attributes: where one ends, and what its attributes say. Never an XML parser.

A tag is `<name`, attributes, `>` or `/>`. Attributes are `name=value` pairs set apart by
whitespace, the value in double, single or no quotes; `>` and markers inside quotes are part of
the value, and a quote behind a backslash does not end it. Anything else makes the whole thing
plain text. The scan can stop at any character and go on with the next piece, and looks at no
character more than a fixed number of times. Nothing here can backtrack: every repetition is
possessive.
"""

import re
from enum import Enum, auto
from typing import Final

from thoughtstream.core import limits

SPACE: Final = r"[ \t\r\n\f]"
_NAME = rf"[^\x00-\x20\"'=<>/`]{{1,{limits.NAME}}}+"
_EQUALS = rf"(?:=|{SPACE}{{1,{limits.NAME}}}+=)(?:{SPACE}{{1,{limits.NAME}}}+)?+"
_DOUBLE = r'[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+'
_SINGLE = r"[^'\\]*+(?:\\(?s:.)[^'\\]*+)*+"
_BARE = rf"(?![^\x00-\x20\"'=<>`]{{{limits.BARE_VALUE + 1}}})(?:[^\x00-\x20\"'=<>`/]++|/(?!>))++"

# As many whole attributes as there are, each known to be over because of what follows it.
_WHOLE = re.compile(
    rf"(?:{SPACE}++{_NAME}{_EQUALS}(?:\"{_DOUBLE}\"|'{_SINGLE}'|{_BARE}(?={SPACE}|/?>)))*+{SPACE}*+"
)
_END = re.compile(r"/?>")
_VALUE_OPENS = re.compile(rf"{_NAME}{_EQUALS}([\"'])")
_PART = re.compile(
    rf"(?:{_NAME}{SPACE}{{0,{limits.NAME}}}+(?:={SPACE}{{0,{limits.NAME}}}+"
    rf"[^\x00-\x20\"'=<>`]{{0,{limits.BARE_VALUE}}}+)?+|/)?+\Z"
)
ENDS: Final = rf"(?={_WHOLE.pattern}/?>())"
"""Looks ahead from behind a tag's name: a whole tag stands here."""
ENDS_OR_GOES_ON: Final = (
    rf"(?={_WHOLE.pattern}(?:/?>()|/?+\Z|(?<={SPACE})(?:{_PART.pattern}"
    rf"|{_NAME}{_EQUALS}(?:\"{_DOUBLE}|'{_SINGLE})\\?+\Z)))"
)
"""The same (its group is set), or the text ends in what may become one (it is not)."""
_VALUE = {'"': re.compile(_DOUBLE), "'": re.compile(_SINGLE)}
_NAME_OF_TAG = re.compile(r"[^<]*+<([^\s/>]++)")
_BEHIND_NAME = re.compile(rf"{SPACE}|/")
_ATTRIBUTE = re.compile(rf"{SPACE}({_NAME}){_EQUALS}(?:\"({_DOUBLE})\"|'({_SINGLE})'|({_BARE}))")


def end_of_tag(text: str, at: int) -> int:
    """Return where a whole tag ends, given the index behind its name."""
    at = _WHOLE.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing at all, too
    return text.index(">", at) + 1


def behind_name(tag: str) -> int:
    """Return the index behind the name of a tag that goes on behind its name."""
    return _BEHIND_NAME.search(tag).start()  # type: ignore[union-attr]  # or it would be no such tag


class Verdict(Enum):
    """What a piece of text says about a tag that has begun."""

    MORE = auto()
    MALFORMED = auto()


class TagScan:
    """Finds the end of one tag, piece by piece, from behind its name on."""

    __slots__ = ("_escaped", "_quote", "_tail")

    def __init__(self) -> None:
        self._quote = ""  # the quote of the value that is being read
        self._escaped = False  # the piece before ended in a backslash inside that value
        self._tail = ""  # the end of the piece before that is not yet a whole attribute

    def feed(self, text: str) -> int | Verdict:
        """Return the index in `text` behind the tag's `>`, or that it goes on, or is no tag."""
        before = self._tail
        if self._quote:
            at = self._end_of_value(text, 0)
            if at < 0:
                return Verdict.MORE
            before, text = "", text[at:]
        else:
            at, text = 0, before + text
        end = self._end_of_tag(text)
        return end if isinstance(end, Verdict) else end - len(before) + at

    def _end_of_tag(self, text: str) -> int | Verdict:
        at = _WHOLE.match(text).end()  # type: ignore[union-attr]  # it matches nothing at all, too
        if end := _END.match(text, at):
            return end.end()
        spaced = at > 0 and text[at - 1].isspace()
        if spaced and (value := _VALUE_OPENS.match(text, at)):
            self._quote, self._escaped = value[1], False
            self._end_of_value(text, value.end())
            return Verdict.MORE
        return self._keep_tail(text[at:], spaced=spaced)

    def _end_of_value(self, text: str, at: int) -> int:
        if self._escaped and at < len(text):
            at, self._escaped = at + 1, False
        end = _VALUE[self._quote].match(text, at).end()  # type: ignore[union-attr]  # nothing matches
        if end == len(text):
            return -1
        if text[end] == "\\":
            self._escaped = True
            return -1
        self._quote = self._tail = ""
        return end + 1

    def _keep_tail(self, tail: str, *, spaced: bool) -> Verdict:
        if not _PART.match(tail) or not (spaced or tail in ("", "/")):
            return Verdict.MALFORMED
        self._tail = " " + tail if spaced else tail
        return Verdict.MORE


def read_attributes(tag: str) -> dict[str, str]:
    """Return the attributes of a whole tag, decoded; of two with one name the first counts."""
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(tag):
        found.setdefault(name, _decoded(double or single or bare))
    return found


def name_of_tag(tag: str) -> str:
    """Return the name of an opening tag."""
    return _NAME_OF_TAG.match(tag)[1]  # type: ignore[index]  # or it would be no tag


def closes_itself(tag: str) -> bool:
    """Whether a whole opening tag is its own end: `<think/>`."""
    return tag.endswith("/>")


def _decoded(value: str) -> str:
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\'", "'")
    return _ENTITY.sub(lambda found: _ENTITIES[found[1]], value) if "&" in value else value


_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ENTITY = re.compile("&(amp|lt|gt|quot|apos);")

"""Any bytes, read as a case: what the fuzzer feeds, and what its corpus means to the tests.

Five bytes choose the setting. Of the rest, a byte below 128 is that character, one below 192 a
piece of the vocabulary (the byte chooses its kind, the next two which), and any other a cut.
"""

from collections.abc import Iterator
from typing import TypeVar, get_args

from tests.property.laws import Make, balanced, chunk_free, lossless, make_splitter, total
from tests.property.replies import (
    ALL_DIALECTS,
    CHUNK_FREE_WHITESPACE,
    STARTS,
    Case,
    Setting,
)
from tests.property.vocabulary import vocabulary
from thoughtstream.core import policy as choices
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start

T = TypeVar("T")

HEADER = 5
PIECE, CUT = 128, 192
LONGEST = 1_500
"""Of a reply, less its last piece: thousands of short ones find more than a long one."""


def case_of(data: bytes) -> Case:
    """Read bytes as a case."""
    setting = _setting(data[:HEADER].ljust(HEADER, b"\0"))
    chunks = [""]
    length = 0
    for piece in _pieces(setting.dialects, data[HEADER:]):
        if piece:
            chunks[-1] += piece
        else:
            chunks.append("")
        if (length := length + len(piece)) > LONGEST:
            break
    return Case(setting, "".join(chunks), tuple(chunks))


def check(case: Case, make: Make = make_splitter) -> None:
    """Raise `Broken` if a case breaks the laws that any bytes can be asked about."""
    setting, reply = case.setting, case.reply
    total(make, setting, case.chunks)
    events = chunk_free(make, setting, reply, [case.chunks, list(reply)])
    lossless(reply, events)
    balanced(events)
    assert fold(events, setting.policy).raw == reply


def _setting(header: bytes) -> Setting:
    dialect, first, second, third, start = header
    whitespace, first = _chosen(CHUNK_FREE_WHITESPACE, first)
    thoughts, _ = _chosen(get_args(choices.ThoughtWhitespace), first)
    unclosed, second = _chosen(get_args(choices.Unclosed), second)
    lone_closer, second = _chosen(get_args(choices.LoneCloser), second)
    code, _ = _chosen(get_args(choices.Code), second)
    empty, third = _chosen((None, *get_args(choices.Empty)), third)
    policy = Policy(
        answer_whitespace=whitespace,
        thought_whitespace=thoughts,
        unclosed=unclosed,
        lone_closer=lone_closer,
        code=code,
        empty=empty,
        extraction="off" if third % 16 == 15 else "on",  # all text is answer: soon looked through
    )
    begins: Start = _chosen(STARTS, start)[0]  # pyright: ignore[reportAssignmentType]
    return Setting(_chosen(ALL_DIALECTS, dialect)[0], policy, begins)


def _chosen(ways: tuple[T, ...], number: int) -> tuple[T, int]:
    return ways[number % len(ways)], number // len(ways)


def _pieces(dialects: tuple[Dialect, ...], data: bytes) -> Iterator[str]:
    """Yield pieces of text, and "" for a cut."""
    kinds = tuple(vocabulary(dialects).values())
    values = iter(data)
    for value in values:
        if value < PIECE:
            yield chr(value)
        elif value < CUT:
            kind, _ = _chosen(kinds, value - PIECE)
            yield _chosen(kind, next(values, 0) * 256 + next(values, 0))[0]
        else:
            yield ""

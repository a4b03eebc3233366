"""Dialects compiled: for each situation in a reply the markers that count there.

A situation is what the machine is waiting for: markers in an answer, or those that end a thought
of a certain kind. `marker_tree.py` turns the markers of one into a pattern.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from thoughtstream.core import limits, tags
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.marker_tree import REST_OF_TAG, Mark, MarkerTree, Role, Situation, Step

Kind = tuple[Dialect, str]
"""What opened a thought: its dialect, and the name of its tag ("" for any other marker)."""


class Lexicon:
    """The markers of one or several dialects, by situation."""

    __slots__ = ("_answers", "_dialects", "_lone_closers", "_thoughts")

    def __init__(self, dialects: tuple[Dialect, ...], *, lone_closers: bool = True) -> None:
        self._dialects = dialects
        self._lone_closers = lone_closers
        self._answers: dict[tuple[bool, bool, bool], Situation] = {}
        self._thoughts = lru_cache(maxsize=64)(self._thought)

    def answer(self, *, top: bool, fresh: bool, wrapped: bool) -> Situation:
        """Markers in an answer: at the top of the reply, while it is blank, in its wrapper."""
        key = top, fresh, wrapped
        if key not in self._answers:
            self._answers[key] = self._answer(top=top, fresh=fresh, wrapped=wrapped)
        return self._answers[key]

    def thought(self, kind: Kind | None, *, blank: bool) -> Situation:
        """Markers in a thought of a kind (None: the prompt opened it), `blank` before any text."""
        return self._thoughts(kind, blank=blank)

    def _answer(self, *, top: bool, fresh: bool, wrapped: bool) -> Situation:
        tree = MarkerTree()
        for dialect in self._dialects:
            _add_openers(tree, dialect)
            _add_headers(tree, dialect, Role.HEADER, anywhere=not wrapped)
            _add_pairs(tree, dialect.tools, dialect, Role.TOOL)
            if top:
                _add(tree, dialect.leads, Mark(Role.LEAD, dialect))
            _add_wrapper(tree, dialect, fresh=fresh, wrapped=wrapped)
            if self._lone_closers and dialect.lone_closers:
                _add_closers(tree, dialect, dialect.tags, dialect.closes)
        return tree.situation()

    def _thought(self, kind: Kind | None, *, blank: bool) -> Situation:
        tree = MarkerTree()
        if kind is None:
            for dialect in self._dialects:
                _add_closers(tree, dialect, dialect.tags, dialect.closes)
                _add_ends(tree, dialect)
                if blank:
                    _add_openers(tree, dialect)
                    _add(tree, dialect.echoes, Mark(Role.OPEN, dialect))
            return tree.situation()
        dialect, name = kind
        _add_closers(tree, dialect, (name,) if name else (), () if name else dialect.closes)
        _add_ends(tree, dialect)
        if name in dialect.nests or (name and dialect.any_tag):
            _add_tag(tree, dialect, name, Role.NEST, Role.NEST_TAG)
        elif blank and name:
            _add_tag(tree, dialect, name, Role.OPEN, Role.OPEN_TAG)
        elif blank:
            _add_literal_openers(tree, dialect)
        return tree.situation()


@lru_cache(maxsize=256)
def lexicon_for(dialects: tuple[Dialect, ...], *, lone_closers: bool) -> Lexicon:
    """Return the lexicon of some dialects; compiled once, shared by all replies."""
    return Lexicon(dialects, lone_closers=lone_closers)


@lru_cache(maxsize=128)
def until(dialect: Dialect, ends: str = "") -> Situation:
    """Return what ends text that passes through: an aside, or else a block for a tool."""
    tree = MarkerTree()
    if ends:
        _add(tree, (ends,), Mark(Role.CLOSE, dialect))
    else:
        _add_ends(tree, dialect, header_anywhere=False)
    return tree.situation()


def _add_ends(tree: MarkerTree, dialect: Dialect, *, header_anywhere: bool = True) -> None:
    """Add what ends a thought other than its own closing marker."""
    if dialect.channels:
        _add(tree, dialect.channels.closes, Mark(Role.CLOSE, dialect))
    _add_headers(tree, dialect, Role.YIELD, anywhere=header_anywhere)
    yields = dialect.implicit_closers + (dialect.answer_opens if dialect.special else ())
    _add(tree, yields, Mark(Role.YIELD, dialect))
    _add_pairs(tree, dialect.tools, dialect, Role.YIELD)
    _add_pairs(tree, dialect.asides, dialect, Role.ASIDE)


def _add_pairs(
    tree: MarkerTree, pairs: Iterable[tuple[str, str]], dialect: Dialect, role: Role
) -> None:
    for opens, ends in pairs:
        _add(tree, (opens,), Mark(role, dialect, ends=ends))


def _add_wrapper(tree: MarkerTree, dialect: Dialect, *, fresh: bool, wrapped: bool) -> None:
    if fresh or dialect.special:
        _add(tree, dialect.answer_opens, Mark(Role.WRAP, dialect), after=dialect.after_open)
    if wrapped or dialect.special or not dialect.answer_opens:
        mark = Mark(Role.UNWRAP, dialect)
        _add(
            tree, dialect.answer_closes, mark,
            before=dialect.before_close, after=dialect.after_close,
        )  # fmt: skip
    if dialect.channels:
        _add(tree, dialect.channels.closes, Mark(Role.UNWRAP, dialect))


def _add_openers(tree: MarkerTree, dialect: Dialect) -> None:
    for name in dialect.tags:
        _add_tag(tree, dialect, name, Role.OPEN, Role.OPEN_TAG)
    if dialect.any_tag:
        _add_tag(tree, dialect, "", Role.OPEN, Role.OPEN_TAG)
    _add_literal_openers(tree, dialect)


def _add_literal_openers(tree: MarkerTree, dialect: Dialect) -> None:
    opens = dialect.opens + tuple(text + dialect.label for text in dialect.opens if dialect.label)
    _add(tree, opens, Mark(Role.OPEN, dialect), after=dialect.after_open)
    if dialect.label:  # the label right before the closer, without its newline
        label = dialect.label.rstrip("\n")
        empty = tuple(a + label + b for a, b in product(dialect.opens, dialect.closes))
        _add(tree, empty, Mark(Role.EMPTY, dialect))


def _add_tag(tree: MarkerTree, dialect: Dialect, name: str, whole: Role, begun: Role) -> None:
    start = ["<", *(_letters(name, dialect) if name else _ANY_NAME)]
    for suffix in _suffixes(dialect):
        for after in _absorbed(dialect.after_open):
            tree.add([*start, *suffix, ">", *after], Mark(whole, dialect, name))
        if dialect.attributes:
            tree.add([*start, *suffix, REST_OF_TAG], Mark(begun, dialect, name))


def _add_closers(
    tree: MarkerTree, dialect: Dialect, names: Sequence[str], texts: Sequence[str]
) -> None:
    sides = list(product(_absorbed(dialect.before_close), _absorbed(dialect.after_close)))
    for name, (before, after), suffix in product(names, sides, _suffixes(dialect)):
        steps = [*before, "<", "/", *_letters(name, dialect), *suffix, _SPACES, ">", *after]
        tree.add(steps, Mark(Role.CLOSE, dialect, name))
    mark = Mark(Role.CLOSE, dialect)
    _add(tree, texts, mark, before=dialect.before_close, after=dialect.after_close)


def _add_headers(tree: MarkerTree, dialect: Dialect, role: Role, *, anywhere: bool) -> None:
    for header in dialect.channels.headers if dialect.channels else ():
        if anywhere or header.startswith("<"):  # a header of plain words counts between blocks only
            tree.add(_header_steps(header, dialect), Mark(role, dialect))


def _header_steps(header: str, dialect: Dialect) -> list[Step]:
    steps: list[Step] = []
    for part in re.split(r"([*+])", header):
        steps += [_FREE[part]] if part in _FREE else _letters(part, dialect)
    return steps


def _add(
    tree: MarkerTree, texts: Iterable[str], mark: Mark, *, before: str = "", after: str = ""
) -> None:
    for text, front, back in product(texts, _absorbed(before), _absorbed(after)):
        tree.add([*front, *_letters(text, mark.dialect), *back], mark)


_SPACES = f"{tags.SPACE}{{0,{limits.NAME}}}+"
_FREE = {"*": f"[^<]{{0,{limits.HEADER}}}+", "+": rf"[^\s<]{{1,{limits.HEADER}}}+"}
_ANY_NAME = ("[A-Za-z_]", rf"[\w.:-]{{0,{limits.NAME - 1}}}+")
_SUFFIX = (":", rf"[^\s<>/\"'=]{{1,{limits.NAME}}}+")
_NEWLINES = rf"\n{{0,{limits.NAME}}}+"


def _letters(text: str, dialect: Dialect) -> list[Step]:
    if not dialect.fold_case:
        return [re.escape(letter) for letter in text]
    return [
        f"[{letter.lower()}{letter.upper()}]"
        if letter.isascii() and letter.isalpha()
        else re.escape(letter)
        for letter in text
    ]


def _suffixes(dialect: Dialect) -> tuple[tuple[Step, ...], ...]:
    return ((), _SUFFIX) if dialect.suffixes else ((),)


def _absorbed(newlines: str) -> tuple[tuple[Step, ...], ...]:
    match newlines:
        case "":
            return ((),)
        case "\n*":
            return ((_NEWLINES,),)
        case _:
            return ((), tuple(re.escape(newline) for newline in newlines))

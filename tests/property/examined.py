"""Counts the characters that the machine looks at: no clock, the same number every time.

A second copy of the package is loaded with its source rewritten, in memory: every operation that
can touch text goes through `Tally`, which does it and counts the characters that it went through
or copied, one for every call, and one for every turn of a loop. Tests that want other things of
the machine never see that copy.
"""

import ast
import operator
import re
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast

from tests.property.laws import Machine, Make
from tests.property.replies import Setting
from thoughtstream.core.dialect import Channels, Dialect

PACKAGE = "thoughtstream"
NAME = "__tally__"
LINE = 1_024
"""What a match that fails where it stands may have looked at; it stops within a line."""

P = ParamSpec("P")
T = TypeVar("T")


class Tally:
    """Does what the source says, and counts."""

    def __init__(self) -> None:
        self.total = 0

    def turned(self) -> None:
        """A loop goes round."""
        self.total += 1

    def contains(self, part: object, whole: Container[object]) -> bool:
        """Do `part in whole`."""
        if isinstance(whole, str) and isinstance(part, str):
            self.total += _travelled(whole, whole.find(part), 0, len(part))
        return part in whole  # pyright: ignore[reportOperatorIssue] - as the code under test does

    def added(self, left: Any, right: Any) -> object:  # noqa: ANN401 - whatever can be added
        """Do `left + right`."""
        result: object = operator.add(left, right)
        self.total += len(result) if isinstance(result, str) else 1
        return result

    def sliced(self, whole: Sequence[object], part: slice) -> object:
        """Do `whole[part]`."""
        result = whole[part]
        self.total += len(result) if isinstance(result, str) else 1
        return result

    def called(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """Do `function(...)`."""
        result = function(*args, **named)
        owner: object = getattr(function, "__self__", None)
        self.total += 1
        if isinstance(owner, str):
            self.total += _cost_of_method(owner, function.__name__, args, result)
        elif isinstance(owner, re.Pattern):
            self.total += _cost_of_pattern(function.__name__, args, result)
        return result


TALLY = Tally()


def _cost_of_method(owner: str, name: str, args: Sequence[object], result: object) -> int:
    if name in ("find", "index") and isinstance(result, int):
        start = args[1] if len(args) > 1 else 0
        return _travelled(owner, result, cast("int", start), len(cast("str", args[0])))
    if name in ("startswith", "endswith"):
        return 1
    return max(len(owner), len(result) if isinstance(result, str) else 0)


def _cost_of_pattern(name: str, args: Sequence[object], result: object) -> int:
    """Count from where a search began to the furthest character that its result tells of."""
    if name not in ("search", "match", "fullmatch"):
        return len(cast("str", args[1] if name == "sub" else args[0]))
    text, start, end = cast("tuple[str, int, int]", (*args, *("", 0, sys.maxsize)[len(args) :]))
    rest = min(end, len(text)) - start
    found = cast("re.Match[str] | None", result)
    if found is None:
        return rest if name == "search" else min(rest, LINE)
    if found.re.groups and not found.lastindex:  # undecided: it looked to the end
        return rest
    return max(found.end(group) for group in range(found.re.groups + 1)) - start


def _travelled(whole: str, found: int, start: int, length: int) -> int:
    return max(0, len(whole) - start) if found < 0 else found - start + length


class _Rewriter(ast.NodeTransformer):
    """Puts the tally between the source and every operation that can touch text."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super":  # it reads its own frame
            return node
        return _ask("called", [node.func, *node.args], node.keywords)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        asked = _ask("contains", [node.left, node.comparators[0]])
        match node.ops:
            case [ast.In()]:
                return asked
            case [ast.NotIn()]:
                return ast.UnaryOp(ast.Not(), asked)
            case _:
                return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _ask("added", [node.left, node.right]) if isinstance(node.op, ast.Add) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add):
            return node
        return ast.Assign([node.target], _ask("added", [before, node.value]))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            return node
        bounds = (node.slice.lower, node.slice.upper, node.slice.step)
        ends: list[ast.expr] = [end or ast.Constant(None) for end in bounds]
        return _ask("sliced", [node.value, ast.Call(ast.Name("slice", ast.Load()), ends, [])])

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._count_turns(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._count_turns(node)

    def _count_turns(self, node: ast.For | ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_ask("turned", [])))
        return node


def _ask(verb: str, args: list[ast.expr], named: list[ast.keyword] | None = None) -> ast.Call:
    tally = ast.Name(NAME, ast.Load())
    return ast.Call(ast.Attribute(tally, verb, ast.Load()), args, named or [])


class _Loader(SourceFileLoader):
    """Compiles the rewritten source, and never reads or writes bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = cast("ast.Module", _Rewriter().visit(ast.parse(self.get_data(path), path)))
        return compile(ast.fix_missing_locations(tree), path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, NAME, TALLY)
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if _is_ours(fullname) else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin)
        return spec


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == PACKAGE


@cache
def _rewritten() -> ModuleType:
    """Load the copy, and leave everything else as it was."""
    ours = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_ours(name)}
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        return import_module(PACKAGE)
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(ours)


def make_examined(setting: Setting) -> Machine:
    """Make a splitter of the copy."""
    dialects = tuple(map(_of_the_copy, setting.dialects))
    machine = _rewritten().Splitter(dialects, setting.policy, start=setting.start)
    return cast("Machine", machine)


@cache
def _of_the_copy(dialect: Dialect) -> object:
    values = {each.name: getattr(dialect, each.name) for each in fields(dialect)}
    if dialect.channels:
        texts = [getattr(dialect.channels, each.name) for each in fields(Channels)]
        values["channels"] = _rewritten().Channels(*texts)
    return _rewritten().Dialect(**values)


def work(
    setting: Setting, family: Callable[[int], str], size: int, make: Make = make_examined
) -> Callable[[int], int]:
    """Return what counts the characters looked at in a reply of some length, cut to some size."""

    def count(length: int) -> int:
        reply = family(length)
        machine = make(setting)
        before = TALLY.total
        for chunk in pieces(reply, size):
            machine.feed(chunk)
        machine.finish()
        return TALLY.total - before

    count(64)  # what is compiled once is compiled here
    return count


def pieces(reply: str, size: int) -> Iterator[str]:
    """Cut a reply to a size."""
    return (reply[at : at + size] for at in range(0, len(reply), size))


def repeated(*texts: str, start: str = "") -> Callable[[int], str]:
    """Return what makes replies of any length: one text, then others over and over."""
    unit = "".join(texts)

    def reply(length: int) -> str:
        return start + unit * max(1, (length - len(start)) // len(unit))

    return reply

"""Counts the characters that the machine looks at: exact, the same on every machine, every time.

Times grow with a busy box; this count does not. thoughtstream is imported with its source rewritten
(the syntax tree, in memory) so that every operation on text says how many characters it touched:
- `a in b`, `a + b`, `a += b`, `a[i:j]`: the characters gone through or copied;
- methods of `str`: the same, and at least what they return;
- methods of a compiled pattern: a search from where it starts to the end of what it finds, else to
  the end of the text, and as far as the pattern can look beyond; an anchored match as far as the
  pattern can look. One that can look any distance is charged all the text it is given;
- every call and every turn of a loop: one.
Not seen: how often a pattern goes over one character within one call. `bench/speed.py` times that.

Run as `python -m bench.examined --json FILE`, in a process of its own.
"""

import argparse
import ast
import builtins
import json
import operator
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from types import CodeType, ModuleType
from typing import Any

from bench.texts import HOSTILE, cut, ordinary

_ASSERT, _ASSERT_NOT = _constants.ASSERT, _constants.ASSERT_NOT

PACKAGE = "thoughtstream"
COUNTER = "__examined__"
LENGTH = 16_384
FACTORS = (1, 2, 4, 8)
CHUNK_SIZES = (1, 64, 1_048_576)
"""One character at a time, 64, and whole."""


class Counter:
    """Does what the source says, and counts."""

    def __init__(self) -> None:
        self.total = 0
        self._reaches: dict[re.Pattern[str], int] = {}

    def turn(self) -> None:
        """One turn of a loop."""
        self.total += 1

    def contains(self, part: Any, whole: Any) -> bool:  # noqa: ANN401
        """Do `part in whole`."""
        if isinstance(whole, str):
            self.total += _gone_through(whole, whole.find(part), 0, len(part))
        return part in whole

    def added(self, left: Any, right: Any) -> Any:  # noqa: ANN401
        """Do `left + right`."""
        result = left + right
        self.total += len(result) if isinstance(result, str) else 0
        return result

    def grown(self, left: Any, right: Any) -> Any:  # noqa: ANN401
        """Do `left += right`."""
        result = operator.iadd(left, right)  # type: ignore[no-untyped-call]
        self.total += len(result) if isinstance(result, str) else 0
        return result

    def sliced(self, whole: Any, part: slice) -> Any:  # noqa: ANN401
        """Do `whole[part]`."""
        result = whole[part]
        self.total += len(result) if isinstance(result, str) else 0
        return result

    def called(self, function: Any, /, *args: Any, **named: Any) -> Any:  # noqa: ANN401
        """Do `function(...)`."""
        result = function(*args, **named)
        owner = getattr(function, "__self__", None)
        self.total += 1
        if isinstance(owner, str):
            self.total += _cost_of_method(owner, function.__name__, args, result)
        elif isinstance(owner, re.Pattern):
            self.total += self._cost_of_pattern(owner, function.__name__, args, result)
        return result

    def _cost_of_pattern(
        self, pattern: re.Pattern[str], name: str, args: Sequence[Any], result: object
    ) -> int:
        text = args[1] if name in ("sub", "subn") else args[0]
        start = args[1] if name in ("search", "match", "fullmatch") and len(args) > 1 else 0
        rest = len(text) - start
        if pattern not in self._reaches:
            self._reaches[pattern] = _reach(_parser.parse(pattern.pattern, pattern.flags))
        reach = self._reaches[pattern]
        if name == "search" and isinstance(result, re.Match):
            return min(rest, result.start() - start + reach)
        if name in ("match", "fullmatch"):
            return min(rest, reach)
        return rest


def _reach(parsed: Any) -> int:  # noqa: ANN401 - the parse tree of `re` has no types
    """How many characters a pattern can look at from where it stands, looking ahead included."""
    return int(parsed.getwidth()[1]) + sum(_looks_ahead(list(parsed)))


def _looks_ahead(tree: Any) -> Iterator[int]:  # noqa: ANN401 - the same
    for node in tree:
        if isinstance(node, tuple | list):
            if len(node) == 2 and node[0] in (_ASSERT, _ASSERT_NOT):
                yield int(node[1][1].getwidth()[1])
            yield from _looks_ahead(node)
        elif isinstance(node, _parser.SubPattern):
            yield from _looks_ahead(list(node))


def _cost_of_method(owner: str, name: str, args: Sequence[Any], result: object) -> int:
    if name in ("find", "index"):
        start = args[1] if len(args) > 1 else 0
        return _gone_through(owner, int(str(result)), start, len(args[0]))
    if name in ("startswith", "endswith"):
        parts = args[0] if isinstance(args[0], tuple) else (args[0],)
        return sum(map(len, parts))
    return max(len(owner), len(result) if isinstance(result, str) else 0)


def _gone_through(whole: str, found: int, start: int, length: int) -> int:
    return max(0, len(whole) - start) if found < 0 else found - start + length


class _Rewriter(ast.NodeTransformer):
    """Puts the counter between the source and every operation that may touch text."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super":  # it reads its own frame
            return node
        return _ask("called", [node.func, *node.args], node.keywords)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        match node.ops:
            case [ast.In()]:
                return _ask("contains", [node.left, *node.comparators])
            case [ast.NotIn()]:
                return ast.UnaryOp(ast.Not(), _ask("contains", [node.left, *node.comparators]))
            case _:
                return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        is_sum = isinstance(node.op, ast.Add)
        return _ask("added", [node.left, node.right]) if is_sum else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add):
            return node
        return ast.Assign([node.target], _ask("grown", [before, node.value]))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            return node
        ends = [end or ast.Constant(None) for end in (node.slice.lower, node.slice.upper)]
        step = node.slice.step or ast.Constant(None)
        part = ast.Call(ast.Name("slice", ast.Load()), [*ends, step], [])
        return _ask("sliced", [node.value, part])

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._count_turns(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._count_turns(node)

    def _count_turns(self, node: ast.For | ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_ask("turn", [])))
        return node


def _ask(verb: str, args: list[ast.expr], named: list[ast.keyword] | None = None) -> ast.Call:
    counter = ast.Name(COUNTER, ast.Load())
    return ast.Call(ast.Attribute(counter, verb, ast.Load()), args, named or [])


class _Loader(SourceFileLoader):
    """Compiles the rewritten source, and never reads or writes bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = _Rewriter().visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec")


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            spec.loader = _Loader(fullname, spec.origin)
        return spec


def count_all() -> dict[str, dict[str, dict[str, int]]]:
    """Characters examined, by text, chunk size and length (in multiples of the first length)."""
    assert PACKAGE not in sys.modules, f"{PACKAGE} was imported before it could be rewritten"
    counter = Counter()
    setattr(builtins, COUNTER, counter)
    sys.meta_path.insert(0, _Finder())
    from thoughtstream import Splitter  # noqa: PLC0415 - only now can it be imported

    def count(chunks: list[str]) -> int:
        splitter = Splitter()
        before = counter.total
        for chunk in chunks:
            splitter.feed(chunk)
        splitter.finish()
        return counter.total - before

    count([ordinary(LENGTH)])  # patterns that are compiled once are compiled here
    texts: dict[str, Callable[[int], str]] = {"ordinary": ordinary, **HOSTILE}
    return {
        kind: {
            str(size): {str(factor): count(cut(build(LENGTH * factor), size)) for factor in FACTORS}
            for size in CHUNK_SIZES
        }
        for kind, build in texts.items()
    }


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(prog="python -m bench.examined", description=main.__doc__)
    parser.add_argument("--json", type=Path, required=True, metavar="FILE")
    options = parser.parse_args()
    options.json.write_text(json.dumps(count_all(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

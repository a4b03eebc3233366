# House rules that no linter knows. Layers and the façade are import-linter's: `just layers`.

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
FILES = sorted(SOURCE.rglob("*.py"))
CORE_FILES = [path for path in FILES if "core" in path.relative_to(SOURCE).parts]
VAGUE_NAMES = {"common", "handler", "helper", "helpers", "manager", "misc", "util", "utils"}
MOST_LINES = 500


def _place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


every_file = pytest.mark.parametrize("path", FILES, ids=_place)
every_core_file = pytest.mark.parametrize("path", CORE_FILES, ids=_place)


def _imported_roots(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case _:
                pass


def test_there_is_source_to_check() -> None:
    assert FILES
    assert CORE_FILES


@every_file
def test_a_file_begins_by_saying_what_it_owns(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith(("# ", '"""'))


@every_file
def test_a_file_fits_in_a_readers_head(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@every_file
def test_a_file_is_named_after_what_it_holds(path: Path) -> None:
    parts = {
        word for part in path.relative_to(SOURCE).with_suffix("").parts for word in part.split("_")
    }

    assert parts & VAGUE_NAMES == set()


@every_core_file
def test_the_core_needs_nothing_but_python(path: Path) -> None:
    foreign = set(_imported_roots(path)) - sys.stdlib_module_names - {"thoughtstream"}

    assert foreign == set()

"""Every snippet in the documentation runs, and prints what the page says it prints."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def _blocks(page: Path) -> list[tuple[str, str]]:
    return _FENCE.findall(page.read_text(encoding="utf-8"))


def _console(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@every_page
def test_the_python_snippets_run(page: Path) -> None:
    blocks = _blocks(page)
    namespace: dict[str, object] = {}
    for (language, block), (following, expected) in zip(
        blocks, [*blocks[1:], ("", "")], strict=True
    ):
        if language != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, page.name, "exec"), namespace)  # noqa: S102 - our own pages
        if following == "text":
            assert printed.getvalue() == expected


@every_page
def test_the_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    scripts = str(Path(sys.executable).parent)
    assert shutil.which("thoughtstream", path=scripts)
    environment = {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    for language, block in _blocks(page):
        for command, expected in _console(block) if language == "console" else ():
            done = subprocess.run(
                ["bash", "-c", command],  # noqa: S607 - whichever bash is there
                check=False,
                cwd=tmp_path,
                encoding="utf-8",
                env=environment,
                stderr=subprocess.STDOUT,
                stdout=subprocess.PIPE,
            )
            assert done.stdout.rstrip("\n") == expected.rstrip("\n"), command

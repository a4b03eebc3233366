# The built wheel, alone in a fresh environment, as a new user has it: nothing else is installed
# and it works. The wheel is the one $THOUGHTSTREAM_WHEEL names, else it is built here.

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

FIRST_EXAMPLE = """
import json
import thoughtstream as ts

reply = ts.split_text("<think>a</think>b")
print(json.dumps([[thought.text for thought in reply.thoughts], reply.answer]))
"""

MODULES_IMPORTED = """
import sys
before = set(sys.modules)
import thoughtstream
names = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(names))
"""


@dataclass(frozen=True)
class Installation:
    """A virtual environment that holds the wheel and nothing else."""

    scripts: Path

    def run(self, program: str, *arguments: str, stdin: str = "") -> tuple[str, str]:
        """Run a program of the environment; give back its stdout and stderr."""
        done = subprocess.run(
            [self.scripts / program, *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            cwd=self.scripts,
            encoding="utf-8",
            env={"PATH": os.environ["PATH"], "PYTHONUTF8": "1"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    def evaluate(self, code: str) -> str:
        """Run code in isolated mode; give back what it printed."""
        return self.run("python", "-I", "-c", code)[0].strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    named = os.environ.get("THOUGHTSTREAM_WHEEL")
    if named:
        return (ROOT / named).resolve()
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
    installation = Installation(folder / ("Scripts" if os.name == "nt" else "bin"))
    options = ("--isolated", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    installation.run("python", "-m", "pip", "install", *options, str(wheel))
    return installation


def test_the_wheel_holds_the_typed_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert "thoughtstream/py.typed" in names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"thoughtstream"}


def test_nothing_else_is_installed(bare: Installation) -> None:
    listed, _ = bare.run("python", "-m", "pip", "--isolated", "list", "--format=json")
    names = {package["name"] for package in json.loads(listed)}

    assert names - {"pip", "setuptools"} == {"thoughtstream"}


def test_the_first_example_works(bare: Installation) -> None:
    assert json.loads(bare.evaluate(FIRST_EXAMPLE)) == [["a"], "b"]


def test_the_command_filters_a_pipe(bare: Installation) -> None:
    answer, thoughts = bare.run("thoughtstream", "split", stdin="<think>a</think>b")

    assert answer.rstrip("\n") == "b"
    assert "a" in thoughts


def test_importing_is_cheap(bare: Installation) -> None:
    imported = set(bare.evaluate(MODULES_IMPORTED).split())

    assert imported - sys.stdlib_module_names == {"thoughtstream"}
    assert imported & {"argparse", "asyncio", "logging"} == set()

"""Real servers for the tests of this folder: each is started on loopback, and ended, here.

How the tests went is left in `.figures/real.json`, by the name of the test file: `just figures
inout` reads it.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODEL = HERE.parent / "data" / "models" / "tiny-reasoner.gguf"
REPORT = ROOT / ".figures" / "real.json"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def started(*command: str | Path) -> Generator[Server, None, None]:
    """Start a server, wait for the address that it prints, and end it afterwards."""
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *_inherited()])}
    with subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environ,
    ) as process:
        try:
            yield Server(_address(process), process)
        finally:
            process.kill()


def serving(reasoning_format: str) -> AbstractContextManager[Server]:
    """Serve the tiny model."""
    return started(HERE / "serve_model.py", MODEL, str(free_port()), reasoning_format)


@pytest.fixture(scope="session")
def tags_server() -> Iterator[str]:
    """A server that leaves thoughts as tags in the content."""
    with serving("none") as server:
        yield server.address


@pytest.fixture(scope="session")
def fields_server() -> Iterator[str]:
    """A server that puts thoughts in a field of their own."""
    with serving("deepseek") as server:
        yield server.address


@pytest.fixture
def mortal_server() -> Iterator[Server]:
    """A server of the test's own, which it may kill."""
    with serving("none") as server:
        yield server


@pytest.fixture(scope="session")
def replies_server() -> Iterator[str]:
    """The app that serves named replies in every protocol."""
    with started(HERE / "consumer_app.py") as server:
        yield server.address


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Leave how many tests passed and failed, by file; a selection of tests leaves nothing."""
    if terminalreporter.stats.get("deselected"):
        return
    counted: dict[str, dict[str, int]] = {}
    for verdict in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.getreports(verdict):
            name = Path(report.nodeid.partition("::")[0]).stem
            counts = counted.setdefault(name, {"passed": 0, "failed": 0})
            counts["passed" if verdict == "passed" else "failed"] += 1
    before = json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(before | counted, indent=1) + "\n", encoding="utf-8")


def _address(process: subprocess.Popen[str]) -> str:
    for line in process.stdout or ():
        if line.startswith("listening "):
            return line.split()[1]
    pytest.fail("the server ended before it listened")


def _inherited() -> list[str]:
    return [os.environ["PYTHONPATH"]] if os.environ.get("PYTHONPATH") else []

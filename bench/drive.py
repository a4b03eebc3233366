"""Runs the bench under both Pythons, each in its own environment, and merges the reports."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.environments import PYTHONS, ROOT, environment


def run_under_both(
    *, short: bool, only: str | None = None, parts: Sequence[str] = (), echo: bool = False
) -> dict[str, Any]:
    """One report by Python version, one after the other: two at once would disturb both."""
    options = ["--short"] if short else []
    options += ["--only", only] if only else []
    for part in parts:
        options += ["--part", part]
    return {python: run_under(python, options, echo=echo) for python in PYTHONS}


def run_under(python: str, options: Sequence[str], *, echo: bool = False) -> dict[str, Any]:
    """The report of one run of `python -m bench` in the environment of this Python."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        module("bench", python, [*options, "--json", str(file)], echo=echo)
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return report


def module(name: str, python: str, arguments: Sequence[str], *, echo: bool = False) -> None:
    """Run one of our modules in the environment of this Python, on the source of the checkout."""
    environ = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "HF_HUB_OFFLINE": "1",
    }
    command = [str(environment(python)), "-m", name, *arguments]
    output = None if echo else subprocess.DEVNULL
    subprocess.run(command, check=True, cwd=ROOT, env=environ, stdout=output)  # noqa: S603

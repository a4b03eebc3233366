"""The conformance corpus as figures: its tests are run, its formats counted."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.figures.figure import Figure, at_least, at_most

ROOT = Path(__file__).resolve().parents[2]
TESTS = "tests/test_conformance.py"
FORMATS = 43
LEAST_CASES = 5


def corpus_figures() -> Iterator[Figure]:
    """Tests of the corpus that fail, and formats that have their cases."""
    passed, failed = _run_tests()
    name = "conformance: tests that fail"
    yield at_most(name, failed if passed else None, 0, note=f"{passed:,} pass")
    files = (ROOT / "conformance" / "formats").glob("*.json")
    counts = [len(json.loads(file.read_text(encoding="utf-8"))["cases"]) for file in files]
    full = sum(count >= LEAST_CASES for count in counts)
    note = f"{sum(counts)} cases, at least {min(counts, default=0)} each"
    yield at_least(f"conformance: formats with {LEAST_CASES} cases", full, FORMATS, note=note)


def _run_tests() -> tuple[int, int]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603
    return _counted(done.stdout, "passed"), _counted(done.stdout, "failed|errors?")


def _counted(output: str, word: str) -> int:
    return sum(int(count) for count in re.findall(rf"(\d+) (?:{word})\b", output[-400:]))

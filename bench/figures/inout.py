"""The figures of what goes in and out: real servers and consumers, cost over an SDK, broadcast.

What `just real` found is read from `.figures/real.json`; the rest is measured here. The cost
over an SDK is measured in the environment that holds the SDK, both sides of its ratio in one
run.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from bench import crowd
from bench.environments import ROOT
from bench.figures.figure import Figure, at_least, at_most
from bench.figures.recorded import FOLDER, read

MOST_OVER_BARE = 1.15
MOST_MEMORY_GROWTH = 1.1
REAL = ROOT / ".venvs" / "real"
PARTS = {"adapters", "encoders", "sse", "streams"}

Report = dict[str, Any]

# What `just real` runs, by file.
REAL_TESTS = {
    "test_model_server": "real model server, read by the OpenAI and Anthropic SDKs",
    "test_consumers": "real consumers: ai, @ag-ui/client, @ai-sdk/openai-compatible, openai",
    "test_types": "types of ag-ui-protocol, langchain-core, OpenTelemetry's schema",
    "test_litellm": "real consumers: litellm",
}
# What runs here, by folder or file.
TESTS = {
    "recordings of every provider's quirks": "tests/adapters",
    "round trip: adapter after encoder": "tests/property/test_round_trip.py",
}


def figures(*, short: bool, reuse: bool) -> Iterator[Figure]:
    """Every figure of what goes in and out, with its limit."""
    yield _pending()
    yield from _real()
    yield from (_tested(name, path) for name, path in TESTS.items())
    yield from _cost(_measured(short=short, reuse=reuse))
    yield from _broadcast(short=short)


def _pending() -> Figure:
    listed = json.loads((ROOT / "conformance" / "pending.json").read_text(encoding="utf-8"))
    ours = [each for each in listed["pending"] if each["needs"] in PARTS]
    return at_most("conformance: vectors of these parts still pending", len(ours), 0)


def _real() -> Iterator[Figure]:
    found: dict[str, dict[str, int]] = read("real") or {}
    for file, name in REAL_TESTS.items():
        counts = found.get(file)
        if counts is None:
            yield _missing(name, "run `just real` first")
        else:
            yield at_most(f"{name}: failed", counts["failed"], 0, note=_of(counts["passed"]))


def _tested(name: str, path: str) -> Figure:
    if not (ROOT / path).exists():
        return _missing(name, f"{path} is not there")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", path, f"--junitxml={file}"]
        subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
        suite = ET.parse(file).getroot().find("testsuite")  # noqa: S314 - pytest wrote it
    counts = {} if suite is None else suite.attrib
    failed = sum(int(counts.get(kind, 0)) for kind in ("failures", "errors", "skipped"))
    return at_most(f"{name}: failed", failed, 0, note=_of(int(counts.get("tests", 0)) - failed))


def _measured(*, short: bool, reuse: bool) -> Report:
    file = FOLDER / "inout.json"
    if not (reuse and file.exists()):
        FOLDER.mkdir(exist_ok=True)
        environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        options = ["--json", str(file), *(["--short"] if short else [])]
        command = [str(_python()), "-m", "bench.sdk_stream", *options]
        subprocess.run(command, cwd=ROOT, check=True, env=environ)  # noqa: S603 - ours
    report: Report = json.loads(file.read_text(encoding="utf-8"))
    return report


def _python() -> Path:
    """The interpreter beside the SDKs, whose environment is brought up to the lock."""
    environ = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    sync = ["uv", "sync", "--quiet", "--locked", "--only-group", "real", "--compile-bytecode"]
    subprocess.run(  # noqa: S603 - uv
        [*sync, "--inexact"],
        cwd=ROOT,
        check=True,
        env=environ | {"UV_PROJECT_ENVIRONMENT": str(REAL)},
    )
    return REAL / "bin" / "python"


def _cost(measured: Report) -> Iterator[Figure]:
    for kind, times in measured.items():
        yield at_most(
            f"split over an OpenAI SDK stream, thoughts as {kind}",
            times["ratio"],
            MOST_OVER_BARE,
            unit=" × bare",
            note=f"{times['more'] / 1e3:.1f} µs more than {times['bare'] / 1e3:.0f} a chunk",
        )


def _broadcast(*, short: bool) -> Iterator[Figure]:
    items = crowd.ITEMS // 2 if short else crowd.ITEMS
    found = crowd.crowd(items=items)
    name = f"broadcast to {crowd.READERS:,} readers"
    yield at_most(f"{name}: times the source was opened", found.opened, 1)
    yield at_most(f"{name}: items read from it", found.read, items)
    yield at_least(f"{name}: got all of it, equal", found.complete, crowd.READERS - 3)
    yield at_least(f"{name}: who joined late got the rest", int(found.late_complete), 1)
    yield at_least(f"{name}: who was stuck was told", int(found.stuck_told), 1)
    short_peak, long_peak = crowd.peak_memory(items // 2), crowd.peak_memory(items * 2)
    yield at_most(
        f"{name}: memory at 4n items over n",
        long_peak / short_peak,
        MOST_MEMORY_GROWTH,
        unit=" ×",
        note=f"{long_peak / 1e6:.1f} MB, {crowd.KEEP} items of {crowd.PIECE:,} bytes kept",
    )
    cost = f"{found.cpu_per_item / 1e3:.1f} µs"
    yield Figure(name=f"{name}: CPU time for an item of a reader", measured=cost)


def _of(passed: int) -> str:
    return f"{passed:,} passed"


def _missing(name: str, why: str) -> Figure:
    return Figure(name=name, measured="not recorded", limit=why, holds=False)

"""The figures of the machine: correctness, speed, growth, memory, laws.

The timed ones are measured under both Pythons, each in its own environment; both sides of a ratio
always come from one run. The reports are kept in `.figures/machine.json`.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.cases import GROUPS
from bench.drive import module, run_under
from bench.environments import PYTHONS
from bench.figures.corpus import corpus_figures
from bench.figures.figure import Figure, at_least, at_most
from bench.figures.recorded import FOLDER, law_figures
from bench.floors import TYPED_FLOOR

OURS = "thoughtstream"
CHUNK = "4"
NAMED_PEERS = {"3.11": "livekit-agents", "3.13": "thinkstrip"}

MOST_OVER_FLOOR = 2.0
LEAST_OVER_PEER = 1.3
LEAST_OF_TWO_FINDS = 0.8
MOST_GROWTH = 10.0
MOST_EXAMINED_GROWTH = 8.8  # 8 is linear; a tenth more for what is paid once
MOST_HOSTILE = 4.0
MOST_BYTES = 2_560

# The parts that need the peers, and those that are about ours alone.
BESIDE_PEERS = ("correctness", "per_chunk")
ALONE = (
    "growth",
    "hostile",
    "hostile_growth",
    "per_marker",
    "whole_reply",
    "bytes_held",
    "delay",
)

Report = dict[str, Any]


def figures(*, short: bool, reuse: bool) -> Iterator[Figure]:
    """Every figure of the machine with its limit."""
    measured = _measured(short=short, reuse=reuse)
    yield from corpus_figures()
    yield from law_figures()
    for python in PYTHONS:
        report = measured[python]
        yield from _correctness(python, report)
        yield from _speed(python, report)
        yield from _growth(python, report)
        yield from _hostile(python, report)
        yield from _memory_and_delay(python, report)
    yield _examined(measured["examined"])


def _measured(*, short: bool, reuse: bool) -> Report:
    file = FOLDER / "machine.json"
    if reuse and file.exists():
        return _read(file)
    measured: Report = {"examined": _count_examined()}
    measured |= {python: _run(python, short=short) for python in PYTHONS}
    FOLDER.mkdir(exist_ok=True)
    file.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return measured


def _run(python: str, *, short: bool) -> Report:
    effort = ["--short"] if short else []
    beside = [option for part in BESIDE_PEERS for option in ("--part", part)]
    alone = [option for part in ALONE for option in ("--part", part)]
    return run_under(python, [*effort, *alone, "--only", "none"]) | run_under(
        python, [*effort, *beside]
    )


def _count_examined() -> Report:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "examined.json"
        module("bench.examined", PYTHONS[-1], ["--json", str(file)])
        return _read(file)


def _read(file: Path) -> Report:
    report: Report = json.loads(file.read_text(encoding="utf-8"))
    return report


def _correctness(python: str, report: Report) -> Iterator[Figure]:
    verdicts: Report = report["correctness"]
    groups = verdicts[OURS]["groups"]
    right = {name: _right(verdict) for name, verdict in verdicts.items()}
    best = max((name for name in right if name != OURS), key=lambda name: right[name])
    note = f"best peer: {best}, {right[best]}"
    yield at_least(f"{python}: right on the 64 peer cases", right[OURS], 64, note=note)
    runs = sum(tally["runs"] for tally in groups.values())
    for count in ("violations", "leaks", "losses", "exceptions"):
        total = sum(tally[count] for tally in groups.values())
        yield at_most(f"{python}: {count}", total, 0, note=f"{runs:,} cuttings of 72 cases")


def _speed(python: str, report: Report) -> Iterator[Figure]:
    times: dict[str, dict[str, float | None]] = report["per_chunk"]
    ours = times[OURS][CHUNK]
    yield at_most(
        f"{python}: 4-character chunks over the typed floor",
        _over(ours, times[TYPED_FLOOR][CHUNK]),
        MOST_OVER_FLOOR,
        unit=" ×",
        note=f"{ours:,.0f} ns a chunk",
    )
    for label, peer in _peers_to_beat(python, report):
        faster = None if peer is None else _over(times[peer][CHUNK], ours)
        name = f"{python}: faster than {label}"
        yield at_least(name, faster, LEAST_OVER_PEER, unit=" ×", note=peer or "not installed")
    whole: dict[str, float] = report["whole_reply"]
    yield at_least(
        f"{python}: split_text of 1 MB, of the speed of two str.find passes",
        whole["two str.find passes"] / whole[f"{OURS}: split_text"],
        LEAST_OF_TWO_FINDS,
        unit=" ×",
    )
    for kind, cost in report["per_marker"][OURS].items():
        yield Figure(name=f"{python}: cost per marker of {kind}", measured=f"{cost:,.0f} ns")


def _peers_to_beat(python: str, report: Report) -> Iterator[tuple[str, str | None]]:
    times: dict[str, dict[str, float | None]] = report["per_chunk"]
    right = [
        name
        for name, verdict in report["correctness"].items()
        if name != OURS and times[name][CHUNK] is not None and _core_is_clean(verdict)
    ]
    yield (
        "the fastest peer right on all core cases",
        min(right, key=lambda name: times[name][CHUNK] or 0, default=None),
    )
    named = NAMED_PEERS[python]
    yield named, named if named in right else None


def _growth(python: str, report: Report) -> Iterator[Figure]:
    yield at_most(
        f"{python}: time at 8n over n, ordinary",
        report["growth"][OURS]["8"],
        MOST_GROWTH,
        unit=" ×",
    )
    grown = {kind: row["8"] for kind, row in report["hostile_growth"].items()}
    worst = _worst(grown)
    yield at_most(
        f"{python}: time at 8n over n, worst hostile",
        grown[worst],
        MOST_GROWTH,
        unit=" ×",
        note=worst,
    )


def _hostile(python: str, report: Report) -> Iterator[Figure]:
    for kind, ratio in report["hostile"][OURS].items():
        yield at_most(f"{python}: hostile over ordinary: {kind}", ratio, MOST_HOSTILE, unit=" ×")


def _memory_and_delay(python: str, report: Report) -> Iterator[Figure]:
    held: dict[str, float] = report["bytes_held"][OURS]
    place = max(held, key=lambda place: held[place])
    name = f"{python}: bytes held by an idle open stream"
    yield at_most(name, round(held[place]), MOST_BYTES, note=f"in the {place}")
    delay = report["delay"][OURS]
    measured = f"at most {delay['most']}, {delay['mean']:.3f} on average"
    yield Figure(name=f"{python}: characters of delay, ordinary", measured=measured)


def _examined(counts: dict[str, dict[str, dict[str, int]]]) -> Figure:
    growth = {
        f"{kind}, {size} a chunk": by_length["8"] / by_length["1"]
        for kind, by_size in counts.items()
        for size, by_length in by_size.items()
    }
    worst = _worst(growth)
    return at_most(
        "characters examined at 8n over n, worst text",
        growth[worst],
        MOST_EXAMINED_GROWTH,
        unit=" ×",
        note=worst,
    )


def _right(verdict: Report) -> int:
    return sum(verdict["groups"][group]["right"] for group in GROUPS)


def _core_is_clean(verdict: Report) -> bool:
    core = verdict["groups"]["core"]
    flaws = ("violations", "leaks", "losses", "exceptions")
    return core["right"] == core["cases"] and not any(core[flaw] for flaw in flaws)


def _worst(values: dict[str, float | None] | dict[str, float]) -> str:
    """The name of the largest; what was too slow is worse than any."""
    return max(values, key=lambda name: values[name] or float("inf"))


def _over(value: float | None, base: float | None) -> float | None:
    return None if value is None or base is None else value / base

"""One run under one Python: measures what is asked for and returns it as plain JSON values."""

import math
import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bench.contender import Contender
from bench.correctness import judge
from bench.delay import delays
from bench.floors import FLOORS
from bench.interleave import SHORT, Effort
from bench.memory import bytes_held
from bench.ours import NAME, OURS, OURS_ON_CASES
from bench.peers import importable_peers
from bench.speed import (
    growth,
    hostile,
    hostile_growth,
    open_and_finish,
    per_chunk,
    per_marker,
    whole_reply,
)

Report = dict[str, Any]


def parts(peers: list[Contender], effort: Effort) -> dict[str, Callable[[], object]]:
    """Every part of a report, by name, each measured when called."""
    splitters = [OURS, *peers]
    hostile_to = [OURS] if effort is SHORT else splitters
    everybody = [OURS, *FLOORS, *peers]
    return {
        "correctness": lambda: _verdicts([OURS_ON_CASES, *peers], effort),
        "per_chunk": lambda: per_chunk(everybody, effort),
        "open_and_finish": lambda: open_and_finish(everybody, effort),
        "growth": lambda: growth(splitters, effort),
        "hostile": lambda: hostile(hostile_to, effort),
        "hostile_growth": lambda: hostile_growth(effort),
        "per_marker": lambda: per_marker(splitters, effort),
        "whole_reply": lambda: whole_reply(peers, effort),
        "bytes_held": lambda: bytes_held(splitters, effort.streams),
        "delay": lambda: {name: asdict(delay) for name, delay in delays(splitters).items()},
    }


def measure(
    effort: Effort, *, only: str | None, wanted: Iterable[str], say: Callable[[str], None]
) -> Report:
    """Run the wanted parts (all, if none is named) on ours, the floors and the peers here."""
    peers, missing = importable_peers()
    if only is not None:
        peers = [peer for peer in peers if only in peer.name]
    report: Report = {
        "python": platform.python_version(),
        "short": effort is SHORT,
        "contenders": {peer.name: _facts(peer) for peer in (OURS, *FLOORS, *peers)},
        "missing": missing,
    }
    available = parts(peers, effort)
    for name in wanted or available:
        say(name)
        report[name] = _jsonable(available[name]())
    return report


def _verdicts(contenders: Iterable[Contender], effort: Effort) -> dict[str, object]:
    # Ours is cut everywhere, also in the two long replies; the slowest peers would need an hour.
    return {
        contender.name: asdict(
            judge(contender, every_cut=contender.name == NAME and effort is not SHORT)
        )
        for contender in contenders
    }


def _facts(contender: Contender) -> dict[str, object]:
    return {
        "package": contender.package,
        "version": _installed(contender),
        "tested_version": contender.version,
        "calls": contender.calls,
        "python": contender.python,
        "keeps_thoughts": contender.keeps_thoughts,
    }


def _installed(contender: Contender) -> str:
    try:
        return version(contender.package) if contender.package else contender.version
    except PackageNotFoundError:
        return contender.version


def _jsonable(value: Any) -> Any:  # noqa: ANN401 - JSON values
    """The same, with None for a time that ran out of its budget."""
    match value:
        case dict():
            return {key: _jsonable(item) for key, item in value.items()}
        case float():
            return round(value, 4) if math.isfinite(value) else None
        case _:
            return value

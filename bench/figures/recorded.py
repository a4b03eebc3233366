"""Figures that another recipe measured and left under `.figures/`, one JSON file a recipe.

`laws.json`, of the long form of the laws, names the mutants that each law killed:
{"cuttings": 1000000, "violations": 0, "mutants": {"2 lossless": ["ForgetsWhatIsHeld"]}}

A recipe that was not run falls short: its row says which to run.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.figures.figure import Figure, at_least, at_most

FOLDER = Path(__file__).resolve().parents[2] / ".figures"

CUTTINGS = 1_000_000


def read(name: str) -> dict[str, Any] | None:
    """What a recipe left, or None if it was not run."""
    file = FOLDER / f"{name}.json"
    if not file.exists():
        return None
    recorded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return recorded


def law_figures() -> Iterator[Figure]:
    """Generated cuttings without a violation, and what each law kills."""
    laws = read("laws")
    if laws is None:
        yield Figure(
            name="laws: generated cuttings, mutants",
            measured="not recorded",
            limit="run `just laws` first",
            holds=False,
        )
        return
    yield at_least("laws: generated cuttings", laws["cuttings"], CUTTINGS)
    yield at_most("laws: violations", laws["violations"], 0)
    mutants: dict[str, list[str]] = laws["mutants"]
    killed = {law: len(names) for law, names in mutants.items()}
    yield at_least(
        "laws: mutants killed by the law that kills fewest",
        min(killed.values(), default=0),
        1,
        note=f"{len(killed)} laws, {sum(killed.values())} mutants",
    )

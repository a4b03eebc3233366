"""Prints a report as tables that a person can read."""

from collections.abc import Iterable
from typing import Any

from bench.aligned import aligned, number
from bench.cases import GROUPS
from bench.floors import TYPED_FLOOR
from bench.ours import NAME
from bench.report import Report


def tables(report: Report) -> Iterable[str]:
    """Every table of the parts that the report has."""
    title = f"Python {report['python']}{', short' if report['short'] else ''}"
    drawers = {
        "correctness": _correctness,
        "per_chunk": _per_chunk,
        "growth": _growth,
        "hostile": _hostile,
        "hostile_growth": _hostile_growth,
        "per_marker": _per_marker,
        "whole_reply": _whole_reply,
        "bytes_held": _held_and_delay,
    }
    for part, draw in drawers.items():
        if part in report:
            heading, rows = draw(report)
            yield f"{title}: {heading}\n\n{aligned(rows)}\n"
    for file, why in report["missing"].items():
        yield f"Not here: {file} ({why})"


def _correctness(report: Report) -> tuple[str, list[list[str]]]:
    rows = [
        [
            *("contender", "runs", "violations", "leaks, core", "leaks, all", "losses"),
            *("exceptions", "right " + "/".join(GROUPS), "of 64"),
        ]
    ]
    for name, verdict in report["correctness"].items():
        groups = verdict["groups"]
        right = [groups[group]["right"] for group in GROUPS]
        sums = {
            count: sum(tally[count] for tally in groups.values())
            for count in ("runs", "violations", "leaks", "losses", "exceptions")
        }
        rows.append(
            [
                _name(report, name),
                str(sums["runs"]),
                str(sums["violations"]),
                str(groups["core"]["leaks"]),
                str(sums["leaks"]),
                str(sums["losses"]),
                str(sums["exceptions"]),
                "/".join(map(str, right)),
                str(sum(right)),
            ]
        )
    return "correctness on 72 cases, every two-way cut and one character at a time", rows


def _per_chunk(report: Report) -> tuple[str, list[list[str]]]:
    times: dict[str, dict[str, float]] = report["per_chunk"]
    sizes = list(times[NAME])
    opening = report.get("open_and_finish", {})
    rows = [["contender", *(f"{size} ch" for size in sizes), "× floor", "× ours", "open+finish"]]
    for name, row in sorted(times.items(), key=lambda item: item[1]["4"] or float("inf")):
        rows.append(
            [
                _name(report, name),
                *(number(row[size]) for size in sizes),
                number(_ratio(row["4"], times[TYPED_FLOOR]["4"]), 2),
                number(_ratio(row["4"], times[NAME]["4"]), 2),
                number(opening.get(name), missing="–"),
            ]
        )
    return "ns per chunk of an ordinary reply, by characters in a chunk (ratios at 4)", rows


def _growth(report: Report) -> tuple[str, list[list[str]]]:
    rows = [["contender", "n", "2n", "4n", "8n"]]
    rows += [
        [_name(report, name), *(number(value, 2) for value in row.values())]
        for name, row in report["growth"].items()
    ]
    return "time over that of n = 16,384 characters, at 4-character chunks", rows


def _hostile(report: Report) -> tuple[str, list[list[str]]]:
    hostile: dict[str, dict[str, float | None]] = report["hostile"]
    names = list(hostile)
    rows = [["no marker completes", *names]]
    rows += [[kind, *(number(hostile[name][kind], 2) for name in names)] for kind in hostile[NAME]]
    return "hostile text over an ordinary reply of 262,144 characters, 64 a chunk", rows


def _hostile_growth(report: Report) -> tuple[str, list[list[str]]]:
    rows = [["ours on hostile text", "n", "2n", "4n", "8n"]]
    rows += [
        [kind, *(number(value, 2) for value in row.values())]
        for kind, row in report["hostile_growth"].items()
    ]
    return "time over that of n = 131,072 characters, 64 a chunk or whole", rows


def _per_marker(report: Report) -> tuple[str, list[list[str]]]:
    costs: dict[str, dict[str, float]] = report["per_marker"]
    kinds = list(costs[NAME])
    rows = [["contender", *kinds]]
    rows += [
        [_name(report, name), *(number(row[kind]) for kind in kinds)] for name, row in costs.items()
    ]
    return "ns per completed marker beyond plain text, 64 characters a chunk", rows


def _whole_reply(report: Report) -> tuple[str, list[list[str]]]:
    times: dict[str, float] = report["whole_reply"]
    finds = times["two str.find passes"]
    rows = [["in one piece", "µs", "speed of two finds"]]
    rows += [[name, number(time), number(_ratio(finds, time), 2)] for name, time in times.items()]
    return "a reply of 1 MB with one thought, whole", rows


def _held_and_delay(report: Report) -> tuple[str, list[list[str]]]:
    rows = [["contender", "in a thought", "in the answer", "larger", "delay, most", "delay, mean"]]
    for name, row in report["bytes_held"].items():
        delay: dict[str, Any] = report.get("delay", {}).get(name, {})
        rows.append(
            [
                _name(report, name),
                *(number(row[place]) for place in ("thought", "answer")),
                number(max(row.values())),
                number(delay.get("most"), missing="–"),
                number(delay.get("mean"), 2, missing="–"),
            ]
        )
    return "bytes held by an idle open stream; characters fed but not yet told", rows


def _ratio(value: float | None, base: float | None) -> float | None:
    return None if value is None or base is None else value / base


def _name(report: Report, name: str) -> str:
    facts = report["contenders"][name]
    return name if facts["keeps_thoughts"] else f"{name} (drops thoughts)"

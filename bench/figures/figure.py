"""One figure with its limit, and the table of many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.aligned import aligned


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Something measured, its limit, and whether it holds; None where it is only stated."""

    name: str
    measured: str
    limit: str = "stated"
    holds: bool | None = None


def at_most(
    name: str, value: float | None, limit: float, *, unit: str = "", note: str = ""
) -> Figure:
    """A figure that must not exceed its limit; None was too slow to measure."""
    return _compared(name, value, f"≤ {_written(limit)}{unit}", unit, note, lambda v: v <= limit)


def at_least(
    name: str, value: float | None, limit: float, *, unit: str = "", note: str = ""
) -> Figure:
    """A figure that must reach its limit; None was too slow to measure."""
    return _compared(name, value, f"≥ {_written(limit)}{unit}", unit, note, lambda v: v >= limit)


def _compared(
    name: str,
    value: float | None,
    limit: str,
    unit: str,
    note: str,
    holds: Callable[[float], bool],
) -> Figure:
    measured = "not measured" if value is None else f"{_written(value)}{unit}"
    return Figure(
        name=name,
        measured=f"{measured} ({note})" if note else measured,
        limit=limit,
        holds=value is not None and holds(value),
    )


def _written(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def table(figures: Sequence[Figure]) -> str:
    """All figures, and on the last line the verdict."""
    words = {True: "holds", False: "FALLS SHORT", None: "-"}
    rows = [["figure", "measured", "limit", "verdict"]]
    rows += [[each.name, each.measured, each.limit, words[each.holds]] for each in figures]
    return f"{aligned(rows)}\n\n{verdict(figures)}"


def verdict(figures: Sequence[Figure]) -> str:
    """One line about all of them."""
    limited = [each for each in figures if each.holds is not None]
    short = [each for each in limited if not each.holds]
    if not short:
        return f"All {len(limited)} figures hold."
    return f"{len(short)} of {len(limited)} figures fall short."

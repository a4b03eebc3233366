"""The replies on which every contender is judged, read from `cases.json`.

The cases write thoughts in CAPITALS with the digits 0-4 and answers in small letters with 5-9, and
use none of the letters of the markers: a leak and a loss can be told from the characters alone.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GROUPS = ("core", "prefill", "thinking", "attrs", "case")
"""The groups with one right result; `ambiguous` has none."""

_FILE = Path(__file__).with_name("cases.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One reply, and what must come out of it; None where several results are right."""

    group: str
    name: str
    tag: str
    reply: str
    thought: str | None = None
    answer: str | None = None

    @property
    def prefill(self) -> bool:
        """Whether the prompt ended with the opening tag."""
        return self.group == "prefill"


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case, in the order of the file."""
    return tuple(Case(**case) for case in json.loads(_FILE.read_text(encoding="utf-8"))["cases"])

"""The laws in their long form: a million cuttings and more, of replies made by chance.

`python tests/property/long_form.py --cuttings 1000000`

Every reply is hostile, for any dialect, with any policy and start. Each is split whole and in
several other cuttings; laws 1, 2, 5, 6 and 7 are asked about every reply and law 3 about some.
The mutants are killed once more. Writes what it counted to .figures/laws.json, and fails on a
violation. The same seed makes the same replies.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.property.laws import (  # noqa: E402 - the path comes first
    Broken,
    alone,
    balanced,
    chunk_free,
    lossless,
    make_splitter,
    one_machine,
    prompt,
    total,
)
from tests.property.mutants import LAWS, MUTANTS  # noqa: E402
from tests.property.replies import (  # noqa: E402
    ALL_DIALECTS,
    Setting,
    chance_cutting,
    chance_reply,
    chance_setting,
)
from tests.property.small_limits import SmallLimits, small_limits  # noqa: E402
from thoughtstream.core.fold import Reply, fold  # noqa: E402
from thoughtstream.streams.split import split_text  # noqa: E402

FIGURES = ROOT / ".figures" / "laws.json"
PROCESSES = 2
BATCH = 20_000
"""Cuttings that one task asks about."""
CUTTINGS = 9
"""Of one reply, besides the whole."""
LONGEST_PROMPT = 150
FEWEST = 1_000_000
MOST_SHOWN = 5


@dataclass
class Tally:
    """What was asked, and what was found."""

    replies: int = 0
    cuttings: int = 0
    promptness: int = 0
    dialects: set[str] = field(default_factory=set[str])
    violations: list[str] = field(default_factory=list[str])

    def add(self, other: "Tally") -> None:
        self.replies += other.replies
        self.cuttings += other.cuttings
        self.promptness += other.promptness
        self.dialects |= other.dialects
        self.violations += other.violations


def ask(seed: int, cuttings: int) -> Tally:
    """Ask the laws about replies made from a seed, until so many cuttings were split."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311 - replies are no secret
    while tally.cuttings < cuttings:
        setting = chance_setting(chance)
        reply = chance_reply(chance, setting.dialects)
        try:
            if chance.random() < 0.2:
                with small_limits(_limits(chance)):
                    _ask_about(chance, setting, reply, tally)
            else:
                _ask_about(chance, setting, reply, tally)
        except Broken as broken:
            tally.violations.append(f"{_told(setting)} {reply!r}: {broken}")
        tally.replies += 1
        tally.dialects.update(each.name for each in setting.dialects)
    return tally


def _ask_about(chance: random.Random, setting: Setting, reply: str, tally: Tally) -> None:
    cuttings = [chance_cutting(chance, reply) for _ in range(CUTTINGS)]
    tally.cuttings += 1 + len(cuttings)
    total(make_splitter, setting, [reply])
    events = chunk_free(make_splitter, setting, reply, cuttings)
    lossless(reply, events)
    balanced(events)
    if fold(events, setting.policy).raw != reply:
        raise Broken("folding lost text")
    if tally.replies % 4 == 0:
        other = chance_setting(chance)
        one_machine(make_splitter, _at_once, setting, cuttings[0])
        alone(make_splitter, (setting, cuttings[0]), (other, chance_reply(chance, other.dialects)))
    if tally.replies % 16 == 0 and setting.policy.extraction == "on":
        prompt(make_splitter, setting, reply[:LONGEST_PROMPT])
        tally.promptness += 1


def _at_once(setting: Setting, reply: str) -> Reply:
    return split_text(reply, setting.dialects, setting.policy, start=setting.start)


def _limits(chance: random.Random) -> SmallLimits:
    return SmallLimits(
        MARKER=chance.choice((600, 700, 900, 1_300)),
        NESTING=chance.choice((0, 1, 2)),
        BLANK=chance.choice((1, 3, 64, 100)),
        HOLD=chance.choice((1, 5, 30, 100)),
    )


def _told(setting: Setting) -> str:
    return f"{[each.name for each in setting.dialects]} {setting.policy} {setting.start}"


def killed() -> dict[str, list[str]]:
    """Return the mutants that each law kills."""
    dead: dict[str, list[str]] = {law: [] for law in LAWS}
    for mutant in MUTANTS:
        try:
            mutant.trial()
        except Broken:
            dead[mutant.law].append(mutant.name)
    return dead


def _run(seed: int, cuttings: int) -> Tally:
    tally = Tally()
    with ProcessPoolExecutor(PROCESSES) as pool:
        batches = range(-(-cuttings // BATCH))
        tasks = [pool.submit(ask, seed * 1_000_003 + number, BATCH) for number in batches]
        for done in _finished(tasks):
            tally.add(done)
            _say(
                f"\r{tally.cuttings:,} of {cuttings:,} cuttings, {len(tally.violations)} violations"
            )
    _say("\n")
    return tally


def _finished(tasks: list["Future[Tally]"]) -> Iterator[Tally]:
    return (task.result() for task in as_completed(tasks))


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def main() -> int:
    """Run the laws in their long form."""
    parser = argparse.ArgumentParser(prog="long_form", description=main.__doc__)
    parser.add_argument("--cuttings", type=int, default=FEWEST, help=f"{FEWEST:,} unless given")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    tally = _run(options.seed, options.cuttings)
    dead = killed()
    seconds = round(time.monotonic() - begun, 1)
    figures = {
        "cuttings": tally.cuttings,
        "replies": tally.replies,
        "promptness": tally.promptness,
        "dialects": len(tally.dialects),
        "settings": len(ALL_DIALECTS),
        "violations": len(tally.violations),
        "mutants": dead,
        "seconds": seconds,
    }
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(
        f"{tally.cuttings:,} cuttings of {tally.replies:,} replies in "
        f"{len(tally.dialects)} dialects, {len(tally.violations)} violations, {seconds:g} s\n"
    )
    for law, mutants in dead.items():
        sys.stdout.write(f"law {law} kills {len(mutants)}: {', '.join(mutants)}\n")
    for violation in sorted(tally.violations, key=len)[:MOST_SHOWN]:
        sys.stdout.write(f"violated: {violation}\n")
    return 1 if tally.violations or not all(dead.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

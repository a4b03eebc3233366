"""Judges a contender on every case, at every two-way cut and one character at a time.

One run is one case cut one way. It counts as
- a violation, if its result differs from the same contender's result on the uncut reply;
- a leak, if characters that only thoughts have are in the answer;
- a loss, if characters of the text are in neither thought nor answer (whitespace is not counted);
- an exception, if the contender raises.
A contender that drops thoughts is judged on its answers alone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.cases import GROUPS, Case, all_cases
from bench.contender import Contender, Stream

LONG_REPLY = 2_000
SAMPLED_CUTS = 109

_ONLY_IN_THOUGHTS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ01234")
_IN_MARKERS = frozenset("thinkgTHINKG")


@dataclass(slots=True)
class Tally:
    """What came of one group of cases."""

    cases: int = 0
    right: int = 0
    runs: int = 0
    violations: int = 0
    leaks: int = 0
    losses: int = 0
    exceptions: int = 0


@dataclass(slots=True)
class Verdict:
    """What came of all cases, by group, and the names of the cases that are wrong uncut."""

    groups: dict[str, Tally] = field(default_factory=dict[str, Tally])
    wrong: list[str] = field(default_factory=list[str])

    def total(self, count: str) -> int:
        """One count over all groups."""
        return sum(getattr(tally, count) for tally in self.groups.values())

    def right_by_group(self) -> str:
        """Right cases as 42/4/5/10/3."""
        return "/".join(str(self.groups[group].right) for group in GROUPS)


@dataclass(frozen=True, slots=True)
class _Result:
    thought: str
    answer: str
    source: str | None
    error: str = ""

    @property
    def pair(self) -> tuple[str, str, str]:
        return self.thought, self.answer, self.error


def judge(contender: Contender, *, every_cut: bool) -> Verdict:
    """Run every case; long replies are cut at a sample of places unless `every_cut`."""
    verdict = Verdict()
    for case in all_cases():
        tally = verdict.groups.setdefault(case.group, Tally())
        whole = _run(contender, case, (case.reply,))
        tally.cases += 1
        if _is_right(contender, case, whole):
            tally.right += 1
        elif case.answer is not None:
            verdict.wrong.append(f"{case.group}: {case.name}")
        for chunks in _cuttings(case.reply, every_cut=every_cut):
            _count(tally, contender, case, _run(contender, case, chunks), whole)
    return verdict


def _cuttings(reply: str, *, every_cut: bool) -> Iterator[tuple[str, ...]]:
    places = range(1, len(reply))
    if len(reply) > LONG_REPLY and not every_cut:
        places = range(1, len(reply), len(reply) // SAMPLED_CUTS)
    for place in places:
        yield reply[:place], reply[place:]
    yield tuple(reply)


def _run(contender: Contender, case: Case, chunks: tuple[str, ...]) -> _Result:
    stream: Stream = contender.open(case.tag, prefill=case.prefill)
    try:
        for chunk in chunks:
            stream.feed(chunk)
        stream.finish()
        thought = stream.thought if contender.keeps_thoughts else ""
        return _Result(thought, stream.answer, stream.source)
    except Exception as error:  # noqa: BLE001 - whatever a peer raises is a result
        return _Result("", "", None, type(error).__name__)


def _is_right(contender: Contender, case: Case, result: _Result) -> bool:
    if result.error or result.answer != case.answer:
        return False
    return not contender.keeps_thoughts or result.thought == case.thought


def _count(tally: Tally, contender: Contender, case: Case, result: _Result, whole: _Result) -> None:
    tally.runs += 1
    tally.violations += result.pair != whole.pair
    if result.error:
        tally.exceptions += 1
        return
    if case.answer is not None:
        tally.leaks += not _ONLY_IN_THOUGHTS.isdisjoint(result.answer)
    tally.losses += _loses(contender, case, result)


def _loses(contender: Contender, case: Case, result: _Result) -> bool:
    if result.source is not None and result.source != case.reply:
        return True
    if _is_right(contender, case, result):
        return False
    if case.answer is None:
        expected = "".join(c for c in case.reply if c.isalnum() and c not in _IN_MARKERS)
    else:
        expected = case.answer + (case.thought or "")
    if not contender.keeps_thoughts:
        expected = case.answer or ""
    found = result.thought + result.answer
    return bool(Counter("".join(expected.split())) - Counter(found))

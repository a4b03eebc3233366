"""Times several pieces of work in turns, in one process, so that all meet the same machine.

A round runs each piece once, in an order that moves on by one each round. CPU time of this thread
is counted, the garbage collector is off meanwhile, and the least of all rounds is kept: a busy
machine only ever adds. Only ratios of figures from one call mean anything.
"""

import gc
import math
import signal
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

Key = TypeVar("Key", bound=Hashable)


class TooSlow(BaseException):
    """A piece of work ran out of patience; its time is infinite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much to measure.

    A piece drops out of further rounds after `budget` CPU seconds in all, and is given up after
    `patience` in one.
    """

    rounds: int
    budget: float
    patience: float
    streams: int


FULL = Effort(rounds=25, budget=1.5, patience=6.0, streams=2_000)
SHORT = Effort(rounds=7, budget=0.2, patience=2.0, streams=300)


def least_times(
    pieces: dict[Key, Callable[[], Callable[[], None]]], effort: Effort
) -> dict[Key, float]:
    """Nanoseconds of CPU time per piece: a function that prepares the work and returns it."""
    least = dict.fromkeys(pieces, math.inf)
    spent = dict.fromkeys(pieces, 0.0)
    keys = list(pieces)
    gc.collect()
    gc.freeze()  # what the peers imported need not be walked again before every piece
    for turn in range(effort.rounds):
        shift = turn % len(keys)
        for key in keys[shift:] + keys[:shift]:
            if spent[key] > effort.budget * 1e9:
                continue
            took, finished = _time(pieces[key](), effort.patience)
            spent[key] += took
            if finished:
                least[key] = min(least[key], took)
            else:
                spent[key] = math.inf
    return least


def _time(work: Callable[[], None], patience: float) -> tuple[int, bool]:
    gc.collect()
    gc.disable()
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    began = time.thread_time_ns()
    try:
        work()
        took = time.thread_time_ns() - began
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TooSlow:
        return time.thread_time_ns() - began, False
    else:
        return took, True
    finally:
        gc.enable()


def _give_up(*_: object) -> NoReturn:
    raise TooSlow

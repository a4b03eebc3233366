"""How late text comes out: characters fed but not yet told, one character at a time."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.contender import Contender
from bench.texts import CLOSER, OPENER, ordinary

REPLY_LENGTH = 4_000


@dataclass(frozen=True, slots=True)
class Delay:
    """The most and the mean number of characters held back; None for one that tells markers too."""

    most: int | None
    mean: float | None


def delays(contenders: Iterable[Contender]) -> dict[str, Delay]:
    """The delay of each contender over an ordinary reply."""
    return {contender.name: _delay(contender) for contender in contenders}


def _delay(contender: Contender) -> Delay:
    reply = ordinary(REPLY_LENGTH)
    close = reply.index(CLOSER)
    # Characters that are not text: a contender that drops thoughts never tells those either.
    silent = set(range(len(OPENER))) | set(range(close, close + len(CLOSER)))
    if not contender.keeps_thoughts:
        silent |= set(range(close))
    stream = contender.open("think", prefill=False)
    fed = 0
    held: list[int] = []
    for at, character in enumerate(reply):
        stream.feed(character)
        if at not in silent:
            fed += 1
            held.append(fed - stream.settled)
    if min(held) < 0:
        return Delay(None, None)
    return Delay(max(held), sum(held) / len(held))

"""The texts that are timed: ordinary replies and hostile ones, the same in every run.

An ordinary reply is half thought, half answer: English-like words, sentences, paragraphs, and about
every 300 characters an `a<b`.
"""

import random
from collections.abc import Callable
from functools import cache

_VOCABULARY = """
the of and to in is that it was for on are as with they at be this from have or by one had
not but what all were when we there can an your which their said if do will each about how
up out them then she many some so these would other into has more her two like him see time
could no make than first been its who now people my made over did down only way find use may
water long little very after words called just where most know get through back much before
go good new write our used me man too any day same right look think also around another came
come work three word must because does part even place well such here take why things help
put years different away again off went old number great tell men say small every found
still between name should home big give air line set own under read last never us left end
along while might next sound below saw something thought both few those always looked show
large often together asked house world going want school important until form food keep
children feet land side without boy once
"""
_WORDS = _VOCABULARY.split()

OPENER = "<think>"
CLOSER = "</think>"


@cache
def prose(length: int, seed: int = 1) -> str:
    """Ordinary text of exactly this length, without a marker."""
    rng = random.Random(seed)
    pieces: list[str] = []
    size = since_comparison = 0
    while size < length:
        sentence = _sentence(rng)
        if since_comparison > 300:
            sentence += f"If {rng.choice('abcxyz')}<{rng.choice('abcxyz')} then stop. "
            since_comparison = 0
        if rng.random() < 0.15:
            sentence = f"{sentence.rstrip()}\n\n"
        pieces.append(sentence)
        size += len(sentence)
        since_comparison += len(sentence)
    return "".join(pieces)[:length]


def _sentence(rng: random.Random) -> str:
    words = [rng.choice(_WORDS) for _ in range(rng.randint(4, 14))]
    words[0] = words[0].capitalize()
    return f"{' '.join(words)}{rng.choice(['.', '.', '.', ',', '?', ':'])} "


@cache
def ordinary(length: int) -> str:
    """An ordinary reply of exactly this length: one thought, then the answer."""
    room = length - len(OPENER) - len(CLOSER) - 4
    thought, answer = room // 2, room - room // 2
    return f"{OPENER}\n{prose(thought)}\n{CLOSER}\n\n{prose(answer, seed=2)}"


def cut(text: str, size: int) -> list[str]:
    """The text in chunks of one size, each a string of its own."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def _repeated(piece: str, before: str = "") -> Callable[[int], str]:
    def build(length: int) -> str:
        return (before + piece * (length // len(piece) + 1))[:length]

    return build


def _one_open_quote(length: int) -> str:
    return f'<think a="{prose(length)}'[:length]


HOSTILE: dict[str, Callable[[int], str]] = {
    "all <": _repeated("<"),
    "all < in a thought": _repeated("<", OPENER),
    "partial openers": _repeated("<thin"),
    "partial markers": _repeated("<thin</thi"),
    "partial closers in a thought": _repeated("</think", OPENER),
    "one unclosed quote": _one_open_quote,
    "unclosed quotes": _repeated('<think a="'),
    "unclosed quotes, apart": _repeated("<think a=\"x y z' \n"),
    "crossed quotes": _repeated("\" c=\"' d='", "<think a=\"<think b='"),
    "tags beyond the limit": _repeated(f'<think a="{"<think b=1 " * 6_000}">'),
    "unclosed tags": _repeated("<think a=b "),
    "broken tags": _repeated("<think ="),
    "fence lines": _repeated("```\n"),
    "fence lines, long": _repeated("``````c\n~~~\n"),
    "backticks": _repeated("`"),
    "backticks and partial markers": _repeated("`<think`"),
    "blank lines": _repeated("\n"),
    "a blank thought": _repeated("\n", OPENER),
}
"""Texts in which no marker ever completes (beyond the opener that some begin with)."""

MARKERS: dict[str, tuple[str, int]] = {
    "<think>x</think>y": (f"{OPENER}x{CLOSER}y", 2),
    '<thinking thought="x" />y': ('<thinking thought="x" />y', 1),
    '<thinking type="x">y</thinking>z': ('<thinking type="x">y</thinking>z', 2),
}
"""Texts full of markers, with how many each holds."""

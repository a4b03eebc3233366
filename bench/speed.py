"""Every timed figure: per chunk, growth, hostile texts, markers, whole replies."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import thoughtstream as ts
from bench.contender import Contender
from bench.interleave import Effort, least_times
from bench.ours import NAME, OURS
from bench.texts import CLOSER, HOSTILE, MARKERS, OPENER, cut, ordinary, prose

CHUNK_SIZES = {1: 8_000, 4: 16_000, 64: 65_536, 4_096: 262_144}
"""Characters in a chunk, and in the reply that is cut into such chunks."""

GROWTH = (1, 2, 4, 8)
GROWTH_LENGTH = 16_384
HOSTILE_LENGTH = 262_144
MARKER_LENGTH = 65_536
WHOLE_LENGTH = 1_048_576
HOSTILE_CHUNK = 64

Times = dict[str, float]
Piece = Callable[[], Callable[[], None]]


def per_chunk(contenders: Iterable[Contender], effort: Effort) -> dict[str, Times]:
    """Nanoseconds per chunk of an ordinary reply, opening and finishing included, by chunk size."""
    chunks = {size: cut(ordinary(length), size) for size, length in CHUNK_SIZES.items()}
    times = least_times(
        {
            (contender.name, size): _reply(contender, chunks[size])
            for size in CHUNK_SIZES
            for contender in contenders
        },
        effort,
    )
    return {
        contender.name: {
            str(size): times[contender.name, size] / len(chunks[size]) for size in CHUNK_SIZES
        }
        for contender in contenders
    }


def open_and_finish(contenders: Iterable[Contender], effort: Effort) -> Times:
    """Nanoseconds to open a stream and finish it with nothing fed."""
    repeats = 200
    times = least_times(
        {contender.name: _empty_replies(contender, repeats) for contender in contenders}, effort
    )
    return {name: time / repeats for name, time in times.items()}


def growth(contenders: Iterable[Contender], effort: Effort) -> dict[str, Times]:
    """Time of an ordinary reply of n, 2n, 4n, 8n at 4-character chunks, over that of n."""
    pieces = {
        (contender.name, factor): _reply(contender, cut(ordinary(GROWTH_LENGTH * factor), 4))
        for factor in GROWTH
        for contender in contenders
    }
    times = least_times(pieces, _lighter(effort))
    return {
        contender.name: {
            str(factor): _over(times[contender.name, factor], times[contender.name, 1])
            for factor in GROWTH
        }
        for contender in contenders
    }


def hostile_growth(effort: Effort) -> dict[str, Times]:
    """Ours on each hostile text of n, 2n, 4n, 8n, in chunks of 64 and whole, over the time of n."""
    start = HOSTILE_LENGTH // 2  # the first is longer than the longest marker, the last far longer
    sizes = {"": HOSTILE_CHUNK, ", whole": start * GROWTH[-1]}
    times = least_times(
        {
            (kind + cutting, factor): _reply(OURS, cut(build(start * factor), size))
            for factor in GROWTH
            for kind, build in HOSTILE.items()
            for cutting, size in sizes.items()
        },
        replace(effort, budget=effort.budget / 2),
    )
    return {
        kind: {str(factor): _over(times[kind, factor], times[kind, 1]) for factor in GROWTH}
        for kind in sorted({kind for kind, _ in times})
    }


def hostile(contenders: Iterable[Contender], effort: Effort) -> dict[str, Times]:
    """Time of each hostile text over that of an ordinary reply of the same length."""
    typical = "ordinary"
    texts = {typical: ordinary(HOSTILE_LENGTH)}
    texts |= {kind: build(HOSTILE_LENGTH) for kind, build in HOSTILE.items()}
    pieces = {
        (contender.name, kind): _reply(contender, cut(text, HOSTILE_CHUNK))
        for kind, text in texts.items()
        for contender in contenders
    }
    times = least_times(pieces, _lighter(effort))
    return {
        contender.name: {
            kind: _over(times[contender.name, kind], times[contender.name, typical])
            for kind in HOSTILE
        }
        for contender in contenders
    }


def per_marker(contenders: Iterable[Contender], effort: Effort) -> dict[str, Times]:
    """Nanoseconds that a completed marker costs beyond plain text of its length."""
    plain = "plain"
    texts = {plain: prose(MARKER_LENGTH)}
    texts |= {kind: piece * (MARKER_LENGTH // len(piece)) for kind, (piece, _) in MARKERS.items()}
    pieces = {
        (contender.name, kind): _reply(contender, cut(text, HOSTILE_CHUNK))
        for kind, text in texts.items()
        for contender in contenders
    }
    times = least_times(pieces, _lighter(effort))

    def cost(name: str, kind: str) -> float:
        piece, markers = MARKERS[kind]
        count = MARKER_LENGTH // len(piece) * markers
        return (times[name, kind] - times[name, plain]) / count

    return {
        contender.name: {kind: cost(contender.name, kind) for kind in MARKERS}
        for contender in contenders
    }


def whole_reply(peers: Iterable[Contender], effort: Effort) -> Times:
    """Microseconds for a reply of 1 MB with one thought, in one piece."""
    text = ordinary(WHOLE_LENGTH)
    pieces: dict[str, Piece] = {
        "two str.find passes": lambda: lambda: _two_finds(text),
        f"{NAME}: split_text": lambda: lambda: _discard(ts.split_text(text)),
        f"{NAME}: feed and finish": _reply(OURS, [text]),
    }
    pieces |= {peer.name: _reply(peer, [text]) for peer in peers}
    return {name: time / 1_000 for name, time in least_times(pieces, effort).items()}


def _reply(contender: Contender, chunks: list[str]) -> Piece:
    def prepare() -> Callable[[], None]:
        wrap = contender.open("think", prefill=False).prepare
        items = [wrap(chunk) for chunk in chunks]

        def work() -> None:
            stream = contender.open("think", prefill=False)
            step = stream.step
            for item in items:
                step(item)
            stream.finish()

        return work

    return prepare


def _empty_replies(contender: Contender, repeats: int) -> Piece:
    def work() -> None:
        for _ in range(repeats):
            contender.open("think", prefill=False).finish()

    return lambda: work


def _two_finds(text: str) -> None:
    # Neither occurs, so that both passes go to the end.
    assert text.find(f"{OPENER[:-1]}ing>") == text.find(f"{CLOSER[:-1]}ing>") == -1


def _discard(value: object) -> None:
    del value


def _over(time: float, base: float) -> float:
    return math.inf if math.isinf(base) else time / base


def _lighter(effort: Effort) -> Effort:
    return replace(effort, budget=effort.budget / 6, patience=effort.patience / 4)

"""Bytes that a stream holds while it sits open and idle, in a thought or in the answer."""

import gc
import tracemalloc
from collections.abc import Iterable

from bench.contender import Contender
from bench.ours import NAME
from bench.texts import cut, ordinary

REPLY_LENGTH = 8_000
PLACES = {"thought": REPLY_LENGTH // 4, "answer": REPLY_LENGTH * 3 // 4}
"""Where the stream stops: this many characters into an ordinary reply."""


def bytes_held(contenders: Iterable[Contender], streams: int) -> dict[str, dict[str, float]]:
    """Mean bytes of an open stream, by contender and place; of the peers, a tenth as many."""
    return {
        contender.name: {
            place: _held(contender, length, streams if contender.name == NAME else streams // 10)
            for place, length in PLACES.items()
        }
        for contender in contenders
    }


def _held(contender: Contender, length: int, streams: int) -> float:
    _idle_stream(contender, length)  # whatever is made once for all streams is made here
    kept: list[object] = [None] * streams
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(streams):
            kept[number] = _idle_stream(contender, length)
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / streams
    finally:
        tracemalloc.stop()


def _idle_stream(contender: Contender, length: int) -> object:
    """Feed what came out of the network: every chunk is a string of its own, shared with nobody."""
    stream = contender.open("think", prefill=False)
    for chunk in cut(ordinary(REPLY_LENGTH)[:length], 64):
        stream.step(stream.prepare(chunk))
    return stream.step

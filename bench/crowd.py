"""A thousand readers of one stream: one is stuck, one leaves, one joins late.

Counts how often the source was read, who got all of it, and how memory grows with the length of
the stream while the broadcast keeps a fixed number of items.
"""

import asyncio
import time
import tracemalloc
from collections.abc import AsyncIterator
from dataclasses import dataclass

from thoughtstream.errors import GapError
from thoughtstream.events import AnswerDelta
from thoughtstream.streams.broadcast import broadcast
from thoughtstream.streams.broadcast_tasks import AsyncBroadcast

READERS = 1_000
ITEMS = 400
KEEP = 64
PIECE = 10_000  # characters: an item that is kept shows
PATIENCE = 300  # seconds: a reader who waits in vain must not wait for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """What became of the readers."""

    opened: int
    """How often the source was opened."""
    read: int
    """How many items were read from it."""
    complete: int
    """Readers who got every item, in order."""
    late_complete: bool
    """Whether who joined late got everything from there on."""
    stuck_told: bool
    """Whether who was stuck got a `GapError`, and then the rest."""
    cpu_per_item: float
    """Nanoseconds for one item of one reader."""


class Source:
    """A stream that counts how it is read."""

    def __init__(self, items: int) -> None:
        self._items = items
        self.opened = self.read = 0

    async def __aiter__(self) -> AsyncIterator[AnswerDelta]:
        """Yield items, each a text of its own."""
        self.opened += 1
        for at in range(self._items):
            self.read += 1
            yield AnswerDelta(f"{at}:".ljust(PIECE, "."))


def crowd(readers: int = READERS, items: int = ITEMS) -> Crowd:
    """Let them all read, and say how it went."""
    return asyncio.run(asyncio.wait_for(_crowd(readers, items), PATIENCE))


def peak_memory(items: int, readers: int = READERS) -> int:
    """Bytes at most, with readers who keep nothing."""
    tracemalloc.start()
    try:
        crowd(readers, items)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


async def _crowd(readers: int, items: int) -> Crowd:
    source = Source(items)
    began = time.thread_time_ns()
    async with broadcast(source, keep=KEEP) as shared:
        stuck = shared.subscribe()
        await anext(stuck)
        ordinary = [asyncio.create_task(_read(shared, 0)) for _ in range(readers - 3)]
        _, late = await asyncio.gather(_leave(shared), _join_late(shared, items))
        counts = await asyncio.gather(*ordinary)
        stuck_told = await _wake(stuck, items)
    spent = time.thread_time_ns() - began
    return Crowd(
        opened=source.opened,
        read=source.read,
        complete=sum(count == items for count in counts),
        late_complete=late,
        stuck_told=stuck_told,
        cpu_per_item=spent / (items * readers),
    )


async def _read(shared: AsyncBroadcast[AnswerDelta], at: int) -> int:
    """How many items came, all in order; -1 if one was not the next."""
    expected = at
    async for item in shared.subscribe(at):
        if _number(item) != expected:
            return -1
        expected += 1
    return expected - at


async def _leave(shared: AsyncBroadcast[AnswerDelta]) -> None:
    reader = shared.subscribe()
    for _ in range(10):
        await anext(reader)
    await reader.aclose()


async def _join_late(shared: AsyncBroadcast[AnswerDelta], items: int) -> bool:
    while shared.newest < items // 2:  # noqa: ASYNC110 - it looks, it does not wait
        await asyncio.sleep(0)
    at = shared.oldest
    return at > 0 and await _read(shared, at) == items - at


async def _wake(stuck: AsyncIterator[AnswerDelta], items: int) -> bool:
    try:
        await anext(stuck)
    except GapError as gap:
        rest = [_number(item) async for item in stuck]
        return rest == [*range(gap.position, items)]
    return False


def _number(item: AnswerDelta) -> int:
    return int(item.text.partition(":")[0])

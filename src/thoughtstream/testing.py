"""For your tests and ours: does a splitter keep the laws, whatever the cuts?

from thoughtstream.testing import assert_chunk_free

assert_chunk_free("<think>a</think>b", lambda chunks: list(my_splitter(chunks)))
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from thoughtstream.core.fold import source_text
from thoughtstream.events import AnswerDelta, Event, Removed, ThoughtDelta, ToolCallDelta
from thoughtstream.streams.split import split

__all__ = ["assert_chunk_free", "chunkings", "merged", "source_text"]

_ALL_CUTS = 2_000


def merged(events: Iterable[Event]) -> list[Event]:
    """Return events with neighbouring deltas joined: what must not depend on the cuts."""
    whole: list[Event] = []
    for event in events:
        joined = _joined(whole[-1], event) if whole else None
        if joined is None:
            whole.append(event)
        else:
            whole[-1] = joined
    return whole


def chunkings(reply: str) -> Iterator[list[str]]:
    """Yield cuttings of a reply: whole, every cut in two, by characters, by small and odd sizes.

    A reply longer than 2,000 characters is cut in two at 2,000 places spread over it.
    """
    yield [reply]
    step = max(1, len(reply) // _ALL_CUTS)
    for at in range(1, len(reply), step):
        yield [reply[:at], reply[at:]]
    for size in (1, 2, 3, 4, 5, 7, 11, 64):
        bounds = [*range(0, len(reply), size), len(reply)]
        yield [reply[a:b] for a, b in pairwise(bounds)]
    yield [piece for letter in reply for piece in ("", letter)]


def assert_chunk_free(
    reply: str,
    split: Callable[[list[str]], Iterable[Event]] = split,
    cuttings: Iterable[Sequence[str]] | None = None,
) -> None:
    """Assert that every cutting of a reply gives the same events, and that nothing is lost.

    Args:
        reply: The whole reply.
        split: What to test: takes chunks, returns events.
        cuttings: The cuttings to try; `chunkings(reply)` unless given.
    """
    expected = merged(split([reply]))
    if source_text(expected) != reply:
        raise AssertionError(f"characters were lost or changed: {expected!r}")
    for chunks in chunkings(reply) if cuttings is None else cuttings:
        got = merged(split(list(chunks)))
        if got != expected:
            raise AssertionError(f"cut as {chunks!r} the reply gives {got!r}, whole {expected!r}")


def _joined(last: Event, event: Event) -> Event | None:
    match last, event:
        case AnswerDelta(a), AnswerDelta(b):
            return AnswerDelta(a + b)
        case ThoughtDelta(a), ThoughtDelta(b):
            return ThoughtDelta(a + b)
        case ToolCallDelta(index, a), ToolCallDelta(also, b) if index == also:
            return ToolCallDelta(index, a + b)
        case Removed(a, why), Removed(b, same) if why == same:
            return Removed(a + b, why)
        case _:
            return None

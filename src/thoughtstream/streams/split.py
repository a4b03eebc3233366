"""`split`, `split_snapshots`, `split_text`: chunks, snapshots or a whole reply, split."""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import TypeVar, overload

from thoughtstream.core.fold import Reply, fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import Event
from thoughtstream.streams import aio, sync
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.machine import ChunkSplitter, SnapshotSplitter

T = TypeVar("T")


@overload
def split(
    chunks: Iterable[Chunk],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> Iterator[Event]: ...
@overload
def split(
    chunks: AsyncIterable[Chunk],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> AsyncIterator[Event]: ...
def split(
    chunks: Iterable[Chunk] | AsyncIterable[Chunk],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
) -> Iterator[Event] | AsyncIterator[Event]:
    """Split a reply that arrives in chunks: an async iterable in gives an async iterator out.

    Args:
        chunks: Pieces of the reply, text or UTF-8 bytes, cut anywhere. dialect: How the model
        marks its thoughts: a `Dialect`, a name, several of either, or "auto". policy: What you
        want done about it. start: Where the reply begins.
    """
    return _driven(chunks, ChunkSplitter(dialect, policy, start))


@overload
def split_snapshots(
    snapshots: Iterable[str],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> Iterator[Event]: ...
@overload
def split_snapshots(
    snapshots: AsyncIterable[str],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
) -> AsyncIterator[Event]: ...
def split_snapshots(
    snapshots: Iterable[str] | AsyncIterable[str],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
) -> Iterator[Event] | AsyncIterator[Event]:
    """Split a reply that arrives as accumulated text, where each snapshot repeats all before it.

    A snapshot that rewrites earlier text is reported by a `Notice` and not used.
    """
    return _driven(snapshots, SnapshotSplitter(dialect, policy, start))


def split_text(
    text: str,
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    finish_reason: str | None = None,
) -> Reply:
    """Split a whole reply. The same machine as `split`: one `feed`, one `finish`."""
    splitter = Splitter(dialect, policy, start=start)
    return fold(splitter.feed(text) + splitter.finish(finish_reason), policy)


def _driven(
    chunks: Iterable[T] | AsyncIterable[T], machine: sync.Machine[T]
) -> Iterator[Event] | AsyncIterator[Event]:
    if isinstance(chunks, str | bytes):
        raise MisuseError("`split` takes chunks of a reply; use `split_text` for a whole one")
    if isinstance(chunks, AsyncIterable):
        return aio.drive(chunks, machine)
    return sync.drive(chunks, machine)

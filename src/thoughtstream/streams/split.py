"""`split`, `split_snapshots`, `split_text`: a stream, snapshots or a whole reply, split."""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import cast, overload

from thoughtstream.core.fold import Reply, fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import Event
from thoughtstream.streams.driven import driven
from thoughtstream.streams.machine import SnapshotSplitter
from thoughtstream.streams.opening import AsyncStream, Stream, unwrapped
from thoughtstream.streams.recognised import StreamSplitter, reading


@overload
def split(
    stream: Stream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> Iterator[Event]: ...
@overload
def split(
    stream: AsyncStream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> AsyncIterator[Event]: ...
def split(
    stream: Stream[object] | AsyncStream[object],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    source: str | None = None,
) -> Iterator[Event] | AsyncIterator[Event]:
    """Split a reply as it arrives: an async stream in gives an async iterator out.

    The stream is closed when it ends, when it fails, and when you stop reading.

    Args:
        stream: What an SDK gave you, sync or async, streamed or whole; or pieces of the reply, text
            or UTF-8 bytes, cut anywhere; or events, which pass as they are.
        dialect: How the model marks its thoughts: a `Dialect`, a name, several of either, or
            "auto".
        policy: What you want done about it.
        start: Where the reply begins.
        source: Whose chunks these are, such as "openai-chat", where their shape doesn't tell.
    """
    return driven(chunks_of(stream), StreamSplitter(reading(dialect, policy, start, source)))


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
    _refuse_text(snapshots)
    return driven(snapshots, SnapshotSplitter(dialect, policy, start))


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


def chunks_of(
    stream: Stream[object] | AsyncStream[object],
) -> Stream[object] | AsyncStream[object]:
    """Return the stream of chunks in what an SDK gave; a whole response is one chunk.

    Raises:
        MisuseError: If it is a text: nobody wants it split letter by letter.
    """
    _refuse_text(stream)
    return cast("Stream[object] | AsyncStream[object]", unwrapped(stream))


def _refuse_text(stream: object) -> None:
    if isinstance(stream, str | bytes):
        raise MisuseError("`split` takes chunks of a reply; use `split_text` for a whole one")

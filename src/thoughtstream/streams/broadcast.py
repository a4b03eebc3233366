"""`broadcast`: one stream for many readers, read once.

The two kinds of broadcast are in `broadcast_tasks.py` and `broadcast_threads.py`, imported when
they are needed: asyncio and threads cost more to import than all else.
"""

from typing import TYPE_CHECKING, TypeVar, cast, overload

from thoughtstream.streams.opening import AsyncStream, Stream, is_async

if TYPE_CHECKING:
    from thoughtstream.streams.broadcast_tasks import AsyncBroadcast
    from thoughtstream.streams.broadcast_threads import Broadcast

T = TypeVar("T")

KEEP = 4096
"""How many items are kept unless you say otherwise: more than most replies have."""


@overload
def broadcast(stream: Stream[T], *, keep: int = ...) -> "Broadcast[T]": ...
@overload
def broadcast(stream: AsyncStream[T], *, keep: int = ...) -> "AsyncBroadcast[T]": ...
def broadcast(
    stream: Stream[T] | AsyncStream[T], *, keep: int = KEEP
) -> "Broadcast[T] | AsyncBroadcast[T]":
    """Share a stream among any number of readers: `subscribe()` once for each.

    The stream is read once, no faster than the fastest reader asks. The last `keep` items are
    kept, so that readers may join late and read at their own pace. A reader who falls further
    behind delays nobody: it gets a `GapError`, and goes on behind the gap if it reads again.

    Readers of an async stream are tasks of one event loop, readers of another may be threads.
    `close()` or a `with` block closes the stream before its end.
    """
    if is_async(stream):
        from thoughtstream.streams import broadcast_tasks  # noqa: PLC0415 - see above

        return broadcast_tasks.AsyncBroadcast(cast("AsyncStream[T]", stream), keep)
    from thoughtstream.streams import broadcast_threads  # noqa: PLC0415 - see above

    return broadcast_threads.Broadcast(cast("Stream[T]", stream), keep)

"""A broadcast whose readers may be threads.

There is no thread of its own: whoever needs the next item first reads it from the stream, for
all; the others wait. Only that one is inside the stream, and no lock is held there.
"""

import threading
from collections.abc import Iterable, Iterator
from typing import Generic, Self, TypeVar

from thoughtstream.streams.opening import Stream, opened
from thoughtstream.streams.ring import Cursor, Ring

T = TypeVar("T")


class Broadcast(Generic[T]):
    """One stream for many readers; `broadcast` makes it."""

    def __init__(self, stream: Stream[T], keep: int) -> None:
        self._stream = stream
        self._opened = opened(stream)
        self._source: Iterator[T] | None = None
        self._closed = False
        self._ring = Ring[T](keep)
        self._reading = False  # somebody is inside the stream
        self._changed = threading.Condition()

    @property
    def oldest(self) -> int:
        """The position of the oldest item that is kept: where a late reader can begin."""
        return self._ring.oldest

    @property
    def newest(self) -> int:
        """The position that the next item will have: where a reader begins who wants only news."""
        return self._ring.newest

    def subscribe(self, at: int = 0) -> "Reader[T]":
        """Return a reader, from the first item on, or from a position."""
        return Reader(self, Cursor(self._ring, at))

    def close(self) -> None:
        """Close the stream; readers get what is kept, then a `GapError` if it had not ended."""
        with self._changed:
            self._ring.close()
            if not self._reading:  # else whoever is inside closes it
                self._close_stream()
            self._changed.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next_for(self, cursor: Cursor[T]) -> T:
        """Return the next item for one reader.

        Raises:
            StopIteration: If there is none.
        """
        with self._changed:
            while not cursor.ready:
                if cursor.at_end():
                    raise StopIteration
                if self._reading:
                    self._changed.wait()
                else:
                    self._read_one()
            return cursor.take()

    def _read_one(self) -> None:
        """Read the stream, with the lock let go meanwhile."""
        self._reading = True
        self._changed.release()
        try:
            came = self._came()
        except StopIteration:
            came = None
            self._ring.end()
        except BaseException as error:
            came = None
            self._ring.end(error)
            if not isinstance(error, Exception):
                raise
        finally:
            self._changed.acquire()
            self._reading = False
            self._changed.notify_all()
        if came:
            self._ring.append(*came)
        if self._ring.ended:
            self._close_stream()

    def _came(self) -> tuple[T]:
        if self._source is None:
            self._source = self._opened.__enter__()
        return (next(self._source),)

    def _close_stream(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._source is None and isinstance(self._stream, Iterable):
            self._opened.__enter__()  # it may be open, though nobody has read it
        elif self._source is None:
            return
        self._opened.__exit__(None, None, None)


class Reader(Iterator[T]):
    """Reads a broadcast at its own pace."""

    def __init__(self, shared: Broadcast[T], cursor: Cursor[T]) -> None:
        self._shared = shared
        self._cursor = cursor

    @property
    def position(self) -> int:
        """The position of the item that is read next."""
        return self._cursor.position

    def __next__(self) -> T:
        return self._shared.next_for(self._cursor)

    def close(self) -> None:
        """Leave; the others read on."""
        self._cursor.leave()

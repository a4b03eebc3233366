"""The last items of a stream, by position, and the readers' places in it.

This is what a broadcast keeps for those who are behind. It knows of neither tasks nor threads.
"""

from types import TracebackType
from typing import Generic, TypeVar

from thoughtstream.errors import GapError, MisuseError

T = TypeVar("T")


class Ring(Generic[T]):
    """Keeps so many items and no more; the oldest goes when a new one comes.

    Positions count items from 0, whether they are still kept or not.
    """

    def __init__(self, keep: int) -> None:
        if keep < 1:
            raise MisuseError(f"`keep` must be at least 1; got {keep}")
        self._keep = keep
        self._items: list[T] = []
        self._next = 0
        self._ended = False
        self._error: BaseException | None = None
        self._origin: TracebackType | None = None

    @property
    def oldest(self) -> int:
        """The position of the oldest item that is kept."""
        return max(0, self._next - self._keep)

    @property
    def newest(self) -> int:
        """The position that the next item will have."""
        return self._next

    @property
    def ended(self) -> bool:
        """Whether no item will come any more."""
        return self._ended

    def append(self, item: T) -> None:
        """Take the next item."""
        if len(self._items) < self._keep:
            self._items.append(item)
        else:
            self._items[self._next % self._keep] = item
        self._next += 1

    def end(self, error: BaseException | None = None) -> None:
        """Say that no item will come any more; the first word counts."""
        if not self._ended:
            self._ended, self._error = True, error
            self._origin = error.__traceback__ if error else None

    def close(self) -> None:
        """Say that nobody will read the stream any further."""
        self.end(GapError("the broadcast was closed before its stream ended", position=self._next))

    def read(self, position: int) -> T:
        """Return the item at a position that has come.

        Raises:
            GapError: If it is no longer kept.
        """
        if position < self.oldest:
            missed = self.oldest - position
            raise GapError(
                f"a reader was too far behind: {missed} of {self._next} items are gone, "
                f"{len(self._items)} are kept",
                position=self.oldest,
                missed=missed,
            )
        return self._items[position % self._keep]

    def raise_error(self) -> None:
        """Raise what ended the stream, if it was an error."""
        if self._error is not None:
            # with the traceback of its origin: thousands of readers would add to it
            raise self._error.with_traceback(self._origin)


class Cursor(Generic[T]):
    """Where in a ring one reader is."""

    def __init__(self, ring: Ring[T], at: int) -> None:
        if at < 0:
            raise MisuseError(f"a position counts from 0; got {at}")
        self._ring = ring
        self._left = False
        self.position = at

    @property
    def ready(self) -> bool:
        """Whether `take` has something to tell."""
        return self.position < self._ring.newest and not self._left

    def take(self) -> T:
        """Return the next item.

        Raises:
            GapError: If it is no longer kept; the cursor now stands behind the gap.
        """
        try:
            item = self._ring.read(self.position)
        except GapError as gap:
            self.position = gap.position
            raise
        self.position += 1
        return item

    def at_end(self) -> bool:
        """Whether nothing will come any more; raises what ended the stream, if it was an error."""
        if self._ring.ended and not self._left:
            self._ring.raise_error()
        return self._ring.ended or self._left

    def leave(self) -> None:
        """Read no more."""
        self._left = True

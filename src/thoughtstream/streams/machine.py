"""What `split` does with each chunk, whatever kind of loop brings it."""

from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import Event, Notice, Outcome
from thoughtstream.streams.decoding import Decoder


class ChunkSplitter:
    """A splitter that takes text or bytes."""

    def __init__(self, dialect: DialectLike, policy: Policy | None, start: Start) -> None:
        self._decoder = Decoder()
        self._splitter = Splitter(dialect, policy, start=start)

    def feed(self, chunk: object) -> list[Event]:
        """Take the next chunk and return what it settles."""
        return self._splitter.feed(self._decoder.feed(chunk))

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply."""
        return self._splitter.feed(self._decoder.finish()) + self._splitter.finish(outcome=outcome)


class SnapshotSplitter:
    """A splitter for accumulated text, where each chunk repeats all before it.

    A snapshot that does not begin with all the text before it is a rewrite. Text that is out
    can't be taken back, so a rewrite is reported by a `Notice` and otherwise left alone, until
    snapshots go on from where they were.
    """

    def __init__(self, dialect: DialectLike, policy: Policy | None, start: Start) -> None:
        self._splitter = Splitter(dialect, policy, start=start)
        self._seen = ""

    def feed(self, chunk: str) -> list[Event]:
        """Take the next snapshot and return what it settles."""
        if not chunk.startswith(self._seen):
            return [_rewrite(len(self._seen))]
        new, self._seen = chunk[len(self._seen) :], chunk
        return self._splitter.feed(new)

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply."""
        return self._splitter.finish(outcome=outcome)


def _rewrite(length: int) -> Notice:
    return Notice(
        "rewrite",
        f"a snapshot does not begin with the {length} characters that came before: it was not used",
    )

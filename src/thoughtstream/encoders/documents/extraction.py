"""The events of `extraction.md`: a thought is `content`, with an id, an index and a time."""

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from thoughtstream.core.fold import Thought
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.documents.thought_stream import ThoughtStream
from thoughtstream.encoders.encoder import JsonObject

_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS: Final = 9


def random_letters() -> str:
    """Return letters and digits that nobody else has."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))


class ExtractionEvents(ThoughtStream):
    """Encodes the `thought-stream` events that `extraction.md` prints.

    Ids are `thought-{milliseconds}-{random}`; the id that a model declares is never used as one.

    Args:
        task_id: The caller's task.
        context_id: The caller's context.
        policy: The policy that the events were made with.
        now: The clock, in seconds since 1970.
        new_id: Makes the random part of an id, of digits and small letters.
    """

    def __init__(
        self,
        task_id: str,
        context_id: str,
        policy: Policy | None = None,
        *,
        now: Callable[[], float] = time.time,
        new_id: Callable[[], str] = random_letters,
    ) -> None:
        super().__init__(task_id, context_id, policy)
        self._now, self._new_id = now, new_id

    def _thought(self, thought: Thought) -> JsonObject:
        at = self._now()
        return {
            "kind": "thought-stream",
            **self._context,
            "thoughtId": f"thought-{int(at * 1000)}-{self._new_id()}",
            "thoughtType": thought.type,
            "verbosity": thought.verbosity,
            "content": thought.text,
            "index": thought.index,
            "timestamp": _timestamp(at),
            "metadata": _metadata(thought),
        }


def _metadata(thought: Thought) -> JsonObject:
    metadata: JsonObject = {}
    if thought.confidence is not None:
        metadata["confidence"] = thought.confidence
    if thought.alternatives:
        metadata["alternatives"] = list(thought.alternatives)
    if thought.related_to is not None:
        metadata["relatedTo"] = thought.related_to
    return metadata


def _timestamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"

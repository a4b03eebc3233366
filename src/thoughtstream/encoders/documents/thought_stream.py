"""What `formats.md` and `extraction.md` share: whole thoughts, deltas of content, one completion.

Both tell a thought when it is whole, and the thoughts of a chunk before its content: `feed_all`
takes the events of one chunk and does that, `feed` keeps the order of the text. The completion is
folded, so a policy that trims an answer's ends trims it there and never in a delta.
"""

from abc import abstractmethod
from collections.abc import Iterable

from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.whole_thoughts import WholeThoughts
from thoughtstream.events import AnswerDelta, Event, Reclassified, ReplyEnd


class ThoughtStream(Encoder):
    """Encodes `thought-stream`, `content-delta` and `content-complete` events.

    Args:
        task_id: The caller's task.
        context_id: The caller's context.
        policy: The policy that the events were made with.
    """

    def __init__(self, task_id: str, context_id: str, policy: Policy | None = None) -> None:
        super().__init__()
        self._context: JsonObject = {"contextId": context_id, "taskId": task_id}
        self._policy = policy or Policy()
        self._thoughts = WholeThoughts(self._policy)
        self._taken_back = TakenBack()
        self._events: list[Event] = []  # of the reply, for its completion
        self._deltas = 0

    def feed_all(self, events: Iterable[Event]) -> list[JsonObject]:
        """Take what one chunk brought; its thoughts come first, its content as one delta."""
        told: list[JsonObject] = []
        content: list[str] = []
        last: list[JsonObject] = []
        for event in events:
            thoughts, text, completion = self._taken(event)
            told += thoughts
            content.append(text)
            last += completion
        return [*told, *self._delta("".join(content)), *last]

    def _encoded(self, event: Event) -> list[JsonObject]:
        thoughts, text, completion = self._read(event)
        return [*thoughts, *self._delta(text), *completion]

    def _taken(self, event: Event) -> tuple[list[JsonObject], str, list[JsonObject]]:
        self._require_unfinished("feed")
        self._unended.feed(event)
        return self._read(event)

    def _read(self, event: Event) -> tuple[list[JsonObject], str, list[JsonObject]]:
        """Return what an event adds: thoughts, content, the completion."""
        self._events.append(event)
        taken_back = self._taken_back.feed(event)
        thought = self._thoughts.feed(event, taken_back)
        thoughts = [] if thought is None else [self._thought(thought)]
        match event:
            case AnswerDelta(text):
                return thoughts, text, []
            case Reclassified(now="answer"):
                return thoughts, taken_back, []
            case ReplyEnd():
                return thoughts, "", [self._completion()]
            case _:
                return thoughts, "", []

    def _delta(self, text: str) -> list[JsonObject]:
        if not text:
            return []
        delta = {"kind": "content-delta", **self._context, "delta": text, "index": self._deltas}
        self._deltas += 1
        return [delta]

    def _completion(self) -> JsonObject:
        reply = fold(self._events, self._policy)
        self._events, self._deltas = [], 0
        return {"kind": "content-complete", **self._context, "content": reply.answer}

    @abstractmethod
    def _thought(self, thought: Thought) -> JsonObject:
        """Return the `thought-stream` event of a thought."""

"""The events of `aggregation.md`: a choice with clean content, and at its end with its thoughts."""

from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ToolCallDelta,
    ToolCallStart,
)


class AggregationEvents(Encoder):
    """Encodes `content-delta` and `content-complete` events, each with a `choice`.

    Keys without a value are left out: no `thoughts` where there are none, and `index` only where
    the caller has several choices.

    Args:
        policy: The policy that the events were made with.
        index: Which choice this reply is.
    """

    def __init__(self, policy: Policy | None = None, *, index: int | None = None) -> None:
        super().__init__()
        self._policy = policy or Policy()
        self._index: JsonObject = {} if index is None else {"index": index}
        self._taken_back = TakenBack()
        self._events: list[Event] = []
        self._calls: dict[int, tuple[ToolCallStart, list[str]]] = {}

    def _encoded(self, event: Event) -> list[JsonObject]:
        self._events.append(event)
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return [self._delta(text)]
            case Reclassified(now="answer") if taken_back:
                return [self._delta(taken_back)]
            case ToolCallStart(index):
                self._calls[index] = event, []
            case ToolCallDelta(index, text):
                self._calls[index][1].append(text)
            case ReplyEnd():
                return [self._completion()]
            case _:
                pass
        return []

    def _delta(self, text: str) -> JsonObject:
        choice = {"delta": {"content": text}, **self._index}
        return {"kind": "content-delta", "choice": choice}

    def _completion(self) -> JsonObject:
        reply = fold(self._events, self._policy)
        delta: JsonObject = {"content": reply.answer} if reply.answer else {}
        if self._calls:
            delta["tool_calls"] = [_call(*each) for each in self._calls.values()]
        choice: JsonObject = {"delta": delta, **self._index}
        if reply.finish_reason is not None:
            choice["finish_reason"] = reply.finish_reason
        if reply.thoughts:
            choice["thoughts"] = [_inline_xml(thought) for thought in reply.thoughts]
        self._events, self._calls = [], {}
        return {"kind": "content-complete", "choice": choice}


def _inline_xml(thought: Thought) -> JsonObject:
    """Return a thought as the document's `InlineXml`; a tag that closes itself has no content."""
    content = {} if thought.marker.endswith("/>") else {"content": thought.text}
    return {"name": thought.name, **content, "attributes": dict(thought.attributes)}


def _call(start: ToolCallStart, arguments: list[str]) -> JsonObject:
    function = {"name": start.name, "arguments": "".join(arguments)}
    return {"index": start.index, "id": start.id, "type": "function", "function": function}

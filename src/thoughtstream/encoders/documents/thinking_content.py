"""The shapes of `thinking-content.md`: chunks of a type, and the events of a turn."""

from typing import Literal

from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)

_Type = Literal["thinking", "message"]
_FAILED = "the stream of the model failed"


class StreamChunks(Encoder):
    """Encodes `StreamChunk` objects: `content`, `role`, `type`, `finished`, `error`.

    The last has no content and `finished` set, and an `error` if the stream failed.
    """

    def __init__(self, role: str = "assistant") -> None:
        super().__init__()
        self._role = role
        self._taken_back = TakenBack()

    def _encoded(self, event: Event) -> list[JsonObject]:
        taken_back = self._taken_back.feed(event)
        match event:
            case ThoughtDelta(text):
                return [self._chunk(text, "thinking")]
            case AnswerDelta(text):
                return [self._chunk(text)]
            case Reclassified(now="answer") if taken_back:
                return [self._chunk(taken_back)]
            case ReplyEnd(outcome=outcome):
                error = _FAILED if outcome == "failed" else None
                return [{**self._chunk(""), "finished": True, "error": error}]
            case _:
                return []

    def _chunk(self, text: str, kind: _Type = "message") -> JsonObject:
        chunk = {"content": text, "role": self._role, "type": kind}
        return {**chunk, "finished": False, "error": None}


class TurnEvents(Encoder):
    """Encodes the events of a turn, from `thinking_start` to `turn_end`, always balanced.

    Each has a `type`; those with text have `content`. `error` comes before the end of a turn that
    failed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._taken_back = TakenBack()
        self._speaking = False

    def _encoded(self, event: Event) -> list[JsonObject]:
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return self._say(text)
            case Reclassified(now="answer") if taken_back:
                return self._say(taken_back)
            case ThoughtStart():
                return [*self._fall_silent(), {"type": "thinking_start"}]
            case ThoughtDelta(text):
                return [{"type": "thinking_content", "content": text}]
            case ThoughtEnd():
                return [{"type": "thinking_end"}]
            case _:
                return self._end(event) if isinstance(event, ReplyEnd) else []

    def _end(self, end: ReplyEnd) -> list[JsonObject]:
        failed = end.outcome == "failed"
        error: list[JsonObject] = [{"type": "error", "content": _FAILED}] if failed else []
        return [*self._fall_silent(), *error, {"type": "turn_end"}]

    def _say(self, text: str) -> list[JsonObject]:
        start: list[JsonObject] = [] if self._speaking else [{"type": "message_start"}]
        self._speaking = True
        return [*start, {"type": "message_content", "content": text}]

    def _fall_silent(self) -> list[JsonObject]:
        if not self._speaking:
            return []
        self._speaking = False
        return [{"type": "message_end"}]

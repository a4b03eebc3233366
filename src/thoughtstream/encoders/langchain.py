"""Content blocks of LangChain 1.x: keyword arguments for one `AIMessageChunk` after another.

Blocks carry an `index`, by which LangChain merges chunks that are added up. Each thought is a
reasoning block with what its provider wants back in `extras`, each run of answer a text block.
What blocks can't carry is in docs/encoders.md.
"""

from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.json_values import plain_mapping
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.tokens import joined, total
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)


class LangChainBlocks(Encoder):
    """Encodes one reply: `AIMessageChunk(**arguments)` for each object, and add them up.

    Args:
        message_id: The id of the message, on every chunk.
        model: Named in the response's metadata.
    """

    def __init__(self, message_id: str | None = None, *, model: str = "") -> None:
        super().__init__()
        self._head: JsonObject = {"id": message_id} if message_id else {}
        self._model = model
        self._taken_back = TakenBack()
        self._blocks = 0
        self._saying: int | None = None  # the text block that is open
        self._calls: dict[int, int] = {}  # block of each open call
        self._usage: Usage | None = None

    def _encoded(self, event: Event) -> list[JsonObject]:
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return self._say(text)
            case Reclassified(now="answer") if taken_back:
                return self._say(taken_back)
            case ThoughtStart() | ThoughtDelta() | ThoughtEnd():
                return self._think(event)
            case ToolCallStart() | ToolCallDelta() | ToolCallEnd():
                return self._call(event)
            case Usage():
                self._usage = joined(self._usage, event)
            case ReplyEnd():
                return [self._end(event)]
            case _:
                pass
        return []

    def _say(self, text: str) -> list[JsonObject]:
        if self._saying is None:
            self._saying = self._next_block()
        return self._chunk({"type": "text", "text": text, "index": self._saying})

    def _think(self, event: ThoughtStart | ThoughtDelta | ThoughtEnd) -> list[JsonObject]:
        match event:
            case ThoughtStart():
                self._saying = None
                return self._reasoning("", self._next_block())
            case ThoughtDelta(text):
                return self._reasoning(text, self._blocks - 1)
            case ThoughtEnd(provider=provider) if provider:
                extras: JsonObject = {"extras": plain_mapping(provider)}
                return self._reasoning("", self._blocks - 1, extras)
            case _:
                return []

    def _reasoning(self, text: str, block: int, more: JsonObject | None = None) -> list[JsonObject]:
        return self._chunk({"type": "reasoning", "reasoning": text, "index": block, **(more or {})})

    def _call(self, event: ToolCallStart | ToolCallDelta | ToolCallEnd) -> list[JsonObject]:
        match event:
            case ToolCallStart(index, call_id, name):
                self._saying = None
                self._calls[index] = block = self._next_block()
                return self._call_chunk({"id": call_id, "name": name, "args": "", "index": block})
            case ToolCallDelta(index, text):
                named = {"id": None, "name": None}
                return self._call_chunk({**named, "args": text, "index": self._calls[index]})
            case ToolCallEnd(index):
                del self._calls[index]
                return []

    def _call_chunk(self, call: JsonObject) -> list[JsonObject]:
        return [
            {**self._head, "content": [], "tool_call_chunks": [{"type": "tool_call_chunk", **call}]}
        ]

    def _end(self, end: ReplyEnd) -> JsonObject:
        metadata: JsonObject = {"outcome": end.outcome}
        if end.finish_reason is not None:
            metadata["finish_reason"] = end.finish_reason
        if self._model:
            metadata["model_name"] = self._model
        last: JsonObject = {"content": [], "response_metadata": metadata, "chunk_position": "last"}
        return {**self._head, **last, **_counts(self._usage)}

    def _next_block(self) -> int:
        self._blocks += 1
        return self._blocks - 1

    def _chunk(self, block: JsonObject) -> list[JsonObject]:
        return [{**self._head, "content": [block]}]


def _counts(usage: Usage | None) -> JsonObject:
    if usage is None:
        return {}
    counts: JsonObject = {
        "input_tokens": usage.input_tokens or 0,
        "output_tokens": usage.output_tokens or 0,
        "total_tokens": total(usage),
    }
    if usage.thought_tokens is not None:
        counts["output_token_details"] = {"reasoning": usage.thought_tokens}
    return {"usage_metadata": counts}

"""Amazon Bedrock Converse: stream events and whole responses, as boto gives them.

Quirks, each with a recording in tests/corpus/bedrock-converse:

- no `contentBlockStart` announces reasoning: a block is known by its first delta;
- reasoning deltas are a union of `text`, `signature` and `redactedContent` (bytes in boto,
  base64 in JSON: told as base64);
- whole responses name the same things otherwise: `reasoningText{text, signature}`;
- the input of a tool comes as JSON text in a stream, as an object when whole;
- usage comes after the stop reason, in `metadata`;
- an exception within the stream is an event named after it.
"""

from thoughtstream.adapters.fields import (
    Fields,
    bytes_text_at,
    int_at,
    json_text_at,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.adapters.surface import Surface
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import Usage


class BedrockConverse(Surface):
    """Turns events of `converse_stream`, or responses of `converse`, into events."""

    def __init__(
        self,
        dialect: DialectLike = "thinking",
        policy: Policy | None = None,
        *,
        start: Start = "auto",
        choice: int = 0,
    ) -> None:
        super().__init__(dialect, policy, start=start, choice=choice)
        self._block: int | None = None  # whose thought is open
        self._signature = ""

    def _read(self, chunk: Fields) -> None:
        if delta := object_at(chunk, "contentBlockDelta", ""):
            self._read_delta(delta)
        elif start := object_at(chunk, "contentBlockStart", ""):
            self._read_start(start)
        elif chunk.get("contentBlockStop") is not None:
            self._stop(_index(object_at(chunk, "contentBlockStop", ""), "contentBlockStop"))
        else:
            self._read_rest(chunk)

    def _read_rest(self, chunk: Fields) -> None:
        if output := object_at(chunk, "output", ""):
            self._read_message(object_at(output, "message", "output"), "output.message")
        self._read_end(chunk, "")
        self._read_end(object_at(chunk, "messageStop", ""), "messageStop")
        self._read_end(object_at(chunk, "metadata", ""), "metadata")
        for name in chunk:
            if name.endswith("Exception"):
                self._fail({"code": name, **object_at(chunk, name, "")}, name)

    # Streams

    def _read_start(self, event: Fields) -> None:
        path = "contentBlockStart.start"
        start = object_at(event, "start", "contentBlockStart")
        if tool := object_at(start, "toolUse", path):
            call_id = text_at(tool, "toolUseId", f"{path}.toolUse")
            name = text_at(tool, "name", f"{path}.toolUse")
            self._turn.call(_index(event, "contentBlockStart"), call_id, name)

    def _read_delta(self, event: Fields) -> None:
        index, path = _index(event, "contentBlockDelta"), "contentBlockDelta.delta"
        delta = object_at(event, "delta", "contentBlockDelta")
        if reasoning := object_at(delta, "reasoningContent", path):
            self._read_reasoning(reasoning, f"{path}.reasoningContent", index)
        if tool := object_at(delta, "toolUse", path):
            said = text_at(tool, "input", f"{path}.toolUse")
            self._turn.call(index, arguments=said)
        self._turn.say(text_at(delta, "text", path))

    def _read_reasoning(self, reasoning: Fields, path: str, index: int) -> None:
        if self._block != index:
            self._stop(self._block)
            self._block = index
        self._turn.think(text_at(reasoning, "text", path), {"type": "reasoningText"})
        if signature := text_at(reasoning, "signature", path):
            self._signature += signature
            self._turn.think("", {"signature": self._signature})
        if redacted := bytes_text_at(reasoning, "redactedContent", path):
            self._turn.think("", {"type": "redactedContent", "redactedContent": redacted})

    def _stop(self, index: int | None) -> None:
        if index is None:
            return
        self._turn.end_call(index)
        if index == self._block:
            self._turn.end_thought()
            self._block, self._signature = None, ""

    # Whole responses

    def _read_message(self, message: Fields, path: str) -> None:
        for index, (block, place) in enumerate(objects_at(message, "content", path)):
            if reasoning := object_at(block, "reasoningContent", place):
                self._read_whole_reasoning(reasoning, f"{place}.reasoningContent", index)
            self._turn.say(text_at(block, "text", place))
            if tool := object_at(block, "toolUse", place):
                self._read_tool(tool, f"{place}.toolUse", index)

    def _read_whole_reasoning(self, reasoning: Fields, path: str, index: int) -> None:
        text = object_at(reasoning, "reasoningText", path)
        self._read_reasoning({**reasoning, **text}, path, index)
        self._stop(index)

    def _read_tool(self, tool: Fields, path: str, index: int) -> None:
        call_id, name = text_at(tool, "toolUseId", path), text_at(tool, "name", path)
        self._turn.call(index, call_id, name, json_text_at(tool, "input", path) or "{}")
        self._turn.end_call(index)

    def _read_end(self, end: Fields, path: str) -> None:
        self._end(text_at(end, "stopReason", path))
        if usage := object_at(end, "usage", path):
            place = f"{path}.usage" if path else "usage"
            prompt = int_at(usage, "inputTokens", place)
            self._turn.usage(Usage(prompt, int_at(usage, "outputTokens", place)))


def _index(event: Fields, path: str) -> int:
    return int_at(event, "contentBlockIndex", path) or 0

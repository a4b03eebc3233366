"""Cohere's v2 chat: stream events and whole responses.

Quirks, each with a recording in tests/corpus/cohere:

- content is announced by `content-start` with its type; deltas hold `thinking` or `text`;
- `tool_plan`, what the model writes before it calls tools, is a thought of its own that is sent
  back as `tool_plan`;
- tool calls stream as OpenAI's do, with an end of their own;
- counts are under `tokens`, as floats, beside `billed_units`.
"""

from thoughtstream.adapters.fields import (
    Fields,
    int_at,
    json_text_at,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.adapters.surface import Surface
from thoughtstream.events import Usage

_THINKING = {"type": "thinking"}
_PLAN = {"type": "tool_plan"}
_MESSAGE = "delta.message"


class Cohere(Surface):
    """Turns events of Cohere's chat stream, or whole responses, into events."""

    def _read(self, chunk: Fields) -> None:
        kind = text_at(chunk, "type", "")
        index = int_at(chunk, "index", "") or 0
        message = object_at(object_at(chunk, "delta", ""), "message", "delta")
        match kind:
            case "content-start" | "content-delta":
                content = object_at(message, "content", _MESSAGE)
                self._read_content(content, f"{_MESSAGE}.content")
            case "content-end":
                self._turn.end_thought()
            case "tool-plan-delta":
                self._plan(message, _MESSAGE)
            case "tool-call-start" | "tool-call-delta":
                self._read_call(object_at(message, "tool_calls", _MESSAGE), index)
            case "tool-call-end":
                self._turn.end_call(index)
            case "message-end":
                self._read_end(object_at(chunk, "delta", ""), "delta")
            case "":
                self._read_whole(chunk)
            case _:
                pass

    def _read_content(self, content: Fields, path: str) -> None:
        if text := text_at(content, "thinking", path):
            self._turn.think(text, _THINKING)
        self._turn.say(text_at(content, "text", path))

    def _plan(self, message: Fields, path: str) -> None:
        if text := text_at(message, "tool_plan", path):
            self._turn.think(text, _PLAN)

    def _read_call(self, call: Fields, index: int, path: str = f"{_MESSAGE}.tool_calls") -> None:
        function, place = object_at(call, "function", path), f"{path}.function"
        call_id, name = text_at(call, "id", path), text_at(function, "name", place)
        self._turn.call(index, call_id, name, json_text_at(function, "arguments", place))

    def _read_whole(self, response: Fields) -> None:
        message = object_at(response, "message", "")
        for content, path in objects_at(message, "content", "message"):
            self._read_content(content, path)
            self._turn.end_thought()
        self._plan(message, "message")
        for index, (call, path) in enumerate(objects_at(message, "tool_calls", "message")):
            self._read_call(call, index, path)
            self._turn.end_call(index)
        self._read_end(response, "")

    def _read_end(self, end: Fields, path: str) -> None:
        self._end(text_at(end, "finish_reason", path))
        if error := text_at(end, "error", path):
            self._fail({"message": error}, "error")
        usage = object_at(end, "usage", path)
        if tokens := object_at(usage, "tokens", "usage"):
            prompt = int_at(tokens, "input_tokens", "usage.tokens")
            self._turn.usage(Usage(prompt, int_at(tokens, "output_tokens", "usage.tokens")))

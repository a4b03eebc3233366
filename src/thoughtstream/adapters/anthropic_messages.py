"""Anthropic Messages, and servers that speak it: stream events and whole messages.

Quirks, each with a recording in tests/corpus/anthropic:

- `thinking` blocks: text in `thinking_delta`, a `signature_delta` just before the block stops;
- an empty `thinking` block with a signature (`display: omitted`) is normal and must be kept;
- `redacted_thinking` arrives whole in `content_block_start`;
- thoughts between tool calls: each block is a thought of its own;
- blocks that overlap: llama.cpp starts the text block before it stops the thinking block;
- thinking without any signature (DeepSeek's endpoint in this format);
- a stream that ends with the whole message (MiniMax): not told twice;
- events that an SDK derives (`text`, `thinking`, `input_json`, …) repeat raw ones: not read;
- output counts in `message_delta` are totals; input counts come in `message_start`;
- `error` within the stream; `ping`; unknown events and unknown blocks pass by.
"""

from thoughtstream.adapters.fields import (
    Fields,
    int_at,
    json_text_at,
    kept,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.adapters.surface import Surface
from thoughtstream.events import Usage

_TOOL_BLOCKS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


class AnthropicMessages(Surface):
    """Turns events of a message stream, or whole messages, into events."""

    _thinking_block: int | None = None  # the block whose thought is open
    _input_tokens: int | None = None
    _streamed = False

    def _read(self, chunk: Fields) -> None:
        match text_at(chunk, "type", ""):
            case "content_block_delta":
                index = int_at(chunk, "index", "") or 0
                self._read_delta(object_at(chunk, "delta", ""), index)
            case "content_block_start":
                index = int_at(chunk, "index", "") or 0
                self._start_block(object_at(chunk, "content_block", ""), "content_block", index)
            case "content_block_stop":
                self._stop_block(int_at(chunk, "index", "") or 0)
            case "error":
                self._fail(object_at(chunk, "error", ""), "error")
            case kind:
                self._read_message_event(kind, chunk)

    def _read_message_event(self, kind: str, chunk: Fields) -> None:
        match kind:
            case "message_start":
                message = object_at(chunk, "message", "")
                self._read_usage(object_at(message, "usage", "message"), "message.usage")
                self._read_blocks(message, "message")
            case "message_delta":
                self._end(text_at(object_at(chunk, "delta", ""), "stop_reason", "delta"))
                self._read_usage(object_at(chunk, "usage", ""), "usage")
            case "message":
                if not self._streamed:
                    self._read_blocks(chunk, "")
                self._end(text_at(chunk, "stop_reason", ""))
                self._read_usage(object_at(chunk, "usage", ""), "usage")
            case _:
                pass

    def _read_blocks(self, message: Fields, path: str) -> None:
        for index, (block, at) in enumerate(objects_at(message, "content", path)):
            self._start_block(block, at, index)
            self._stop_block(index)

    def _start_block(self, block: Fields, path: str, index: int) -> None:
        match text_at(block, "type", path):
            case "thinking":
                self._open_thought(index)
                self._turn.think(text_at(block, "thinking", path), {"type": "thinking"})
                self._sign(text_at(block, "signature", path))
            case "redacted_thinking":
                self._turn.thought("", kept(block, "type", "data"))
            case "text":
                self._turn.say(text_at(block, "text", path))
            case kind if kind in _TOOL_BLOCKS:
                self._start_call(block, path, index, kind)
            case _:
                pass

    def _start_call(self, block: Fields, path: str, index: int, kind: str) -> None:
        # In a stream `input` is an empty object at first; its text comes in deltas.
        said = json_text_at(block, "input", path) if block.get("input") else ""
        carried = kept(block, "caller", "server_name")
        if carried or kind != "tool_use":
            carried["type"] = kind
        call_id, name = text_at(block, "id", path), text_at(block, "name", path)
        self._turn.call(index, call_id, name, said, carried)

    def _read_delta(self, delta: Fields, index: int) -> None:
        self._streamed = True
        match text_at(delta, "type", "delta"):
            case "text_delta":
                self._turn.say(text_at(delta, "text", "delta"))
            case "thinking_delta":
                self._open_thought(index)
                self._turn.think(text_at(delta, "thinking", "delta"), {"type": "thinking"})
            case "signature_delta":
                self._sign(text_at(delta, "signature", "delta"))
            case "input_json_delta":
                self._turn.call(index, arguments=text_at(delta, "partial_json", "delta"))
            case _:
                pass

    def _open_thought(self, index: int) -> None:
        if self._thinking_block != index:
            self._turn.end_thought()
        self._thinking_block = index

    def _sign(self, signature: str) -> None:
        if signature:
            self._turn.think("", {"type": "thinking", "signature": signature})

    def _stop_block(self, index: int) -> None:
        self._turn.end_call(index)
        if index == self._thinking_block:
            self._turn.end_thought()
            self._thinking_block = None

    def _read_usage(self, usage: Fields, path: str) -> None:
        if not usage:
            return
        read = int_at(usage, "input_tokens", path)
        self._input_tokens = self._input_tokens if read is None else read
        details = object_at(usage, "output_tokens_details", path)
        thought = int_at(details, "thinking_tokens", f"{path}.output_tokens_details")
        output = int_at(usage, "output_tokens", path)
        self._turn.usage(Usage(self._input_tokens, output, thought))

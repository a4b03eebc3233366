"""Ollama's own API, `/api/chat` and `/api/generate`: stream chunks and whole responses.

Quirks, each with a recording in tests/corpus/ollama:

- reasoning is `message.thinking` (chat) or `thinking` (generate), with `think` on; without it
  markers stay in the content;
- tool calls come whole, their arguments as an object, often without an id;
- counts come with the chunk that is `done`; thoughts are not counted apart;
- an `error` within the stream is a bare text.
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


class Ollama(Surface):
    """Turns chunks of Ollama's chat and generate, or whole responses, into events."""

    _calls = 0

    def _read(self, chunk: Fields) -> None:
        if message := object_at(chunk, "message", ""):
            self._read_message(message, "message", "content")
        else:
            self._read_message(chunk, "", "response")
        if reason := text_at(chunk, "done_reason", ""):
            self._end(reason)
        self._read_counts(chunk)
        if error := text_at(chunk, "error", ""):
            self._fail({"message": error}, "error")

    def _read_message(self, message: Fields, path: str, content: str) -> None:
        if text := text_at(message, "thinking", path):
            self._turn.think(text, _THINKING)
        self._turn.say(text_at(message, content, path))
        for call, place in objects_at(message, "tool_calls", path):
            self._read_call(call, place)

    def _read_call(self, call: Fields, path: str) -> None:
        key, self._calls = self._calls, self._calls + 1
        function, place = object_at(call, "function", path), f"{path}.function"
        name = text_at(function, "name", place)
        said = json_text_at(function, "arguments", place) or "{}"
        self._turn.call(key, text_at(call, "id", path), name, said)
        self._turn.end_call(key)

    def _read_counts(self, chunk: Fields) -> None:
        prompt = int_at(chunk, "prompt_eval_count", "")
        output = int_at(chunk, "eval_count", "")
        if prompt is not None or output is not None:
            self._turn.usage(Usage(prompt, output))

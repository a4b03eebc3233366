"""Google GenAI `generateContent`: stream chunks and whole responses, as JSON or as SDK objects.

Quirks, each with a recording in tests/corpus/google-genai:

- thoughts are parts with `thought: true`; thought parts in a row are one thought;
- `thoughtSignature` may sit on any part: on a thought, on a `functionCall` (of parallel calls only
  the first is signed), on answer text, even on an empty text part that ends the stream: a
  signature on answer text is carried by an empty thought of type "text";
- the SDK has snake_case names and bytes where JSON has camelCase names and base64: both are read,
  and told as in JSON;
- arguments come as an object, all at once: told as JSON text;
- `candidatesTokenCount` does not count thoughts: `thoughtsTokenCount` is added to it;
- a prompt that was blocked has no candidates: told by a notice.
"""

from thoughtstream.adapters.fields import (
    Fields,
    bool_at,
    bytes_text_at,
    int_at,
    json_text_at,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.adapters.surface import Surface
from thoughtstream.events import Usage


class GoogleGenAI(Surface):
    """Turns responses of `generateContent`, streamed or whole, into events."""

    _calls = 0

    def _read(self, chunk: Fields) -> None:
        for candidate, path in objects_at(chunk, "candidates", ""):
            if (int_at(candidate, "index", path) or 0) == self._choice:
                self._read_candidate(candidate, path)
        name = _either(chunk, "usageMetadata", "usage_metadata")
        if usage := object_at(chunk, name, ""):
            self._turn.usage(_usage(usage, name))
        self._read_failure(chunk)

    def _read_failure(self, chunk: Fields) -> None:
        if error := object_at(chunk, "error", ""):
            self._fail(error, "error")
        name = _either(chunk, "promptFeedback", "prompt_feedback")
        feedback = object_at(chunk, name, "")
        if reason := text_at(feedback, _either(feedback, "blockReason", "block_reason"), name):
            self._turn.notice("prompt-blocked", f"the provider blocked the prompt: {reason}")
            self._end(reason)

    def _read_candidate(self, candidate: Fields, path: str) -> None:
        content = object_at(candidate, "content", path)
        for part, place in objects_at(content, "parts", f"{path}.content"):
            self._read_part(part, place)
        self._end(text_at(candidate, _either(candidate, "finishReason", "finish_reason"), path))

    def _read_part(self, part: Fields, path: str) -> None:
        signature = bytes_text_at(
            part, _either(part, "thoughtSignature", "thought_signature"), path
        )
        signed: dict[str, object] = {"thoughtSignature": signature} if signature else {}
        text = text_at(part, "text", path)
        name = _either(part, "functionCall", "function_call")
        if call := object_at(part, name, path):
            self._read_call(call, f"{path}.{name}", signed)
        elif bool_at(part, "thought", path):
            self._turn.think(text, {"type": "thought", **signed})
            if signed:
                self._turn.end_thought()
        else:
            self._turn.say(text)
            if signed:
                self._turn.thought("", {"type": "text", **signed})

    def _read_call(self, call: Fields, path: str, signed: dict[str, object]) -> None:
        key, self._calls = self._calls, self._calls + 1
        carried = {"type": "functionCall", **signed} if signed else None
        call_id, name = text_at(call, "id", path), text_at(call, "name", path)
        self._turn.call(key, call_id, name, json_text_at(call, "args", path) or "{}", carried)
        self._turn.end_call(key)


def _either(fields: Fields, json_name: str, sdk_name: str) -> str:
    return json_name if fields.get(json_name) is not None else sdk_name


def _usage(usage: Fields, path: str) -> Usage:
    def count(json_name: str, sdk_name: str) -> int | None:
        return int_at(usage, _either(usage, json_name, sdk_name), path)

    thought = count("thoughtsTokenCount", "thoughts_token_count")
    output = count("candidatesTokenCount", "candidates_token_count")
    if output is not None or thought is not None:
        output = (output or 0) + (thought or 0)
    return Usage(count("promptTokenCount", "prompt_token_count"), output, thought)

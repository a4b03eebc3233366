"""Google's Interactions API: stream events and whole interactions.

Quirks, each with a recording in tests/corpus/google-interactions:

- a `thought` step holds a summary in parts and a signature: one step is one thought;
- its text streams as `thought_summary`, its signature as `thought_signature`, which may be all
  that there is;
- the arguments of a `function_call` step stream as JSON text, or come whole with the step;
- `total_output_tokens` does not count `total_thought_tokens` where the total shows it.
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
from thoughtstream.events import Usage


class GoogleInteractions(Surface):
    """Turns events of an interaction, or whole interactions, into events."""

    def _read(self, chunk: Fields) -> None:
        match text_at(chunk, "event_type", ""):
            case "step.delta":
                self._read_delta(object_at(chunk, "delta", ""), int_at(chunk, "index", "") or 0)
            case "step.start":
                step = object_at(chunk, "step", "")
                self._read_step(step, "step", int_at(chunk, "index", "") or 0)
            case "step.stop":
                self._turn.end_thought()
                self._turn.end_call(int_at(chunk, "index", "") or 0)
            case "interaction.completed":
                self._read_end(object_at(chunk, "interaction", ""), "interaction")
            case "error":
                self._fail(object_at(chunk, "error", ""), "error")
            case "":
                self._read_whole(chunk)
            case _:
                pass

    def _read_whole(self, interaction: Fields) -> None:
        steps = "steps" if interaction.get("steps") is not None else "outputs"
        for index, (step, path) in enumerate(objects_at(interaction, steps, "")):
            self._read_step(step, path, index)
            self._turn.end_thought()
            self._turn.end_call(index)
        self._read_end(interaction, "")

    def _read_step(self, step: Fields, path: str, index: int) -> None:
        match text_at(step, "type", path):
            case "thought":
                self._turn.end_thought()
                for part, place in objects_at(step, "summary", path):
                    self._think(text_at(part, "text", place))
                self._sign(bytes_text_at(step, "signature", path))
            case "model_output":
                for part, place in objects_at(step, "content", path):
                    self._turn.say(text_at(part, "text", place))
            case "text":
                self._turn.say(text_at(step, "text", path))
            case "function_call":
                call_id, name = text_at(step, "id", path), text_at(step, "name", path)
                said = json_text_at(step, "arguments", path) if step.get("arguments") else ""
                self._turn.call(index, call_id, name, said)
            case _:
                pass

    def _read_delta(self, delta: Fields, index: int) -> None:
        match text_at(delta, "type", "delta"):
            case "thought_summary":
                content = object_at(delta, "content", "delta")
                self._think(text_at(content, "text", "delta.content"))
            case "thought_signature":
                self._sign(bytes_text_at(delta, "signature", "delta"))
            case "text":
                self._turn.say(text_at(delta, "text", "delta"))
            case "arguments_delta":
                self._turn.call(index, arguments=text_at(delta, "arguments", "delta"))
            case _:
                pass

    def _think(self, text: str) -> None:
        self._turn.think(text, {"type": "thought"})

    def _sign(self, signature: str) -> None:
        if signature:
            self._turn.think("", {"type": "thought", "signature": signature})

    def _read_end(self, interaction: Fields, path: str) -> None:
        status = text_at(interaction, "status", path)
        self._end(status)
        self._failed = self._failed or status == "failed"
        if usage := object_at(interaction, "usage", path):
            self._turn.usage(_usage(usage, f"{path}.usage" if path else "usage"))


def _usage(usage: Fields, path: str) -> Usage:
    thought = int_at(usage, "total_thought_tokens", path)
    prompt = int_at(usage, "total_input_tokens", path)
    output = int_at(usage, "total_output_tokens", path)
    total = int_at(usage, "total_tokens", path)
    if output is not None and thought and total and total >= (prompt or 0) + output + thought:
        output += thought
    return Usage(prompt, output, thought)

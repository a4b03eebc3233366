"""OpenAI Responses, and servers that speak it: stream events and whole responses.

Quirks, each with a recording in tests/corpus/openai-responses:

- a `reasoning` item has parts, of `summary` and of `content`: each part is a thought, all carry
  the item's id; `encrypted_content` comes when the item is done and rides on the last one;
- an item without any text (encrypted only) is an empty thought that must be kept;
- the text of a part comes in deltas and again in `….done`, in `output_item.done` and in
  `response.completed`: told once, and told whole by servers that leave deltas out;
- refusals are answer text;
- function calls are known by `call_id`, sent back beside the item's own `id`;
- `response.incomplete` says why in `incomplete_details.reason`;
- `response.failed` and `error` end the reply as failed; unknown events pass by.
"""

from typing import Final

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
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import Usage

_INDEX: Final = {"summary": "summary_index", "content": "content_index"}
_THOUGHTS: Final = {
    "response.reasoning_summary_text": "summary",
    "response.reasoning_text": "content",
}
_ANSWERS: Final = {"response.output_text": "text", "response.refusal": "refusal"}
_ARGUMENTS: Final = {
    "response.function_call_arguments": "arguments",
    "response.custom_tool_call_input": "input",
}
_CALLS: Final = {"function_call": "arguments", "custom_tool_call": "input"}
_ENDS: Final = frozenset({"response.completed", "response.incomplete", "response.failed"})


class OpenAIResponses(Surface):
    """Turns events of a response stream, or whole responses, into events."""

    def __init__(
        self,
        dialect: DialectLike = "thinking",
        policy: Policy | None = None,
        *,
        start: Start = "auto",
        choice: int = 0,
    ) -> None:
        super().__init__(dialect, policy, start=start, choice=choice)
        self._told: set[tuple[int, str, int]] = set()  # parts that came: item, kind, index
        self._part: tuple[int, str, int] | None = None  # whose thought is open
        self._done: set[object] = set()  # items that are over, by id and by index

    def _read(self, chunk: Fields) -> None:
        kind = text_at(chunk, "type", "")
        event, _, verb = kind.rpartition(".")
        if verb in {"delta", "done"} and event.startswith("response."):
            self._read_part(event, verb, chunk)
        if event == "response.output_item":
            index = int_at(chunk, "output_index", "") or 0
            self._read_item(object_at(chunk, "item", ""), "item", index, done=verb == "done")
        elif kind in _ENDS:
            self._read_response(object_at(chunk, "response", ""), "response")
        elif kind == "error":
            self._fail(object_at(chunk, "error", "") or chunk, "error")
        elif text_at(chunk, "object", "") == "response":
            self._read_response(chunk, "")

    # Parts, as they stream

    def _read_part(self, event: str, verb: str, chunk: Fields) -> None:
        item = int_at(chunk, "output_index", "") or 0
        if kind := _THOUGHTS.get(event):
            index = int_at(chunk, _INDEX[kind], "") or 0
            text = text_at(chunk, "delta" if verb == "delta" else "text", "")
            if self._is_new((item, kind, index), verb):
                self._think((item, kind, index), text, text_at(chunk, "item_id", ""))
        elif name := _ANSWERS.get(event):
            index = int_at(chunk, "content_index", "") or 0
            if self._is_new((item, "answer", index), verb):
                self._say((item, "answer", index), _piece(chunk, verb, name))
        elif (name := _ARGUMENTS.get(event)) and self._is_new((item, "call", 0), verb):
            self._call(item, _piece(chunk, verb, name))

    def _is_new(self, part: tuple[int, str, int], verb: str) -> bool:
        return verb == "delta" or part not in self._told

    def _think(self, part: tuple[int, str, int], text: str, item_id: str) -> None:
        if not text:
            return
        if part != self._part:
            self._turn.end_thought()
        self._told.add(part)
        self._part = part
        carried: dict[str, object] = {"type": "reasoning", _INDEX[part[1]]: part[2]}
        self._turn.think(text, {**carried, "id": item_id} if item_id else carried)

    def _say(self, part: tuple[int, str, int], text: str) -> None:
        if text:
            self._told.add(part)
            self._turn.say(text)

    def _call(self, item: int, arguments: str) -> None:
        if arguments:
            self._told.add((item, "call", 0))
            self._turn.call(item, arguments=arguments)

    # Items, announced or whole

    def _read_item(self, item: Fields, path: str, index: int, *, done: bool) -> None:
        kind = text_at(item, "type", path)
        if kind in _CALLS:
            self._read_call(item, path, index, kind)
        if not done:
            return
        self._done |= {index, text_at(item, "id", path) or index}
        match kind:
            case "reasoning":
                self._end_reasoning(item, path, index)
            case "message":
                self._end_message(item, path, index)
            case _ if kind in _CALLS:
                if (index, "call", 0) not in self._told:
                    self._call(index, json_text_at(item, _CALLS[kind], path))
                self._turn.end_call(index)
            case _:
                pass

    def _read_call(self, item: Fields, path: str, index: int, kind: str) -> None:
        carried = {"type": kind, **kept(item, "id", "namespace")}
        call_id, name = text_at(item, "call_id", path), text_at(item, "name", path)
        self._turn.call(index, call_id, name, provider=carried)

    def _end_reasoning(self, item: Fields, path: str, index: int) -> None:
        item_id = text_at(item, "id", path)
        for kind in _INDEX:
            for at, (part, place) in enumerate(objects_at(item, kind, path)):
                if (index, kind, at) not in self._told:
                    self._think((index, kind, at), text_at(part, "text", place), item_id)
        if self._part is None or self._part[0] != index:
            self._turn.end_thought()
        sealed = text_at(item, "encrypted_content", path)
        carried = {"type": "reasoning", **kept(item, "id", "status")}
        self._turn.think("", {**carried, "encrypted_content": sealed} if sealed else carried)
        self._turn.end_thought()
        self._part = None

    def _end_message(self, item: Fields, path: str, index: int) -> None:
        for at, (part, place) in enumerate(objects_at(item, "content", path)):
            if (index, "answer", at) not in self._told:
                text = text_at(part, "text", place) or text_at(part, "refusal", place)
                self._say((index, "answer", at), text)

    # The response

    def _read_response(self, response: Fields, path: str) -> None:
        for index, (item, place) in enumerate(objects_at(response, "output", path)):
            if (text_at(item, "id", place) or index) not in self._done:
                self._read_item(item, place, index, done=True)
        self._read_end(response, path)
        if usage := object_at(response, "usage", path):
            self._turn.usage(_usage(usage, f"{path}.usage" if path else "usage"))

    def _read_end(self, response: Fields, path: str) -> None:
        status = text_at(response, "status", path)
        details = object_at(response, "incomplete_details", path)
        self._end(text_at(details, "reason", "incomplete_details") or status)
        if status == "failed":
            self._fail(object_at(response, "error", path), "error")


def _piece(chunk: Fields, verb: str, name: str) -> str:
    return text_at(chunk, verb if verb == "delta" else name, "")


def _usage(usage: Fields, path: str) -> Usage:
    details = object_at(usage, "output_tokens_details", path)
    thought = int_at(details, "reasoning_tokens", f"{path}.output_tokens_details")
    return Usage(int_at(usage, "input_tokens", path), int_at(usage, "output_tokens", path), thought)

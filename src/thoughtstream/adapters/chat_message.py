"""One message of a chat completion, whole or a delta, told to a turn.

Reads the aliases of reasoning in a fixed order and tells mirrored fields once. Which surface
has which quirk is listed in `openai_chat.py`; this file owns the fields of a message alone.
"""

from collections.abc import Iterator
from typing import Final

from thoughtstream.adapters.fields import (
    Fields,
    bool_at,
    fields_of,
    int_at,
    json_text_at,
    kept,
    list_at,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.adapters.flagged import FlaggedContent, Piece
from thoughtstream.adapters.turn import Turn

_REASONING: Final = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
_DETAIL_TEXT: Final = {"reasoning.text": "text", "reasoning.summary": "summary"}
_CARRIED: Final = {name: {"type": name} for name in _REASONING}


class ChatMessage:
    """Tells a turn what the message of one choice says, delta by delta or whole."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._detail: tuple[str, int | None] | None = None  # the block that is open
        self._flagged: FlaggedContent | None = None
        self._last_call: object = 0

    def read(self, message: Fields, path: str, *, whole: bool = False) -> None:
        """Tell what a message, or a delta of one, says: reasoning, then content, then calls."""
        self._read_reasoning(message, path, whole=whole)
        self._read_content(message, path)
        if refusal := text_at(message, "refusal", path):
            self._turn.say(refusal)
        self._read_calls(message, path, whole=whole)

    def close(self) -> None:
        """Tell what was held back."""
        if self._flagged:
            self._tell_flagged(self._flagged.finish())

    # Reasoning

    def _read_reasoning(self, message: Fields, path: str, *, whole: bool) -> None:
        listed = message.get("reasoning_details")
        details = [*objects_at(message, "reasoning_details", path)] if listed else []
        if not any(_detail_text(each, at) for each, at in details):
            self._read_plain(message, path)
        for detail, at in details:
            self._read_detail(detail, at, whole=whole)
        if sealed := text_at(message, "encrypted_content", path):
            carried = {"type": "reasoning_content", "encrypted_content": sealed}
            self._turn.think("", carried)

    def _read_plain(self, message: Fields, path: str) -> None:
        for name in _REASONING:
            if message.get(name) and (text := text_at(message, name, path)):
                self._turn.think(text, None if self._turn.thinking else _CARRIED[name])
                return

    def _read_detail(self, detail: Fields, path: str, *, whole: bool) -> None:
        kind = _detail_kind(detail, path)
        key = (kind, int_at(detail, "index", path))
        if whole or self._detail != key:
            self._turn.end_thought()
        self._detail = key
        said = _DETAIL_TEXT.get(kind, "")
        carried = {name: each for name, each in detail.items() if name != said and each is not None}
        carried["type"] = kind
        self._turn.think(_detail_text(detail, path), carried)
        if not said:  # encrypted, a server's tool call: a block of its own
            self._turn.end_thought()

    # Content

    def _read_content(self, message: Fields, path: str) -> None:
        content = message.get("content")
        if message.get("extra_content") is not None:
            self._read_extra(message, path)
        elif self._flagged is None and type(content) is str:
            self._turn.say(content)
        elif isinstance(content, list | tuple):
            self._read_parts(message, path)
        else:
            self._say(text_at(message, "content", path), thought=False)

    def _read_extra(self, message: Fields, path: str) -> None:
        """Read content that Google marks as a thought by a flag, or signs."""
        extra = object_at(message, "extra_content", path)
        path_of_extra = f"{path}.extra_content"
        google = object_at(extra, "google", path_of_extra)
        flagged = bool_at(google, "thought", f"{path_of_extra}.google")
        self._say(text_at(message, "content", path), thought=flagged)
        if text_at(google, "thought_signature", f"{path_of_extra}.google"):
            self._turn.thought("", {"type": "extra_content", **kept(message, "extra_content")})

    def _say(self, text: str, *, thought: bool) -> None:
        if thought and self._flagged is None:
            self._flagged = FlaggedContent()
        if self._flagged:
            self._tell_flagged(self._flagged.feed(text, thought=thought))
        else:
            self._turn.say(text)

    def _tell_flagged(self, pieces: list[Piece]) -> None:
        for text, thought in pieces:
            if not thought:
                self._turn.say(text)
            elif text:
                self._turn.think(text, {"type": "extra_content"})

    def _read_parts(self, message: Fields, path: str) -> None:
        for part, at in objects_at(message, "content", path):
            match text_at(part, "type", at):
                case "thinking" | "reasoning" | "redacted_thinking" as kind:
                    self._read_thinking_part(part, at, kind)
                case _:
                    self._turn.say(text_at(part, "text", at))

    def _read_thinking_part(self, part: Fields, path: str, kind: str) -> None:
        carried = kept(part, "signature", "data", "closed", "id", "encrypted_content")
        for text in _thinking_texts(part, path):
            self._turn.think(text)
        self._turn.think("", {"type": kind, **carried})
        if carried.keys() & {"signature", "data"}:
            self._turn.end_thought()

    # Tool calls

    def _read_calls(self, message: Fields, path: str, *, whole: bool) -> None:
        for at, (call, place) in enumerate(objects_at(message, "tool_calls", path)):
            index = int_at(call, "index", place)
            if index is None:
                index = at if whole else None
            self._read_call(call, place, index)
        if old := object_at(message, "function_call", path):  # before there were `tool_calls`
            place = f"{path}.function_call"
            self._turn.call(
                "", "", text_at(old, "name", place), json_text_at(old, "arguments", place)
            )

    def _read_call(self, call: Fields, path: str, index: int | None) -> None:
        call_id = text_at(call, "id", path)
        key: object = index if index is not None else call_id or self._last_call
        self._last_call = key
        kind = "custom" if call.get("custom") else "function"
        body, place = object_at(call, kind, path), f"{path}.{kind}"
        said = json_text_at(body, "input" if kind == "custom" else "arguments", place)
        carried = kept(call, "extra_content")
        if carried or kind == "custom":
            carried["type"] = kind
        self._turn.call(key, call_id, text_at(body, "name", place), said, carried)


def _detail_kind(detail: Fields, path: str) -> str:
    return text_at(detail, "type", path) or "reasoning.text"


def _detail_text(detail: Fields, path: str) -> str:
    name = _DETAIL_TEXT.get(_detail_kind(detail, path))
    return text_at(detail, name, path) if name else ""


def _thinking_texts(part: Fields, path: str) -> Iterator[str]:
    """Yield the texts of a part: one text, or a list of parts (Mistral, Databricks)."""
    for name in ("thinking", "text", "reasoning"):
        value = part.get(name)
        if isinstance(value, str):
            yield value
            return
        if value:
            yield from _texts(part, name, path)
            return
    yield from _texts(part, "summary", path)


def _texts(part: Fields, name: str, path: str) -> Iterator[str]:
    for at, each in enumerate(list_at(part, name, path)):
        place = f"{path}.{name}[{at}]"
        yield text_at(fields_of(each, place), "text", place)

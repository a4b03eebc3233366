"""Our own JSON lines, schema 1: one object per event, `schema`, `kind` and the event's fields.

Lossless: what is decoded are the same events. Two things that JSON has no form for are written as
objects with one key: bytes as `{"$bytes": base64}`, and text in which two halves of a surrogate
pair meet, which JSON would make one character of, as `{"$text": [pieces]}`. Other objects with a
key that begins with `$` are wrapped in `{"$object": …}`. `jsonl_decoder.py` reads them.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final, cast

from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Reclassified,
    Removed,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SCHEMA: Final = 1

_HALVES_MEET = re.compile("(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")


class JsonLines(Encoder):
    """Encodes events as the objects of JSON lines.

    Args:
        thoughts: Whether thoughts are told. If not, their text appears nowhere; text that turns
            out to be answer after all comes as an `answer-delta`.
    """

    def __init__(self, *, thoughts: bool = True) -> None:
        super().__init__()
        self._thoughts = thoughts
        self._taken_back = TakenBack()

    def _encoded(self, event: Event) -> list[JsonObject]:
        return [to_json(each) for each in ([event] if self._thoughts else self._shown(event))]

    def _shown(self, event: Event) -> list[Event]:
        text = self._taken_back.feed(event)
        match event:
            case Reclassified(now="answer"):
                return [AnswerDelta(text)] if text else []
            case ThoughtStart() | ThoughtDelta() | ThoughtEnd() | Removed():
                return []
            case _:
                return [event]


def to_json(event: Event) -> JsonObject:
    """Return an event as an object of schema 1.

    Raises:
        MisuseError: If `provider` holds a value that is neither JSON nor bytes.
    """
    return {"schema": SCHEMA, "kind": event.kind, **_fields(event)}


def to_line(value: JsonObject) -> bytes:
    """Return an object as a line of ASCII, so that any text survives."""
    return json.dumps(value).encode("ascii") + b"\n"


def _fields(value: "DataclassInstance") -> JsonObject:
    return {each.name: kept(getattr(value, each.name)) for each in fields(value)}


def kept(value: object) -> object:
    """Return a value in a form that JSON keeps.

    Raises:
        MisuseError: If there is a value in it that is neither JSON nor bytes.
    """
    match value:
        case str():
            return _text(value)
        case None | bool() | int() | float():
            return value
        case bytes():
            return {"$bytes": b64encode(value).decode("ascii")}
        case Mapping():
            return _mapping(cast("Mapping[str, object]", value))
        case list() | tuple():
            return [kept(each) for each in cast("Sequence[object]", value)]
        case Counts():
            return _fields(value)
        case _:
            raise MisuseError(f"an event can't be written: it holds a {type(value).__name__!r}")


def _text(text: str) -> object:
    if text.isascii() or not _HALVES_MEET.search(text):
        return text
    return {"$text": _HALVES_MEET.split(text)}


def _mapping(mapping: Mapping[str, object]) -> JsonObject:
    plain = {key: kept(value) for key, value in mapping.items()}
    return {"$object": plain} if any(key.startswith("$") for key in plain) else plain

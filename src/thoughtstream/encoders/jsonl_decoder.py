"""JSON lines of schema 1 back into the events that `jsonl.py` wrote.

Fields that are not known pass by, so that a later version can add some. Anything else that is not
as written raises one `WireError` that names the field.
"""

import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Final, TypeAlias, cast, get_args

from thoughtstream.encoders.jsonl import SCHEMA
from thoughtstream.errors import WireError
from thoughtstream.events import Counts, Event, Outcome, Source, Why

_KINDS: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in get_args(Event)}
_Read: TypeAlias = Callable[[object, str], object]


class JsonLinesDecoder:
    """Decodes bytes, cut anywhere, into events."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []

    def feed(self, data: bytes) -> list[Event]:
        """Take the next bytes and return the events of the lines that they complete.

        Raises:
            WireError: If a line is not an event of schema 1.
        """
        *lines, rest = data.split(b"\n")
        if not lines:
            self._rest.append(rest)
            return []
        lines[0] = b"".join([*self._rest, lines[0]])
        self._rest = [rest]
        return [from_line(line) for line in lines if line.strip()]

    def finish(self) -> list[Event]:
        """Return the event of a last line that has no end of its own.

        Raises:
            WireError: If that line is cut off.
        """
        line, self._rest = b"".join(self._rest), []
        return [from_line(line)] if line.strip() else []


def from_line(line: bytes | str) -> Event:
    """Return the event of one line.

    Raises:
        WireError: If the line is not an event of schema 1.
    """
    try:
        value: object = json.loads(line)
    except ValueError as error:
        raise WireError(f"a line is not JSON: {error}") from None
    return from_json(value)


def from_json(value: object) -> Event:
    """Return the event that an object of schema 1 tells.

    Raises:
        WireError: If it is none; the message names the field.
    """
    told = _object(value, "an event")
    if (schema := told.get("schema")) != SCHEMA:
        raise WireError(f"schema: expected {SCHEMA}, got {schema!r}")
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise WireError(f"kind: expected the name of an event, got {kind!r}")
    return cast("Event", _built(_KINDS[kind], told, kind))


def _built(kind: type, told: Mapping[str, object], path: str) -> object:
    values: dict[str, object] = {}
    for name, required in _fields(kind):
        if name in told:
            values[name] = _READERS[name](told[name], f"{path}.{name}")
        elif required:
            raise WireError(f"{path}.{name}: missing")
    return kind(**values)


@cache
def _fields(kind: type) -> list[tuple[str, bool]]:
    return [
        (each.name, each.default is MISSING and each.default_factory is MISSING)
        for each in fields(kind)
    ]


# One reader for each type of field


def read(value: object, path: str) -> object:
    """Return a value that `kept` wrote."""
    if isinstance(value, list):
        return [read(each, path) for each in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    mapping = cast("dict[str, object]", value)
    for key, inner in mapping.items() if len(mapping) == 1 else ():
        if key in _WRAPPED:
            return _WRAPPED[key](inner, path)
    return _values(mapping, path)


def _values(mapping: Mapping[str, object], path: str) -> dict[str, object]:
    return {key: read(each, f"{path}.{key}") for key, each in mapping.items()}


def _bytes(data: object, path: str) -> bytes:
    try:
        return b64decode(_string(data, path), validate=True)
    except ValueError:
        raise WireError(f"{path}: expected base64") from None


def _joined(pieces: object, path: str) -> str:
    if not isinstance(pieces, list):
        raise WireError(f"{path}: expected a list, got {_name(pieces)}")
    return "".join(_string(each, path) for each in cast("list[object]", pieces))


def _unwrapped(inner: object, path: str) -> dict[str, object]:
    return _values(_object(inner, path), path)


def _string(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise WireError(f"{path}: expected text, got {_name(value)}")
    return value


def _text(value: object, path: str) -> str:
    return _string(read(value, path), path)


def _integer(value: object, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise WireError(f"{path}: expected a number, got {_name(value)}")
    return value


def _boolean(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise WireError(f"{path}: expected true or false, got {_name(value)}")
    return value


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise WireError(f"{path}: expected an object, got {_name(value)}")
    return cast("Mapping[str, object]", value)


def _mapping(value: object, path: str) -> Mapping[str, object]:
    return _object(read(value, path), path)


def _texts(value: object, path: str) -> Mapping[str, str]:
    return {key: _string(each, f"{path}.{key}") for key, each in _mapping(value, path).items()}


def _counts(value: object, path: str) -> object:
    return _built(Counts, _object(value, path), path)


def _maybe(reader: _Read) -> _Read:
    return lambda value, path: None if value is None else reader(value, path)


def _one_of(words: tuple[str, ...]) -> _Read:
    def reader(value: object, path: str) -> str:
        text = _string(value, path)
        if text not in words:
            raise WireError(f"{path}: expected one of {', '.join(words)}, got {text!r}")
        return text

    return reader


def _name(value: object) -> str:
    return _NAMES.get(type(value), type(value).__name__)


_NAMES: Mapping[object, str] = {
    type(None): "null", str: "text", dict: "an object", list: "a list", bool: "true or false",
    int: "a number", float: "a number",
}  # fmt: skip

_WRAPPED: Final[Mapping[str, _Read]] = {
    "$bytes": _bytes,
    "$text": _joined,
    "$object": _unwrapped,
}

_READERS: Final[Mapping[str, _Read]] = {
    **dict.fromkeys(("text", "marker", "name", "type", "id", "code", "message"), _text),
    **dict.fromkeys(("index", "start", "end", "thoughts", "skipped", "characters"), _integer),
    **dict.fromkeys(("input_tokens", "output_tokens", "thought_tokens"), _maybe(_integer)),
    **dict.fromkeys(("complete", "estimated"), _boolean),
    "finish_reason": _maybe(_text),
    "attributes": _texts,
    "provider": _mapping,
    "counts": _counts,
    "source": _one_of(get_args(Source)),
    "why": _one_of(get_args(Why)),
    "now": _one_of(("thought", "answer")),
    "outcome": _one_of(get_args(Outcome)),
}
"""By the name of a field: a name means the same in every event."""

"""Reads fields of what a provider sent: the one place where `object` becomes a type.

A chunk is a JSON object, an SDK's object or a mapping; each is read in place, none is dumped. A
value that is null, missing or left unset by an SDK counts as absent. A value of another type than
the documented one is a `WireError` that names the path to it, such as
`choices[0].delta.content: expected text, got int`. Fields that nobody asks for are never looked at.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, cast

from thoughtstream.errors import WireError

Fields: TypeAlias = Mapping[str, object]
"""The fields of one object of the wire, by name."""

NO_FIELDS: Final[Fields] = {}

_SCALARS: Final = (str, bytes, bytearray, int, float, list, tuple)


class _Attributes(Mapping[str, object]):
    """The attributes of an object that has no `__dict__`: slots, protocol buffers."""

    __slots__ = ("_of",)

    def __init__(self, of: object) -> None:
        self._of = of

    def __getitem__(self, name: str) -> object:
        try:
            return cast("object", getattr(self._of, name))
        except AttributeError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return (name for name in dir(self._of) if not name.startswith("_"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def fields_of(value: object, path: str) -> Fields:
    """Return the fields of an object: a mapping's keys, or the attributes of an SDK's object.

    Raises:
        WireError: If `value` is no object.
    """
    if type(value) is dict:
        return cast("Fields", value)
    reader = _READERS.get(type(value))
    if reader is None:
        reader = _READERS[type(value)] = _reader_for(value, path)
    return reader(value)


def _reader_for(value: object, path: str) -> "_Reader":
    kind = type(value)
    if value is None or issubclass(kind, _SCALARS):
        raise wrong(path, "an object", value)
    if issubclass(kind, Mapping):
        return _keys_of
    return _attributes_of if hasattr(value, "__dict__") else _Attributes


def _keys_of(value: object) -> Fields:
    return cast("Fields", value)


def _attributes_of(value: object) -> Fields:
    # Pydantic keeps the fields that a model does not declare apart; `reasoning` is often one.
    extra = cast("dict[str, object] | None", getattr(value, "__pydantic_extra__", None))
    return {**vars(value), **extra} if extra else vars(value)


_Reader: TypeAlias = Callable[[object], Fields]
_READERS: Final[dict[type[object], _Reader]] = {}  # by type: it is asked for every object


def field(value: object, name: str) -> object:
    """Return one field of an object, None where it is absent."""
    found = fields_of(value, "chunk").get(name)
    return None if _unset(found) else found


def text_at(fields: Fields, name: str, path: str) -> str:
    """Return the text of a field, "" where it is absent."""
    value = fields.get(name)
    if type(value) is str:
        return value
    if value is None or _unset(value):
        return ""
    if isinstance(value, str):  # an enumeration of an SDK
        return str.__str__(value)
    raise wrong(_joined(path, name), "text", value)


def int_at(fields: Fields, name: str, path: str) -> int | None:
    """Return the whole number of a field, None where it is absent."""
    value = fields.get(name)
    if value is None or _unset(value):
        return None
    if isinstance(value, float) and value.is_integer():  # Cohere counts tokens in floats
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise wrong(_joined(path, name), "a whole number", value)


def bool_at(fields: Fields, name: str, path: str) -> bool:
    """Return the truth of a field, False where it is absent."""
    value = fields.get(name)
    if value is None or _unset(value):
        return False
    if isinstance(value, bool):
        return value
    raise wrong(_joined(path, name), "true or false", value)


def object_at(fields: Fields, name: str, path: str) -> Fields:
    """Return the fields of an object in a field, none where it is absent."""
    value = fields.get(name)
    if value is None or _unset(value):
        return NO_FIELDS
    return fields_of(value, _joined(path, name))


def list_at(fields: Fields, name: str, path: str) -> Sequence[object]:
    """Return the list in a field, an empty one where it is absent."""
    value = fields.get(name)
    if type(value) is list:
        return cast("list[object]", value)
    if value is None or _unset(value):
        return ()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return cast("Sequence[object]", value)
    raise wrong(_joined(path, name), "a list", value)


def objects_at(fields: Fields, name: str, path: str) -> Iterator[tuple[Fields, str]]:
    """Yield the fields of each object of a list in a field, and the path to it."""
    for at, each in enumerate(list_at(fields, name, path)):
        place = f"{_joined(path, name)}[{at}]"
        yield fields_of(each, place), place


def bytes_text_at(fields: Fields, name: str, path: str) -> str:
    """Return opaque data as text: text as it is, bytes as base64, "" where it is absent."""
    value = fields.get(name)
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    return text_at(fields, name, path)


def json_text_at(fields: Fields, name: str, path: str) -> str:
    """Return arguments as JSON text: text as it is, an object written out, "" where absent."""
    value = fields.get(name)
    if isinstance(value, Mapping):
        return json.dumps(dict(cast("Fields", value)), ensure_ascii=False, default=_plain)
    return text_at(fields, name, path)


def kept(fields: Fields, *names: str) -> dict[str, object]:
    """Return those fields that are there, as they are: what has to be echoed back."""
    found = ((name, fields.get(name)) for name in names)
    return {name: value for name, value in found if value is not None and not _unset(value)}


def wrong(path: str, wanted: str, value: object) -> WireError:
    """Return the error that says what was wanted where, and the type of what came."""
    return WireError(f"{path}: expected {wanted}, got {type(value).__name__}")


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _unset(value: object) -> bool:
    """Whether an SDK marks a field as never sent (the `Unset` of Mistral's)."""
    return type(value).__name__ == "Unset"


def _plain(value: object) -> object:
    return dict(fields_of(value, "arguments"))

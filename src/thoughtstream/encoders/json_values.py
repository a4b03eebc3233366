"""What providers want back, as JSON: bytes become base64, mappings and tuples plain ones."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import cast

from thoughtstream.errors import MisuseError


def plain(value: object) -> object:
    """Return a value that `json.dumps` takes.

    Raises:
        MisuseError: If there is a value in it that JSON has no form for.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return b64encode(value).decode("ascii")
        case Mapping():
            return plain_mapping(cast("Mapping[str, object]", value))
        case list() | tuple():
            return [plain(each) for each in cast("Sequence[object]", value)]
        case _:
            raise MisuseError(f"JSON has no form for a {type(value).__name__!r}")


def plain_mapping(mapping: Mapping[str, object]) -> dict[str, object]:
    """Return the same for a whole mapping."""
    return {key: plain(each) for key, each in mapping.items()}

# Values that JSON takes.

import pytest

from thoughtstream.encoders.json_values import plain, plain_mapping
from thoughtstream.errors import MisuseError


def test_json_values_stay_as_they_are() -> None:
    value: dict[str, object] = {"a": [None, True, 1, 1.5, "x", {}]}

    assert plain(value) == value


def test_bytes_become_base64_and_tuples_lists() -> None:
    assert plain_mapping({"a": (b"\x00", {"b": b""})}) == {"a": ["AA==", {"b": ""}]}


def test_anything_else_is_refused() -> None:
    with pytest.raises(MisuseError, match="JSON has no form for a 'set'"):
        plain({"a": {1}})

# Fields of JSON objects, mappings and SDK objects, read in place or refused by name.

from collections import UserDict
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest

from thoughtstream.adapters.fields import (
    bool_at,
    bytes_text_at,
    field,
    fields_of,
    int_at,
    json_text_at,
    kept,
    list_at,
    object_at,
    objects_at,
    text_at,
)
from thoughtstream.errors import WireError


class Slotted:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Pydantic:
    """What Pydantic does with a field that a model does not declare."""

    def __init__(self) -> None:
        self.content = "said"

    __pydantic_extra__ = {"reasoning": "thought"}  # noqa: RUF012 - as Pydantic has it


class Reason(str, Enum):  # noqa: UP042 - as SDKs have it
    STOP = "STOP"


class Unset:
    """What Mistral's SDK puts where nothing was sent."""


@pytest.mark.parametrize(
    "holder", [{"text": "a"}, UserDict({"text": "a"}), SimpleNamespace(text="a"), Slotted("a")]
)
def test_a_field_is_a_key_or_an_attribute(holder: object) -> None:
    assert field(holder, "text") == "a"
    assert field(holder, "other") is None
    assert "text" in fields_of(holder, "chunk")
    assert [*fields_of(holder, "chunk")] == ["text"]
    assert len(fields_of(holder, "chunk")) == 1


def test_fields_that_a_model_does_not_declare_are_read_too() -> None:
    fields = fields_of(Pydantic(), "chunk")

    assert fields["content"] == "said"
    assert fields["reasoning"] == "thought"


@pytest.mark.parametrize("value", [None, "a", b"bytes", 1, 1.5, True, [], ()])
def test_what_is_no_object_is_refused_by_its_path(value: object) -> None:
    for _ in range(2):
        with pytest.raises(WireError, match=r"^delta: expected an object, got "):
            fields_of(value, "delta")


@pytest.mark.parametrize(
    ("read", "absent"),
    [(text_at, ""), (int_at, None), (bool_at, False), (object_at, {}), (list_at, ())],
)
def test_null_missing_and_unset_are_absent(read: Callable[..., Any], absent: object) -> None:
    for fields in ({}, {"x": None}, {"x": Unset()}):
        assert read(fields, "x", "") == absent


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        (text_at, "text"),
        (int_at, "a whole number"),
        (bool_at, "true or false"),
        (object_at, "an object"),
        (list_at, "a list"),
        (json_text_at, "text"),
        (bytes_text_at, "text"),
    ],
)
def test_a_wrong_type_is_named_with_its_path(read: Callable[..., Any], wanted: str) -> None:
    with pytest.raises(WireError, match=rf"^a\.b: expected {wanted}, got float$"):
        read({"b": 1.5}, "b", "a")
    with pytest.raises(WireError, match=rf"^b: expected {wanted}, got float$"):
        read({"b": 1.5}, "b", "")


def test_values_of_the_right_type_are_returned() -> None:
    fields = {"t": "a", "i": 3, "f": 3.0, "b": True, "o": {"x": 1}, "l": [1], "tuple": (1,)}

    assert text_at(fields, "t", "") == "a"
    assert int_at(fields, "i", "") == int_at(fields, "f", "") == 3
    assert bool_at(fields, "b", "") is True
    assert object_at(fields, "o", "") == {"x": 1}
    assert list_at(fields, "l", "") == [1]
    assert list_at(fields, "tuple", "") == (1,)


def test_an_enumeration_is_its_text() -> None:
    text = text_at({"reason": Reason.STOP}, "reason", "")

    assert text == "STOP"
    assert type(text) is str


@pytest.mark.parametrize("value", [True, "3", 2.5])
def test_truths_texts_and_fractions_are_no_whole_numbers(value: object) -> None:
    with pytest.raises(WireError, match="expected a whole number"):
        int_at({"i": value}, "i", "")


@pytest.mark.parametrize("value", ["text", b"bytes"])
def test_text_is_no_list(value: object) -> None:
    with pytest.raises(WireError, match="expected a list"):
        list_at({"l": value}, "l", "")


def test_objects_of_a_list_come_with_their_paths() -> None:
    assert [*objects_at({"l": [{"a": 1}, {}]}, "l", "x")] == [({"a": 1}, "x.l[0]"), ({}, "x.l[1]")]
    with pytest.raises(WireError, match=r"^l\[1\]: expected an object, got int"):
        list(objects_at({"l": [{}, 1]}, "l", ""))


def test_opaque_bytes_are_told_as_base64_and_text_as_it_is() -> None:
    assert bytes_text_at({"d": b"\xff\xfe"}, "d", "") == "//4="
    assert bytes_text_at({"d": "_-4="}, "d", "") == "_-4="
    assert bytes_text_at({}, "d", "") == ""


def test_arguments_are_json_text() -> None:
    assert json_text_at({"a": '{"x":1}'}, "a", "") == '{"x":1}'
    assert json_text_at({"a": {"x": "é"}}, "a", "") == '{"x": "é"}'
    assert json_text_at({"a": {"x": SimpleNamespace(y=1)}}, "a", "") == '{"x": {"y": 1}}'
    assert json_text_at({}, "a", "") == ""


def test_only_what_is_there_is_kept() -> None:
    assert kept({"a": 1, "b": None, "c": Unset(), "d": ""}, "a", "b", "c", "d", "e") == {
        "a": 1,
        "d": "",
    }

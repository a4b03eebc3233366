# What a dialect takes and what it refuses.

from typing import Any

import pytest

from thoughtstream.core.dialect import Channels, Dialect
from thoughtstream.errors import MisuseError

SEVERAL = (
    "formats",
    "tags",
    "nests",
    "opens",
    "closes",
    "implicit_closers",
    "answer_opens",
    "answer_closes",
    "leads",
)


@pytest.mark.parametrize("field", SEVERAL)
def test_a_single_string_will_do_where_several_are_allowed(field: str) -> None:
    given: dict[str, Any] = {"tags": "reason", "closes": "[/T]"} | {field: "one"}

    assert getattr(Dialect("mine", **given), field) == ("one",)


@pytest.mark.parametrize("field", SEVERAL)
def test_an_empty_text_is_refused(field: str) -> None:
    given: dict[str, Any] = {"tags": ("reason",), "closes": ("[/T]",)} | {field: ("one", "")}

    with pytest.raises(MisuseError, match=f"'mine' has an empty text in `{field}`"):
        Dialect("mine", **given)


@pytest.mark.parametrize(
    "markers",
    [
        {"tags": ("reason",)},
        {"any_tag": True},
        {"opens": ("[T]",), "closes": ("[/T]",)},
        {"closes": ("[/T]",)},
        {"channels": Channels(("<*>",), ("<end>",), ("a",), ("b",))},
    ],
)
def test_one_kind_of_marker_is_enough(markers: dict[str, Any]) -> None:
    assert Dialect("mine", **markers).name == "mine"


def test_a_dialect_without_a_marker_is_refused() -> None:
    with pytest.raises(MisuseError, match="dialect 'mine' has no marker"):
        Dialect("mine")


@pytest.mark.parametrize("tag", ["<think>", "my tag", "1st", "n" * 65])
def test_a_tag_is_given_by_its_name(tag: str) -> None:
    with pytest.raises(MisuseError, match="`tags` takes names of tags, such as 'think'; got"):
        Dialect("mine", tags=("think", tag))


def test_an_opener_that_nothing_closes_is_refused() -> None:
    with pytest.raises(MisuseError, match="`opens` but no `closes`"):
        Dialect("mine", opens=("[T]",))


def test_a_dialect_can_be_taken_with_some_fields_changed() -> None:
    dialect = Dialect("mine", tags=("reason",), about="one of mine")
    changed = dialect.but(start="inside")

    assert changed.start == "inside"
    assert changed.but(start="outside") == dialect
    assert hash(changed.but(start="outside")) == hash(dialect)


def test_a_change_is_checked_too() -> None:
    with pytest.raises(MisuseError, match="no marker"):
        Dialect("mine", tags=("reason",)).but(tags=())

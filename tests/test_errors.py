# The tree of errors: blame, the status for a server, and the tree that is drawn.

import inspect
import re

import pytest

from thoughtstream import errors
from thoughtstream.errors import (
    GapError,
    LateCloserWarning,
    LimitError,
    MissingExtraError,
    MisuseError,
    StoreError,
    ThoughtstreamError,
    WireError,
)

TREE: list[tuple[type[ThoughtstreamError], int]] = [
    (MisuseError, 500),
    (LimitError, 413),
    (WireError, 502),
    (GapError, 410),
    (StoreError, 503),
    (MissingExtraError, 501),
]


@pytest.mark.parametrize(("error", "status"), TREE)
def test_every_error_has_one_root_and_a_status(
    error: type[ThoughtstreamError], status: int
) -> None:
    assert issubclass(error, ThoughtstreamError)
    assert error.http_status == status
    assert error("what was wanted").http_status == status
    assert ThoughtstreamError.http_status == 500


def test_the_tree_is_complete_and_drawn_as_it_is() -> None:
    drawn = dict(re.findall(r"[├└]── (\w+) .*\((\d+)\)", errors.__doc__ or ""))
    defined = {
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, ThoughtstreamError)
    }

    assert drawn == {error.__name__: str(status) for error, status in TREE}
    assert defined == {*drawn, "ThoughtstreamError"}


def test_errors_are_also_what_python_would_raise() -> None:
    assert issubclass(MisuseError, ValueError)
    assert issubclass(MissingExtraError, ImportError)


def test_a_late_closer_is_a_warning_that_can_be_silenced_alone() -> None:
    assert issubclass(LateCloserWarning, UserWarning)
    assert not issubclass(LateCloserWarning, ThoughtstreamError)


def test_a_gap_says_how_much_is_missing_and_where_to_go_on() -> None:
    gap = GapError("too far behind", position=7, missed=3)

    assert (str(gap), gap.position, gap.missed) == ("too far behind", 7, 3)
    assert GapError("closed").missed is None

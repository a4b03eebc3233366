# From what a caller calls a dialect to the dialects meant.

import pytest

from thoughtstream.core.catalogue import AUTO, DIALECTS
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.resolve import DialectLike, dialects_of
from thoughtstream.errors import MisuseError

THINKING = DIALECTS["thinking"]
HARMONY = DIALECTS["harmony"]
MINE = Dialect("mine", tags=("reason",))


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (MINE, (MINE,)),
        ("thinking", (THINKING,)),
        ("think.qwen3", (DIALECTS["think-tags-tool-call-from-prompt"],)),
        ("auto", AUTO),
        (("thinking", "harmony"), (THINKING, HARMONY)),
        (["harmony", MINE], (HARMONY, MINE)),
        (("auto", MINE), (*AUTO, MINE)),
        ((), ()),
    ],
)
def test_a_dialect_goes_by_many_names(given: DialectLike, meant: tuple[Dialect, ...]) -> None:
    assert dialects_of(given) == meant


def test_several_may_come_from_a_generator() -> None:
    assert dialects_of(name for name in ("thinking", "harmony")) == (THINKING, HARMONY)


@pytest.mark.parametrize("given", ["thnking", ["thinking", "thnking"]])
def test_a_wrong_name_is_refused_wherever_it_stands(given: DialectLike) -> None:
    with pytest.raises(MisuseError, match="Did you mean 'thinking'"):
        dialects_of(given)

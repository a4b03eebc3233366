# Every law can fail: it kills machines with one mistake each, and lets the true one live.

from collections.abc import Callable

import pytest

from tests.property.examined import make_examined
from tests.property.laws import Broken, Make, make_splitter
from tests.property.mutants import (
    KILLED,
    LAWS,
    MUTANTS,
    Mutant,
    closes_in_order,
    has_no_second_parser,
    is_alone,
    is_balanced,
    is_bounded,
    is_chunk_free,
    is_linear,
    is_lossless,
    is_prompt,
    leaves_the_foreign_alone,
    stops_at_once,
    takes_bytes,
)
from tests.property.replies import Setting
from tests.property.stream_laws import Split, split_later, split_now
from thoughtstream.core.fold import Reply
from thoughtstream.streams.split import split_text

TRIALS = (
    is_chunk_free, is_lossless, is_prompt, is_bounded, is_balanced, is_alone,
    leaves_the_foreign_alone,
)  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_law_kills_a_mutant(
    mutant: Mutant, record_property: Callable[[str, object], None]
) -> None:
    with pytest.raises(Broken):
        mutant.trial()

    record_property(KILLED, f"{mutant.law}: {mutant.name}. {mutant.says}")


def test_every_law_kills_at_least_one() -> None:
    assert [int(law.partition(" ")[0]) for law in LAWS] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("trial", TRIALS)
def test_the_true_machine_lives(trial: Callable[[Make], None]) -> None:
    trial(make_splitter)


def test_the_true_machine_is_linear() -> None:
    is_linear(make_examined)


def test_the_true_machine_is_the_only_one() -> None:
    def at_once(setting: Setting, reply: str) -> Reply:
        return split_text(reply, setting.dialects, setting.policy, start=setting.start)

    has_no_second_parser(at_once)


@pytest.mark.parametrize("splits", [split_now, split_later])
@pytest.mark.parametrize("trial", [closes_in_order, stops_at_once, takes_bytes])
def test_the_true_stream_lives(trial: Callable[[Split], None], splits: Split) -> None:
    trial(splits)

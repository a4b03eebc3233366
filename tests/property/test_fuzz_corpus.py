# What the fuzzer once found worth keeping still breaks nothing.

from pathlib import Path

import pytest

from tests.property.fuzzed import case_of, check

CORPUS = sorted((Path(__file__).resolve().parents[2] / "fuzz" / "corpus").glob("*"))
MOST_FILES = 200
MOST_BYTES = 200_000


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_an_input_of_the_corpus_breaks_no_law(path: Path) -> None:
    check(case_of(path.read_bytes()))


def test_the_corpus_is_small() -> None:
    assert len(CORPUS) <= MOST_FILES
    assert sum(path.stat().st_size for path in CORPUS) <= MOST_BYTES

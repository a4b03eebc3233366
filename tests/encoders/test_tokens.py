# Counts that come in pieces.

from thoughtstream.encoders.tokens import joined, total
from thoughtstream.events import Usage


def test_the_first_counts_are_taken_as_they_are() -> None:
    usage = Usage(1, 2, 3)

    assert joined(None, usage) is usage


def test_a_count_that_is_not_told_again_stays() -> None:
    before = Usage(10, 1, None, provider={"a": 1})

    assert joined(before, Usage(None, 5, 2, estimated=True, provider={"b": 2})) == Usage(
        10, 5, 2, estimated=True, provider={"a": 1, "b": 2}
    )


def test_thought_tokens_are_among_the_output_tokens() -> None:
    assert total(Usage(10, 5, 2)) == 15
    assert total(Usage()) == 0

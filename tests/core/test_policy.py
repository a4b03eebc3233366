# Choices that users disagree about: the defaults, and the refusal of choices that do not exist.

from typing import Any, get_args

import pytest

from thoughtstream.core import policy as policies
from thoughtstream.core.policy import Policy
from thoughtstream.errors import MisuseError

CHOICES: dict[str, tuple[object, ...]] = {
    "answer_whitespace": get_args(policies.AnswerWhitespace),
    "thought_whitespace": get_args(policies.ThoughtWhitespace),
    "unclosed": get_args(policies.Unclosed),
    "lone_closer": get_args(policies.LoneCloser),
    "code": get_args(policies.Code),
    "empty": (None, *get_args(policies.Empty)),
    "extraction": get_args(policies.Extraction),
}

every_field = pytest.mark.parametrize("field", CHOICES)


def policy_with(**choices: Any) -> Policy:  # noqa: ANN401 - wrong values are the point
    return Policy(**choices)


@every_field
def test_the_first_choice_is_the_default(field: str) -> None:
    assert getattr(Policy(), field) == CHOICES[field][0]


@every_field
def test_every_choice_is_taken(field: str) -> None:
    for choice in CHOICES[field]:
        assert getattr(policy_with(**{field: choice}), field) == choice


@every_field
@pytest.mark.parametrize("wrong", ["", "Seam", 1, False])
def test_a_choice_that_does_not_exist_is_met_with_those_that_do(field: str, wrong: object) -> None:
    with pytest.raises(MisuseError) as raised:
        policy_with(**{field: wrong})

    message = str(raised.value)
    assert message.startswith(f"`{field}` must be one of ")
    assert message.endswith(f"; got {wrong!r}")
    assert all(repr(choice) in message for choice in CHOICES[field])


@pytest.mark.parametrize(
    ("choices", "skips"),
    [
        ({}, True),
        ({"thought_whitespace": "strip"}, True),
        ({"thought_whitespace": "keep"}, False),
        ({"empty": "skip"}, True),
        ({"empty": "keep"}, False),
        ({"thought_whitespace": "keep", "empty": "skip"}, True),
        ({"thought_whitespace": "strip", "empty": "keep"}, False),
    ],
)
def test_empty_thoughts_follow_the_whitespace_of_thoughts_unless_told(
    choices: dict[str, str], *, skips: bool
) -> None:
    assert policy_with(**choices).skips_empty is skips


def test_a_policy_is_a_value() -> None:
    assert Policy(code="scan") == Policy(code="scan")
    assert Policy(code="scan") != Policy()
    assert len({Policy(), Policy(), Policy(unclosed="drop")}) == 2
    with pytest.raises(AttributeError):
        Policy().code = "scan"  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]

# Fenced code in the answer: whether text, as far as it was told, ends inside a block.

from itertools import pairwise

import pytest

from thoughtstream.core.fences import Fences

INSIDE = [
    "```",
    "```\n",
    "```py\n",
    "``` py",
    "```\ncode",
    "```\ncode\n``",
    "```\ncode\n```",  # the closing line may still turn out to be none
    "```\ncode\n``` x\n",
    "```\ncode\nx```\n",
    "````\n```\n",
    "```\n~~~\n",
    "~~~\n```\n",
    "~~~ a`b\n",
    "~~~~\n~~~\n",
    "text\n```\n",
    "text\n\n  ```\n",
    "\t```\n",
    " " * 32 + "```\n",
    "a\nb\n~~~\nc\n",
    "```\na\n```\n```\nb\n",
    "``a``\n```\n",
    "```\n\n\n",
    "```\n" + " " * 33 + "```\n",
    "```\n``` " + " " * 64 + "\n",
    "`" * 12 + "\n" + "`" * 11 + "\n",
    "`" * 13 + "\n" + "`" * 12 + "\n",
    "`" * 20 + "\n",
    "~" * 14 + "\n" + "~" * 13 + "\n",
    "```x\ny\n",
    "```a b c\n",
]
OUTSIDE = [
    "",
    "text",
    "``",
    "~~",
    "``\n",
    "a ``` b",
    "a\nb ```\n",
    "```\ncode\n```\n",
    "```\ncode\n```\ntext",
    "```\ncode\n`````\n",
    "```\ncode\n``` \t \n",
    "```\ncode\n   ```\n",
    "~~~\ncode\n~~~\n",
    "~~~ a`b\n~~~\n",
    "```inline``` and more",
    "```a`b\n",
    "```a`b\ntext\n",
    "```a`b",
    "`" * 5 + "\n```\n" + "`" * 5 + "\n",
    "`" * 13 + "\n" + "`" * 13 + "\n",
    "`" * 12 + "\n" + "`" * 12 + "\n",
    "~" * 14 + "\n" + "~" * 14 + "\n",
    " " * 33 + "```\n",
    "```\na\n```\n~~~\nb\n~~~\n",
    "text ~ and ` more\n",
    "~~~\n~~~\n",
    "```\n```\n",
    "x\n" * 50,
    "`" * 3 + "\n" + "`" * 131 + "\n",
]
ALL = INSIDE + OUTSIDE

every_text = pytest.mark.parametrize("text", ALL, ids=repr)


def told(pieces: list[str]) -> Fences:
    fences = Fences()
    for piece in pieces:
        fences.advance(piece)
    return fences


@pytest.mark.parametrize("text", INSIDE, ids=repr)
def test_a_block_is_open_until_a_line_closes_it(text: str) -> None:
    assert told([text]).inside


@pytest.mark.parametrize("text", OUTSIDE, ids=repr)
def test_anything_else_is_no_block(text: str) -> None:
    assert not told([text]).inside


@every_text
def test_the_cuts_do_not_matter(text: str) -> None:
    inside = text in INSIDE
    for at in range(len(text)):
        assert told([text[:at], text[at:]]).inside is inside
    for size in (1, 2, 3, 5):
        bounds = [*range(0, len(text), size), len(text)]
        assert told([text[a:b] for a, b in pairwise(bounds)]).inside is inside


@every_text
def test_what_follows_is_read_alike_whatever_the_cuts(text: str) -> None:
    for more in ("x", "\n", "`", "```\n", "~~~\n", " \n```\n"):
        for at in range(len(text) + 1):
            assert told([text[:at], text[at:], more]).inside is told([text + more]).inside


@pytest.mark.parametrize(
    ("before", "text", "left_at"),
    [
        ("```\n", "code\n```\nrest", len("code\n```\n")),
        ("```\n", "```\n", 4),
        ("```\n", "code", -1),
        ("```\ncode", "\n```\nrest", 5),
        ("```\ncode", " goes on", -1),
        ("```\ncode\n``", "`\nrest", 2),
        ("```", "\ncode\n```\nrest", 10),
        ("```", "`\ncode\n```\n````\nrest", 16),
        ("```", "py\ncode\n", -1),
        ("```", "py", -1),
        ("```py", "thon` no fence", len("thon`")),
        ("```py", "``` no", 1),
        ("~~~", "`\n~~~\nrest", 6),
    ],
)
def test_a_block_is_left_behind_its_closing_line(before: str, text: str, left_at: int) -> None:
    fences = told([before])

    assert fences.inside
    assert fences.leave("\n" + text, 1) == (left_at + 1 if left_at >= 0 else -1)
    assert fences.inside is (left_at < 0)


@pytest.mark.parametrize(
    ("before", "text", "matters"),
    [
        ("```\n", "anything", True),
        ("```\nx", "anything", True),
        ("", "text", False),
        ("", "`", True),
        ("", "~", True),
        ("text", "`", False),
        ("text", "`\n", True),
        ("text", "\n", False),
        ("text\n", "`", True),
    ],
)
def test_text_does_not_pass_where_a_block_may_make_a_marker_text(
    before: str, text: str, *, matters: bool
) -> None:
    assert told([before]).lets_pass(text, "<") is not matters
    assert told([before]).lets_pass(text, "")


def test_a_thought_that_ends_breaks_the_line() -> None:
    fences = told(["text "])
    fences.advance("```\n")
    assert not fences.inside

    fences = told(["text "])
    fences.break_line()
    fences.advance("```\n")
    assert fences.inside

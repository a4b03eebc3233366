# Law 4: work grows with the length of a reply and no faster, and memory does not grow with it.

from collections.abc import Callable, Iterator

import pytest

from tests.property.examined import pieces, repeated, work
from tests.property.held import held_bytes
from tests.property.laws import bounded, linear, make_splitter
from tests.property.replies import ALL_DIALECTS, Setting
from tests.property.vocabulary import markers
from thoughtstream.core import limits
from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import AnswerDelta, ThoughtDelta, ThoughtEnd, ThoughtStart
from thoughtstream.streams.split import split_text
from thoughtstream.testing import merged, source_text

Family = Callable[[int], str]

WHOLE = 1 << 30
LENGTH = 2_048
"""Of the shorter reply. What waits for as much as a limit allows needs a longer one."""

FAMILIES: dict[str, Family] = {
    "words": repeated("word "),
    "comparisons": repeated("a < b "),
    "angles": repeated("<"),
    "parts of markers": repeated("<thi", "</thin"),
    "openers that overlap": repeated("<think", "<thinking"),
    "closers without their end": repeated("</think "),
    "spaces in a closer": repeated("</think", " " * 70),
    "a value that is never over": repeated("x", start='<think a="'),
    "markers in a value that is never over": repeated("<think>", start="<think a='"),
    "values that are never over": repeated('<think a="', "<think b='"),
    "values that end each other": repeated('<think a="', " b='", "<think"),
    "attributes": repeated(' a="b"', start="<think"),
    "attributes of one letter": repeated(" a=b", start="<think"),
    "spaces in a tag": repeated(" ", start="<think"),
    "backslashes": repeated("\\", start='<think a="'),
    "tags with attributes": repeated('<think a="b">x</think>'),
    "tags with attributes that fail": repeated('<think a="b" c>'),
    "thoughts": repeated("<think>a</think>b"),
    "empty thoughts": repeated("<think></think>"),
    "openers that echo": repeated("<think>"),
    "openers that echo, spaced": repeated("<think> \n"),
    "openers with attributes that echo": repeated("<think a=1>"),
    "tags that nest": repeated("<thinking>"),
    "tags that nest and fail": repeated("<thinking a=>", start="<thinking>x"),
    "lone closers": repeated("</think>"),
    "lone closers, spaced": repeated("</think>\n\n"),
    "markers between backticks": repeated("`<think>`"),
    "backticks": repeated("`"),
    "a marker between backticks, longer each time": repeated("`<think a='b'>`", " "),
    "spaces": repeated(" "),
    "newlines": repeated("\n"),
    "fence lines": repeated("```\n"),
    "fence lines of odd lengths": repeated("```\n", "~~~~\n", "`````x\n"),
    "fence lines with backticks": repeated("```a`\n"),
    "fences round markers": repeated("```\n<think>\n```\n"),
    "a fence that is never over": repeated("<think>\n``\n", start="````\n"),
    "indented fences": repeated(" " * 31, "```\n"),
    "tildes": repeated("~"),
    "a line that may be a fence": repeated(" \t"),
}
BY_CHARACTERS = (
    "words", "angles", "a value that is never over", "attributes", "spaces in a tag",
    "openers that echo", "tags that nest", "markers between backticks", "fences round markers",
)  # fmt: skip
LENGTHS: dict[str, int] = dict.fromkeys(
    ("spaces", "newlines", "a line that may be a fence"), 8 * limits.BLANK
)


@pytest.mark.parametrize("size", [64, WHOLE], ids=("by-64", "whole"))
@pytest.mark.parametrize("name", FAMILIES)
def test_work_grows_with_the_length_of_a_reply_and_no_faster(name: str, size: int) -> None:
    linear(work(Setting(), FAMILIES[name], size), LENGTHS.get(name, LENGTH))


@pytest.mark.parametrize("name", BY_CHARACTERS)
def test_work_grows_no_faster_one_character_at_a_time(name: str) -> None:
    linear(work(Setting(), FAMILIES[name], 1), 2_048)


OTHER_SETTINGS = {
    "boundary": Setting(policy=Policy(answer_whitespace="boundary", code="scan"), start="hold"),
    "preserve": Setting(policy=Policy(answer_whitespace="preserve", empty="keep"), start="inside"),
    "any-tag": Setting((DIALECTS["any-tag"],), Policy(unclosed="answer"), "inside"),
}


@pytest.mark.parametrize("setting", OTHER_SETTINGS.values(), ids=OTHER_SETTINGS)
@pytest.mark.parametrize("name", FAMILIES)
def test_work_grows_no_faster_in_other_settings(name: str, setting: Setting) -> None:
    linear(work(setting, FAMILIES[name], 64), LENGTHS.get(name, LENGTH))


@pytest.mark.parametrize(
    ("start", "size"), [("auto", WHOLE), ("inside", 64)], ids=("auto", "inside")
)
@pytest.mark.parametrize(
    "dialects", ALL_DIALECTS, ids=lambda dialects: "+".join(each.name for each in dialects[:2])
)
def test_work_grows_no_faster_in_any_dialect(
    dialects: tuple[Dialect, ...], start: Start, size: int
) -> None:
    texts = markers(dialects)
    for family in (repeated(*texts), repeated(*(text[:-1] for text in texts))):
        unit = len(family(0))
        linear(work(Setting(dialects, start=start), family, size), unit * max(4, 1_024 // unit))


# Memory

LONG_REPLY = 10_000_000
MOST_BYTES = 300_000
"""Of a tag that is not over: four bytes for each of its characters, and the list of its pieces."""


@pytest.mark.parametrize("name", FAMILIES)
def test_memory_does_not_grow_with_the_reply(name: str) -> None:
    bounded(_weights(Setting(), FAMILIES[name](2 * MOST_BYTES), size=4_096), MOST_BYTES)


@pytest.mark.parametrize("name", ["words", "a value that is never over", "openers that echo"])
def test_memory_does_not_grow_with_a_very_long_reply(name: str) -> None:
    bounded(_weights(Setting(), FAMILIES[name](LONG_REPLY), size=65_536), MOST_BYTES)


def test_a_held_start_is_let_go_in_time() -> None:
    setting, reply = Setting(start="hold"), "é" * 3 * limits.HOLD

    bounded(_weights(setting, reply, size=4_096), 4 * limits.HOLD)


def _weights(setting: Setting, reply: str, size: int) -> Iterator[int]:
    machine, fresh = make_splitter(setting), make_splitter(setting)
    for number, chunk in enumerate(pieces(reply, size)):
        machine.feed(chunk)
        if number % 16 == 15:
            yield held_bytes(machine, fresh)
    yield held_bytes(machine, fresh)


# Beyond a limit text is plain text


def test_a_thought_of_ten_million_characters_is_one_thought() -> None:
    text = "0123456789" * (LONG_REPLY // 10)
    splitter = Splitter()

    events = [
        event
        for chunk in pieces(f"<think>{text}</think>!", 50_000)
        for event in splitter.feed(chunk)
    ]

    assert merged(events) == [
        ThoughtStart(0, "<think>", "think"),
        ThoughtDelta(text),
        ThoughtEnd(0, "</think>"),
        AnswerDelta("!"),
    ]


def test_a_tag_with_a_hundred_thousand_attributes_is_text() -> None:
    tag = "<think" + "".join(f' a{number}="{number}"' for number in range(100_000)) + ">"
    splitter = Splitter()

    events = [event for chunk in pieces(tag + "x", 1_000) for event in splitter.feed(chunk)]

    assert merged(events + splitter.finish())[:-1] == [AnswerDelta(tag + "x")]


def test_a_tag_with_thousands_of_attributes_is_a_tag() -> None:
    attributes = {f"a{number}": str(number) for number in range(4_000)}
    tag = "<think" + "".join(f' {name}="{value}"' for name, value in attributes.items()) + ">"
    assert len(tag) <= limits.MARKER

    reply = split_text(tag + "x</think>y")

    assert (reply.thoughts[0].text, reply.answer) == ("x", "y")
    assert reply.thoughts[0].attributes == attributes


@pytest.mark.parametrize(("more", "thoughts"), [(0, 1), (1, 0)])
def test_a_tag_longer_than_the_limit_is_text(more: int, thoughts: int) -> None:
    value = "x" * (limits.MARKER + more - len('<think a="">'))
    tag = f'<think a="{value}">'
    splitter = Splitter()

    events = [event for chunk in pieces(tag + "x", 999) for event in splitter.feed(chunk)]
    events += splitter.finish()

    assert len(tag) == limits.MARKER + more
    assert source_text(events) == tag + "x"
    assert sum(isinstance(event, ThoughtStart) for event in events) == thoughts

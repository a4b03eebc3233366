# Every dialect against what is known of the formats it describes (tests/data/formats.json).

import json
import re
from pathlib import Path
from typing import Any

import pytest

from thoughtstream.core.catalogue import AUTO, DIALECTS, dialect_named
from thoughtstream.core.catalogue.tags import ANY_TAG, THINKING
from thoughtstream.core.dialect import Dialect
from thoughtstream.errors import MisuseError

DATA = Path(__file__).resolve().parents[1] / "data" / "formats.json"
FORMATS: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["formats"]
STARTS = {
    "never": "outside",
    "always_when_prefilled": "inside",
    "default_on": "inside",
    "prompt": "from-prompt-tail",
}
CHANNELLED = ("harmony", "muse_glimmer")
NEWLINES = {
    "ernie45": ("", "", "\n*"),
    "hunyuan_a13b": ("\n", "\n", "\n"),
    "step3p5": ("", "\n", "\n"),
    "poolside": ("\n", "", "\n"),
    "apriel16": ("", "\n", "\n"),
    "cohere.cmd4": ("", "", "\n*"),
}
PROMPTED = ("thinking", "antthinking", "reason", "reasoning", "thought", "budget:thinking")
PLAIN_TAG = re.compile(r"</?[\w:]+>")

every_format = pytest.mark.parametrize("known", FORMATS, ids=lambda known: known["id"])
every_dialect = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=lambda each: each.name)
unchannelled = pytest.mark.parametrize(
    "known",
    [known for known in FORMATS if known["id"] not in CHANNELLED],
    ids=lambda known: known["id"],
)


def texts_of(known: dict[str, Any], field: str) -> list[str]:
    return [text.strip("\n") for text in known[field]]


def wrapper_of(known: dict[str, Any], side: str) -> list[str]:
    wrapper = known["answer_wrapper"] or {"open": [], "close": []}
    return [text.strip("\n") for text in wrapper[side]]


def as_tag(text: str) -> str:
    return text.strip("</>").lower()


# --- What every format asks for -------------------------------------------------------------------


def test_all_formats_are_described_once() -> None:
    described = [each for dialect in DIALECTS.values() for each in dialect.formats]

    assert len(FORMATS) == 43
    assert sorted(described) == sorted(known["id"] for known in FORMATS)


@every_format
def test_a_reply_begins_where_the_format_says(known: dict[str, Any]) -> None:
    assert dialect_named(known["id"]).start == STARTS[known["start_in_reasoning"]]


@unchannelled
def test_every_opener_and_closer_of_the_format_is_a_marker(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])
    opens = [text.strip("\n") for text in dialect.opens]
    labelled = [text + dialect.label.strip("\n") for text in opens]

    for text in texts_of(known, "open"):
        base = re.sub(":opensource", "", text) if dialect.suffixes else text
        assert text in opens + labelled or as_tag(base) in dialect.tags
    for text in texts_of(known, "close"):
        base = re.sub(":opensource", "", text) if dialect.suffixes else text
        assert text in dialect.closes or as_tag(base) in dialect.tags


@unchannelled
def test_the_tool_markers_that_end_a_thought_are_those_of_the_format(known: dict[str, Any]) -> None:
    closers = dialect_named(known["id"]).implicit_closers

    for text in known["implicit_close"]:
        assert text.startswith(closers)
    assert all(any(text.startswith(each) for text in known["implicit_close"])
               for each in closers if " " not in each)  # fmt: skip


@unchannelled
def test_the_wrapper_of_the_answer_is_that_of_the_format(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])

    assert set(wrapper_of(known, "open")) <= set(dialect.answer_opens)
    assert set(wrapper_of(known, "close")) <= set(dialect.answer_closes)
    assert bool(known["answer_wrapper"]) == bool(dialect.answer_opens)


@every_format
def test_label_and_special_tokens_are_those_of_the_format(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])

    assert dialect.label == (known["strip_label"] or "")
    assert dialect.special == known["special_tokens"]


@every_format
def test_newlines_belong_to_markers_only_where_a_parser_says_so(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])
    taken = dialect.after_open, dialect.before_close, dialect.after_close

    assert taken == NEWLINES.get(known["id"], ("", "", ""))


@every_format
def test_literal_markers_have_one_case_and_tags_either(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])

    assert dialect.fold_case == bool(dialect.tags)


@every_format
def test_only_tags_that_a_prompt_asks_for_nest(known: dict[str, Any]) -> None:
    dialect = dialect_named(known["id"])
    trained = dialect.formats not in (
        ("apriel15_tools",), ("prompted.claude_style",), ("prompted.generic",),
    )  # fmt: skip

    assert dialect.nests == (() if trained else tuple(t for t in dialect.tags if t in PROMPTED))


# --- Quirks that a field expresses ----------------------------------------------------------------


def test_the_default_understands_both_tags() -> None:
    assert dialect_named("thinking") is THINKING
    assert THINKING.tags == ("think", "thinking")
    assert THINKING.nests == ("thinking",)
    assert THINKING.start == "outside"
    assert next(iter(DIALECTS)) == "thinking"


def test_any_tag_is_a_mode_of_its_own() -> None:
    assert dialect_named("any-tag") is ANY_TAG
    assert [dialect.name for dialect in DIALECTS.values() if dialect.any_tag] == ["any-tag"]


def test_a_suffix_may_follow_the_tag_of_one_format_only() -> None:
    assert [each.formats for each in DIALECTS.values() if each.suffixes] == [("hy_v3",)]


def test_tokens_may_be_set_apart_by_spaces() -> None:
    dialect = dialect_named("kimi_k3.xtml")

    assert "<|open|> think <|sep|>" in dialect.opens
    assert "<|close|> think<|sep|>" in dialect.closes
    assert "<|open|>response <|sep|>" in dialect.answer_opens
    assert "<|close|> message <|sep|>" in dialect.answer_closes


def test_a_tool_call_inside_a_thought_may_belong_to_the_answer() -> None:
    assert dialect_named("apertus").asides == (("<|tools_prefix|>", "<|tools_suffix|>"),)


def test_a_bare_label_at_the_start_of_a_reply_is_removed() -> None:
    assert dialect_named("gemma4.channel").leads == ("thought\n",)
    assert dialect_named("gemma4.channel").answer_closes == ("<turn|>", "<eos>")


def test_the_end_only_form_closes_and_wraps_with_one_text() -> None:
    dialect = dialect_named("apriel16")

    assert dialect.closes == dialect.answer_opens == ("[BEGIN FINAL RESPONSE]",)
    assert dialect.opens == ()
    assert dialect.echoes == ("Here are my reasoning steps:\n",)


def test_phrases_mean_nothing_without_their_opener() -> None:
    assert [each.formats for each in DIALECTS.values() if not each.lone_closers] == [
        ("granite.phrase",)
    ]


@pytest.mark.parametrize(
    "header",
    [
        "<|channel|>*<|message|>",
        "<|channel|>*<|constrain|>*<|message|>",
        "<|start|>*<|channel|>*<|message|>",
        "<|start|>*<|channel|>*<|constrain|>*<|message|>",
        "<|channel|>*<|channel|>*<|message|>",
        "<|start|>*<|channel|>*<|channel|>*<|constrain|>*<|message|>",
        "<|start|>assistant*<|message|>",
    ],
)
def test_harmony_has_headers_of_every_shape(header: str) -> None:
    channels = dialect_named("harmony").channels

    assert channels is not None
    assert header in channels.headers


@pytest.mark.parametrize(
    ("name", "thought", "answer", "closes"),
    [
        ("harmony", ("analysis",), ("final", "commentary"), {"<|end|>", "<|return|>", "<|call|>"}),
        ("muse_glimmer", ("self",), ("user",), {"<|eom|>", "<|eot|>"}),
    ],
)
def test_channels_say_what_a_block_is(
    name: str, thought: tuple[str, ...], answer: tuple[str, ...], closes: set[str]
) -> None:
    channels = dialect_named(name).channels

    assert channels is not None
    assert channels.thought == thought
    assert channels.answer == answer
    assert set(channels.closes) == closes


# --- The catalogue as a whole ---------------------------------------------------------------------


@every_dialect
def test_a_name_says_the_form_and_where_a_reply_begins(dialect: Dialect) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", dialect.name)
    assert dialect.name.endswith("-inside") == (dialect.start == "inside")
    assert dialect.name.endswith("-from-prompt") == (dialect.start == "from-prompt-tail")


@every_dialect
def test_every_dialect_says_what_it_is_in_one_line(dialect: Dialect) -> None:
    assert 10 < len(dialect.about) <= 100
    assert "\n" not in dialect.about


def test_no_two_dialects_are_the_same() -> None:
    values = {dialect.but(name="", about="", formats=()) for dialect in DIALECTS.values()}

    assert len(values) == len(DIALECTS)


def test_a_dialect_is_found_by_name_and_by_format() -> None:
    for name, dialect in DIALECTS.items():
        assert dialect_named(name) is dialect
        assert all(dialect_named(each) is dialect for each in dialect.formats)


def test_a_wrong_name_is_met_with_names_spelled_alike() -> None:
    with pytest.raises(MisuseError, match=r"got 'think\.qwen2'\. Did you mean 'think\.qwen3'"):
        dialect_named("think.qwen2")


def test_names_spelled_alike_are_told_once() -> None:
    with pytest.raises(MisuseError, match=r"Did you mean 'harmony'\?$"):
        dialect_named("harmoni")


def test_a_name_like_no_other_is_refused_plainly() -> None:
    with pytest.raises(MisuseError, match=r"a name in `DIALECTS` or the id of a format; got '§'$"):
        dialect_named("§")


# --- "auto" ---------------------------------------------------------------------------------------


def test_auto_begins_outside_and_holds_no_marker_twice() -> None:
    openers = [text for dialect in AUTO for text in (*dialect.tags, *dialect.opens)]

    assert {dialect.start for dialect in AUTO} == {"outside"}
    assert len(openers) == len(set(openers))
    assert len({dialect.name for dialect in AUTO}) == len(AUTO)


def test_auto_leaves_prose_alone() -> None:
    for dialect in AUTO:
        assert not dialect.leads
        assert not dialect.any_tag
        assert dialect.lone_closers
        assert all(text.startswith(("<|", "[THINK]", "◁")) for text in dialect.opens)
        assert not any(PLAIN_TAG.fullmatch(text) for text in dialect.answer_opens)
        if dialect.channels:
            assert all(header.startswith("<|") for header in dialect.channels.headers)


def test_auto_knows_every_tag_and_token_of_the_catalogue() -> None:
    tags = {tag for dialect in AUTO for tag in dialect.tags}
    opens = {text for dialect in AUTO for text in dialect.opens}
    closers = {text for dialect in AUTO for text in dialect.implicit_closers}
    phrases = ("thought-process-phrase", "final-response-phrase-inside")

    for dialect in DIALECTS.values():
        if dialect.name not in phrases:
            assert set(dialect.tags) <= tags
            assert set(dialect.opens) <= opens
    for known in FORMATS:
        if known["id"] not in CHANNELLED:
            assert all(text.startswith(tuple(closers | {"<|START_RESPONSE|>"}))
                       for text in known["implicit_close"])  # fmt: skip

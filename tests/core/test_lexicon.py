# Which markers count where, dialect by dialect.

import pytest

from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.lexicon import Lexicon, lexicon_for, until
from thoughtstream.core.marker_tree import Role, Situation

Met = list[tuple[Role, str]]


def met(situation: Situation, text: str) -> Met:
    """Every marker in a text, in order."""
    return [
        (situation.marks[found.lastindex - 1].role, found[0])
        for found in situation.final.finditer(text)
        if found.lastindex
    ]


def roles(situation: Situation, text: str) -> list[Role]:
    return [role for role, _ in met(situation, text)]


def in_answer(
    *names: str,
    top: bool = False,
    fresh: bool = False,
    wrapped: bool = False,
    lone_closers: bool = True,
) -> Situation:
    lexicon = Lexicon(tuple(map(dialect_named, names)), lone_closers=lone_closers)
    return lexicon.answer(top=top, fresh=fresh, wrapped=wrapped)


def in_thought(name: str, tag: str | None = "", *, blank: bool = False) -> Situation:
    dialect = dialect_named(name)
    return Lexicon((dialect,)).thought(None if tag is None else (dialect, tag), blank=blank)


# --- In the answer --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("thinking", "<think>", [(Role.OPEN, "<think>")]),
        ("thinking", "<ThInKiNg>", [(Role.OPEN, "<ThInKiNg>")]),
        ("thinking", "</think>", [(Role.CLOSE, "</think>")]),
        ("thinking", "</think \n>", [(Role.CLOSE, "</think \n>")]),
        ("thinking", "<think a=1>", [(Role.OPEN_TAG, "<think")]),
        ("thinking", "<think/>", [(Role.OPEN_TAG, "<think")]),
        ("thinking", "<thinkpad>", []),
        ("thinking", "< think>", []),
        ("thinking", "</ think>", []),
        ("any-tag", "<plan>", [(Role.OPEN, "<plan>")]),
        ("any-tag", "<plan a=1>", [(Role.OPEN_TAG, "<plan")]),
        ("any-tag", "</plan>", []),
        ("any-tag", "<1>", []),
        ("hy_v3", "<think:x></think:y>", [(Role.OPEN, "<think:x>"), (Role.CLOSE, "</think:y>")]),
        ("mistral.think_token", "[THINK]", [(Role.OPEN, "[THINK]")]),
        ("mistral.think_token", "[think]", []),
        ("gemma4.channel", "<|channel>thought\n", [(Role.OPEN, "<|channel>thought\n")]),
        ("gemma4.channel", "<|channel>x", [(Role.OPEN, "<|channel>")]),
        (
            "gemma4.channel",
            "<|channel>thought<channel|>",
            [(Role.EMPTY, "<|channel>thought<channel|>")],
        ),
        ("poolside", "<think>\n", [(Role.OPEN, "<think>\n")]),
        ("poolside", "</think>\n\n", [(Role.CLOSE, "</think>\n")]),
        ("ernie45", "</think>\n\n\n", [(Role.CLOSE, "</think>\n\n\n")]),
        ("step3p5", "\n</think>\n", [(Role.CLOSE, "\n</think>\n")]),
        ("granite.phrase", "Here is my response:", []),
        (
            "inkling",
            "<|content_invoke_tool_json|>",
            [(Role.TOOL, "<|content_invoke_tool_json|>")],
        ),
        (
            "harmony",
            "<|start|>assistant<|channel|>final<|message|>",
            [(Role.HEADER, "<|start|>assistant<|channel|>final<|message|>")],
        ),
        ("harmony", "<|return|>", [(Role.UNWRAP, "<|return|>")]),
        ("muse_glimmer", "to=user<|message|>", [(Role.HEADER, "to=user<|message|>")]),
    ],
)
def test_markers_in_an_answer(name: str, text: str, expected: Met) -> None:
    assert met(in_answer(name), text) == expected


def test_tags_may_have_to_do_without_attributes() -> None:
    dialect = Dialect("mine", tags=("think",), attributes=False)
    situation = Lexicon((dialect,)).answer(top=False, fresh=False, wrapped=False)

    assert roles(situation, "<think a=1><think/>") == []
    assert roles(situation, "<think>") == [Role.OPEN]


def test_markers_of_several_dialects_count_together() -> None:
    situation = in_answer("thinking", "mistral.think_token")

    assert roles(situation, "[THINK]<think>") == [Role.OPEN, Role.OPEN]
    assert situation.alarm == ""


def test_lone_closers_may_mean_nothing() -> None:
    assert roles(in_answer("thinking", lone_closers=False), "</think>") == []


def test_a_lead_counts_at_the_top_only() -> None:
    assert roles(in_answer("gemma4.channel", top=True), "thought\n") == [Role.LEAD]
    assert roles(in_answer("gemma4.channel"), "thought\n") == []


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("granite33.think_response", "<response>", "fresh"),
        ("granite33.think_response", "</response>", "wrapped"),
        ("openthinker", "<|begin_of_solution|>", "fresh"),
        ("openthinker", "<|end_of_solution|>", "wrapped"),
    ],
)
def test_a_wrapper_counts_in_its_place(name: str, text: str, at: str) -> None:
    role = Role.WRAP if at == "fresh" else Role.UNWRAP

    assert roles(in_answer(name, fresh=at == "fresh", wrapped=at == "wrapped"), text) == [role]
    assert roles(in_answer(name), text) == []


def test_a_wrapper_of_special_tokens_counts_everywhere() -> None:
    situation = in_answer("cohere.cmd3")

    assert roles(situation, "<|START_RESPONSE|>a<|END_RESPONSE|>") == [Role.WRAP, Role.UNWRAP]


def test_a_closer_without_any_opener_to_it_counts_everywhere() -> None:
    dialect = Dialect("mine", tags=("think",), answer_closes=("<eos>",))
    situation = Lexicon((dialect,)).answer(top=False, fresh=False, wrapped=False)

    assert roles(situation, "a<eos>") == [Role.UNWRAP]


def test_a_header_of_plain_words_counts_between_blocks_only() -> None:
    assert roles(in_answer("muse_glimmer", wrapped=True), "to=user<|message|>") == []
    assert roles(
        in_answer("muse_glimmer", wrapped=True), "<|start|>assistant to=self<|message|>"
    ) == [Role.HEADER]


# --- In a thought ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tag", "text", "expected"),
    [
        ("thinking", "think", "</think>", [Role.CLOSE]),
        ("thinking", "think", "</thinking>", []),
        ("thinking", "think", "<think>", []),
        ("thinking", "thinking", "</thinking>", [Role.CLOSE]),
        ("thinking", "thinking", "<thinking><thinking a=1>", [Role.NEST, Role.NEST_TAG]),
        ("any-tag", "plan", "<plan></plan><b></b>", [Role.NEST, Role.CLOSE]),
        ("mistral.think_token", "", "[/THINK][TOOL_CALLS]", [Role.CLOSE, Role.YIELD]),
        ("mistral.think_token", "", "[THINK]", []),
        ("cohere.cmd3", "", "<|START_RESPONSE|>", [Role.YIELD]),
        ("apertus", "", "<|tools_prefix|>", [Role.ASIDE]),
        ("inkling", "", "<|content_invoke_tool_text|>", [Role.YIELD]),
        ("harmony", "", "<|end|>", [Role.CLOSE]),
        ("harmony", "", "<|channel|>final<|message|>", [Role.YIELD]),
        ("muse_glimmer", "", "to=user<|message|>", [Role.YIELD]),
        ("think.qwen3", "think", "<tool_call>", [Role.YIELD]),
    ],
)
def test_markers_in_a_thought(name: str, tag: str, text: str, expected: list[Role]) -> None:
    assert roles(in_thought(name, tag), text) == expected


@pytest.mark.parametrize(
    ("name", "tag", "text", "role"),
    [
        ("thinking", "think", "<think>", Role.OPEN),
        ("thinking", "think", "<think a=1>", Role.OPEN_TAG),
        ("mistral.think_token", "", "[THINK]", Role.OPEN),
        ("gemma4.channel", "", "<|channel>thought\n", Role.OPEN),
    ],
)
def test_an_opener_is_an_echo_while_a_thought_is_blank(
    name: str, tag: str, text: str, role: Role
) -> None:
    assert roles(in_thought(name, tag, blank=True), text) == [role]
    assert roles(in_thought(name, tag), text) == []


def test_a_thought_that_the_prompt_opened_ends_at_any_closer() -> None:
    dialects = dialect_named("thinking"), dialect_named("mistral.think_token")
    lexicon = Lexicon(dialects)

    inside = lexicon.thought(None, blank=False)
    assert roles(inside, "</think>") == [Role.CLOSE]
    assert roles(inside, "</thinking>") == [Role.CLOSE]
    assert roles(inside, "[/THINK][TOOL_CALLS]") == [Role.CLOSE, Role.YIELD]
    assert roles(inside, "<think>[THINK]") == []
    assert roles(lexicon.thought(None, blank=True), "<think>[THINK]") == [Role.OPEN, Role.OPEN]


def test_an_opener_that_only_prompts_write_may_be_repeated_at_the_start() -> None:
    echo = "Here are my reasoning steps:\n"

    assert roles(in_thought("apriel16", None, blank=True), echo) == [Role.OPEN]
    assert roles(in_thought("apriel16", None), echo) == []
    assert roles(in_answer("apriel16"), echo) == []


# --- In text that passes through ------------------------------------------------------------------


def test_an_aside_ends_at_its_own_end_only() -> None:
    situation = until(dialect_named("apertus"), "<|tools_suffix|>")

    assert roles(situation, "<|inner_suffix|><|tools_suffix|>") == [Role.CLOSE]


def test_a_block_for_a_tool_ends_at_a_closer_or_at_a_header() -> None:
    situation = until(dialect_named("muse_glimmer"))

    assert roles(situation, "to=user<|message|>") == []
    assert roles(situation, "<|eom|>") == [Role.CLOSE]
    assert roles(situation, "<|start|>assistant to=user<|message|>") == [Role.YIELD]


# --- Compiled once --------------------------------------------------------------------------------


def test_a_lexicon_is_shared_and_so_are_its_situations() -> None:
    dialects = (dialect_named("thinking"),)
    lexicon = lexicon_for(dialects, lone_closers=True)

    assert lexicon_for(dialects, lone_closers=True) is lexicon
    assert lexicon_for(dialects, lone_closers=False) is not lexicon
    first = lexicon.answer(top=True, fresh=True, wrapped=False)
    assert lexicon.answer(top=True, fresh=True, wrapped=False) is first
    kind = dialects[0], "think"
    assert lexicon.thought(kind, blank=True) is lexicon.thought(kind, blank=True)

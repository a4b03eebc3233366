# Response templates in the shapes that model repositories and servers use, and what is refused.

from typing import Any

import pytest

from thoughtstream.core.dialect import Dialect
from thoughtstream.core.prompt_tail import start_from
from thoughtstream.core.response_template import dialect_from_response_template
from thoughtstream.errors import MisuseError

THINK = {"open": "<think>", "close": "</think>", "content": "text"}


def template(**fields: object) -> dict[str, Any]:
    return {"start_anchor": "<|im_start|>assistant\n", "fields": fields}


def loaded(**fields: object) -> Dialect:
    return dialect_from_response_template(template(**fields))


# --- Templates of real models ---------------------------------------------------------------------


def test_tags_and_an_answer_without_an_opener() -> None:
    dialect = loaded(
        reasoning_content=THINK,
        tool_calls={"open_pattern": r"\s*<tool_call>", "close": "</tool_call>", "content": "json"},
        content={"close_pattern": r"\s*(?:<\|im_end\|>|<\|endoftext\|>)"},
    )

    assert dialect == Dialect(
        "response-template",
        about="from a Hugging Face response template",
        opens=("<think>",),
        closes=("</think>",),
        fold_case=False,
        implicit_closers=("<tool_call>",),
        answer_closes=("<|im_end|>", "<|endoftext|>", "\n<|im_end|>", "\n<|endoftext|>"),
        special=True,
        start="from-prompt-tail",
    )


def test_a_label_in_the_opener_and_several_closers() -> None:
    dialect = loaded(
        thinking={"open": "<|channel>thought\n", "close": "<channel|>"},
        tool_calls={"open_pattern": r"<\|tool_call>call:(?P<name>\w+)", "close": "<tool_call|>"},
        content={"close": ["<turn|>", "<|tool_response>", "<eos>"]},
    )

    assert dialect.opens == ("<|channel>thought\n",)
    assert dialect.closes == ("<channel|>",)
    assert dialect.implicit_closers == ("<|tool_call>call:",)
    assert dialect.answer_closes == ("<turn|>", "<|tool_response>", "<eos>")
    assert dialect.special


def test_blocks_with_an_anchor_between_them() -> None:
    dialect = dialect_from_response_template(
        {
            "version": 1,
            "defaults": {"role": "assistant"},
            "start_anchor": "<|start|>assistant",
            "fields": {
                "thinking": {"open": "<|channel|>analysis<|message|>", "close": "<|end|>"},
                "content": {"open": "<|channel|>final<|message|>", "close": "<|end|>"},
                "tool_calls": {
                    "open_pattern": r"<\|channel\|>commentary to=functions\.(?P<name>\w+).*?<",
                    "close": "<|call|>",
                },
            },
        },
        name="mine",
    )

    assert dialect.name == "mine"
    assert dialect.opens == ("<|channel|>analysis<|message|>",)
    assert dialect.answer_opens == ("<|channel|>final<|message|>", "<|start|>assistant")
    assert dialect.answer_closes == ("<|end|>",)
    assert dialect.implicit_closers == ("<|channel|>commentary to=functions.",)
    assert dialect.special


def test_a_thought_that_the_prompt_may_have_opened_and_a_wrapper_of_tags() -> None:
    dialect = dialect_from_response_template(
        {
            "start_anchor": "Assistant:",
            "fields": {
                "thinking": {"open_pattern": r"(?:^|<think>\s*)", "close": "</think>"},
                "content": {"open": "<response>\n", "close_pattern": r"\n?</response>"},
            },
        }
    )

    assert dialect.opens == ("<think>",)
    assert dialect.after_open == "\n*"
    assert dialect.start == "inside"
    assert dialect.answer_opens == ("<response>\n",)
    assert dialect.answer_closes == ("</response>", "\n</response>")
    assert not dialect.special


def test_recipients_written_as_patterns() -> None:
    dialect = loaded(
        reasoning_content={"open_pattern": r"to=self<\|message\|>", "close": "<|eom|>"},
        content={"open_pattern": r"to=user<\|message\|>", "close": ["<|eot|>", "<|eom|>"]},
        tool_calls={"open_pattern": r"<atem:invoke\b[^>]*?\bname=\"(?P<name>[^\"]+)\">"},
    )

    assert dialect.opens == ("to=self<|message|>",)
    assert dialect.answer_opens == ("to=user<|message|>", "<|im_start|>assistant\n")
    assert dialect.implicit_closers == ("<atem:invoke",)


# --- Details of delimiters ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "texts", "before", "after"),
    [
        (r"</think>", ("</think>",), "", ""),
        (r"</think>\s*", ("</think>",), "", "\n*"),
        (r"\n?</think>\n?", ("</think>",), "\n", "\n"),
        (r"\n*</think>\s+", ("</think>",), "\n*", "\n*"),
        (r"\[/THINK\]", ("[/THINK]",), "", ""),
        (r"</think>|</thought>", ("</think>", "</thought>"), "", ""),
        (r"(?:\n?</think>|</thought>\s*)|$", None, "", ""),
        (r"\n?</think>|</thought>\s*|$", ("</think>", "</thought>"), "\n", "\n*"),
        (r"a\nb\tc", ("a\nb\tc",), "", ""),
        (r"</think>|</think>", ("</think>",), "", ""),
    ],
)
def test_a_pattern_may_be_texts_with_whitespace_beside_them(
    pattern: str, texts: tuple[str, ...] | None, before: str, after: str
) -> None:
    field = {"open": "<think>", "close_pattern": pattern}
    if texts is None:
        with pytest.raises(MisuseError, match="field `thinking`"):
            loaded(thinking=field)
        return
    dialect = loaded(thinking=field)

    assert (dialect.closes, dialect.before_close, dialect.after_close) == (texts, before, after)


def test_a_thought_without_an_opener_begins_the_reply() -> None:
    dialect = loaded(thinking={"close": "</think>"}, content={"open": "<answer>", "close": "</a>"})

    assert dialect.opens == ()
    assert dialect.closes == ("</think>",)
    assert dialect.start == "inside"


def test_several_texts_may_open_and_close() -> None:
    dialect = loaded(thinking={"open": ["<a>", "<b>"], "close": ["</a>", "</b>"]})

    assert dialect.opens == ("<a>", "<b>")
    assert dialect.closes == ("</a>", "</b>")
    assert dialect.answer_opens == dialect.answer_closes == ()


def test_every_other_field_ends_a_thought_where_it_opens() -> None:
    dialect = loaded(
        thinking=THINK,
        tool_calls={"open": ["<tool_call>", "<call>"], "close": "</tool_call>"},
        citations={"open_pattern": r"<cite>?", "close": "</cite>"},
        rest={"close": "<eos>"},
    )

    assert dialect.implicit_closers == ("<tool_call>", "<call>", "<cite")


def test_a_prompt_tail_works_with_what_was_loaded() -> None:
    dialect = loaded(thinking={"open": "<|channel>thought\n", "close": "<channel|>"})

    assert start_from(dialect, "<|turn>model\n<|channel>thought\n") == "inside"
    assert start_from(dialect, "<|turn>model\n<|channel>thought\n<channel|>") == "outside"


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({}, "`fields` of a response template must be an object; got None"),
        ({"version": 2, "fields": {}}, "`version` of a response template must be 1; got 2"),
        ({"fields": {"thinking": []}}, r"field `thinking` of a response template must be an obj"),
        ({"fields": {"content": {}}}, "one of `reasoning_content`, `thinking`, `reasoning`"),
    ],
)
def test_a_template_of_another_shape_is_refused(broken: dict[str, Any], message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        dialect_from_response_template(broken)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"thinking": THINK | {"content": "json"}}, "field `thinking` .*must be plain text"),
        ({"thinking": THINK | {"transform": "{content}"}}, "field `thinking` .*`transform`"),
        ({"thinking": {"open": "<think>"}}, "field `thinking` .*must have a text that closes it"),
        ({"thinking": {"open": "<a>", "close_pattern": "$"}}, "field `thinking` .*that closes it"),
        ({"thinking": THINK | {"open_pattern": "<a>"}}, "`open` and `open_pattern` exclude each"),
        ({"thinking": THINK | {"close_pattern": "<a>"}}, "`close` and `close_pattern` exclude"),
        ({"thinking": {"open_pattern": "[^<]*<t>", "close": "</t>"}}, "field `thinking` .*not a t"),
        ({"thinking": {"open": 3, "close": "</t>"}}, "field `thinking` .*must be a text; got 3"),
        ({"thinking": {"open": ["<t>", ""], "close": "</t>"}}, "must be a text; got ''"),
        ({"thinking": THINK, "content": {"close_pattern": "<a.>"}}, "field `content` .*not a text"),
        ({"thinking": THINK, "tool_calls": {"open_pattern": r"<(\w+)>"}}, "field `tool_calls` .*"),
        (
            {"thinking": THINK, "tool_calls": {"open_pattern": None}},
            "field `tool_calls` .*got None",
        ),
    ],
)
def test_what_a_dialect_cannot_express_is_refused_by_field(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(MisuseError, match=message):
        loaded(**fields)

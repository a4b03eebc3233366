# Where a reply begins, from the ends of prompts that real templates write.

import json
from pathlib import Path
from typing import Any

import pytest

from thoughtstream.core import limits
from thoughtstream.core.catalogue import DIALECTS, dialect_named
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.prompt_tail import ASSISTANT_HEADERS, TURN_ENDS, start_from

DATA = Path(__file__).resolve().parents[1] / "data" / "formats.json"
FORMATS: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["formats"]
TAILS = [
    (known["id"], mode, tail) for known in FORMATS for mode, tail in known["prompt_tails"].items()
]
INSIDE = {
    "think.deepseek_r1": ("default",),
    "think.deepseek_v31_v32": ("on",),
    "think.deepseek_v4": ("on",),
    "think.qwen3": ("Qwen3.5 default",),
    "think.glm45": ("GLM-4.7 default",),
    "think.kimi_k2": ("K2.5 default",),
    "kimi_k3.xtml": ("default",),
    "minimax_m2": ("default",),
    "minimax_m3": ("on",),
    "gemma4.channel": ("after_tool",),
    "cohere.cmd4": ("default",),
    "nemotron": ("v2 default", "v3 default"),
    "exaone_deep": ("default",),
    "exaone4": ("on",),
    "step3p5": ("default",),
    "poolside": ("XS on", "S default"),
    "apriel16": ("1.6",),
    "misc.think_prefill_optional": ("Bielik on", "Reka-Edge on", "RWKV on", "MiniCPM5 on"),
}
THINK = DIALECTS["think-tags"]
CHATML = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"

every_tail = pytest.mark.parametrize(("name", "mode", "tail"), TAILS)


@every_tail
def test_the_tail_of_every_known_template(name: str, mode: str, tail: str) -> None:
    expected = "inside" if mode in INSIDE.get(name, ()) else "outside"

    assert start_from(dialect_named(name), tail) == expected


@every_tail
def test_the_same_tails_behind_every_header(name: str, mode: str, tail: str) -> None:
    expected = "inside" if mode in INSIDE.get(name, ()) else "outside"
    dialect = dialect_named(name)

    for header in ASSISTANT_HEADERS:
        assert start_from(dialect, f"Say <think> or </think>.{header}\n{tail}") == expected


def test_every_known_tail_is_asked_for() -> None:
    assert {(name, mode) for name, modes in INSIDE.items() for mode in modes} <= {
        (name, mode) for name, mode, _ in TAILS
    }


# --- Whose text it is -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tail", "start"),
    [
        ("", "outside"),
        ("Say <think> and then </think> to me.", "outside"),
        ("Never close a <think> that you opened.", "outside"),
        ("Answer.\n<think>", "inside"),
        ("Answer.</think>\n<think>  \n", "inside"),
        (f"What does <think> mean?\n{CHATML}", "outside"),
        (f"What does </think> mean?\n{CHATML}<think>\n", "inside"),
        (f"{CHATML}<think>\nLet me see: 2 + 2", "inside"),
        (f"{CHATML}<think>\nLet me see\n</think>\n\nThe ans", "outside"),
        (f"{CHATML}<think>a</think>b<think>c", "inside"),
        (f"{CHATML}The answer is", "outside"),
        (f"{CHATML}<think>a</think>b<|im_end|>\n<|im_start|>user\nUse <think> again.", "outside"),
        (f"{CHATML}<think>a</think>b<|im_end|>\nThen the assistant:\n<think>\n", "inside"),
        ("<assistant>old</assistant><user>what is </think>?</user>", "outside"),
        (f"{CHATML}<think/>", "outside"),
        (f'{CHATML}<think kind="slow">', "inside"),
        (f"{CHATML}<think >", "inside"),
        (f"{CHATML}<THINK>", "inside"),
        (f"{CHATML}<thinkpad>", "outside"),
        (f"{CHATML}<think", "outside"),
    ],
)
def test_only_the_assistants_own_turn_counts(tail: str, start: str) -> None:
    assert start_from(THINK, tail) == start


@pytest.mark.parametrize("end", TURN_ENDS)
def test_a_turn_that_is_over_is_not_gone_on_with(end: str) -> None:
    assert start_from(THINK, f"{CHATML}<think>a</think>b{end}Say <think> to me.") == "outside"
    assert start_from(THINK, f"{CHATML}<think>a</think>b{end}<think>\n") == "inside"


def test_text_before_the_part_that_is_looked_at_does_not_count() -> None:
    far = CHATML + "<think>" + "." * limits.PROMPT_TAIL
    near = CHATML + "<think>" + "." * (limits.PROMPT_TAIL - len(CHATML + "<think>"))

    assert start_from(THINK, far) == "outside"
    assert start_from(THINK, near) == "inside"


# --- Markers of every kind ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tail", "start"),
    [
        ("harmony", "<|start|>assistant<|channel|>analysis<|message|>I wonder", "inside"),
        ("harmony", "<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>", "outside"),
        ("harmony", "<|start|>assistant<|channel|>final<|message|>The", "outside"),
        ("harmony", "<|start|>assistant<|channel|>commentary to=functions.f<|message|>", "outside"),
        ("harmony", "<|channel|>analysis<|message|>", "inside"),
        ("muse_glimmer", "<|start|>assistant to=self<|message|>", "inside"),
        ("muse_glimmer", "<|start|>assistant to=user<|message|>", "outside"),
        ("gemma4.channel", "<|turn>model\n<|channel>thought\nI wonder", "inside"),
        ("gemma4.channel", "<|turn>model\n<|channel>", "inside"),
        ("gemma4.channel", "<|turn>model\n<|channel>thought", "inside"),
        ("kimi_k3.xtml", "<|open|> think <|sep|>", "inside"),
        ("solar_open", "<|begin|>assistant<|think|>", "inside"),
        ("solar_open", "<|begin|>assistant<|think|>Hm<|end|><|begin|>assistant", "outside"),
        ("solar_open", "<|begin|>assistant<|content|>", "outside"),
        ("inkling", "<|message_model|><|content_thinking|>", "inside"),
        ("inkling", "<|message_model|><|content_text|>", "outside"),
        ("hy_v3", "<think:opensource>", "inside"),
        ("hy_v3", "<think:opensource>Hm</think:opensource>", "outside"),
        ("granite33.think_response", "<|assistant|><think>a</think><response>b", "outside"),
        ("think.qwen3", f"{CHATML}<think>a<tool_call>", "outside"),
        ("mistral.think_token", "[/INST][THINK]", "inside"),
        ("mistral.think_token", "[/INST][think]", "outside"),
        ("any-tag", f"{CHATML}<plan>", "inside"),
        ("any-tag", f"{CHATML}<plan>a</plan>", "outside"),
        ("thinking", f"{CHATML}<thinking>a", "inside"),
        ("apriel16", "Here are my reasoning steps:\na\n[BEGIN FINAL RESPONSE]\n", "outside"),
    ],
)
def test_the_last_marker_decides(name: str, tail: str, start: str) -> None:
    assert start_from(dialect_named(name), tail) == start


def test_a_marker_of_nothing_but_whitespace_is_taken_as_it_is() -> None:
    dialect = Dialect("blank", opens=("\n\n",), closes=("\n---\n",))

    assert start_from(dialect, f"{CHATML}a\n\nb") == "inside"
    assert start_from(dialect, f"{CHATML}a\n\nb\n---\n") == "outside"

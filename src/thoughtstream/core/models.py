"""From a model's name, as providers and servers spell it, to its dialect.

The first row that matches counts. A pattern is searched for in the lower-case name with `_` and
spaces written as `-`; a dot in it stands for any one character, so that `glm-4.7` also finds
`glm-4p7` and `glm-4-7`. Every repetition is bounded: a name of any length takes linear time. The
third column is where a reply of that model begins unless its prompt is changed, where that is known
and differs from the format's own. A name cannot tell whether a server already put the thoughts into
a field of their own: who reads such a field starts outside. Tested name by name in
`tests/core/test_models.py`.
"""

import re

from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.dialect import Dialect, StartState
from thoughtstream.core.prompt_tail import start_from

_ROWS: tuple[tuple[str, str, StartState | None], ...] = (
    # Named after two families: the one that was trained last.
    (r"cogito", "misc.think_prefill_optional", None),
    # DeepSeek. V3.1 and later think only if asked to.
    (r"deepseek-v4", "think.deepseek_v4", "outside"),
    (r"deepseek-(?:v3|chat|reasoner)", "think.deepseek_v31_v32", "outside"),
    (r"deepseek-r1|\bds-r1|\br1-(?:1776|0528|distill)", "think.deepseek_r1", None),
    (r"\bholo2", "think.deepseek_v31_v32", "inside"),
    # Qwen, and families that use its tags. Qwen3 writes its opener, Qwen3.5 finds it in the prompt.
    (r"qwq-32b-preview", "think-tags", None),  # trained before the tags were
    (r"\bqwq", "think.deepseek_r1", None),
    (r"qwen-?3-max", "think.qwen3", "outside"),
    (r"qwen-?3.{0,40}thinking-2507", "think.deepseek_r1", None),
    (r"qwen-?3(?:-next|-vl|-omni).{0,40}thinking", "think.qwen3", "inside"),
    (r"qwen-?3[.p]5", "think.qwen3", "inside"),
    (r"qwen-?3[.p]\d", "think.qwen3", None),
    (r"qwen-?3", "think.qwen3", "outside"),
    (r"smollm-?3", "think.qwen3", "outside"),
    (r"\bmimo\b|\bintern-?s1|\bdots.llm|\bornith", "think.qwen3", None),
    # GLM. 4.7 finds its opener in the prompt, those before write it.
    (r"glm-4.7", "think.glm45", "inside"),
    (r"glm-4.[56]", "think.glm45", "outside"),
    (r"\bglm-[45]", "think.glm45", None),
    # Ling and Ring.
    (r"\b(?:ling|ring)-(?:[a-z]{1,16}-)?[23](?:\b|t)|\bring-1t", "think.ling3", None),
    # Kimi.
    (r"kimi-k3", "kimi_k3.xtml", "inside"),
    (r"kimi-k2[.p]5", "think.kimi_k2", "inside"),
    (r"kimi-k2[.p]\d", "think.kimi_k2", None),
    (r"kimi-k2", "think.kimi_k2", "outside"),
    (r"\bkimi", "kimi_vl.unicode", None),
    # MiniMax.
    (r"minimax-m3", "minimax_m3", "outside"),
    (r"minimax-m2", "minimax_m2", None),
    (r"minimax-m1", "think-tags", None),
    # Mistral: the first Magistral wrote text, all others write tokens.
    (r"magistral.{0,40}2506", "mistral.think_text", None),
    (r"magistral|ministral-3|mistral-small-4", "mistral.think_token", None),
    # OpenAI, Google, Meta.
    (r"gpt-oss", "harmony", None),
    (r"gemma-?4\b", "gemma4.channel", "outside"),
    (r"\bgemini", "gemini.openai_compat_thought", None),
    (r"\bmuse-glimmer|\bglimmer\b", "muse_glimmer", None),
    # IBM.
    (r"granite-?3[.p-]2\b", "granite.phrase", None),
    (r"granite-?3[.p-]3\b", "granite33.think_response", None),
    # Baidu, Tencent, ByteDance. Only the thinking kinds of ERNIE begin inside.
    (r"ernie-4.5.{0,40}(?:\bvl\b|thinking)", "ernie45", None),
    (r"ernie-4.5", "ernie45", "outside"),
    (r"\bhy-?v?3\b|hunyuan-?3\b", "hy_v3", "outside"),
    (r"hunyuan", "hunyuan_a13b", None),
    (r"seed-?oss", "seed_oss", None),
    # Cohere.
    (r"command-a-(?:[a-z\d]{1,16}-)?(?:\d\d-)?2026|cohere2-?moe", "cohere.cmd4", "inside"),
    (r"(?:^|/)north-", "cohere.cmd4", "inside"),
    (r"\bcommand-(?:a|r)(?:\b|7b)", "cohere.cmd3", None),
    # NVIDIA: those built on Llama write their opener, Nemotron's own find it in the prompt.
    (r"llama.{0,16}nemotron", "nemotron", "outside"),
    (r"nemotron-3\b|nemotron-nano.{0,16}v2", "nemotron", "inside"),
    (r"nemotron", "nemotron", None),
    # LG.
    (r"exaone-deep", "exaone_deep", None),
    (r"\bk-exaone", "exaone4", None),
    (r"exaone-?4", "exaone4", "outside"),
    # Others.
    (r"phi-?4.{0,16}reasoning", "phi4_reasoning", None),
    (r"olmo-?3.{0,16}think", "olmo3", None),
    (r"apertus", "apertus", None),
    (r"\bstep-?3[.p][57]", "step3p5", None),
    (r"\bstep-?3\b", "step3", None),
    (r"laguna-xs", "poolside", "outside"),
    (r"laguna-s\b", "poolside", "inside"),
    (r"laguna", "poolside", None),
    (r"\binkling", "inkling", None),
    (r"solar-open", "solar_open", None),
    (r"\bapriel", "apriel16", None),
    (r"\blfm-?2", "lfm2", None),
    (r"\bbielik|\breka-edge|\brwkv|minicpm-?5", "misc.think_prefill_optional", None),
    (r"openthinker-?[23]\b", "think-tags", None),
    (r"openthinker|sky-t1|bespoke-stratos", "openthinker", None),
    (r"\breka-flash-3|\bmarco-o1", "prompted.generic", None),
    (r"\bclaude", "prompted.claude_style", None),
)


def dialect_for(model: str, prompt_tail: str | None = None) -> Dialect:
    """Return the dialect of a model; of an unknown one the default, `thinking`.

    Args:
        model: Its name at a provider, on a hub, or as a file.
        prompt_tail: The end of the rendered prompt, if you have it. It decides where the reply
            begins; without it that is what the model does by default, as far as known.
    """
    named, start = _row_of(model)
    dialect = dialect_named(named)
    if prompt_tail is not None:
        start = start_from(dialect, prompt_tail)
    return dialect if start is None else dialect.but(start=start)


def _row_of(model: str) -> tuple[str, StartState | None]:
    name = model.lower().replace("_", "-").replace(" ", "-")
    for pattern, dialect, start in _ROWS:
        if re.search(pattern, name):
            return dialect, start
    return "thinking", None

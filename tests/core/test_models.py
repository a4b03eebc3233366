# Model names as providers, hubs, servers and files spell them, and the format each one writes.

import json
from pathlib import Path
from typing import Any

import pytest

from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.models import dialect_for

DATA = Path(__file__).resolve().parents[1] / "data" / "formats.json"
FORMATS: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["formats"]

# By the format, or the name in the catalogue, and where a reply begins without a prompt to look at.
NAMES = {
    ("think.deepseek_r1", "inside"): """
        deepseek-r1
        deepseek-r1:14b
        deepseek-r1-0528
        deepseek/deepseek-r1:free
        deepseek/deepseek-r1-0528-qwen3-8b
        deepseek-ai/DeepSeek-R1-Distill-Qwen-7B
        deepseek-r1-distill-llama-70b
        DeepSeek-R1-Distill-Llama-8B-Q4_K_M.gguf
        accounts/fireworks/models/deepseek-r1-basic
        us.deepseek.r1-deepseek-r1-v1:0
        together_ai/deepseek-ai/DeepSeek-R1
        azure_ai/MAI-DS-R1
        perplexity/r1-1776
        qwq
        Qwen/QwQ-32B
        qwq-plus
        Qwen3-235B-A22B-Thinking-2507
        Qwen/Qwen3-30B-A3B-Thinking-2507-FP8
        unsloth/Qwen3-4B-Thinking-2507-GGUF:Q4_K_M
        accounts/fireworks/models/qwen3-235b-a22b-thinking-2507
    """,
    ("think.deepseek_v31_v32", "outside"): """
        deepseek-chat
        deepseek-reasoner
        deepseek-ai/DeepSeek-V3.1-Terminus
        deepseek/deepseek-chat-v3.1
        deepseek/deepseek-v3.2-exp
        deepseek-v3.1:671b-cloud
        accounts/fireworks/models/deepseek-v3p1
        DeepSeek_V3.2_Speciale
    """,
    ("think.deepseek_v31_v32", "inside"): """
        Hcompany/Holo2-8B
    """,
    ("think.deepseek_v4", "outside"): """
        deepseek-ai/DeepSeek-V4-Pro
        deepseek-v4-flash
    """,
    ("think.qwen3", "outside"): """
        qwen3
        qwen3:8b
        qwen/qwen3-32b
        Qwen/Qwen3-235B-A22B
        qwen3-30b-a3b-instruct-2507
        qwen3-coder-plus
        Qwen3-8B-Q5_K_M.gguf
        mlx-community/Qwen3-4B-4bit
        Qwen/Qwen3-VL-8B-Instruct
        Qwen/Qwen3-Next-80B-A3B-Instruct
        qwen3-max-thinking
        HuggingFaceTB/SmolLM3-3B
        ggml-org/SmolLM3-3B-GGUF
    """,
    ("think.qwen3", "inside"): """
        Qwen/Qwen3.5-27B
        qwen3.5:9b
        qwen3p5-397b-a17b
        Qwen3.5-4B-UD-Q4_K_XL.gguf
        Qwen/Qwen3-Next-80B-A3B-Thinking
        qwen3-vl-235b-a22b-thinking
        qwen3-omni-30b-a3b-thinking
    """,
    ("think.qwen3", "from-prompt-tail"): """
        Qwen/Qwen3.8-27B
        XiaomiMiMo/MiMo-7B-RL
        xiaomi/mimo-v2-flash
        internlm/Intern-S1
        interns1-mini
        rednote-hilab/dots.llm1.inst
        ornith
    """,
    ("think.glm45", "outside"): """
        zai-org/GLM-4.5
        z-ai/glm-4.5-air:free
        glm-4.6:cloud
        accounts/fireworks/models/glm-4p6
        GLM-4.6-UD-Q2_K_XL.gguf
    """,
    ("think.glm45", "inside"): """
        zai-org/GLM-4.7
        glm-4.7-flash
        accounts/fireworks/models/glm-4p7
    """,
    ("think.glm45", "from-prompt-tail"): """
        zai-org/GLM-5
        z-ai/glm-5
        THUDM/GLM-4-32B-0414
    """,
    ("think.ling3", "inside"): """
        inclusionAI/Ling-3
        inclusionAI/Ring-2.5-1T
        inclusionai/ring-flash-2.0
        Ring-mini-2.0
        inclusionai/ring-1t
    """,
    ("think.kimi_k2", "outside"): """
        kimi-k2-thinking
        moonshotai/Kimi-K2-Thinking
        kimi-k2-thinking:cloud
        accounts/fireworks/models/kimi-k2-thinking
        moonshotai/kimi-k2-instruct-0905
    """,
    ("think.kimi_k2", "inside"): """
        moonshotai/Kimi-K2.5
        kimi-k2p5
    """,
    ("think.kimi_k2", "from-prompt-tail"): """
        moonshotai/kimi-k2.6
        Kimi-K2.7
    """,
    ("kimi_vl.unicode", "outside"): """
        moonshotai/Kimi-VL-A3B-Thinking
        kimi-thinking-preview
    """,
    ("kimi_k3.xtml", "inside"): """
        moonshotai/Kimi-K3
        kimi-k3
    """,
    ("minimax_m2", "inside"): """
        MiniMax-M2
        MiniMaxAI/MiniMax-M2.1
        minimax/minimax-m2.5
        minimax-m2.7
        minimax-m2:cloud
    """,
    ("minimax_m3", "outside"): """
        MiniMaxAI/MiniMax-M3
    """,
    ("think-tags", "outside"): """
        minimax/minimax-m1
        Qwen/QwQ-32B-Preview
        open-thoughts/OpenThinker3-7B
    """,
    ("mistral.think_text", "outside"): """
        magistral-medium-2506
        mistralai/Magistral-Small-2506
        mistralai/magistral-medium-2506:thinking
    """,
    ("mistral.think_token", "outside"): """
        magistral-medium-2509
        magistral-small-latest
        mistralai/Magistral-Small-2507
        mistralai/Ministral-3-14B-Reasoning-2512
        ministral-3:8b
        mistralai/Mistral-Small-4
    """,
    ("harmony", "outside"): """
        gpt-oss-120b
        openai/gpt-oss-20b
        gpt-oss:20b
        openai/gpt-oss-safeguard-20b
        accounts/fireworks/models/gpt-oss-120b
        openai.gpt-oss-120b-1:0
        gpt_oss_20b-MXFP4.gguf
    """,
    ("gemma4.channel", "outside"): """
        google/gemma-4-31b-it
        gemma4:27b
        gemma-4-E4B-it-Q8_0.gguf
    """,
    ("gemini.openai_compat_thought", "outside"): """
        gemini-2.5-pro
        google/gemini-2.5-flash
        models/gemini-3-pro-preview
    """,
    ("granite.phrase", "outside"): """
        ibm-granite/granite-3.2-8b-instruct
        ibm/granite-3-2-8b-instruct
        granite3.2:8b
    """,
    ("granite33.think_response", "outside"): """
        ibm-granite/granite-3.3-8b-instruct
        granite3.3:2b
        granite-3.3-8b-instruct-Q4_K_M.gguf
    """,
    ("ernie45", "inside"): """
        baidu/ERNIE-4.5-21B-A3B-Thinking
        baidu/ERNIE-4.5-VL-424B-A47B
        baidu/ernie-4.5-vl-28b-a3b
    """,
    ("ernie45", "outside"): """
        baidu/ernie-4.5-300b-a47b
    """,
    ("hunyuan_a13b", "outside"): """
        tencent/Hunyuan-A13B-Instruct
        tencent/hunyuan-a13b-instruct:free
        Hunyuan-7B-Instruct
    """,
    ("hy_v3", "outside"): """
        tencent/Hy3-preview
        hy3
        HYV3
    """,
    ("seed_oss", "outside"): """
        ByteDance-Seed/Seed-OSS-36B-Instruct
        seed-oss-36b
        seed_oss
    """,
    ("cohere.cmd3", "from-prompt-tail"): """
        command-a-reasoning-08-2025
        CohereLabs/c4ai-command-r7b-12-2024
        command-r7b:7b
        cohere/command-a
    """,
    ("cohere.cmd4", "inside"): """
        command-a-2026
        command-a-plus-04-2026
        CohereLabs/North-Mini-Code-1.0
        Cohere2MoE
    """,
    ("nemotron", "inside"): """
        nvidia/NVIDIA-Nemotron-Nano-9B-v2
        nvidia/nemotron-nano-12b-v2-vl:free
        nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16
        nvidia/nemotron-3-super-120b-a12b
        nemotron-3-nano:30b
    """,
    ("nemotron", "outside"): """
        nvidia/Llama-3_3-Nemotron-Super-49B-v1_5
        nvidia/llama-3.1-nemotron-ultra-253b-v1
        nvidia/Llama-3.1-Nemotron-Nano-8B-v1
    """,
    ("nemotron", "from-prompt-tail"): """
        nvidia/OpenReasoning-Nemotron-32B
    """,
    ("exaone_deep", "inside"): """
        LGAI-EXAONE/EXAONE-Deep-7.8B
        exaone-deep:32b
    """,
    ("exaone4", "outside"): """
        LGAI-EXAONE/EXAONE-4.0-32B
        lg-ai/exaone4:1.2b
    """,
    ("exaone4", "from-prompt-tail"): """
        LGAI-EXAONE/K-EXAONE-236B-A23B
    """,
    ("phi4_reasoning", "outside"): """
        microsoft/Phi-4-reasoning
        microsoft/phi-4-reasoning-plus:free
        phi4-reasoning:14b
        phi4-mini-reasoning
        Phi-4-mini-reasoning-Q4_K_M.gguf
    """,
    ("olmo3", "inside"): """
        allenai/Olmo-3-32B-Think
        allenai/olmo-3.1-32b-think
        olmo-3:7b-think
    """,
    ("apertus", "outside"): """
        swiss-ai/Apertus-8B-Instruct-2509
        apertus-70b-instruct
    """,
    ("step3", "inside"): """
        stepfun-ai/step3
        step-3
    """,
    ("step3p5", "inside"): """
        stepfun-ai/Step-3.5-Flash
        step3p5
        stepfun/step-3.7
        step-3p5-flash:free
    """,
    ("poolside", "outside"): """
        poolside/Laguna-XS-2
        laguna-xs:latest
    """,
    ("poolside", "inside"): """
        poolside/Laguna-S-2.1
    """,
    ("poolside", "from-prompt-tail"): """
        laguna
    """,
    ("inkling", "outside"): """
        thinkingmachines/Inkling
    """,
    ("muse_glimmer", "outside"): """
        meta/muse-glimmer
        glimmer:8b
    """,
    ("solar_open", "outside"): """
        upstage/Solar-Open-100B
    """,
    ("apriel16", "inside"): """
        ServiceNow-AI/Apriel-1.6-15b-Thinker
        ServiceNow-AI/Apriel-1.5-15b-Thinker
    """,
    ("lfm2", "outside"): """
        LiquidAI/LFM2.5-1.2B-Thinking
        lfm2.5-thinking:1.2b
        LFM2.5-1.2B-Thinking-Q8_0.gguf
    """,
    ("misc.think_prefill_optional", "from-prompt-tail"): """
        speakleash/Bielik-11B-v3.0-Instruct
        RekaAI/reka-edge
        BlinkDL/RWKV-World
        openbmb/MiniCPM5-1B
        deepcogito/cogito-v2-preview-llama-70B
        deepcogito/cogito-v2-preview-deepseek-671b
        cogito:14b
    """,
    ("openthinker", "outside"): """
        openthinker:7b
        open-thoughts/OpenThinker-32B
        NovaSky-AI/Sky-T1-32B-Preview
    """,
    ("prompted.claude_style", "outside"): """
        claude-3-opus-20240229
        anthropic/claude-3.5-sonnet
        us.anthropic.claude-3-haiku-20240307-v1:0
    """,
    ("prompted.generic", "outside"): """
        RekaAI/reka-flash-3
        AIDC-AI/Marco-o1
    """,
    ("thinking", "outside"): """
        gpt-4o
        o3-mini
        meta-llama/Llama-3.3-70B-Instruct
        mistral-large-latest
        google/gemma-3-4b-it
        google/medgemma-4b-it
        ibm/granite-3-2b-instruct
        ibm-granite/granite-4.0-h-small
        LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct
        microsoft/phi-4
        allenai/Olmo-3-7B-Instruct
        Qwen/Qwen2.5-72B-Instruct
        perplexity/sonar-reasoning-pro
        minimax/minimax-01
        bring-your-own-model
        northflank/some-model
        a-step-32-model
        grok-3-mini
        tiny-reasoner.gguf
    """,
}
CASES = [
    (name, expected, start) for (expected, start), names in NAMES.items() for name in names.split()
]
NAMES_WITH_SPACES = [
    ("Kimi K2.5", "think.kimi_k2"),
    ("Qwen3 30B A3B", "think.qwen3"),
    ("", "thinking"),
]
BY_TOOLS_ONLY = ("apriel15_tools",)
"""One model writes it when tools are offered: its name can't tell."""


@pytest.mark.parametrize(("name", "expected", "start"), CASES)
def test_a_name_leads_to_its_format_and_start(name: str, expected: str, start: str) -> None:
    assert dialect_for(name) == dialect_named(expected).but(start=start)


@pytest.mark.parametrize(("name", "expected"), NAMES_WITH_SPACES)
def test_a_name_may_hold_spaces_or_nothing(name: str, expected: str) -> None:
    assert dialect_for(name).name == dialect_named(expected).name


def test_there_are_names_enough_and_for_every_format() -> None:
    asked = {expected for _, expected, _ in CASES}

    assert len({name for name, _, _ in CASES}) > 180
    assert {known["id"] for known in FORMATS} - asked == set(BY_TOOLS_ONLY)


@pytest.mark.parametrize(
    ("name", "tail", "start"),
    [
        ("deepseek-r1", "<｜Assistant｜>", "outside"),
        ("deepseek-r1", "<｜Assistant｜><think>\n", "inside"),
        ("deepseek-v3.1", "<｜Assistant｜><think>", "inside"),
        ("deepseek-v3.1", "<｜Assistant｜></think>", "outside"),
        ("qwen3-8b", "<|im_start|>assistant\n<think>\n", "inside"),
        ("qwen3.5-9b", "<|im_start|>assistant\n<think>\n\n</think>\n\n", "outside"),
        ("gemma-4-31b-it", "<|turn>model\n<|channel>thought\n", "inside"),
        ("kimi-k3", "<|open|>response<|sep|>", "outside"),
        ("gpt-oss-20b", "<|start|>assistant<|channel|>analysis<|message|>Hm", "inside"),
        ("an-unknown-model", "<|im_start|>assistant\n<think>\n", "inside"),
        ("an-unknown-model", "", "outside"),
    ],
)
def test_the_prompt_decides_where_there_is_one(name: str, tail: str, start: str) -> None:
    assert dialect_for(name, prompt_tail=tail).start == start


def test_a_name_of_any_length_is_read_in_linear_time() -> None:
    hostile = "llamaqwen3magistralernie-4.5command-a-" * 20_000

    assert dialect_for(hostile).name

"""Dialects whose thoughts stand in tags: those a prompt asks for, those models are trained on.

A tag may carry attributes and be written in either case. What a prompt asks for nests; what a model
is trained on ends at its first closer.
"""

from thoughtstream.core.dialect import Dialect

# --- Tags that a prompt asks for: they nest, carry attributes, stand anywhere ---------------------

THINKING = Dialect(
    "thinking",
    about="<thinking> and <think> in all their forms, with or without attributes: the default",
    formats=("apriel15_tools",),
    tags=("think", "thinking"),
    nests=("thinking",),
)
ANTTHINKING = THINKING.but(
    name="antthinking-tags",
    about="the default and <antThinking>",
    formats=("prompted.claude_style",),
    tags=("think", "thinking", "antthinking"),
    nests=("thinking", "antthinking"),
)
PROMPTED = THINKING.but(
    name="prompted-tags",
    about="every tag that clients ask for: <thinking>, <reasoning>, <reason>, <thought>, …",
    formats=("prompted.generic",),
    tags=("think", "thinking", "reason", "reasoning", "thought", "budget:thinking", "mm:think"),
    nests=("thinking", "reason", "reasoning", "thought", "budget:thinking"),
)
PROMPTED_ANSWER = PROMPTED.but(
    name="prompted-tags-answer",
    about="the same, and the answer in <answer>…</answer>, as reinforcement fine-tunes write it",
    formats=(),
    answer_opens=("<answer>",),
    answer_closes=("</answer>",),
)
ANY_TAG = Dialect(
    "any-tag",
    about="every well-formed tag is a thought: for replies that hold no other markup",
    any_tag=True,
)

# --- <think> as models are trained on it: ends at its first closer --------------------------------

THINK = Dialect(
    "think-tags",
    about="<think>…</think>, both written by the model",
    formats=("mistral.think_text", "phi4_reasoning", "lfm2"),
    tags=("think",),
)
THINK_INSIDE = THINK.but(
    name="think-tags-inside",
    about="<think> is in the prompt, the reply begins inside and shows </think> alone",
    formats=("think.deepseek_r1", "olmo3", "step3"),
    start="inside",
)
THINK_FROM_PROMPT = THINK.but(
    name="think-tags-from-prompt",
    about="<think>…</think>; the prompt says where the reply begins",
    formats=("exaone4", "misc.think_prefill_optional"),
    start="from-prompt-tail",
)
TOOL_CALL = THINK_FROM_PROMPT.but(
    name="think-tags-tool-call-from-prompt",
    about="<think>…</think>, ended by <tool_call> too",
    formats=("think.qwen3", "think.glm45", "nemotron"),
    implicit_closers=("<tool_call>",),
    tools=(("<tool_call>", "</tool_call>"),),
)
TOOL_CALL_INSIDE = TOOL_CALL.but(
    name="think-tags-tool-call-inside",
    about="the same, begun inside unless thinking is turned off",
    formats=("think.ling3",),
    start="inside",
)
FUNCTION_CALLS = THINK_FROM_PROMPT.but(
    name="think-tags-function-calls-from-prompt",
    about="<think>…</think>, ended by <｜DSML｜function_calls> or <｜tool▁calls▁begin｜> too",
    formats=("think.deepseek_v31_v32",),
    implicit_closers=("<｜DSML｜function_calls>", "<｜tool▁calls▁begin｜>"),
    tools=(
        ("<｜DSML｜function_calls>", "</｜DSML｜function_calls>"),
        ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    ),
)
DSML_TOOL_CALLS = THINK_FROM_PROMPT.but(
    name="think-tags-dsml-tool-calls-from-prompt",
    about="<think>…</think>, ended by <｜DSML｜tool_calls> or <｜DSML｜invoke …> too",
    formats=("think.deepseek_v4",),
    implicit_closers=("<｜DSML｜tool_calls>", "<｜DSML｜invoke name="),
    tools=(
        ("<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"),
        ("<｜DSML｜invoke name=", "</｜DSML｜invoke>"),
    ),
)
TOOL_SECTION = THINK_FROM_PROMPT.but(
    name="think-tags-tool-section-from-prompt",
    about="<think>…</think>, ended by <|tool_calls_section_begin|> too",
    formats=("think.kimi_k2",),
    implicit_closers=("<|tool_calls_section_begin|>", "<|tool_call_begin|>"),
    tools=(
        ("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
        ("<|tool_call_begin|>", "<|tool_call_end|>"),
    ),
)
INVOKE_INSIDE = THINK_INSIDE.but(
    name="think-tags-invoke-inside",
    about="begun inside, ended by </think>, <minimax:tool_call> or <invoke …>",
    formats=("minimax_m2",),
    implicit_closers=("<minimax:tool_call>", "<invoke name="),
    tools=(("<minimax:tool_call>", "</minimax:tool_call>"), ("<invoke name=", "</invoke>")),
)
SUFFIXED = THINK_FROM_PROMPT.but(
    name="think-suffixed-tool-calls-from-prompt",
    about="<think:anything>…</think:anything>, ended by <tool_calls> too",
    formats=("hy_v3",),
    suffixes=True,
    implicit_closers=("<tool_calls>", "<tool_calls:"),
    tools=(("<tool_calls>", "</tool_calls>"), ("<tool_calls:", "</tool_calls:")),
)
THINK_RESPONSE = THINK.but(
    name="think-tags-response",
    about="<think>…</think><response>…</response>",
    formats=("granite33.think_response",),
    answer_opens=("<response>",),
    answer_closes=("</response>",),
)
LINES_RESPONSE_INSIDE = THINK_RESPONSE.but(
    name="think-lines-response-inside",
    about="begun inside; the answer with or without <response>; all newlines behind a closer go",
    formats=("ernie45",),
    after_close="\n*",
    start="inside",
)
LINES_ANSWER = THINK.but(
    name="think-lines-answer-tool-calls",
    about="<think> and <answer> on lines of their own, ended by <tool_calls> too",
    formats=("hunyuan_a13b",),
    after_open="\n",
    before_close="\n",
    after_close="\n",
    implicit_closers=("<tool_calls>",),
    tools=(("<tool_calls>", "</tool_calls>"),),
    answer_opens=("<answer>",),
    answer_closes=("</answer>",),
)
LINES_TOOL_CALL_INSIDE = TOOL_CALL_INSIDE.but(
    name="think-lines-tool-call-inside",
    about="begun inside; one newline on each side of </think> belongs to it; <tool_call> ends too",
    formats=("step3p5",),
    before_close="\n",
    after_close="\n",
)
LINES_FROM_PROMPT = THINK_FROM_PROMPT.but(
    name="think-lines-from-prompt",
    about="<think>…</think>, each with the newline behind it",
    formats=("poolside",),
    after_open="\n",
    after_close="\n",
)

# --- Other tags that models are trained on --------------------------------------------------------

MM_THINK = Dialect(
    "mm-think-tags-from-prompt",
    about="<mm:think>…</mm:think>, ended by ]<]minimax[>[ too",
    formats=("minimax_m3",),
    tags=("mm:think",),
    implicit_closers=("]<]minimax[>[",),
    start="from-prompt-tail",
)
SEED_THINK = Dialect(
    "seed-think-tags-tool-call",
    about="<seed:think>…</seed:think>, ended by <seed:tool_call> too",
    formats=("seed_oss",),
    tags=("seed:think",),
    implicit_closers=("<seed:tool_call>",),
    tools=(("<seed:tool_call>", "</seed:tool_call>"),),
)
THOUGHT = Dialect(
    "thought-tags",
    about="<thought>…</thought>",
    formats=("gemini.openai_compat_thought",),
    tags=("thought",),
)
THOUGHT_INSIDE = THOUGHT.but(
    name="thought-tags-inside",
    about="<thought> is in the prompt, the reply begins inside",
    formats=("exaone_deep",),
    start="inside",
)

TAG_DIALECTS = (
    THINKING, ANTTHINKING, PROMPTED, PROMPTED_ANSWER, ANY_TAG, THINK, THINK_INSIDE,
    THINK_FROM_PROMPT, TOOL_CALL, TOOL_CALL_INSIDE, FUNCTION_CALLS, DSML_TOOL_CALLS, TOOL_SECTION,
    INVOKE_INSIDE, SUFFIXED, THINK_RESPONSE, LINES_RESPONSE_INSIDE, LINES_ANSWER,
    LINES_TOOL_CALL_INSIDE, LINES_FROM_PROMPT, MM_THINK, SEED_THINK, THOUGHT, THOUGHT_INSIDE,
)  # fmt: skip
"""All of them, in the order of this file."""

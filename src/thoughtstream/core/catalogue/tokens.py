"""Dialects whose markers are tokens, channels or phrases: literal texts, in one case only."""

from itertools import product

from thoughtstream.core.dialect import Channels, Dialect

# --- Tokens ---------------------------------------------------------------------------------------

BRACKET_THINK = Dialect(
    "bracket-think-tool-calls",
    about="[THINK]…[/THINK], ended by [TOOL_CALLS] too",
    formats=("mistral.think_token",),
    opens=("[THINK]",),
    closes=("[/THINK]",),
    implicit_closers=("[TOOL_CALLS]",),
    special=True,
    fold_case=False,
)
TRIANGLE_THINK = Dialect(
    "triangle-think",
    about="◁think▷…◁/think▷",
    formats=("kimi_vl.unicode",),
    opens=("◁think▷",),
    closes=("◁/think▷",),
    fold_case=False,
)
BEGIN_OF_THOUGHT = Dialect(
    "begin-of-thought-solution",
    about="<|begin_of_thought|>…<|end_of_thought|>, the answer in <|begin_of_solution|>…",
    formats=("openthinker",),
    opens=("<|begin_of_thought|>",),
    closes=("<|end_of_thought|>",),
    answer_opens=("<|begin_of_solution|>",),
    answer_closes=("<|end_of_solution|>",),
    fold_case=False,
)
START_THINKING = Dialect(
    "start-thinking-response-from-prompt",
    about="<|START_THINKING|>…<|END_THINKING|>, the answer in <|START_RESPONSE|>…",
    formats=("cohere.cmd3",),
    opens=("<|START_THINKING|>",),
    closes=("<|END_THINKING|>",),
    implicit_closers=("<|START_ACTION|>", "<|START_RESPONSE|>"),
    tools=(("<|START_ACTION|>", "<|END_ACTION|>"),),
    answer_opens=("<|START_RESPONSE|>",),
    answer_closes=("<|END_RESPONSE|>",),
    special=True,
    fold_case=False,
    start="from-prompt-tail",
)
START_THINKING_TEXT = START_THINKING.but(
    name="start-thinking-text-from-prompt",
    about="the same, the answer in <|START_TEXT|>…, newlines between blocks skipped",
    formats=("cohere.cmd4",),
    after_close="\n*",
    implicit_closers=("<|START_TEXT|>", "<|START_ACTION|>"),
    answer_opens=("<|START_TEXT|>", "<|START_RESPONSE|>"),
    answer_closes=("<|END_TEXT|>", "<|END_RESPONSE|>", "<|END_OF_TURN_TOKEN|>"),
)


def _xtml(control: str, element: str) -> tuple[str, ...]:
    """Return a marker of three tokens, and as servers print it that set tokens apart by spaces."""
    spaces = product(("", " "), repeat=2)
    return tuple(f"<|{control}|>{left}{element}{right}<|sep|>" for left, right in spaces)


OPEN_THINK = Dialect(
    "open-think-response-from-prompt",
    about="<|open|>think<|sep|>…<|close|>think<|sep|>, the answer in <|open|>response<|sep|>…",
    formats=("kimi_k3.xtml",),
    opens=_xtml("open", "think"),
    closes=_xtml("close", "think"),
    implicit_closers=_xtml("open", "response") + _xtml("open", "tools"),
    tools=tuple((opens, "<|close|>tools<|sep|>") for opens in _xtml("open", "tools")),
    answer_opens=_xtml("open", "response"),
    answer_closes=(*_xtml("close", "response"), *_xtml("close", "message"), "<|end_of_msg|>"),
    special=True,
    fold_case=False,
    start="from-prompt-tail",
)
CHANNEL_THOUGHT = Dialect(
    "channel-thought-tool-call-from-prompt",
    about="<|channel>thought…<channel|>, ended by <|tool_call> too",
    formats=("gemma4.channel",),
    opens=("<|channel>",),
    label="thought\n",
    closes=("<channel|>",),
    implicit_closers=("<|tool_call>",),
    tools=(("<|tool_call>", "<tool_call|>"),),
    answer_closes=("<turn|>", "<eos>"),
    leads=("thought\n",),
    special=True,
    fold_case=False,
    start="from-prompt-tail",
)
INNER = Dialect(
    "inner-prefix",
    about="<|inner_prefix|>…<|inner_suffix|>; a tool call inside belongs to the answer",
    formats=("apertus",),
    opens=("<|inner_prefix|>",),
    closes=("<|inner_suffix|>",),
    asides=(("<|tools_prefix|>", "<|tools_suffix|>"),),
    special=True,
    fold_case=False,
)
CONTENT_BLOCKS = Dialect(
    "content-blocks",
    about="blocks <|content_thinking|> and <|content_text|>, all ended by <|end_message|>",
    formats=("inkling",),
    opens=("<|content_thinking|>", "<|message_model|><|content_thinking|>"),
    closes=("<|end_message|>", "<|content_model_end_sampling|>"),
    implicit_closers=("<|content_invoke_tool_json|>", "<|content_invoke_tool_text|>"),
    tools=(
        ("<|content_invoke_tool_json|>", "<|end_message|>"),
        ("<|content_invoke_tool_text|>", "<|end_message|>"),
    ),
    answer_opens=("<|content_text|>", "<|message_model|><|content_text|>"),
    answer_closes=("<|end_message|>", "<|content_model_end_sampling|>"),
    special=True,
    fold_case=False,
)
THINK_CONTENT = Dialect(
    "think-content-blocks",
    about="blocks <|think|> and <|content|>, begun by <|begin|>assistant, ended by <|end|>",
    formats=("solar_open",),
    opens=("<|begin|>assistant<|think|>", "<|think|>"),
    closes=("<|end|>",),
    implicit_closers=("<|begin|>assistant<|tool_calls|>",),
    tools=(("<|begin|>assistant<|tool_calls|>", "<|end|>"),),
    # The first <|begin|>assistant is in the prompt.
    answer_opens=("<|begin|>assistant<|content|>", "<|content|>"),
    answer_closes=("<|end|>",),
    special=True,
    fold_case=False,
)

# --- Channels -------------------------------------------------------------------------------------

# The first <|start|>assistant is in the prompt; a stray channel may stand before the real one.
_HARMONY_HEADERS = tuple(
    f"{start}{stray}<|channel|>*{constrain}<|message|>"
    for start, stray, constrain in product(
        ("<|start|>*", ""), ("<|channel|>*", ""), ("<|constrain|>*", "")
    )
)
HARMONY = Dialect(
    "harmony",
    about="<|channel|>analysis<|message|>…<|end|>, the answer in the channels final and commentary",
    formats=("harmony",),
    channels=Channels(
        headers=(*_HARMONY_HEADERS, "<|start|>assistant*<|message|>"),
        closes=("<|end|>", "<|return|>", "<|call|>"),
        thought=("analysis",),
        answer=("final", "commentary"),
    ),
    special=True,
    fold_case=False,
)
RECIPIENTS = Dialect(
    "recipient-headers",
    about="to=self<|message|>…<|eom|>, the answer in to=user<|message|>…<|eot|>",
    formats=("muse_glimmer",),
    channels=Channels(
        headers=("<|start|>assistant*<|message|>", " to=+<|message|>", "to=+<|message|>"),
        closes=("<|eom|>", "<|eot|>"),
        thought=("self",),
        answer=("user",),
    ),
    special=True,
    fold_case=False,
)

# --- Phrases --------------------------------------------------------------------------------------

THOUGHT_PROCESS = Dialect(
    "thought-process-phrase",
    about="Here is my thought process: … Here is my response: …",
    formats=("granite.phrase",),
    opens=("Here is my thought process:", "Here's my thought process:"),
    closes=("Here is my response:", "Here's my response:"),
    fold_case=False,
    lone_closers=False,
)
FINAL_RESPONSE = Dialect(
    "final-response-phrase-inside",
    about="begun inside without an opener, ended by [BEGIN FINAL RESPONSE] on its own line",
    formats=("apriel16",),
    echoes=("Here are my reasoning steps:\n",),
    closes=("[BEGIN FINAL RESPONSE]",),
    before_close="\n",
    after_close="\n",
    answer_opens=("[BEGIN FINAL RESPONSE]",),  # one text ends the thought and opens the wrapper
    answer_closes=(
        "[END FINAL RESPONSE]",
        "[END FINAL RESPONSE]<|end|>",
        "[END FINAL RESPONSE]\n<|end|>",
        "<|end|>",
    ),
    fold_case=False,
    start="inside",
)

TOKEN_DIALECTS = (
    BRACKET_THINK, TRIANGLE_THINK, BEGIN_OF_THOUGHT, START_THINKING, START_THINKING_TEXT,
    OPEN_THINK, CHANNEL_THOUGHT, INNER, CONTENT_BLOCKS, THINK_CONTENT, HARMONY, RECIPIENTS,
    THOUGHT_PROCESS, FINAL_RESPONSE,
)  # fmt: skip
"""All of them, in the order of this file."""

"""Trains tiny-reasoner: a llama of about one million parameters that thinks before it answers small sums, on one CPU core.

It knows four ways: `<think>` by default; `<thinking>` tags and thought attributes when the system prompt asks for them; and, with tools
offered, a thought, a tool call, and a thought about the tool's answer. Usage: train.py OUT_DIR SECONDS
"""

import json, math, random, sys, time
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

OUT, SECONDS = sys.argv[1], float(sys.argv[2])
torch.manual_seed(0)
random.seed(0)
torch.set_num_threads(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
TAGS, ATTRIBUTES = "Think aloud in thinking tags.", "Think aloud in thought attributes."
TEMPLATE = (
    "{%- if tools %}{{- '<|im_start|>system\\nTools:' }}{%- for t in tools %}{{- ' ' + t.function.name }}{%- endfor %}{{- '<|im_end|>\\n' }}{%- endif %}"
    "{%- for m in messages %}"
    "{%- if m.role == 'assistant' %}{{- '<|im_start|>assistant\\n' }}"
    "{%- if m.reasoning_content is defined and m.reasoning_content %}{{- '<think>\\n' + m.reasoning_content + '\\n</think>\\n\\n' }}{%- endif %}"
    "{%- if m.content %}{{- m.content }}{%- endif %}"
    '{%- if m.tool_calls %}{%- for c in m.tool_calls %}{{- \'<tool_call>\\n{"name": "\' + c.function.name + \'", "arguments": \' }}'
    "{%- if c.function.arguments is string %}{{- c.function.arguments }}{%- else %}{{- c.function.arguments | tojson }}{%- endif %}{{- '}\\n</tool_call>' }}{%- endfor %}{%- endif %}"
    "{{- '<|im_end|>\\n' }}"
    "{%- elif m.role == 'tool' %}{{- '<|im_start|>user\\n<tool_response>\\n' + m.content + '\\n</tool_response><|im_end|>\\n' }}"
    "{%- else %}{{- '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{%- endif %}"
    "{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}{%- endif %}"
)


def turn(role, text):
    return f"<|im_start|>{role}\n{text}<|im_end|>\n"


def question():
    a, b = random.randint(1, 29), random.randint(1, 29)
    if random.random() < 0.5:
        return (
            f"What is {a} plus {b}?",
            f"I need to add {a} and {b}.",
            f"{a} + {b} = {a + b}.",
            f"{a} plus {b} is {a + b}.",
            "add",
            a,
            b,
            a + b,
        )
    a, b = max(a, b), min(a, b)
    return (
        f"What is {a} minus {b}?",
        f"I need to subtract {b} from {a}.",
        f"{a} - {b} = {a - b}.",
        f"{a} minus {b} is {a - b}.",
        "subtract",
        a,
        b,
        a - b,
    )


def sample():
    q, plan, work, answer, tool, a, b, result = question()
    way = random.random()
    if way < 0.35:
        return turn("user", q) + turn(
            "assistant", f"<think>\n{plan} {work} Let me check. Good.\n</think>\n\n{answer}"
        )
    if way < 0.42:
        return turn("user", q) + turn("assistant", f"<think>\n\n</think>\n\n{answer}")
    if way < 0.57:
        return (
            turn("system", TAGS)
            + turn("user", q)
            + turn("assistant", f"Let me see. <thinking>{plan} {work}</thinking> {answer}")
        )
    if way < 0.72:
        end = " />" if random.random() < 0.5 else "></thinking>"
        kind, sure = random.choice(
            [("planning", "0.9"), ("verification", "0.7"), ("reflection", "0.5")]
        )
        return (
            turn("system", ATTRIBUTES)
            + turn("user", q)
            + turn(
                "assistant",
                f'Let me see. <thinking thought="{plan} {work}" thought_type="{kind}" confidence="{sure}"{end} {answer}',
            )
        )
    call = json.dumps({"name": tool, "arguments": {"a": a, "b": b}})
    offered = (
        turn("system", "Tools: add subtract")
        + turn("user", q)
        + turn(
            "assistant",
            f"<think>\n{plan} I will call {tool}.\n</think>\n\n<tool_call>\n{call}\n</tool_call>",
        )
    )
    if way < 0.86:
        return offered
    return (
        offered
        + turn("user", f"<tool_response>\n{result}\n</tool_response>")
        + turn("assistant", f"<think>\nThe tool says {result}.\n</think>\n\n{answer}")
    )


special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
bpe = Tokenizer(models.BPE())
bpe.decoder = decoders.ByteLevel()
bpe.pre_tokenizer = pre_tokenizers.Sequence(
    [
        pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False),
    ]
)
bpe.train_from_iterator(
    (sample().replace("<think>", "").replace("</think>", "") for _ in range(4000)),
    trainers.BpeTrainer(
        vocab_size=508, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    ),
)
bpe.add_tokens(
    [
        AddedToken("<think>", special=False, normalized=False),
        AddedToken("</think>", special=False, normalized=False),
    ]
)
tok = PreTrainedTokenizerFast(
    tokenizer_object=bpe, eos_token="<|im_end|>", pad_token="<|endoftext|>", bos_token=None
)
tok.chat_template = TEMPLATE
vocab = (len(tok) + 63) // 64 * 64
config = LlamaConfig(
    vocab_size=vocab,
    hidden_size=128,
    intermediate_size=352,
    num_hidden_layers=4,
    num_attention_heads=4,
    num_key_value_heads=4,
    max_position_embeddings=2048,
    rope_theta=10000.0,
    tie_word_embeddings=False,
    bos_token_id=0,
    eos_token_id=tok.eos_token_id,
    pad_token_id=0,
)
model = LlamaForCausalLM(config)
print(
    "parameters",
    sum(p.numel() for p in model.parameters()),
    "vocabulary",
    vocab,
    "tokens of a sample",
    len(tok.encode(sample())),
)
B, T = 24, 192
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98), weight_decay=0.01)
start, step = time.time(), 0
while time.time() - start < SECONDS:
    done = (time.time() - start) / SECONDS
    for group in optimizer.param_groups:
        group["lr"] = (
            3e-3 * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * done))) * min(1, (step + 1) / 50)
        )
    rows = []
    for _ in range(B):
        ids = []
        while len(ids) < T + 1:
            ids += tok.encode(sample())
        rows.append(ids[: T + 1])
    x = torch.tensor(rows)
    loss = torch.nn.functional.cross_entropy(
        model(x[:, :-1]).logits.reshape(-1, vocab), x[:, 1:].reshape(-1)
    )
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    step += 1
    if step % 50 == 0:
        print(step, f"{loss.item():.3f}", f"{time.time() - start:.0f} s", flush=True)
model.save_pretrained(OUT, safe_serialization=True)
tok.save_pretrained(OUT)
model.eval()
for system, tools in (
    (None, None),
    (TAGS, None),
    (ATTRIBUTES, None),
    (None, [{"type": "function", "function": {"name": n}} for n in ("add", "subtract")]),
):
    messages = ([{"role": "system", "content": system}] if system else []) + [
        {"role": "user", "content": "What is 12 plus 7?"}
    ]
    prompt = tok(
        tok.apply_chat_template(messages, tools=tools, add_generation_prompt=True, tokenize=False),
        return_tensors="pt",
    )
    out = model.generate(
        prompt.input_ids,
        attention_mask=prompt.attention_mask,
        max_new_tokens=90,
        do_sample=False,
        pad_token_id=0,
    )
    print(repr(tok.decode(out[0][prompt.input_ids.shape[1] :])))
print("steps", step)

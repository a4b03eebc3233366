"""Own minimal HF-llama -> GGUF converter (gguf PyPI package only + safetensors numpy)."""

import sys, json, numpy as np, gguf
from safetensors.numpy import load_file

src, out = sys.argv[1], sys.argv[2]
cfg = json.load(open(src + "/config.json"))
tj = json.load(open(src + "/tokenizer.json"))
T = load_file(src + "/model.safetensors")
H = cfg["num_attention_heads"]
D = cfg["hidden_size"]
V = cfg["vocab_size"]
w = gguf.GGUFWriter(out, "llama")
w.add_name("tiny-reasoner")
w.add_context_length(cfg["max_position_embeddings"])
w.add_embedding_length(D)
w.add_block_count(cfg["num_hidden_layers"])
w.add_feed_forward_length(cfg["intermediate_size"])
w.add_head_count(H)
w.add_head_count_kv(cfg["num_key_value_heads"])
w.add_rope_dimension_count(D // H)
w.add_layer_norm_rms_eps(cfg["rms_norm_eps"])
w.add_vocab_size(V)
w.add_file_type(gguf.LlamaFileType.ALL_F32)
toks = [None] * V
types = [gguf.TokenType.UNUSED] * V
for t, i in tj["model"]["vocab"].items():
    toks[i] = t
    types[i] = gguf.TokenType.NORMAL
for a in tj["added_tokens"]:
    toks[a["id"]] = a["content"]
    types[a["id"]] = gguf.TokenType.CONTROL if a["special"] else gguf.TokenType.USER_DEFINED
for i in range(V):
    if toks[i] is None:
        toks[i] = f"[PAD{i}]"
mg = [m if isinstance(m, str) else " ".join(m) for m in tj["model"]["merges"]]
w.add_tokenizer_model("gpt2")
w.add_tokenizer_pre("smollm")
w.add_token_list(toks)
w.add_token_types(types)
w.add_token_merges(mg)
w.add_eos_token_id(toks.index("<|im_end|>"))
w.add_pad_token_id(0)
w.add_bos_token_id(0)
w.add_add_bos_token(False)
w.add_chat_template(open(src + "/chat_template.jinja").read())
perm = lambda a, n: (
    a.reshape(n, 2, a.shape[0] // n // 2, a.shape[1]).swapaxes(1, 2).reshape(a.shape)
)
m = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
s = {
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
for k, a in T.items():
    a = np.ascontiguousarray(a.astype(np.float32))
    if k in m:
        n = m[k]
    else:
        _, _, i, rest = k.split(".", 3)
        n = f"blk.{i}.{s[rest[:-7]]}.weight"
        if ".q_proj" in k or ".k_proj" in k:
            a = np.ascontiguousarray(perm(a, H))
    w.add_tensor(n, a)
w.write_header_to_file()
w.write_kv_data_to_file()
w.write_tensors_to_file()
w.close()
print("ok", out)

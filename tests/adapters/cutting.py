"""Cuts the texts of a recorded chunk, the way a provider might have cut them.

A chunk becomes several: first those that hold a piece of text each, in the order in which its
texts are told, then the chunk itself without any text, for what comes once: signatures, reasons,
calls, counts.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

Json: TypeAlias = Any
Chunk: TypeAlias = dict[str, Json]
Place: TypeAlias = tuple[Json, ...]
_REASONING = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
_ONCE = frozenset(
    {
        "finish_reason", "finishReason", "usage", "usageMetadata", "x_groq", "done_reason",
        "tool_calls", "signature", "thoughtSignature", "refusal", "encrypted_content",
        "prompt_eval_count", "eval_count", "error",
    }
)  # fmt: skip


def cut(surface: str, chunk: Chunk, random: Random) -> Iterator[Chunk]:
    """Yield chunks that say what one chunk says, with its texts in pieces."""
    texts = [places for places in _TEXTS[surface](chunk) if _at(chunk, places[0])]
    if not texts:
        yield chunk
        return
    bare = _without_texts(chunk, [place for places in texts for place in places])
    for places in texts:
        for piece in _pieces(_at(chunk, places[0]), random):
            one = _without_once(bare)
            for place in places:
                _put(one, place, piece)
            yield one
    yield bare


def _pieces(text: str, random: Random) -> Iterator[str]:
    while text:
        size = random.randint(1, len(text))
        yield text[:size]
        text = text[size:]


def _at(value: Json, place: Place) -> Json:
    for step in place:
        value = value[step]
    return value


def _put(value: Json, place: Place, text: str) -> None:
    _at(value, place[:-1])[place[-1]] = text


def _without_texts(chunk: Chunk, places: Sequence[Place]) -> Chunk:
    bare = copy.deepcopy(chunk)
    for place in places:
        _put(bare, place, "")
    return bare


def _without_once(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _without_once(each) for key, each in value.items() if key not in _ONCE}
    return [_without_once(each) for each in value] if isinstance(value, list) else value


# --- where the texts of a chunk are: places that mirror each other together -----------------------


def _chat(chunk: Chunk) -> Iterator[list[Place]]:
    for at, choice in enumerate(chunk.get("choices", ())):
        delta = choice.get("delta")
        if delta is None:
            continue
        place: Place = ("choices", at, "delta")
        mirrors: list[Place] = [(*place, name) for name in _REASONING if delta.get(name)]
        for index, detail in enumerate(delta.get("reasoning_details") or ()):
            name = "summary" if detail["type"] == "reasoning.summary" else "text"
            mirrors += [(*place, "reasoning_details", index, name)] if detail.get(name) else []
        if mirrors:
            yield mirrors
        if isinstance(delta.get("content"), str):
            yield [(*place, "content")]


def _anthropic(chunk: Chunk) -> Iterator[list[Place]]:
    if chunk["type"] == "content_block_delta":
        yield from ([("delta", name)] for name in ("thinking", "text") if name in chunk["delta"])


def _responses(chunk: Chunk) -> Iterator[list[Place]]:
    kind = chunk.get("type", "")
    if kind.endswith(("text.delta", "refusal.delta")):
        yield [("delta",)]


def _google(chunk: Chunk) -> Iterator[list[Place]]:
    for at, candidate in enumerate(chunk.get("candidates", ())):
        parts = candidate.get("content", {}).get("parts", ())
        if len(parts) == 1 and "text" in parts[0]:
            yield [("candidates", at, "content", "parts", 0, "text")]


def _interactions(chunk: Chunk) -> Iterator[list[Place]]:
    match chunk.get("delta"):
        case {"type": "text"}:
            yield [("delta", "text")]
        case {"type": "thought_summary"}:
            yield [("delta", "content", "text")]
        case _:
            pass


def _ollama(chunk: Chunk) -> Iterator[list[Place]]:
    holder: Place = ("message",) if "message" in chunk else ()
    names = ("thinking", "content") if holder else ("thinking", "response")
    for name in names:
        if name in _at(chunk, holder):
            yield [(*holder, name)]


def _bedrock(chunk: Chunk) -> Iterator[list[Place]]:
    match chunk:
        case {"contentBlockDelta": {"delta": {"text": _}}}:
            yield [("contentBlockDelta", "delta", "text")]
        case {"contentBlockDelta": {"delta": {"reasoningContent": {"text": _}}}}:
            yield [("contentBlockDelta", "delta", "reasoningContent", "text")]
        case _:
            pass


def _mistral(chunk: Chunk) -> Iterator[list[Place]]:
    holder: Place = ("data",) if "data" in chunk else ()
    for at, choice in enumerate(_at(chunk, holder)["choices"]):
        content = choice.get("delta", {}).get("content")
        place: Place = (*holder, "choices", at, "delta", "content")
        if isinstance(content, str):
            yield [place]
        if isinstance(content, list) and len(content) == 1:
            yield from _mistral_part(content[0], (*place, 0))


def _mistral_part(part: Chunk, place: Place) -> Iterator[list[Place]]:
    if part["type"] == "text":
        yield [(*place, "text")]
    for at, inner in enumerate(part.get("thinking", ())):
        if "text" in inner:
            yield [(*place, "thinking", at, "text")]


def _cohere(chunk: Chunk) -> Iterator[list[Place]]:
    match chunk:
        case {"type": "content-delta", "delta": {"message": {"content": content}}}:
            for name in content:
                yield [("delta", "message", "content", name)]
        case {"type": "tool-plan-delta"}:
            yield [("delta", "message", "tool_plan")]
        case _:
            pass


_TEXTS: dict[str, Callable[[Chunk], Iterator[list[Place]]]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "google-genai": _google,
    "google-interactions": _interactions,
    "ollama": _ollama,
    "bedrock-converse": _bedrock,
    "mistral": _mistral,
    "cohere": _cohere,
}

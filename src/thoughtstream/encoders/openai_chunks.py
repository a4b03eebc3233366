"""Chunks of the OpenAI Chat Completions stream, as every compatible client reads them.

The protocol has no word for thoughts. Servers write them as `delta.reasoning_content` (DeepSeek,
SGLang, LiteLLM) or `delta.reasoning` (vLLM, OpenRouter), or leave tags in `content`: `style` says
which. What these shapes can't carry is in docs/encoders.md.
"""

import time
from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, get_args

from thoughtstream.encoders.encoder import Encoder, JsonObject, random_id
from thoughtstream.encoders.finish_reason import Reason, reason_of
from thoughtstream.encoders.json_values import plain, plain_mapping
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.tokens import joined, total
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallStart,
    Usage,
)

Style = Literal["reasoning_content", "reasoning", "both", "tags"]

_FIELDS: Mapping[Style, tuple[str, ...]] = {
    "reasoning_content": ("reasoning_content",),
    "reasoning": ("reasoning",),
    "both": ("reasoning_content", "reasoning"),
}
_REASONS: Mapping[Reason, str] = {
    "stop": "stop",
    "length": "length",
    "tool-calls": "tool_calls",
    "content-filter": "content_filter",
    "error": "error",
    "other": "stop",
}


class OpenAIChunks(Encoder):
    """Encodes one reply as `chat.completion.chunk` objects.

    Args:
        model: The model's name, as clients see it.
        style: Where thoughts go: a field, both fields, or `content`, between tags.
        tag: The name of those tags.
        choice: The index of the choice that this reply is.
        usage: Whether a last chunk tells token counts, where there are some.
        id: The id of the completion.
        now: The clock, in seconds.
    """

    ending: ClassVar[str] = "[DONE]"

    def __init__(
        self,
        model: str = "",
        *,
        style: Style = "reasoning_content",
        tag: str = "think",
        choice: int = 0,
        usage: bool = True,
        id: str | None = None,  # noqa: A002 - the protocol's word
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        if style not in get_args(Style):
            raise MisuseError(f"`style` must be one of {get_args(Style)}; got {style!r}")
        self._head: JsonObject = {
            "id": id or f"chatcmpl-{random_id()}",
            "object": "chat.completion.chunk",
            "created": int(now()),
            "model": model,
        }
        self._fields, self._tag = _FIELDS.get(style, ()), tag
        self._choice, self._tells_usage = choice, usage
        self._taken_back = TakenBack()
        self._usage: Usage | None = None
        self._begun = self._called = self._over = False
        self._cut = False  # a tag was left open because the thought was

    def _encoded(self, event: Event) -> list[JsonObject]:
        if self._over:
            raise MisuseError("these chunks carry one reply: use an encoder for each")
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return self._say(text)
            case Reclassified(now=now):
                return self._retell(now, taken_back)
            case ThoughtStart() | ThoughtDelta() | ThoughtEnd():
                return self._think(event)
            case ToolCallStart() | ToolCallDelta():
                return self._call(event)
            case Usage():
                self._usage = joined(self._usage, event)
            case ReplyEnd():
                return self._end(event)
            case _:
                pass
        return []

    # The answer and thoughts

    def _say(self, text: str) -> list[JsonObject]:
        closer = f"</{self._tag}>" if self._cut else ""
        self._cut = False
        return self._chunks({"content": closer + text})

    def _think(self, event: ThoughtStart | ThoughtDelta | ThoughtEnd) -> list[JsonObject]:
        if not self._fields:
            return self._tagged(event)
        match event:
            case ThoughtDelta(text):
                return self._chunks(dict.fromkeys(self._fields, text))
            case ThoughtEnd(provider=provider) if _is_detail(provider):
                return self._chunks({"reasoning_details": [plain_mapping(provider)]})
            case _:
                return []

    def _tagged(self, event: ThoughtStart | ThoughtDelta | ThoughtEnd) -> list[JsonObject]:
        match event:
            case ThoughtStart():
                return self._say(f"<{self._tag}>")
            case ThoughtDelta(text):
                return self._say(text)
            case ThoughtEnd(complete=True):
                return self._say(f"</{self._tag}>")
            case _:
                self._cut = True
                return []

    def _retell(self, now: Literal["thought", "answer"], text: str) -> list[JsonObject]:
        """Tell what turned out to be the other kind, as far as the protocol can.

        Content can't be taken back, but a lone closing tag says that it was a thought; and a tag
        that is left open says that what follows it may be the answer.
        """
        if self._fields:
            return self._say(text) if now == "answer" and text else []
        return self._say(f"</{self._tag}>") if now == "thought" else []

    # Tool calls

    def _call(self, event: ToolCallStart | ToolCallDelta) -> list[JsonObject]:
        self._called = True
        call: JsonObject
        match event:
            case ToolCallStart(index, call_id, name, provider):
                function = {"name": name, "arguments": ""}
                call = {"index": index, "id": call_id, "type": "function", "function": function}
                if "extra_content" in provider:  # where Google keeps its signature
                    call["extra_content"] = plain(provider["extra_content"])
            case ToolCallDelta(index, text):
                call = {"index": index, "function": {"arguments": text}}
        return self._chunks({"tool_calls": [call]})

    # The end

    def _end(self, end: ReplyEnd) -> list[JsonObject]:
        chunks = self._opening()
        self._over = True
        last = self._chunk({}, _REASONS[reason_of(end, called=self._called)])
        if end.outcome == "failed":  # clients raise on it
            last["error"] = {"message": "the stream of the model failed", "code": "server_error"}
        return [*chunks, last, *self._counts()]

    def _counts(self) -> list[JsonObject]:
        usage = self._usage
        if usage is None or not self._tells_usage:
            return []
        counts: JsonObject = {
            "prompt_tokens": usage.input_tokens or 0,
            "completion_tokens": usage.output_tokens or 0,
            "total_tokens": total(usage),
        }
        if usage.thought_tokens is not None:
            counts["completion_tokens_details"] = {"reasoning_tokens": usage.thought_tokens}
        return [{**self._head, "choices": [], "usage": counts}]

    # Chunks

    def _chunks(self, delta: JsonObject) -> list[JsonObject]:
        return [*self._opening(), self._chunk(delta)]

    def _opening(self) -> list[JsonObject]:
        if self._begun:
            return []
        self._begun = True
        return [self._chunk({"role": "assistant", "content": ""})]

    def _chunk(self, delta: JsonObject, finish_reason: str | None = None) -> JsonObject:
        choice = {"index": self._choice, "delta": delta, "finish_reason": finish_reason}
        return {**self._head, "choices": [choice]}


def _is_detail(provider: Mapping[str, object]) -> bool:
    """Whether it is an entry of `reasoning_details`, which then goes back as it came."""
    return str(provider.get("type", "")).startswith("reasoning.")

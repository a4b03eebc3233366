"""OpenTelemetry GenAI: span attributes of a reply, and its message parts for those who ask.

No model text leaves this file unless it was asked for, and thoughts only by their own word: the
default is counts and reasons alone. The result is one object of attributes at the end of a reply;
setting them on a span is the caller's.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.finish_reason import Reason, reason_of
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.tokens import joined
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtStart,
    ToolCallDelta,
    ToolCallStart,
    Usage,
)

Captured = Literal["none", "answer", "all"]
"""What text is captured: none, answers and tool calls, or thoughts as well."""

_REASONS: Mapping[Reason, str] = {"tool-calls": "tool_call", "content-filter": "content_filter"}


class OtelAttributes(Encoder):
    """Encodes a reply as the attributes of its span: one object, when it ends.

    Args:
        capture: What text goes into `gen_ai.output.messages`.
        model: What answered, for `gen_ai.response.model`.
        response_id: For `gen_ai.response.id`.
    """

    def __init__(
        self, *, capture: Captured = "none", model: str = "", response_id: str = ""
    ) -> None:
        super().__init__()
        if capture not in get_args(Captured):
            raise MisuseError(f"`capture` must be one of {get_args(Captured)}; got {capture!r}")
        self._capture = capture
        self._named = {"gen_ai.response.model": model, "gen_ai.response.id": response_id}
        self._begin()

    def _begin(self) -> None:
        self._taken_back = TakenBack()
        self._parts: list[_Part] = []
        self._calls: dict[int, _Part] = {}
        self._called = False
        self._usage: Usage | None = None

    def _encoded(self, event: Event) -> list[JsonObject]:
        match event:
            case Usage():
                self._usage = joined(self._usage, event)
            case ToolCallStart():
                self._called = True
            case ReplyEnd():
                attributes = self._attributes(event)
                self._begin()
                return [attributes]
            case _:
                pass
        if self._capture != "none":
            self._gather(event)
        return []

    def _gather(self, event: Event) -> None:
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                self._add("text", text)
            case ThoughtStart():
                self._parts.append(_Part("reasoning"))
            case ThoughtDelta(text):
                self._add("reasoning", text)
            case Reclassified(now=now):
                self._turn(now, taken_back)
            case ToolCallStart(index, call_id, name):
                self._calls[index] = _Part("tool_call", {"id": call_id, "name": name})
                self._parts.append(self._calls[index])
            case ToolCallDelta(index, text):
                self._calls[index].pieces.append(text)
            case _:
                pass

    def _add(self, kind: Literal["text", "reasoning"], text: str) -> None:
        if not self._parts or self._parts[-1].type != kind:
            self._parts.append(_Part(kind))
        self._parts[-1].pieces.append(text)

    def _turn(self, now: Literal["thought", "answer"], text: str) -> None:
        if now == "thought":  # no marker came before: all text so far was this thought
            wrong = [part for part in self._parts if part.type == "text"]
        else:
            wrong = [part for part in self._parts if part.type == "reasoning"][-1:]
        self._parts = [part for part in self._parts if part not in wrong]
        self._parts.append(_Part("reasoning" if now == "thought" else "text", pieces=[text]))

    def _attributes(self, end: ReplyEnd) -> JsonObject:
        reason = reason_of(end, called=self._called)
        usage = self._usage or Usage()
        attributes: JsonObject = {
            **{name: value or None for name, value in self._named.items()},
            "gen_ai.response.finish_reasons": [_REASONS.get(reason, end.finish_reason or reason)],
            "gen_ai.usage.input_tokens": usage.input_tokens,
            "gen_ai.usage.output_tokens": usage.output_tokens,
            "gen_ai.usage.reasoning.output_tokens": usage.thought_tokens,
            "thoughtstream.outcome": end.outcome,
            "thoughtstream.thoughts": end.counts.thoughts,
        }
        if self._capture != "none":
            message = {"role": "assistant", "parts": self._told()}
            attributes["gen_ai.output.messages"] = json.dumps([message])
        return {name: value for name, value in attributes.items() if value is not None}

    def _told(self) -> list[JsonObject]:
        everything = self._capture == "all"
        return [part.told() for part in self._parts if everything or part.type != "reasoning"]


@dataclass(eq=False)
class _Part:
    """A part of the message, in the schema's words."""

    type: Literal["text", "reasoning", "tool_call"]
    named: JsonObject = field(default_factory=dict[str, object])
    pieces: list[str] = field(default_factory=list[str])

    def told(self) -> JsonObject:
        text = "".join(self.pieces)
        if self.type != "tool_call":
            return {"type": self.type, "content": text}
        return {"type": self.type, **self.named, "arguments": _arguments(text)}


def _arguments(text: str) -> object:
    """Return arguments as an object, where they are JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text

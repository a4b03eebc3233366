"""The UI message stream of the Vercel AI SDK, version 1.

Consumers are strict: an unknown type ends the stream with an error, and so does a delta or an end
without its start. Each thought is a reasoning part, each run of answer a text part, with ids that
never come twice. A reply is a step; `finish` ends the message. What the protocol can't carry is in
docs/encoders.md.
"""

import json
from collections.abc import Mapping
from typing import ClassVar, Literal

from thoughtstream.encoders.encoder import Encoder, JsonObject, random_id
from thoughtstream.encoders.finish_reason import reason_of
from thoughtstream.encoders.json_values import plain_mapping
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.tokens import joined, total
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    Reclassified,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)


class AiSdk(Encoder):
    """Encodes replies as the chunks of one UI message.

    Args:
        message_id: The id of the message.
        provider: The key under which what a provider wants back is kept with a part.
        dynamic_tools: Whether tool parts are `dynamic-tool` parts: for tools that the user
            interface does not know by name.
    """

    headers: ClassVar[Mapping[str, str]] = {"x-vercel-ai-ui-message-stream": "v1"}
    ending: ClassVar[str] = "[DONE]"

    def __init__(
        self,
        message_id: str | None = None,
        *,
        provider: str = "thoughtstream",
        dynamic_tools: bool = False,
    ) -> None:
        super().__init__()
        self._message_id = message_id or f"msg-{random_id()}"
        self._provider = provider
        self._dynamic: JsonObject = {"dynamic": True} if dynamic_tools else {}
        self._taken_back = TakenBack()
        self._begun = self._in_step = self._called = False
        self._parts = 0  # so far: numbers the ids
        self._open: JsonObject | None = None  # the text or reasoning part that is open
        self._calls: dict[int, _Call] = {}
        self._usage: Usage | None = None
        self._end = ReplyEnd("failed")

    def _encoded(self, event: Event) -> list[JsonObject]:
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return self._say(text)
            case Reclassified(now="answer") if taken_back:
                return self._say(taken_back)
            case ThoughtStart() | ThoughtDelta() | ThoughtEnd():
                return self._think(event)
            case ToolCallStart() | ToolCallDelta() | ToolCallEnd():
                return self._call(event)
            case _:
                return self._told_beside(event)

    def _told_beside(self, event: Event) -> list[JsonObject]:
        match event:
            case Notice(code, message):
                notice = {"code": code, "message": message}
                told: JsonObject = {"type": "data-notice", "data": notice, "transient": True}
                return [*self._opening(), told]
            case Usage():
                self._usage = joined(self._usage, event)
            case ReplyEnd():
                return self._end_step(event)
            case _:
                pass
        return []

    # Parts

    def _say(self, text: str) -> list[JsonObject]:
        return [*self._part("text"), *self._delta(text)]

    def _think(self, event: ThoughtStart | ThoughtDelta | ThoughtEnd) -> list[JsonObject]:
        match event:
            case ThoughtStart():
                return [*self._close(), *self._part("reasoning")]
            case ThoughtDelta(text):
                return self._delta(text)
            case ThoughtEnd(provider=provider):
                return self._close(self._metadata(provider))

    def _part(self, kind: Literal["text", "reasoning"]) -> list[JsonObject]:
        if self._open and self._open["type"] == kind:
            return []
        opening = [*self._opening(), *self._close()]
        self._open = {"type": kind, "id": f"{kind}-{self._parts}"}
        self._parts += 1
        return [*opening, {"type": f"{kind}-start", "id": self._open["id"]}]

    def _delta(self, text: str) -> list[JsonObject]:
        part = self._open or {}
        return [{"type": f"{part['type']}-delta", "id": part["id"], "delta": text}]

    def _close(self, metadata: JsonObject | None = None) -> list[JsonObject]:
        part, self._open = self._open, None
        if part is None:
            return []
        return [{"type": f"{part['type']}-end", "id": part["id"], **(metadata or {})}]

    def _metadata(self, provider: Mapping[str, object]) -> JsonObject:
        if not provider:
            return {}
        return {"providerMetadata": {self._provider: plain_mapping(provider)}}

    # Tool calls

    def _call(self, event: ToolCallStart | ToolCallDelta | ToolCallEnd) -> list[JsonObject]:
        self._called = True
        if isinstance(event, ToolCallStart):
            metadata = {**self._dynamic, **self._metadata(event.provider)}
            call = _Call(event.id or f"call-{random_id()}", event.name, metadata)
            self._calls[event.index] = call
            return [*self._opening(), *self._close(), call.start()]
        call = self._calls[event.index]
        if isinstance(event, ToolCallDelta):
            return [call.delta(event.text)]
        del self._calls[event.index]
        return [call.end(complete=event.complete)]

    # Step and message

    def _opening(self) -> list[JsonObject]:
        opening: list[JsonObject] = []
        if not self._begun:
            opening.append({"type": "start", "messageId": self._message_id})
        if not self._in_step:
            opening.append({"type": "start-step"})
        self._begun = self._in_step = True
        return opening

    def _end_step(self, end: ReplyEnd) -> list[JsonObject]:
        closing = [*self._opening(), *self._close()]
        self._in_step, self._end = False, end
        return [*closing, {"type": "finish-step"}]

    def _ended(self) -> list[JsonObject]:
        if self._end.outcome == "cancelled":
            return [{"type": "abort"}]
        reason = reason_of(self._end, called=self._called)
        finish: JsonObject = {"type": "finish", "finishReason": reason, **self._counts()}
        if reason != "error":
            return [finish]
        error: JsonObject = {"type": "error", "errorText": "the stream of the model failed"}
        return [error, finish]

    def _counts(self) -> JsonObject:
        usage = self._usage
        if usage is None:
            return {}
        counts = {
            "inputTokens": usage.input_tokens,
            "outputTokens": usage.output_tokens,
            "reasoningTokens": usage.thought_tokens,
            "totalTokens": total(usage),
        }
        told = {name: count for name, count in counts.items() if count is not None}
        return {"messageMetadata": {"usage": told}}


class _Call:
    """A tool call whose arguments are coming."""

    def __init__(self, call_id: str, name: str, metadata: JsonObject) -> None:
        self._id, self._name, self._metadata = call_id, name, metadata
        self._arguments: list[str] = []

    def start(self) -> JsonObject:
        head = {"type": "tool-input-start", "toolCallId": self._id, "toolName": self._name}
        return {**head, **self._metadata}

    def delta(self, text: str) -> JsonObject:
        self._arguments.append(text)
        return {"type": "tool-input-delta", "toolCallId": self._id, "inputTextDelta": text}

    def end(self, *, complete: bool) -> JsonObject:
        text = "".join(self._arguments)
        named = {"toolCallId": self._id, "toolName": self._name, **self._metadata}
        try:
            value: object = json.loads(text or "{}")
        except ValueError:
            complete, value = False, text
        if complete:
            return {"type": "tool-input-available", **named, "input": value}
        fault = "the arguments are not complete"
        return {"type": "tool-input-error", **named, "input": value, "errorText": fault}

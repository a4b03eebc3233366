"""Events of AG-UI 1.0, the agent–user interaction protocol.

Clients refuse a run that finishes with a message, a span or a tool call open, and content without
its start. Each thought is a reasoning message, each run of answer a text message. The encoder's
stream is a run: `finish` ends it. What a provider wants back goes as an encrypted value: JSON text
in the form of `jsonl.py`. What the protocol can't carry is in docs/encoders.md.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from thoughtstream.encoders.encoder import Encoder, JsonObject, random_id
from thoughtstream.encoders.jsonl import kept
from thoughtstream.encoders.taken_back import TakenBack
from thoughtstream.encoders.tokens import joined, total
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    Outcome,
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

_Role = Literal["assistant", "reasoning"]
_NAMES: Mapping[_Role, str] = {"assistant": "TEXT_MESSAGE", "reasoning": "REASONING_MESSAGE"}


class AgUi(Encoder):
    """Encodes replies as the events of one run.

    Args:
        thread_id: The conversation.
        run_id: This run.
        history: The messages of the conversation so far, in the protocol's form. Where it is
            given, text that turns out to be of the other kind is put right by a
            `MESSAGES_SNAPSHOT`, as long as no tool was called in this run.
        model: Named beside token counts.
        new_id: Makes the ids of messages.
    """

    def __init__(
        self,
        thread_id: str,
        run_id: str,
        *,
        history: Sequence[JsonObject] | None = None,
        model: str = "",
        new_id: Callable[[], str] = random_id,
    ) -> None:
        super().__init__()
        self._run: JsonObject = {"threadId": thread_id, "runId": run_id}
        self._history, self._model, self._new_id = history, model, new_id
        self._taken_back = TakenBack()
        self._begun = False
        self._open: _Message | None = None
        self._earlier: list[_Message] = []  # of this run, for a snapshot
        self._messages: list[_Message] = []  # of this reply
        self._parent = ""  # the message that tool calls of this reply belong to
        self._calls: dict[int, str] = {}
        self._usage: Usage | None = None  # of this reply
        self._usages: list[JsonObject] = []
        self._outcome: Outcome = "failed"

    def _encoded(self, event: Event) -> list[JsonObject]:
        return [*self._opening(), *self._told(event)]

    def _told(self, event: Event) -> list[JsonObject]:
        taken_back = self._taken_back.feed(event)
        match event:
            case AnswerDelta(text):
                return self._say(text)
            case Reclassified(now=now):
                return self._retell(now, taken_back)
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
                return [{"type": "CUSTOM", "name": "thoughtstream.notice", "value": notice}]
            case Usage():
                self._usage = joined(self._usage, event)
            case ReplyEnd():
                return self._end_reply(event)
            case _:
                pass
        return []

    # Messages

    def _say(self, text: str) -> list[JsonObject]:
        opening = [] if self._open else self._message("assistant")
        return [*opening, *self._content(text)]

    def _think(self, event: ThoughtStart | ThoughtDelta | ThoughtEnd) -> list[JsonObject]:
        match event:
            case ThoughtStart():
                return [*self._close(), *self._message("reasoning")]
            case ThoughtDelta(text):
                return self._content(text)
            case ThoughtEnd(provider=provider):
                return self._close(provider)

    def _message(self, role: _Role) -> list[JsonObject]:
        message = self._open = _Message(self._new_id(), role)
        start: JsonObject = {**message.event("START"), "role": role}
        if self._history is not None:
            self._messages.append(message)
        if role == "reasoning":
            return [{"type": "REASONING_START", "messageId": message.id}, start]
        self._parent = message.id
        return [start]

    def _content(self, text: str) -> list[JsonObject]:
        if self._open is None:
            return []
        if self._history is not None:
            self._open.pieces.append(text)
        return [{**self._open.event("CONTENT"), "delta": text}]

    def _close(self, provider: Mapping[str, object] | None = None) -> list[JsonObject]:
        message, self._open = self._open, None
        if message is None:
            return []
        if message.role == "assistant":
            return [message.event("END")]
        message.encrypted = _encrypted("message", message.id, provider or {})
        span_end: JsonObject = {"type": "REASONING_END", "messageId": message.id}
        return [message.event("END"), *message.encrypted, span_end]

    # Text that turned out to be the other kind

    def _retell(self, now: Literal["thought", "answer"], text: str) -> list[JsonObject]:
        closing = self._close()
        if self._history is not None:
            self._replace(now, text)
            messages = [each.told() for each in (*self._earlier, *self._messages)]
            snapshot = [*self._history, *messages]
            return [*closing, {"type": "MESSAGES_SNAPSHOT", "messages": snapshot}]
        return [*closing, *self._say(text)] if now == "answer" and text else closing

    def _replace(self, now: Literal["thought", "answer"], text: str) -> None:
        """Put a message of the other kind in the place, and under the id, of the wrong one.

        Under another id a client would keep the wrong one beside it: it holds on to reasoning
        messages that a snapshot without any does not name.
        """
        role: _Role = "reasoning" if now == "thought" else "assistant"
        wrong = [each for each in self._messages if each.role != role]
        if now == "answer":  # the last thought; else all text so far, for no marker came before
            wrong = wrong[-1:]
        right = _Message(wrong[-1].id if wrong else self._new_id(), role, [text])
        place = self._messages.index(wrong[-1]) if wrong else len(self._messages)
        self._messages[place : place + 1] = [right]
        self._messages = [each for each in self._messages if each not in wrong]

    # Tool calls

    def _call(self, event: ToolCallStart | ToolCallDelta | ToolCallEnd) -> list[JsonObject]:
        match event:
            case ToolCallStart():
                return [*self._close(), *self._start_call(event)]
            case ToolCallDelta(index, text):
                call_id = self._calls[index]
                return [{"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": text}]
            case ToolCallEnd(index):
                return [{"type": "TOOL_CALL_END", "toolCallId": self._calls.pop(index)}]

    def _start_call(self, event: ToolCallStart) -> list[JsonObject]:
        self._history = None  # a snapshot would lose the calls, and their results
        call_id = self._calls[event.index] = event.id or self._new_id()
        self._parent = self._parent or self._new_id()
        start: JsonObject = {
            "type": "TOOL_CALL_START",
            "toolCallId": call_id,
            "toolCallName": event.name,
            "parentMessageId": self._parent,
        }
        return [start, *_encrypted("tool-call", call_id, event.provider)]

    # Run

    def _opening(self) -> list[JsonObject]:
        if self._begun:
            return []
        self._begun = True
        return [{"type": "RUN_STARTED", **self._run}]

    def _end_reply(self, end: ReplyEnd) -> list[JsonObject]:
        self._outcome, self._parent = end.outcome, ""
        self._earlier, self._messages = self._earlier + self._messages, []
        if self._usage:
            self._usages.append(_counts(self._usage, self._model))
            self._usage = None
        return self._close()

    def _ended(self) -> list[JsonObject]:
        if self._outcome == "failed":
            failure = "the stream of the model failed"
            return [{"type": "RUN_ERROR", "message": failure, "code": "stream-failed"}]
        finished: JsonObject = {"type": "RUN_FINISHED", **self._run}
        if self._usages:
            finished["usage"] = self._usages
        if self._outcome == "cancelled":
            finished["outcome"] = {"type": "cancelled"}
        return [finished]


@dataclass(eq=False)
class _Message:
    """A message of this run."""

    id: str
    role: _Role
    pieces: list[str] = field(default_factory=list[str])
    encrypted: list[JsonObject] = field(default_factory=list[JsonObject])

    def event(self, what: Literal["START", "CONTENT", "END"]) -> JsonObject:
        return {"type": f"{_NAMES[self.role]}_{what}", "messageId": self.id}

    def told(self) -> JsonObject:
        told: JsonObject = {"id": self.id, "role": self.role, "content": "".join(self.pieces)}
        for each in self.encrypted:
            told["encryptedValue"] = each["encryptedValue"]
        return told


def _encrypted(
    subtype: Literal["message", "tool-call"], entity: str, provider: Mapping[str, object]
) -> list[JsonObject]:
    if not provider:
        return []
    value = json.dumps(kept(provider))
    event = {"type": "REASONING_ENCRYPTED_VALUE", "subtype": subtype, "entityId": entity}
    return [{**event, "encryptedValue": value}]


def _counts(usage: Usage, model: str) -> JsonObject:
    counts: JsonObject = {
        "model": model or None,
        "inputTokens": usage.input_tokens,
        "outputTokens": usage.output_tokens,
        "reasoningTokens": usage.thought_tokens,
        "totalTokens": total(usage),
    }
    return {name: count for name, count in counts.items() if count is not None}

# The types that other packages publish for their protocols accept what our encoders write:
# ag-ui-protocol's events, langchain-core's messages, OpenTelemetry's schema of messages.

import json
from pathlib import Path
from typing import Any

import pytest
from ag_ui.core import Event as AgUiEvent
from jsonschema import Draft202012Validator
from langchain_core.messages import AIMessage, AIMessageChunk, message_chunk_to_message
from pydantic import TypeAdapter

from tests.real.replies import REPLIES, SIGNED
from tests.real.test_consumers import CALLS, EMPTY_CALL, PARTS, PUT_RIGHT, joined
from thoughtstream.encoders.ag_ui import AgUi
from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.encoders.langchain import LangChainBlocks
from thoughtstream.encoders.otel import OtelAttributes

DATA = Path(__file__).parents[1] / "data"

every_reply = pytest.mark.parametrize("reply", REPLIES)


def encoded(encoder: Encoder, reply: str) -> list[JsonObject]:
    return encoder.feed_all(REPLIES[reply]()) + encoder.finish()


# AG-UI


@pytest.mark.parametrize("history", [None, []], ids=["plain", "put-right"])
@every_reply
def test_ag_ui_events_are_the_protocols(reply: str, history: list[JsonObject] | None) -> None:
    events: TypeAdapter[Any] = TypeAdapter(AgUiEvent)

    for told in encoded(AgUi("thread", "run", history=history), reply):
        read = events.validate_python(told)
        assert type(read).__name__ != "BaseEvent"
        assert read.model_dump(by_alias=True, exclude_none=True, mode="json") == told


# LangChain


@every_reply
def test_langchain_messages_hold_each_thought_and_the_answer(reply: str) -> None:
    blocks = message_of(reply).content_blocks

    found = [langchain_part(block) for block in blocks]
    wanted = PARTS[reply]
    assert [each for each in found if each[0] == "reasoning"] == [
        each for each in wanted if each[0] == "reasoning"
    ]
    assert joined(found, "text") == joined(wanted, "text")


def test_langchain_messages_hold_calls_signatures_and_counts() -> None:
    message = message_of("interleaved")

    assert message.id == "msg-1"
    calls = [(call["id"], call["name"], call["args"]) for call in message.tool_calls]
    assert calls == [*CALLS, EMPTY_CALL]
    assert message.invalid_tool_calls == []
    signed = [block for block in message.content_blocks if block["type"] == "reasoning"]
    assert signed[0].get("extras") == SIGNED
    assert message.usage_metadata is not None
    assert message.usage_metadata["output_token_details"] == {"reasoning": 5}
    assert message.response_metadata["finish_reason"] == "tool_calls"


def message_of(reply: str) -> AIMessage:
    """Add up the chunks as LangChain does."""
    arguments: list[dict[str, Any]] = encoded(LangChainBlocks("msg-1"), reply)
    first, *rest = [AIMessageChunk(**each) for each in arguments]
    message = message_chunk_to_message(first.__add__(rest))
    assert isinstance(message, AIMessage)
    return message


def langchain_part(block: Any) -> tuple[str, str]:  # noqa: ANN401 - one of many typed dicts
    kind = block["type"]
    return kind, block.get("text", block.get("reasoning", block.get("name", "")))


# OpenTelemetry


@every_reply
def test_telemetry_messages_are_the_schemas(reply: str) -> None:
    schema = json.loads((DATA / "otel-output-messages.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    (told,) = encoded(OtelAttributes(capture="all"), reply)
    messages = json.loads(str(told["gen_ai.output.messages"]))
    Draft202012Validator(schema).validate(messages)
    parts = [(part["type"], part.get("content", part.get("name"))) for part in messages[0]["parts"]]
    wanted = [(OTEL_KINDS[kind], text) for kind, text in PUT_RIGHT.get(reply, PARTS[reply])]
    assert parts == wanted


OTEL_KINDS = {"reasoning": "reasoning", "text": "text", "tool": "tool_call"}


@every_reply
def test_telemetry_attributes_are_values_that_a_span_takes(reply: str) -> None:
    (told,) = encoded(OtelAttributes(capture="all", model="tiny", response_id="1"), reply)

    for name, value in told.items():
        assert name.startswith(("gen_ai.", "thoughtstream."))
        values = value if isinstance(value, list) else [value]
        assert all(isinstance(each, str | int) for each in values)

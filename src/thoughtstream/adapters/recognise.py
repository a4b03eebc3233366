"""Which adapter reads a stream: told by name, or recognised by the shape of the first chunk.

Others' adapters are found by name in the entry-point group `thoughtstream.adapters`.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final, cast

from thoughtstream.adapters.anthropic_messages import AnthropicMessages
from thoughtstream.adapters.bedrock_converse import BedrockConverse
from thoughtstream.adapters.cohere import Cohere
from thoughtstream.adapters.fields import Fields, fields_of, text_at
from thoughtstream.adapters.google_genai import GoogleGenAI
from thoughtstream.adapters.google_interactions import GoogleInteractions
from thoughtstream.adapters.mistral import Mistral
from thoughtstream.adapters.ollama import Ollama
from thoughtstream.adapters.openai_chat import OpenAIChat
from thoughtstream.adapters.openai_responses import OpenAIResponses
from thoughtstream.adapters.surface import Adapter
from thoughtstream.errors import MisuseError, WireError

AdapterType = Callable[..., Adapter]
"""A class of adapters: called with a dialect, a policy, and `start` and `choice` by name."""

GROUP: Final = "thoughtstream.adapters"

ADAPTERS: Final[Mapping[str, AdapterType]] = {
    "openai-chat": OpenAIChat,
    "openai-responses": OpenAIResponses,
    "anthropic": AnthropicMessages,
    "google-genai": GoogleGenAI,
    "google-interactions": GoogleInteractions,
    "ollama": Ollama,
    "bedrock-converse": BedrockConverse,
    "mistral": Mistral,
    "cohere": Cohere,
}
"""Every adapter that comes with thoughtstream, by the name of its source."""

_ANTHROPIC = frozenset(
    {"message_start", "content_block_start", "content_block_delta", "content_block_stop"}
    | {"message_delta", "message_stop", "message", "ping"}
)
_COHERE = ("message-", "content-", "tool-plan-", "tool-call-", "citation-")
_BEDROCK = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop")
_GOOGLE = ("candidates", "usageMetadata", "usage_metadata", "promptFeedback", "prompt_feedback")
_INTERACTIONS = ("interaction.", "step.")
_CHAT = ("chat.completion", "text_completion")


def adapter_for(first_chunk: object, source: str | None = None) -> AdapterType:
    """Return the adapter for a stream whose first chunk, or whole response, is given.

    Args:
        first_chunk: A JSON object or an SDK's object.
        source: The name of the adapter, where it should not be guessed.

    Raises:
        MisuseError: If there is no such source, or the shape is none that is known.
    """
    if source is not None:
        return _named(source)
    name = recognised(first_chunk)
    if name is None:
        raise MisuseError(
            "the first chunk has a shape that no adapter knows "
            f"({type(first_chunk).__name__!r}): pass `source=`, one of {_names()}, "
            "or give pieces of text"
        )
    return ADAPTERS[name]


def recognised(chunk: object) -> str | None:
    """Return the name of the source that sends chunks of this shape, None if none is known."""
    try:
        fields = fields_of(chunk, "chunk")
        kind = text_at(fields, "type", "") or text_at(fields, "event_type", "")
        return _by_type(kind) or _by_object(fields) or _by_fields(fields)
    except WireError:
        return None


def _by_type(kind: str) -> str | None:
    if kind.startswith("response."):
        return "openai-responses"
    if kind in _ANTHROPIC:
        return "anthropic"
    if kind.startswith(_COHERE):
        return "cohere"
    return "google-interactions" if kind.startswith(_INTERACTIONS) else None


def _by_object(fields: Fields) -> str | None:
    said = text_at(fields, "object", "")
    if said == "response":
        return "openai-responses"
    if said == "interaction":
        return "google-interactions"
    return "openai-chat" if said.startswith(_CHAT) else None


def _by_fields(fields: Fields) -> str | None:
    for name, marks in _MARKS:
        if any(fields.get(each) is not None for each in marks):
            return name
    data = fields.get("data")
    if data is not None and recognised(data) == "openai-chat":
        return "mistral"
    if fields.get("output") is not None and fields.get("stopReason") is not None:
        return "bedrock-converse"
    return "cohere" if {"message", "finish_reason"} <= fields.keys() else None


_MARKS = (
    ("openai-chat", ("choices",)),
    ("google-genai", _GOOGLE),
    ("bedrock-converse", _BEDROCK),
    ("ollama", ("done", "eval_count")),
)


def _named(source: str) -> AdapterType:
    if source in ADAPTERS:
        return ADAPTERS[source]
    for entry in entry_points(group=GROUP, name=source):
        return cast("AdapterType", entry.load())
    raise MisuseError(f"`source` must be one of {_names()}; got {source!r}")


def _names() -> str:
    others = sorted(entry.name for entry in entry_points(group=GROUP))
    return ", ".join(repr(name) for name in [*ADAPTERS, *others])

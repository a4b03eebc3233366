# Which adapter reads a stream: by name, by shape, or a sentence that says what was wanted.

from importlib.metadata import EntryPoint, EntryPoints
from types import SimpleNamespace

import pytest

from thoughtstream.adapters import recognise
from thoughtstream.adapters.anthropic_messages import AnthropicMessages
from thoughtstream.adapters.openai_chat import OpenAIChat
from thoughtstream.adapters.recognise import ADAPTERS, adapter_for, recognised
from thoughtstream.errors import MisuseError


@pytest.mark.parametrize(
    ("chunk", "name"),
    [
        ({"object": "chat.completion.chunk"}, "openai-chat"),
        ({"choices": []}, "openai-chat"),
        (SimpleNamespace(data={"choices": []}), "mistral"),
        ({"type": "response.created"}, "openai-responses"),
        ({"object": "response"}, "openai-responses"),
        ({"type": "message_start"}, "anthropic"),
        ({"type": "ping"}, "anthropic"),
        ({"type": "message-start"}, "cohere"),
        ({"message": {}, "finish_reason": "COMPLETE"}, "cohere"),
        ({"candidates": []}, "google-genai"),
        (SimpleNamespace(usage_metadata={}), "google-genai"),
        ({"event_type": "interaction.created"}, "google-interactions"),
        ({"object": "interaction"}, "google-interactions"),
        ({"message": {}, "done": False}, "ollama"),
        ({"messageStart": {"role": "assistant"}}, "bedrock-converse"),
        ({"output": {}, "stopReason": "end_turn"}, "bedrock-converse"),
    ],
)
def test_the_shape_says_where_a_chunk_is_from(chunk: object, name: str) -> None:
    assert recognised(chunk) == name
    assert adapter_for(chunk) is ADAPTERS[name]


@pytest.mark.parametrize(
    "chunk", [{}, {"novel": 1}, {"data": 1}, "text", b"", None, 1, {"type": 1}]
)
def test_an_unknown_shape_is_refused_with_what_was_wanted(chunk: object) -> None:
    assert recognised(chunk) is None
    with pytest.raises(MisuseError, match=r"pass `source=`, one of 'openai-chat', 'openai-respon"):
        adapter_for(chunk)


def test_a_name_is_taken_as_told() -> None:
    assert adapter_for({"choices": []}, source="anthropic") is AnthropicMessages
    with pytest.raises(MisuseError, match=r"`source` must be one of 'openai-chat', .*; got 'no'"):
        adapter_for({}, source="no")


def test_others_adapters_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    place = f"{OpenAIChat.__module__}:{OpenAIChat.__qualname__}"
    theirs = EntryPoint("theirs", place, recognise.GROUP)

    def entry_points(group: str, name: str = "theirs") -> EntryPoints:
        return EntryPoints([theirs]).select(group=group, name=name)

    monkeypatch.setattr(recognise, "entry_points", entry_points)

    assert adapter_for({}, source="theirs") is OpenAIChat
    with pytest.raises(MisuseError, match="'theirs'; got 'no'"):
        adapter_for({}, source="no")

# Mistral: chunks with and without the SDK's event around them; quirks are in tests/corpus/mistral.

from types import SimpleNamespace
from typing import Any

import pytest

from thoughtstream.adapters.mistral import Mistral
from thoughtstream.errors import WireError
from thoughtstream.events import AnswerDelta


class Unset:
    """What the SDK puts where nothing was sent."""


def chunk(content: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}}]}


def test_the_event_around_a_chunk_is_taken_off() -> None:
    assert Mistral().feed({"data": chunk("a")}) == [AnswerDelta("a")]
    assert Mistral().feed_choices(SimpleNamespace(data=chunk("a"))) == [(0, AnswerDelta("a"))]
    assert Mistral().feed_choices(chunk("a")) == [(0, AnswerDelta("a"))]


def test_fields_that_were_never_sent_are_absent() -> None:
    delta = SimpleNamespace(content=Unset(), tool_calls=Unset(), role=Unset())
    choice = SimpleNamespace(index=0, delta=delta, finish_reason=Unset())

    assert Mistral().feed(SimpleNamespace(choices=[choice], usage=Unset())) == []


def test_a_broken_field_is_named() -> None:
    with pytest.raises(WireError, match=r"^choices\[0\]\.delta\.content\[0\]\.text: expected text"):
        Mistral().feed({"data": chunk([{"type": "text", "text": 1}])})

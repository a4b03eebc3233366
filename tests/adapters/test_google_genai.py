# generateContent: fields that must be named when broken; quirks are in tests/corpus/google-genai.

from typing import Any

import pytest

from thoughtstream.adapters.google_genai import GoogleGenAI
from thoughtstream.core.fold import fold
from thoughtstream.errors import WireError


def chunk(*parts: object, index: int = 0) -> dict[str, Any]:
    return {"candidates": [{"index": index, "content": {"parts": list(parts)}}]}


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"candidates": {}}, "^candidates: expected a list"),
        (chunk(1), r"^candidates\[0\]\.content\.parts\[0\]: expected an object"),
        (chunk({"text": 1}), r"parts\[0\]\.text: expected text"),
        (chunk({"text": "a", "thought": "yes"}), r"parts\[0\]\.thought: expected true or false"),
        (chunk({"thoughtSignature": 1}), r"parts\[0\]\.thoughtSignature: expected text"),
        (chunk({"functionCall": {"name": 1}}), r"parts\[0\]\.functionCall\.name: expected text"),
        (
            {"usageMetadata": {"promptTokenCount": "1"}},
            r"^usageMetadata\.promptTokenCount: expected",
        ),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        GoogleGenAI().feed(broken)


def test_only_the_candidate_asked_for_is_told() -> None:
    adapter = GoogleGenAI(choice=1)
    events = adapter.feed(chunk({"text": "zero"})) + adapter.feed(chunk({"text": "one"}, index=1))

    assert fold(events + adapter.finish()).answer == "one"


def test_bytes_of_the_sdk_are_told_as_in_json() -> None:
    adapter = GoogleGenAI()
    events = adapter.feed(chunk({"text": "a", "thought": True, "thought_signature": b"\xff\xfe"}))
    [thought] = fold(events + adapter.finish()).thoughts

    assert thought.provider == {"type": "thought", "thoughtSignature": "//4="}

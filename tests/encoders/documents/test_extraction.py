# The events of extraction.md. What the document prints is checked by the conformance corpus.

import re

from tests.encoders.replies import JsonObject, encoded, split
from thoughtstream.encoders.documents.extraction import ExtractionEvents, random_letters


def thoughts(reply: str) -> list[JsonObject]:
    encoder = ExtractionEvents("t", "c", now=lambda: 1736105400.25, new_id=lambda: "x1")
    return [each for each in encoded(encoder, split(reply)) if each["kind"] == "thought-stream"]


def test_a_thought_with_attributes() -> None:
    reply = (
        '<thinking thought_type="plan" thought_id="mine" verbosity="detailed" confidence="0.7" '
        'related_to="r" alternatives="b | c">a</thinking>'
    )

    assert thoughts(reply) == [
        {
            "kind": "thought-stream",
            "contextId": "c",
            "taskId": "t",
            "thoughtId": "thought-1736105400250-x1",
            "thoughtType": "plan",
            "verbosity": "detailed",
            "content": "a",
            "index": 0,
            "timestamp": "2025-01-05T19:30:00.250Z",
            "metadata": {"confidence": 0.7, "alternatives": ["b", "c"], "relatedTo": "r"},
        }
    ]


def test_thoughts_are_counted() -> None:
    reply = "<thinking>a</thinking>b<thinking>c</thinking>"

    assert [each["index"] for each in thoughts(reply)] == [0, 1]


def test_random_letters_are_digits_and_small_letters_and_differ() -> None:
    found = {random_letters() for _ in range(100)}

    assert len(found) == 100
    assert all(re.fullmatch("[a-z0-9]{9}", each) for each in found)

# The events of formats.md. What the document prints is checked by the conformance corpus.

from tests.encoders.replies import encoded, split
from thoughtstream.encoders.documents.formats import FormatsEvents


def test_a_thought_with_attributes() -> None:
    reply = '<thinking thought="a" thought_type="plan" confidence="0.7" verbosity="brief"/>'

    assert encoded(FormatsEvents("t", "c"), split(reply))[0] == {
        "kind": "thought-stream",
        "contextId": "c",
        "taskId": "t",
        "thoughtType": "reasoning",
        "thought": "a",
        "metadata": {"verbosity": "brief", "thoughtType": "plan", "confidence": 0.7},
    }


def test_what_was_not_declared_is_left_out() -> None:
    (thought, _) = encoded(FormatsEvents("t", "c"), split("<thinking>a</thinking>"))

    assert thought["metadata"] == {"verbosity": "normal"}

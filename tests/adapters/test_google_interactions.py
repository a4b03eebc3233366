# Interactions: fields that must be named when broken; quirks in tests/corpus/google-interactions.

from typing import Any

import pytest

from thoughtstream.adapters.google_interactions import GoogleInteractions
from thoughtstream.core.fold import fold
from thoughtstream.errors import WireError


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"event_type": "step.delta", "delta": 1}, "^delta: expected an object"),
        ({"event_type": "step.delta", "delta": {"type": "text", "text": 1}}, r"^delta\.text: exp"),
        ({"event_type": "step.start", "step": []}, "^step: expected an object"),
        (
            {"event_type": "step.start", "step": {"type": "thought", "summary": 1}},
            r"^step\.summary",
        ),
        ({"steps": [{"type": "model_output", "content": [1]}]}, r"^steps\[0\]\.content\[0\]: expe"),
        (
            {"event_type": "interaction.completed", "interaction": {"usage": 1}},
            r"^interaction\.usa",
        ),
    ],
)
def test_a_broken_field_is_named(broken: dict[str, Any], path: str) -> None:
    with pytest.raises(WireError, match=path):
        GoogleInteractions().feed(broken)


def test_outputs_of_an_older_form_are_read_too() -> None:
    adapter = GoogleInteractions()
    events = adapter.feed(
        {"status": "failed", "outputs": [{"type": "thought", "signature": "s"},
                                         {"type": "text", "text": "a"}]}
    )  # fmt: skip
    reply = fold(events + adapter.finish())

    assert (reply.answer, reply.outcome) == ("a", "failed")
    assert reply.thoughts[0].provider == {"type": "thought", "signature": "s"}

# The agent events of thinking-blocks.md. What it prints is checked by the conformance corpus.

from hypothesis import given

from tests.encoders.replies import encoded, split, streams, told
from thoughtstream.core.fold import source_text
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.documents.thinking_blocks import AgentEvents, agent_token
from thoughtstream.events import Event

VERBATIM = Policy(answer_whitespace="preserve", thought_whitespace="keep")


@given(events=streams())
def test_tokens_are_the_reply_as_written_and_the_end_is_clean(events: list[Event]) -> None:
    *tokens, last = encoded(AgentEvents(VERBATIM), events)

    assert "".join(each["token"] for each in tokens) == source_text(events)
    assert all(each["token"] for each in tokens)
    assert last == {"event": "agent_response_complete", "content": told(events).answer}


def test_tokens_may_be_left_out() -> None:
    assert encoded(AgentEvents(tokens=False), split("<think>a</think>b")) == [
        {"event": "agent_response_complete", "content": "b"}
    ]


def test_a_token_is_told_as_it_came() -> None:
    assert agent_token("<thi") == {"event": "agent_token", "token": "<thi"}

"""The agent events of `thinking-blocks.md`: tokens while they come, clean content at the end."""

from thoughtstream.core.fold import Written, fold
from thoughtstream.core.policy import Policy
from thoughtstream.encoders.encoder import Encoder, JsonObject
from thoughtstream.events import Event, ReplyEnd


def agent_token(text: str) -> JsonObject:
    """Return the event of a token as it came from the model."""
    return {"event": "agent_token", "token": text}


class AgentEvents(Encoder):
    """Encodes `agent_token` and `agent_response_complete` events.

    Tokens are the reply as written, markers and all, but as events tell it: a marker comes when it
    is certain that it is one. Whoever has the model's own tokens tells those by `agent_token` and
    leaves them out here.

    Args:
        policy: The policy that the events were made with.
        tokens: Whether tokens are told.
    """

    def __init__(self, policy: Policy | None = None, *, tokens: bool = True) -> None:
        super().__init__()
        self._policy = policy or Policy()
        self._tokens = tokens
        self._events: list[Event] = []
        self._written = Written()

    def _encoded(self, event: Event) -> list[JsonObject]:
        self._events.append(event)
        if isinstance(event, ReplyEnd):
            content = fold(self._events, self._policy).answer
            self._events = []
            return [{"event": "agent_response_complete", "content": content}]
        text = self._written.feed(event) if self._tokens else ""
        return [agent_token(text)] if text else []

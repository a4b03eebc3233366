"""Mistral's chat completions: those of OpenAI, with thoughts as parts of the content.

Quirks, each with a recording in tests/corpus/mistral:

- `content` is a text, or a list in which a `thinking` part holds a list of text parts;
- a delta of one stream may be a text and the next one a list;
- a part may carry a `signature`, to be sent back, and `closed`;
- the SDK wraps each chunk of a stream in an event: `data`; fields never sent are `Unset`.
"""

from thoughtstream.adapters.fields import fields_of
from thoughtstream.adapters.openai_chat import OpenAIChat
from thoughtstream.events import Event


class Mistral(OpenAIChat):
    """Turns chunks of Mistral's chat completions, or whole ones, into events."""

    def feed(self, chunk: object) -> list[Event]:
        """Take the next chunk, event of the SDK or whole completion; see `OpenAIChat.feed`."""
        return super().feed(_unwrapped(chunk))

    def feed_choices(self, chunk: object) -> list[tuple[int, Event]]:
        """Take the next chunk and return what it settles, with the index of each choice."""
        return super().feed_choices(_unwrapped(chunk))


def _unwrapped(chunk: object) -> object:
    fields = fields_of(chunk, "chunk")
    data = fields.get("data")
    return chunk if data is None else data

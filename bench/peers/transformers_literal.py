"""transformers: its response parser with literal tags in the template."""

from functools import cache
from typing import Any

from transformers.utils.chat_parsing import ResponseParser
from transformers.utils.chat_parsing.response_templates import (
    ResponseTemplate,
    load_response_template,
)

from bench.contender import CollectingStream, Contender


class ResponseStream(CollectingStream):
    """A parser for a template that calls its regions `thinking` and `content`."""

    def __init__(self, template: ResponseTemplate, prefix: str) -> None:
        super().__init__()
        self._parser = ResponseParser(template, prefix=prefix)
        self.step = self._parser.feed

    def feed(self, chunk: str) -> None:
        """Take one chunk and keep what comes out."""
        self._collect(self.step(chunk))

    def finish(self) -> None:
        """End the reply and keep what comes out."""
        _, events = self._parser.finalize()
        self._collect(events)

    def _collect(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["type"] == "region_chunk":
                pieces = self._thought if event["field"] == "thinking" else self._answer
                pieces.append(event["text"])


@cache
def _template(tag: str) -> ResponseTemplate:
    return load_response_template(
        {
            "start_anchor": "<|assistant|>",
            "fields": {
                "thinking": {"open": f"<{tag}>", "close": f"</{tag}>", "repeats": True},
                "content": {"repeats": True},
            },
        }
    )


def _open(tag: str, *, prefill: bool) -> ResponseStream:
    # Its own way to say that the prompt ended with the opener.
    return ResponseStream(_template(tag), f"<|assistant|><{tag}>" if prefill else "<|assistant|>")


PEER = Contender(
    name="transformers, literal",
    package="transformers",
    version="5.22.2",
    calls="utils.chat_parsing.ResponseParser.feed / .finalize, literal tags",
    open=_open,
)

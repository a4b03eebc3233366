"""transformers: its response parser with patterns in the template."""

from transformers.utils.chat_parsing.response_templates import load_response_template

from bench.contender import Contender
from bench.peers.transformers_literal import ResponseStream

# Both names, any letter case, attributes with `>` in quotes.
OPENER = r"""(?i)<think(?:ing)?(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>"""
CLOSER = r"(?i)</think(?:ing)?>"

TEMPLATE = load_response_template(
    {
        "start_anchor": "<|assistant|>",
        "fields": {
            "thinking": {"open_pattern": OPENER, "close_pattern": CLOSER, "repeats": True},
            "content": {"repeats": True},
        },
    }
)


def _open(tag: str, *, prefill: bool) -> ResponseStream:
    # Its own way to say that the prompt ended with the opener.
    return ResponseStream(TEMPLATE, f"<|assistant|><{tag}>" if prefill else "<|assistant|>")


PEER = Contender(
    name="transformers, regex",
    package="transformers",
    version="5.22.2",
    calls="utils.chat_parsing.ResponseParser.feed / .finalize, patterns",
    open=_open,
)

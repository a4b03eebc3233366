"""The replies that the real consumers are shown: events, by name.

Each is a little hostile in its own way. What a consumer must see of them is in the tests.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import thoughtstream as ts

SIGNED: Final = {"type": "thinking", "signature": "c2lnbmVk"}
"""What a provider wants back with a thought."""


def plain() -> Iterator[ts.Event]:
    """A thought and an answer, cut inside a marker and inside a word."""
    return ts.split(["<thi", "nk>Two and", " two.</th", "ink>\n\nIt is ", "fo", "ur: ✅."])


def empty_second() -> Iterator[ts.Event]:
    """Two thoughts, and the second holds nothing."""
    chunks = ["<think>First.</think>One. ", "<think></think>", "Two."]
    return ts.split(chunks, policy=ts.Policy(empty="keep"))


def unclosed() -> Iterator[ts.Event]:
    """A reply that ends inside its thought."""
    return ts.split(["<think>I need ", "more to"])


def died() -> Iterator[ts.Event]:
    """A stream that stops without a word in the middle of a thought."""
    events = ts.split(["Well. <think>I need ", "more to"])
    return (event for event in events if not isinstance(event, ts.ThoughtEnd | ts.ReplyEnd))


def interleaved() -> Iterator[ts.Event]:
    """Thoughts between tool calls, two of which come in turns; then the counts."""
    yield ts.ThoughtStart(0, source="native")
    yield ts.ThoughtDelta("Both sums.")
    yield ts.ThoughtEnd(0, provider=SIGNED)
    yield ts.AnswerDelta("One moment.")
    yield ts.ToolCallStart(0, "call-a", "add")
    yield ts.ToolCallDelta(0, '{"a": 1')
    yield ts.ToolCallStart(1, "call-b", "subtract")
    yield ts.ToolCallDelta(1, '{"a": 5')
    yield ts.ToolCallDelta(0, ', "b": 2}')
    yield ts.ToolCallDelta(1, ', "b": 3}')
    yield ts.ToolCallEnd(0)
    yield ts.ToolCallEnd(1)
    yield ts.ThoughtStart(1, source="native")
    yield ts.ThoughtDelta("And a third.")
    yield ts.ThoughtEnd(1)
    yield ts.ToolCallStart(2, "call-c", "add")
    yield ts.ToolCallEnd(2)
    yield ts.Usage(input_tokens=20, output_tokens=11, thought_tokens=5)
    yield ts.ReplyEnd("answered", "tool_calls")


def reclassified() -> Iterator[ts.Event]:
    """Text that turns out to have been a thought, after it was told as answer."""
    return ts.split(["Two and two. ", "</think>", "Four."])


def held() -> Iterator[ts.Event]:
    """The same reply, read in the way for sinks that can't take text back."""
    return ts.split(["Two and two. ", "</think>", "Four."], start="hold")


def answer_after_all() -> Iterator[ts.Event]:
    """A thought that never ends, and counts as answer by policy."""
    return ts.split(["<think>Four", " it is."], policy=ts.Policy(unclosed="answer"))


def attribute() -> Iterator[ts.Event]:
    """A thought in an attribute of its marker."""
    return ts.split(['<thinking thought="Two & two" thought_type="pl', 'anning"/>', "Four."])


REPLIES: Final[Mapping[str, Callable[[], Iterator[ts.Event]]]] = {
    each.__name__: each
    for each in (
        plain,
        empty_second,
        unclosed,
        died,
        interleaved,
        reclassified,
        held,
        answer_after_all,
        attribute,
    )
}
"""Every reply by its name."""

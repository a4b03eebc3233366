"""Recorded streams of every wire surface: read, played through their adapter, and summed up.

They are written by hand after the source that each names; none was captured from a live service.
A source that begins with "constructed" stands for no provider's behaviour, one with "unverified"
for a shape that nobody has checked yet.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from thoughtstream.adapters.recognise import ADAPTERS
from thoughtstream.adapters.surface import Adapter
from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Notice,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
KEEP = Policy(thought_whitespace="keep", empty="skip")
"""Thoughts as they came: recordings say what a provider sent, to the last character."""


@dataclass(frozen=True)
class Recording:
    """One quirk: what was sent, and what must come out."""

    surface: str
    name: str
    about: str
    source: str
    chunks: list[Any]
    expect: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        return f"{self.surface}/{self.name}"

    def adapter(self) -> Adapter:
        return ADAPTERS[self.surface](**self.options)

    def events(self, chunks: Iterable[object] | None = None) -> list[Event]:
        return played(self.adapter(), self.chunks if chunks is None else chunks)


def recordings() -> list[Recording]:
    return [_read(path) for path in sorted(CORPUS.rglob("*.json"))]


def _read(path: Path) -> Recording:
    said = json.loads(path.read_text(encoding="utf-8"))
    chunks = said["chunks"] if "chunks" in said else [said["response"]]
    options = {name: said[name] for name in ("dialect", "start", "choice") if name in said}
    return Recording(
        surface=path.parent.name,
        name=path.stem,
        about=said["about"],
        source=said["source"],
        chunks=chunks,
        expect=said["expect"],
        options=options,
    )


def played(adapter: Adapter, chunks: Iterable[object]) -> list[Event]:
    events = [event for chunk in chunks for event in adapter.feed(chunk)]
    return events + adapter.finish()


# --- what came out, in the words of a recording ---------------------------------------------------


def summary(events: list[Event], expect: Mapping[str, Any]) -> dict[str, Any]:
    """Sum events up, with those details that a recording speaks of."""
    reply = fold(events, KEEP)
    told = {
        "thoughts": [
            {name: getattr(thought, name) for name in said}
            for thought, said in zip(reply.thoughts, _padded(expect, reply.thoughts), strict=True)
        ],
        "answer": reply.answer,
        "tool_calls": _calls(events, expect),
        "outcome": reply.outcome,
        "finish_reason": reply.finish_reason,
        "notices": [event.code for event in events if isinstance(event, Notice)],
        "usage": _usage(events),
    }
    return {name: told[name] for name in told if name in expect}


def _padded(expect: Mapping[str, Any], got: tuple[object, ...]) -> list[dict[str, Any]]:
    said = expect["thoughts"]
    return [said[at] if at < len(said) else {"text": ""} for at in range(len(got))]


def _calls(events: list[Event], expect: Mapping[str, Any]) -> list[dict[str, Any]]:
    calls: dict[int, dict[str, Any]] = {}
    for event in events:
        match event:
            case ToolCallStart(index, call_id, name, provider):
                calls[index] = {"id": call_id, "name": name, "arguments": "", "provider": provider}
            case ToolCallDelta(index, text):
                calls[index]["arguments"] += text
            case ToolCallEnd(index, complete):
                calls[index]["complete"] = complete
            case _:
                pass
    said = expect["tool_calls"]
    return [
        {name: call[name] for name in (said[at] if at < len(said) else call)}
        for at, call in enumerate(calls.values())
    ]


def _usage(events: list[Event]) -> dict[str, Any] | None:
    for event in events:
        if isinstance(event, Usage):
            names = ("input_tokens", "output_tokens", "thought_tokens")
            return {name: getattr(event, name) for name in names}
    return None


# --- the laws -------------------------------------------------------------------------------------


def assert_lawful(events: list[Event]) -> None:
    """Assert that events are balanced, contiguous, never empty, and ended exactly once."""
    assert [type(event) for event in events].count(ReplyEnd) == 1
    assert isinstance(events[-1], ReplyEnd)
    assert all(
        event.text
        for event in events
        if isinstance(event, AnswerDelta | ThoughtDelta | ToolCallDelta)
    )
    assert sum(isinstance(event, Usage) for event in events) <= 1
    _assert_thoughts_balanced(events)
    _assert_calls_balanced(events)


def _assert_thoughts_balanced(events: list[Event]) -> None:
    begun = [event.index for event in events if isinstance(event, ThoughtStart)]
    assert begun == list(range(len(begun)))
    open_one: int | None = None
    for event in events:
        match event:
            case ThoughtStart(index):
                assert open_one is None
                open_one = index
            case ThoughtEnd(index):
                assert open_one == index
                open_one = None
            case ThoughtDelta():
                assert open_one is not None
            case AnswerDelta() | ReplyEnd():
                assert open_one is None
            case _:
                pass


def _assert_calls_balanced(events: list[Event]) -> None:
    begun = [event.index for event in events if isinstance(event, ToolCallStart)]
    assert begun == list(range(len(begun)))
    running: set[int] = set()
    for event in events:
        match event:
            case ToolCallStart(index):
                running.add(index)
            case ToolCallDelta(index):
                assert index in running
            case ToolCallEnd(index):
                running.remove(index)
            case _:
                pass
    assert running == set()


# --- the same chunks, as an SDK gives them --------------------------------------------------------

_STAY_MAPPINGS = {"args", "input", "arguments", "extra_content"}


def as_sdk_objects(recording: Recording) -> list[object]:
    """Return the chunks as trees of attributes, the way the surface's SDK has them."""
    shape = _SHAPES.get(recording.surface, as_attributes)
    return [shape(chunk) for chunk in recording.chunks]


def as_attributes(value: object, name: str = "") -> object:
    if isinstance(value, list):
        return [as_attributes(each) for each in value]
    if isinstance(value, dict) and name not in _STAY_MAPPINGS:
        return SimpleNamespace(**{key: as_attributes(each, key) for key, each in value.items()})
    return value


def _as_google_attributes(value: object, name: str = "") -> object:
    """The SDK has snake_case names, bytes for signatures, and None for what is absent."""
    if isinstance(value, list):
        return [_as_google_attributes(each) for each in value]
    if isinstance(value, dict) and name != "args":
        said = {_snake(key): _as_google_attributes(each, key) for key, each in value.items()}
        if "parts" not in said and ("text" in said or "function_call" in said):
            said = {"text": None, "function_call": None, "thought_signature": None, **said}
        return SimpleNamespace(**said)
    return b"\x00" if name == "thoughtSignature" else value


def _as_boto(value: object, name: str = "") -> object:
    """Boto gives dictionaries, with bytes for blobs."""
    if isinstance(value, list):
        return [_as_boto(each) for each in value]
    if isinstance(value, dict):
        return {key: _as_boto(each, key) for key, each in value.items()}
    return b"\x00\x01\x02" if name == "redactedContent" else value


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


_SHAPES: dict[str, Callable[[object], object]] = {
    "google-genai": _as_google_attributes,
    "bedrock-converse": _as_boto,
}

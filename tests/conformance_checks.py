"""Checks what a vector of the documents or a hard case expects: one function for each expectation.

The documents have words of their own for thoughts and events; here they are read off ours. What
only a later part can answer is in conformance/pending.json, with what of it is checked already.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

import thoughtstream as ts
from tests.conformance_cases import JsonObject, Vector, byte_cuttings, pending

# Running a vector


PENDING = pending()


@dataclass(frozen=True)
class Run:
    """What came out of a splitter: by feed, at the end, and folded."""

    feeds: list[list[ts.Event]]
    closing: list[ts.Event]
    reply: ts.Reply

    @property
    def events(self) -> list[ts.Event]:
        """All events in order."""
        return [event for events in (*self.feeds, self.closing) for event in events]


def run_vector(vector: Vector, chunks: list[str]) -> Run:
    splitter = ts.Splitter(vector.dialect, vector.policy)
    feeds = [splitter.feed(chunk) for chunk in chunks]
    closing = splitter.finish(finish_reason=vector.finish_reason)
    events = [event for each in (*feeds, closing) for event in each]
    return Run(feeds, closing, ts.fold(events, vector.policy))


def answer_text(events: list[ts.Event]) -> str | None:
    """The answer text of some events; None if there is none."""
    return "".join(event.text for event in events if isinstance(event, ts.AnswerDelta)) or None


def thought_text(events: list[ts.Event]) -> str | None:
    """The thought text of some events; None if there is none."""
    return "".join(event.text for event in events if isinstance(event, ts.ThoughtDelta)) or None


def checked_paths(vector: Vector) -> list[str]:
    """The expectations of a vector that hold now: all, or those that pending.json lists."""
    if vector.id in PENDING:
        return list(PENDING[vector.id].get("checked", ()))
    return [key for key in vector.expect if key not in NOTES]


def value_at(expect: JsonObject, path: str) -> Any:  # noqa: ANN401 - JSON
    value: Any = expect
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


# One check for each kind of expectation

Check: TypeAlias = Callable[[Any, Run, Vector], None]


def check_thoughts(expected: list[str | JsonObject], run: Run, _: Vector) -> None:
    assert len(run.reply.thoughts) == len(expected)
    for thought, each in zip(run.reply.thoughts, expected, strict=True):
        fields = {"text": each} if isinstance(each, str) else each
        assert {name: THOUGHT_FIELDS[name](thought) for name in fields} == fields
        assert "name" not in fields or ("content" in fields) == has_content(thought)


def check_content(expected: str, run: Run, _: Vector) -> None:
    assert run.reply.answer == expected


def check_deltas_joined(expected: str, run: Run, _: Vector) -> None:
    assert (answer_text(run.events) or "") == expected


def check_deltas(expected: list[str], run: Run, _: Vector) -> None:
    assert [text for feed in run.feeds for text in answer_runs(feed)] == expected
    assert answer_text(run.closing) is None


def check_first_delta(expected: str, run: Run, _: Vector) -> None:
    assert answer_text(run.feeds[0]) == expected


def check_frame(expected: str, run: Run, _: Vector) -> None:
    assert "".join(answer_text(feed) or "" for feed in run.feeds) == expected


def check_per_chunk(expected: list[JsonObject], run: Run, vector: Vector) -> None:
    seen = [
        {"thoughts": whole_thoughts(run, place, vector.policy), "delta": answer_text(feed)}
        for place, feed in enumerate(run.feeds)
    ]
    assert seen == expected
    assert answer_text(run.closing) is None


def check_parse_results(expected: list[JsonObject], run: Run, _: Vector) -> None:
    seen = [{"thinking": thought_text(feed), "message": answer_text(feed)} for feed in run.feeds]
    assert seen == expected
    assert answer_text(run.closing) is None


def check_events(expected: list[str] | list[list[str]], run: Run, _: Vector) -> None:
    if isinstance(expected[0], list):
        assert text_runs(run.events) == expected
    else:
        names = [name for name, _ in flow(run.events)]
        assert names == [*expected, *["turn_end"][: "turn_end" not in expected]]


def check_event_contents(expected: Mapping[str, list[str]], run: Run, _: Vector) -> None:
    for name, texts in expected.items():
        assert [text for each, text in flow(run.events) if each == name] == texts


def check_thought_events(expected: int, run: Run, _: Vector) -> None:
    for kind in (ts.ThoughtStart, ts.ThoughtEnd):
        assert sum(isinstance(event, kind) for event in run.events) == expected


def check_thoughts_any_of(expected: list[str], run: Run, _: Vector) -> None:
    (thought,) = run.reply.thoughts
    assert thought.text in expected


def check_one_outer_thought(expected: bool, run: Run, _: Vector) -> None:  # noqa: FBT001 - JSON
    assert expected
    (thought,) = run.reply.thoughts
    assert thought.text == "outer <thinking>inner</thinking> tail"


def check_attribute_raw_kept(expected: bool, run: Run, vector: Vector) -> None:  # noqa: FBT001
    assert expected
    (thought,) = run.reply.thoughts
    assert thought.marker == "".join(vector.chunks)


def check_confidence(expected: float, run: Run, _: Vector) -> None:
    (thought,) = run.reply.thoughts
    assert (thought.confidence, thought.confidence_valid) == (expected, True)


def check_confidence_valid(expected: list[bool], run: Run, _: Vector) -> None:
    assert [thought.confidence_valid for thought in run.reply.thoughts] == expected


def check_raw_kept(expected: list[str], run: Run, _: Vector) -> None:
    assert [thought.attributes["confidence"] for thought in run.reply.thoughts] == expected


def check_content_contains(expected: str, run: Run, _: Vector) -> None:
    assert expected in run.reply.answer


def check_bytes_split_anywhere(expected: bool, run: Run, vector: Vector) -> None:  # noqa: FBT001
    assert expected
    for chunks in byte_cuttings("".join(vector.chunks).encode()):
        events = list(ts.split(chunks, dialect=vector.dialect, policy=vector.policy))
        assert ts.fold(events, vector.policy) == run.reply


def check_chunks(expected: list[JsonObject], run: Run, _: Vector) -> None:
    types = {"thought": "thinking", "text": "message"}
    seen = [{"content": text, "type": types[kind]} for kind, text in text_runs(run.events)]
    assert seen == expected


def check_raw(expected: str, run: Run, _: Vector) -> None:
    assert run.reply.raw == expected


def check_field(name: str) -> Check:
    def check(expected: object, run: Run, _: Vector) -> None:
        (thought,) = run.reply.thoughts
        assert THOUGHT_FIELDS[name](thought) == expected

    return check


CHECKS: Mapping[str, Check] = {
    "thoughts": check_thoughts,
    "content": check_content,
    "complete_content": check_content,
    "content_contains": check_content_contains,
    "deltas_joined": check_deltas_joined,
    "deltas": check_deltas,
    "first_delta": check_first_delta,
    "frame": check_frame,
    "per_chunk": check_per_chunk,
    "parse_results": check_parse_results,
    "events": check_events,
    "event_contents": check_event_contents,
    "thought_events": check_thought_events,
    "thoughts_any_of": check_thoughts_any_of,
    "one_outer_thought_with_all_text": check_one_outer_thought,
    "attribute_raw_kept": check_attribute_raw_kept,
    "confidence": check_confidence,
    "confidence_valid": check_confidence_valid,
    "raw_kept": check_raw_kept,
    "bytes_split_anywhere": check_bytes_split_anywhere,
    # What the core can answer of vectors that wait for later parts.
    "chunks": check_chunks,
    "agent_response_complete": check_content,
    "agent_events.0.content": check_content,
    "history.0.content": check_content,
    "stored_event.data": check_raw,
    "event.choice.delta.content": check_content,
    "event.choice.thoughts": check_thoughts,
    "event.thought": check_field("text"),
    "event.metadata": check_field("metadata"),
    "event_subset.content": check_field("text"),
    "event_subset.thoughtType": check_field("type"),
    "event_subset.verbosity": check_field("verbosity"),
    "event_subset.index": check_field("index"),
}

OF_THE_CUTS = {
    "deltas", "event_contents", "events", "first_delta", "frame", "parse_results", "per_chunk",
}  # fmt: skip
"""Expectations that are about the chunks as they are printed."""

NOTES = {"order", "tags"}
"""Words to the reader, and the choice of a dialect."""


# Thoughts and events in the documents' words


def has_content(thought: ts.Thought) -> bool:
    """A tag that closes itself has no content, not even an empty one."""
    return not thought.marker.endswith("/>")


def number_of_format(thought: ts.Thought) -> int:
    """1: between tags; 2: in an attribute, with a closing tag; 3: in a tag that closes itself."""
    if thought.source == "marker":
        return 1
    return 2 if has_content(thought) else 3


def metadata_of(thought: ts.Thought) -> JsonObject:
    metadata: JsonObject = {"verbosity": thought.verbosity}
    if thought.declared_type is not None:
        metadata["thoughtType"] = thought.declared_type
    if thought.confidence is not None:
        metadata["confidence"] = thought.confidence
    return metadata


THOUGHT_FIELDS: Mapping[str, Callable[[ts.Thought], object]] = {
    "text": lambda thought: thought.text,
    "content": lambda thought: thought.text,
    "index": lambda thought: thought.index,
    "name": lambda thought: thought.name,
    "type": lambda thought: thought.type,
    "thoughtType": lambda thought: thought.type,
    "thought_type": lambda thought: thought.declared_type,
    "verbosity": lambda thought: thought.verbosity,
    "confidence": lambda thought: thought.confidence,
    "complete": lambda thought: thought.complete,
    "attributes": lambda thought: dict(thought.attributes),
    "format": number_of_format,
    "metadata": metadata_of,
    "ignored_attributes": lambda thought: {"thought_id": thought.declared_id},
}


def whole_thoughts(run: Run, place: int, policy: ts.Policy) -> list[str]:
    """The texts of the thoughts that end in one feed."""
    before = [event for feed in run.feeds[:place] for event in feed]
    known = len(ts.fold(before, policy).thoughts)
    return [thought.text for thought in ts.fold(before + run.feeds[place], policy).thoughts[known:]]


def answer_runs(events: list[ts.Event]) -> list[str]:
    """Pieces of answer that a thought stands between."""
    return [text for kind, text in text_runs(events) if kind == "text"]


def text_runs(events: list[ts.Event]) -> list[list[str]]:
    """Text in order, as much in one piece as is of one kind."""
    kinds = {ts.AnswerDelta: "text", ts.ThoughtDelta: "thought"}
    pieces = [
        (kinds[type(event)], event.text)
        for event in events
        if isinstance(event, ts.AnswerDelta | ts.ThoughtDelta)
    ]
    runs = groupby(pieces, key=lambda piece: piece[0])
    return [[kind, "".join(text for _, text in run)] for kind, run in runs]


def flow(events: list[ts.Event]) -> Iterator[tuple[str, str]]:
    """The events by their names in the documents, each with its text."""
    speaking = False
    for event in events:
        if isinstance(event, ts.AnswerDelta) != speaking and type(event) in FLOW_NAMES:
            speaking = not speaking
            yield "message_start" if speaking else "message_end", ""
        if type(event) in FLOW_NAMES:
            yield FLOW_NAMES[type(event)], getattr(event, "text", "")


FLOW_NAMES: Mapping[type, str] = {
    ts.ThoughtStart: "thinking_start",
    ts.ThoughtDelta: "thinking_content",
    ts.ThoughtEnd: "thinking_end",
    ts.AnswerDelta: "message_content",
    ts.ReplyEnd: "turn_end",
}

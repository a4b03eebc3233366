"""Checks what a vector of the documents or a hard case expects: one function for each expectation.

The documents have words of their own for thoughts and events; here they are read off ours. What
only a later part can answer is in conformance/pending.json, with what of it is checked already.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

import thoughtstream as ts
from tests.conformance_cases import JsonObject, Vector, byte_cuttings, load, pending
from thoughtstream.encoders.documents.aggregation import AggregationEvents
from thoughtstream.encoders.documents.extraction import ExtractionEvents
from thoughtstream.encoders.documents.formats import FormatsEvents
from thoughtstream.encoders.documents.thinking_blocks import AgentEvents, agent_token
from thoughtstream.encoders.documents.thinking_content import StreamChunks, TurnEvents
from thoughtstream.encoders.encoder import Encoder

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
    if vector.document == "formats":
        check_events_per_chunk(expected, run, vector)
    seen = [
        {"thoughts": whole_thoughts(run, place, vector.policy), "delta": answer_text(feed)}
        for place, feed in enumerate(run.feeds)
    ]
    assert seen == expected
    assert answer_text(run.closing) is None


def check_events_per_chunk(expected: list[JsonObject], run: Run, vector: Vector) -> None:
    """The same as events of the document: thoughts first, then one delta."""
    encoder = FormatsEvents("task-1", "ctx-1", vector.policy)
    for events, chunk in zip(run.feeds, expected, strict=True):
        told = [
            each.get("thought", each.get("delta"))
            for each in encoder.feed_all(events)
            if each["kind"] != "content-complete"
        ]
        assert told == [*chunk["thoughts"], *([chunk["delta"]] if chunk["delta"] else [])]


def check_parse_results(expected: list[JsonObject], run: Run, _: Vector) -> None:
    seen = [{"thinking": thought_text(feed), "message": answer_text(feed)} for feed in run.feeds]
    assert seen == expected
    assert answer_text(run.closing) is None


def check_events(expected: list[str] | list[list[str]], run: Run, _: Vector) -> None:
    if isinstance(expected[0], list):
        assert text_runs(run.events) == expected
    else:
        names = [each["type"] for each in encoded(TurnEvents(), run)]
        assert names == [*expected, *["turn_end"][: "turn_end" not in expected]]


def check_event_contents(expected: Mapping[str, list[str]], run: Run, _: Vector) -> None:
    told = encoded(TurnEvents(), run)
    for name, texts in expected.items():
        assert [each["content"] for each in told if each["type"] == name] == texts


def check_event(expected: JsonObject, run: Run, vector: Vector) -> None:
    """The one event of a kind, as the document prints it."""
    told = encoded(document_encoder(vector), run)
    assert [each for each in told if each["kind"] == expected["kind"]] == [expected]


def check_event_keys(expected: list[str], run: Run, vector: Vector) -> None:
    (event,) = thought_events(run, vector)
    assert sorted(event) == sorted(expected)


def check_event_subset(expected: JsonObject, run: Run, vector: Vector) -> None:
    (event,) = thought_events(run, vector)
    assert {name: event[name] for name in expected} == expected
    check_thought_id(event["thoughtId"])


def check_types(expected: list[str], run: Run, vector: Vector) -> None:
    """Every type that the document lists is told, and known."""
    for name in expected:
        check_declared("thought_type", name, "thoughtType", run, vector)
        assert ts.Thought(index=0, text="", type=name).known_type


def check_verbosities(expected: list[str], run: Run, vector: Vector) -> None:
    for name in expected:
        check_declared("verbosity", name, "verbosity", run, vector)


def check_declared(attribute: str, value: str, key: str, run: Run, vector: Vector) -> None:
    assert run.reply.thoughts
    declared = run_vector(vector, [f'<thinking {attribute}="{value}">x</thinking>'])
    (event,) = thought_events(declared, vector)
    assert event[key] == value


def check_metadata_keys(expected: list[str], run: Run, vector: Vector) -> None:
    assert run.reply.thoughts
    attributes = 'confidence="0.5" alternatives="a|b" related_to="c"'
    (event,) = thought_events(run_vector(vector, [f"<thinking {attributes}>x</thinking>"]), vector)
    assert sorted(event["metadata"]) == sorted(expected)


def check_chunk_fields(expected: list[str], run: Run, _: Vector) -> None:
    assert all(set(chunk) == set(expected) for chunk in encoded(StreamChunks(), run))


def check_type_default(expected: str, run: Run, _: Vector) -> None:
    assert encoded(StreamChunks(), run)[-1]["type"] == expected


def check_agent_tokens(expected: list[str], run: Run, vector: Vector) -> None:
    assert [agent_token(text) for text in vector.chunks] == [
        {"event": "agent_token", "token": text} for text in expected
    ]
    tokens = [each["token"] for each in encoded(AgentEvents(vector.policy), run)[:-1]]
    assert "".join(tokens) == "".join(expected)


def check_agent_response(expected: str, run: Run, vector: Vector) -> None:
    check_agent_events([{"event": "agent_response_complete", "content": expected}], run, vector)


def check_agent_events(expected: list[JsonObject], run: Run, vector: Vector) -> None:
    assert encoded(AgentEvents(vector.policy, tokens=False), run) == expected


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
    chunks = groupby(encoded(StreamChunks(), run)[:-1], key=lambda chunk: chunk["type"])
    joined = [
        {"content": "".join(chunk["content"] for chunk in run_), "type": kind}
        for kind, run_ in chunks
    ]
    assert joined == expected


def check_raw(expected: str, run: Run, _: Vector) -> None:
    assert run.reply.raw == expected


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
    # Shapes on the wire.
    "event": check_event,
    "event_keys": check_event_keys,
    "event_subset": check_event_subset,
    "thoughtType_enum": check_types,
    "verbosity_enum": check_verbosities,
    "metadata_keys": check_metadata_keys,
    "chunks": check_chunks,
    "fields": check_chunk_fields,
    "type_default": check_type_default,
    "agent_token": check_agent_tokens,
    "agent_response_complete": check_agent_response,
    "agent_events": check_agent_events,
    # What can be answered of vectors that wait for later parts.
    "history.0.content": check_content,
    "stored_event.data": check_raw,
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


def metadata_of(thought: ts.Thought) -> object:
    """What an event of `formats.md` tells beside the text."""
    events: list[ts.Event] = [ts.ThoughtStart(0, attributes=thought.attributes), ts.ThoughtEnd(0)]
    return FormatsEvents("", "").feed_all(events)[0]["metadata"]


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


# Wire shapes


def encoded(encoder: Encoder, run: Run) -> list[JsonObject]:
    """What an encoder makes of a reply."""
    return encoder.feed_all(run.events) + encoder.finish()


def document_encoder(vector: Vector) -> Encoder:
    """The encoder of the shape that a document prints."""
    ids = vector.context.get("taskId", ""), vector.context.get("contextId", "")
    match vector.document:
        case "formats":
            return FormatsEvents(*ids, vector.policy)
        case "extraction":
            return ExtractionEvents(*ids, vector.policy)
        case _:
            return AggregationEvents(vector.policy)


def thought_events(run: Run, vector: Vector) -> list[JsonObject]:
    """The thoughts as events of the document."""
    told = encoded(document_encoder(vector), run)
    return [each for each in told if each["kind"] == "thought-stream"]


def check_thought_id(thought_id: str) -> None:
    """Ids have the form that the document prints."""
    (form,) = [
        raw["expect"]["thoughtId_regex"]
        for raw in load("documents.json")["vectors"]
        if raw["kind"] == "id"
    ]
    assert re.fullmatch(form, thought_id)

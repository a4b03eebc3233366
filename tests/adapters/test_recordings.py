# Every recording, as JSON and as an SDK's objects: what must come out, and the laws that hold for
# any stream: cut anywhere, broken anywhere, ended anywhere.

import copy
import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.adapters.cutting import Json, cut
from tests.adapters.recordings import (
    Recording,
    as_sdk_objects,
    assert_lawful,
    recordings,
    summary,
)
from thoughtstream.adapters.recognise import ADAPTERS, recognised
from thoughtstream.errors import WireError
from thoughtstream.events import Event, ReplyEnd
from thoughtstream.testing import merged

ALL = recordings()
every_recording = pytest.mark.parametrize("recording", ALL, ids=str)


# --- what must come out ---------------------------------------------------------------------------


@every_recording
def test_json_objects_give_what_is_expected(recording: Recording) -> None:
    events = recording.events()

    assert summary(events, recording.expect) == recording.expect
    assert_lawful(events)


@every_recording
def test_sdk_objects_give_the_same(recording: Recording) -> None:
    events = recording.events(as_sdk_objects(recording))

    expected = recording.expect
    if recording.surface == "google-genai":  # bytes come out as base64
        expected = json.loads(json.dumps(expected).replace("c2ln", "AA==").replace("czE=", "AA=="))
    assert summary(events, expected) == expected
    assert_lawful(events)


@every_recording
def test_the_first_chunk_says_where_it_is_from(recording: Recording) -> None:
    # Mistral's chunks, as JSON, are those of OpenAI; that adapter reads them as well.
    same = {"mistral": {"mistral", "openai-chat"}}.get(recording.surface, {recording.surface})
    first = next(chunk for chunk in recording.chunks if chunk.get("type") != "ping")

    assert recognised(first) in same
    assert recognised(as_sdk_objects(recording)[0]) in same


# --- the corpus itself ----------------------------------------------------------------------------


def test_every_adapter_has_recordings() -> None:
    assert {recording.surface for recording in ALL} == set(ADAPTERS)


@every_recording
def test_a_recording_names_its_quirk_and_the_source_of_the_fact(recording: Recording) -> None:
    said = {"thoughts", "answer", "tool_calls", "outcome", "finish_reason", "notices"}

    assert recording.about.endswith(".")
    assert recording.source
    assert said <= recording.expect.keys()


def test_no_two_recordings_are_about_the_same() -> None:
    times = Counter((recording.surface, recording.about) for recording in ALL)

    assert [about for about, count in times.items() if count > 1] == []


# --- cut anywhere ---------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(recording=st.sampled_from(ALL), random=st.randoms(use_true_random=False))
def test_cutting_the_texts_differently_changes_nothing(
    recording: Recording, random: Random
) -> None:
    pieces = [
        piece for chunk in recording.chunks for piece in cut(recording.surface, chunk, random)
    ]

    assert merged(recording.events(pieces)) == merged(recording.events())


# --- ended anywhere -------------------------------------------------------------------------------


@every_recording
def test_a_stream_that_dies_loses_nothing_and_is_closed(recording: Recording) -> None:
    for end in range(len(recording.chunks)):
        adapter = recording.adapter()
        told = [event for chunk in recording.chunks[:end] for event in adapter.feed(chunk)]
        closing = adapter.finish("failed")

        assert_lawful(told + closing)
        assert isinstance(closing[-1], ReplyEnd)
        assert closing[-1].outcome == "failed"


# --- broken anywhere ------------------------------------------------------------------------------


@every_recording
def test_a_field_of_a_wrong_type_is_named_and_loses_nothing(recording: Recording) -> None:
    for at, chunk in enumerate(recording.chunks):
        for broken, name in _broken(chunk):
            _assert_named_and_closed(recording, at, broken, name)


def _assert_named_and_closed(recording: Recording, at: int, broken: object, name: str) -> None:
    adapter = recording.adapter()
    told: list[Event] = [event for each in recording.chunks[:at] for event in adapter.feed(each)]
    try:
        told += adapter.feed(broken)
    except WireError as error:
        path, _, said = str(error).partition(": ")
        assert path.split(".")[-1].split("[")[0] in {name, "chunk"}
        assert "expected" in said
        assert said.endswith("got float")
    assert_lawful(told + adapter.finish("failed"))


def _broken(value: Json) -> Iterator[tuple[Json, str]]:
    """Yield a value with one field of it, at any depth, made a number with a fraction."""
    for path in _paths(value):
        broken = copy.deepcopy(value)
        holder = broken
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = 3.5
        yield broken, next(str(step) for step in reversed(path) if isinstance(step, str))


def _paths(value: Json) -> Iterator[tuple[Json, ...]]:
    steps: Json = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        yield (step,)
        if isinstance(inner, dict | list):
            yield from ((step, *rest) for rest in _paths(inner))

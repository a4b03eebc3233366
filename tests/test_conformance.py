"""The conformance corpus holds, however its replies are cut.

Every case runs as printed, whole, one character at a time, and cut in two at every place. The one
policy that depends on the cuts by definition, `boundary-chunked`, runs as printed alone. What waits
for later parts is in conformance/pending.json, and nothing else does.
"""

import re
import time
from collections.abc import Callable, Iterator
from itertools import chain, groupby, repeat
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

import thoughtstream as ts
from tests.conformance_cases import (
    CORPUS,
    Case,
    How,
    JsonObject,
    Vector,
    byte_cuttings,
    case_files,
    cases,
    cuttings,
    document_ids,
    document_vectors,
    document_vectors_elsewhere,
    hard_case_ids,
    hard_vectors,
    load,
    text_of,
)
from tests.conformance_checks import (
    CHECKS,
    OF_THE_CUTS,
    PENDING,
    Run,
    check_content,
    check_per_chunk,
    checked_paths,
    run_vector,
    value_at,
)
from thoughtstream.encoders.documents.extraction import ExtractionEvents
from thoughtstream.testing import merged, source_text

FORMATS = 43
FEWEST_CASES = 5
LATER_KINDS = {"cache-key", "display", "dual-path", "history", "table", "timeline"}
BY_THEMSELVES = {"mb-34", "extraction-thought-id"}
"""Vectors that have a test of their own: they hold no reply, or describe one."""

CASES = list(cases())
VECTORS = [*document_vectors(), *hard_vectors()]
ELSEWHERE = list(document_vectors_elsewhere())

every_way = pytest.mark.parametrize("how", get_args(How))


# Cases of our own format


@every_way
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_holds(case: Case, how: How) -> None:
    reply = "".join(case.chunks)
    whole = merged(run_case(case, [reply]))
    expected = expected_of(case)
    for chunks in cuttings(case.chunks, how):
        events = run_case(case, chunks)

        assert seen_in(case, events) == expected, chunks if len(chunks) <= 2 else how
        assert merged(events) == whole
        assert source_text(events) == reply


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.as_bytes], ids=lambda case: case.id
)
def test_a_case_holds_for_bytes_cut_anywhere(case: Case) -> None:
    data = "".join(case.chunks).encode()
    thoughts, answer = case.expect["thoughts"], case.expect["answer"]
    for chunks in byte_cuttings(data):
        events = ts.split(chunks, dialect=case.dialect, policy=case.policy, start=case.start)
        reply = ts.fold(events, case.policy)

        assert [thought.text for thought in reply.thoughts] == [each["text"] for each in thoughts]
        assert reply.answer == answer


@pytest.mark.parametrize("case", [case for case in CASES if case.model], ids=lambda case: case.id)
def test_a_model_leads_to_the_dialect_of_its_format(case: Case) -> None:
    assert isinstance(case.dialect, ts.Dialect)
    assert case.format in case.dialect.formats


def run_case(case: Case, chunks: list[str]) -> list[ts.Event]:
    splitter = ts.Splitter(case.dialect, case.policy, start=case.start)
    events = [event for chunk in chunks for event in splitter.feed(chunk)]
    return events + splitter.finish(finish_reason=case.finish_reason, outcome=case.ends)


def expected_of(case: Case) -> JsonObject:
    """What a case expects, with all that it leaves unsaid."""
    thoughts: list[JsonObject] = case.expect["thoughts"]
    return {
        **case.expect,
        "thoughts": [
            {"complete": True, **each, "text": text_of(each["text"])} for each in thoughts
        ],
        "answer": text_of(case.expect["answer"]),
        "finish_reason": case.finish_reason,
    }


def seen_in(case: Case, events: list[ts.Event]) -> JsonObject:
    """The same of what came out: as many fields as the case expects."""
    reply = ts.fold(events, case.policy)
    seen: JsonObject = {
        "thoughts": thoughts_seen(reply, case.expect["thoughts"]),
        "answer": reply.answer,
        "outcome": reply.outcome,
        "finish_reason": reply.finish_reason,
    }
    if "removed" in case.expect:
        seen["removed"] = removed_in(events)
    if "reclassified" in case.expect:
        seen["reclassified"] = reclassified_in(events)
    return seen


def thoughts_seen(reply: ts.Reply, expected: list[JsonObject]) -> list[JsonObject]:
    """The thoughts that came out, with the fields that the expected ones have."""
    fields: Iterator[JsonObject] = chain(expected, repeat({}))
    return [
        {name: getattr(thought, name) for name in ("complete", "text", *next(fields))}
        for thought in reply.thoughts
    ]


def removed_in(events: list[ts.Event]) -> list[list[str]]:
    """What was removed and why, pieces that stand side by side joined."""
    runs = groupby(events, key=lambda event: event.why if isinstance(event, ts.Removed) else None)
    return [
        ["".join(event.text for event in run if isinstance(event, ts.Removed)), why]
        for why, run in runs
        if why is not None
    ]


def reclassified_in(events: list[ts.Event]) -> list[JsonObject]:
    found = [event for event in events if isinstance(event, ts.Reclassified)]
    return [{"start": event.start, "end": event.end, "now": event.now} for event in found]


# The documents and the hard cases


@pytest.mark.parametrize(
    ("vector", "how"),
    [
        pytest.param(vector, how, id=f"{vector.name}-{how}")
        for vector in VECTORS
        for how in (["printed"] if vector.depends_on_cuts else get_args(How))
    ],
)
def test_a_vector_holds(vector: Vector, how: How) -> None:
    paths = checked_paths(vector)
    if how != "printed":
        paths = [path for path in paths if path not in OF_THE_CUTS]
    for chunks in cuttings(vector.chunks, how):
        run = run_vector(vector, chunks)

        for path in paths:
            CHECKS[path](value_at(vector.expect, path), run, vector)
        assert source_text(run.events) == "".join(chunks)


@every_way
@pytest.mark.parametrize(
    "vector", ELSEWHERE, ids=lambda vector: f"{vector.id}-{vector.policy.answer_whitespace}"
)
def test_a_vector_holds_under_the_other_policies_that_it_names(vector: Vector, how: How) -> None:
    for chunks in cuttings(vector.chunks, how):
        assert run_vector(vector, chunks).reply.answer == vector.expect["content"]


@pytest.mark.parametrize(
    "vector", [vector for vector in VECTORS if vector.accumulated], ids=lambda vector: vector.name
)
def test_a_vector_holds_for_accumulated_text(vector: Vector) -> None:
    feeds: list[list[ts.Event]] = [[] for _ in vector.accumulated]
    place = 0

    def snapshots() -> Iterator[str]:
        nonlocal place
        for place, snapshot in enumerate(vector.accumulated):  # noqa: B007 - read below
            yield snapshot

    for event in ts.split_snapshots(snapshots(), dialect=vector.dialect, policy=vector.policy):
        feeds[place].append(event)

    events = [event for feed in feeds for event in feed]
    run = Run(feeds, [], ts.fold(events, vector.policy))
    check_per_chunk(vector.expect["per_chunk"], run, vector)
    check_content(vector.expect["content"], run, vector)


# Ids


def test_ids_of_thoughts_are_as_printed() -> None:
    (raw,) = [raw for raw in load("documents.json")["vectors"] if raw["kind"] == "id"]
    expect = raw["expect"]
    assert expect["index"] == "0,1,2... in emission order"

    reply = "<thinking>a</thinking>b<thinking>a</thinking><thinking>c</thinking>"
    told = ExtractionEvents("task-1", "ctx-1").feed_all(ts.split([reply]))
    thoughts = [each for each in told if each["kind"] == "thought-stream"]

    assert len({str(each["thoughtId"]) for each in thoughts}) == 3
    for index, each in enumerate(thoughts):
        assert re.fullmatch(expect["thoughtId_regex"], str(each["thoughtId"]))
        assert each["thoughtType"] == expect["default_type"]
        assert each["verbosity"] == expect["default_verbosity"]
        assert each["index"] == index


# Linear time


def test_time_is_linear_in_the_length_of_a_thought() -> None:
    (raw,) = [raw for raw in load("hard-cases.json")["replies"] if raw["id"] == "mb-34"]
    assert raw["expect"] == {"time": "O(total length)"}
    assert "100,000 token chunks inside one open thought" in raw["chunks"][0]

    # The least of 3 rounds, of more on a busy machine; were time quadratic, it would be 64 times.
    short: list[float] = []
    long: list[float] = []
    while len(long) < 3 or (min(long) > 10 * min(short) and len(long) < 12):
        short.append(cpu_seconds(tokens=12_500, replies=8) / 8)
        long.append(cpu_seconds(tokens=100_000, replies=1))

    assert min(long) <= 10 * min(short)


def cpu_seconds(*, tokens: int, replies: int) -> float:
    """The CPU time that replies take, each one thought that comes token by token."""
    before = time.process_time()
    for _ in range(replies):
        splitter = ts.Splitter()
        splitter.feed("<thinking>I")
        assert sum(len(splitter.feed(" token")) for _ in range(tokens)) == tokens
        splitter.finish()
    return time.process_time() - before


# The corpus itself


@pytest.mark.parametrize("name", case_files())
def test_a_file_of_cases_fits_the_schema(name: str) -> None:
    schema = load("schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)

    errors = jsonschema.Draft202012Validator(schema).iter_errors(load(name))

    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_ids_are_unique_and_say_where_a_case_is() -> None:
    ids = [case.id for case in CASES]

    assert len(set(ids)) == len(ids)
    assert all(case.id.split("/")[0] in (case.format, "awkward") for case in CASES)


def test_every_format_has_its_cases() -> None:
    names = {name.removeprefix("formats/").removesuffix(".json") for name in case_files()}
    names.remove("awkward")
    known = {name for dialect in ts.DIALECTS.values() for name in dialect.formats}

    assert len(names) == FORMATS
    assert names == known
    for name in names:
        assert len(load(f"formats/{name}.json")["cases"]) >= FEWEST_CASES, name
        assert load(f"formats/{name}.json")["format"] == name


def test_the_documents_and_the_hard_cases_are_complete() -> None:
    assert len(set(document_ids())) == len(document_ids()) == 58
    assert len(set(hard_case_ids())) == len(hard_case_ids()) == 42


def test_every_vector_runs_or_is_pending() -> None:
    run = {vector.id for vector in VECTORS if vector.id not in PENDING} | BY_THEMSELVES

    assert run | set(PENDING) == {*document_ids(), *hard_case_ids()}


def test_only_what_needs_later_parts_is_pending() -> None:
    kinds = {raw["id"]: raw["kind"] for raw in load("documents.json")["vectors"]}

    assert len(PENDING) == len(load("pending.json")["pending"])
    for name, entry in PENDING.items():
        assert name.startswith("tl-") or kinds[name] in LATER_KINDS
        assert entry["needs"] in ("replay", "show", "threads")
        assert entry["why"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_every_expectation_is_checked(vector: Vector) -> None:
    assert [path for path in checked_paths(vector) if path not in CHECKS] == []
    assert checked_paths(vector) or vector.id in PENDING


def test_the_runner_in_the_readme_works() -> None:
    readme = (CORPUS / "README.md").read_text(encoding="utf-8")
    snippet = re.findall(r"^```python\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)[0]
    namespace: dict[str, Any] = {}
    exec(compile(snippet, "conformance/README.md", "exec"), namespace)  # noqa: S102 - our own text
    by_id = {case.id: case for case in CASES}

    def split(chunks: list[str], raw: JsonObject) -> tuple[list[str], str]:
        case = by_id[raw["id"]]
        reply = ts.fold(run_case(case, chunks), case.policy)
        return [thought.text for thought in reply.thoughts], reply.answer

    def deaf(chunks: list[str], _: JsonObject) -> tuple[list[str], str]:
        return [], "".join(chunks)

    failures: Callable[[Path, object], Iterator[str]] = namespace["failures"]
    assert list(failures(CORPUS, split)) == []
    assert len(list(failures(CORPUS, deaf))) > len(CASES) / 2

"""Loads the conformance corpus and says how each case is to be run: no expectation is checked here.

A `Case` is one of formats/*.json or awkward.json; a `Vector` is one of the documents, a hard case,
or a variant that a hard case names. Both are text, a dialect, a policy and an expectation.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import thoughtstream as ts

JsonObject: TypeAlias = dict[str, Any]
Dialect: TypeAlias = ts.Dialect | str
Start: TypeAlias = Literal["auto", "outside", "inside", "hold"]
How: TypeAlias = Literal["printed", "whole", "characters", "two-way"]

CORPUS = Path(__file__).resolve().parents[1] / "conformance"

LONG = 2_000
"""Longer replies are not cut everywhere, but near what may be a marker and at even distances."""
NEAR = 64
EVENLY = 200
_MARKER_CHARACTERS = "<>[]◁▷|`\n"


@dataclass(frozen=True)
class Case:
    """One case of our own format."""

    id: str
    format: str
    chunks: tuple[str, ...]
    policy: ts.Policy
    start: Start
    model: str | None
    prompt_tail: str | None
    finish_reason: str | None
    ends: Literal["failed", "cancelled"] | None
    as_bytes: bool
    expect: JsonObject

    @property
    def dialect(self) -> Dialect:
        """What the model's name and the end of its prompt lead to, else the format."""
        if self.model is None:
            return self.format
        return ts.dialect_for(self.model, prompt_tail=self.prompt_tail)


@dataclass(frozen=True)
class Vector:
    """One vector of the documents, or one variant of a hard case."""

    id: str
    name: str
    """The id, and the variant in brackets if there are several."""
    chunks: tuple[str, ...]
    accumulated: tuple[str, ...]
    dialect: Dialect
    policy: ts.Policy
    finish_reason: str | None
    expect: JsonObject
    document: str = ""
    """Which of the five documents prints it, "" for a hard case."""
    context: Mapping[str, str] = field(default_factory=dict[str, str])
    """The ids that the caller brings."""

    @property
    def depends_on_cuts(self) -> bool:
        """Whether its policy is the one that is exempt from the law."""
        return self.policy.answer_whitespace == "boundary-chunked"


@cache
def load(name: str) -> JsonObject:
    """Return one file of the corpus."""
    return cast("JsonObject", json.loads((CORPUS / name).read_text(encoding="utf-8")))


def text_of(value: str | list[tuple[str, int]]) -> str:
    """Return a text that may be written as runs."""
    if isinstance(value, str):
        return value
    return "".join(text * times for text, times in value)


# Our own cases


def case_files() -> list[str]:
    """Return the names of the files that hold cases of our own format."""
    formats = sorted(path.relative_to(CORPUS).as_posix() for path in CORPUS.glob("formats/*.json"))
    return [*formats, "awkward.json"]


def cases() -> Iterator[Case]:
    """Return every case of our own format."""
    return chain.from_iterable(_cases_in(load(name)) for name in case_files())


def _cases_in(file: JsonObject) -> Iterator[Case]:
    for raw in file["cases"]:
        yield Case(
            id=raw["id"],
            format=raw.get("format", file.get("format")),
            chunks=tuple(raw.get("chunks") or [text_of(raw["reply"])]),
            policy=ts.Policy(**{**file["policy"], **raw.get("policy", {})}),
            start=raw.get("start", "auto"),
            model=raw.get("model"),
            prompt_tail=raw.get("prompt_tail"),
            finish_reason=raw.get("finish_reason"),
            ends=raw.get("ends"),
            as_bytes=raw.get("bytes", False),
            expect=raw["expect"],
        )


# The documents' vectors and the hard cases

_TAGS: Mapping[str, Dialect] = {
    "thinking": ts.Dialect("thinking-only", tags=("thinking",), nests=("thinking",)),
    "think": ts.Dialect("think-only", tags=("think",)),
    "any": "any-tag",
}
_UNCLOSED: Mapping[str, JsonObject] = {
    "emit-incomplete": {"unclosed": "thought"},
    "as-text": {"unclosed": "answer"},
}
_HARD_POLICY = {"answer_whitespace": "preserve", "thought_whitespace": "strip"}


def pending() -> dict[str, JsonObject]:
    """Return what waits for later parts, by id."""
    return {entry["id"]: entry for entry in load("pending.json")["pending"]}


def document_ids() -> list[str]:
    """Return the ids of every vector of the documents."""
    return [raw["id"] for raw in load("documents.json")["vectors"]]


def hard_case_ids() -> list[str]:
    """Return the ids of every hard case, replies and timelines."""
    file = load("hard-cases.json")
    return [raw["id"] for raw in (*file["replies"], *file["timelines"])]


def document_vectors() -> Iterator[Vector]:
    """Return every vector of the documents that has a reply."""
    for raw in load("documents.json")["vectors"]:
        if "chunks" in raw:
            yield document_vector(raw, document_policy(raw["policy"]), raw["expect"])


def document_vector(raw: JsonObject, policy: ts.Policy, expect: JsonObject) -> Vector:
    """Return a vector of the documents under a policy."""
    return Vector(
        id=raw["id"],
        name=raw["id"],
        chunks=tuple(raw["chunks"]),
        accumulated=tuple(raw.get("accumulated", ())),
        dialect=_TAGS[raw["policy"].get("tags", "any")],
        policy=policy,
        finish_reason=raw.get("finish_reason"),
        expect=expect,
        document=raw["document"],
        context=raw.get("context", {}),
    )


def document_policy(names: Mapping[str, str]) -> ts.Policy:
    """Return a policy of the documents in our words."""
    ours = {"content_whitespace": "answer_whitespace"}
    return ts.Policy(
        **cast("Any", {ours.get(key, key): value for key, value in names.items() if key != "tags"})
    )


def document_vectors_elsewhere() -> Iterator[Vector]:
    """Return the vectors that name a further policy, under that policy."""
    for raw in load("documents.json")["vectors"]:
        same = dict.fromkeys(raw.get("also_holds_under", ()), raw["expect"].get("content"))
        for whitespace, content in {**same, **raw.get("other_policies", {})}.items():
            policy = document_policy({**raw["policy"], "content_whitespace": whitespace})
            yield document_vector(raw, policy, {"content": content})


def hard_vectors() -> Iterator[Vector]:
    """Return every hard case about a reply but the one about time, each variant for itself."""
    for raw in load("hard-cases.json")["replies"]:
        if "time" not in raw["expect"]:
            yield from _variants(raw)


def _variants(raw: JsonObject) -> Iterator[Vector]:
    plain = dict(raw["expect"])
    for key in list(plain):
        if key in _VARIANT_KEYS:
            yield from _VARIANT_KEYS[key](raw, plain.pop(key))
    if plain:
        yield _hard_vector(raw, plain)


def _hard_vector(
    raw: JsonObject,
    expect: JsonObject,
    variant: str = "",
    *,
    fold_case: bool = True,
    **policy: str,
) -> Vector:
    dialect = cast("ts.Dialect", _TAGS[raw["expect"].get("tags", "thinking")])
    return Vector(
        id=raw["id"],
        name=f"{raw['id']}[{variant}]" if variant else raw["id"],
        chunks=tuple(raw["chunks"]),
        accumulated=(),
        dialect=dialect if fold_case else dialect.but(fold_case=False),
        policy=ts.Policy(**cast("Any", {**_HARD_POLICY, **policy})),
        finish_reason=raw.get("finish_reason"),
        expect=expect,
    )


def _by_unclosed(raw: JsonObject, expect: JsonObject) -> Iterator[Vector]:
    for name, each in expect.items():
        yield _hard_vector(raw, each, name, **_UNCLOSED[name])


def _insensitive(raw: JsonObject, expect: JsonObject) -> Iterator[Vector]:
    yield _hard_vector(raw, expect, "insensitive")


def _sensitive(raw: JsonObject, expect: JsonObject) -> Iterator[Vector]:
    yield _hard_vector(raw, expect, "sensitive", fold_case=False)


def _protected(raw: JsonObject, expect: JsonObject) -> Iterator[Vector]:
    yield _hard_vector(raw, expect, "protect", code="protect")


def _clean(raw: JsonObject, expect: str) -> Iterator[Vector]:
    yield _hard_vector(raw, {"content": expect}, "clean", answer_whitespace="clean")


def _preserved(raw: JsonObject, expect: str) -> Iterator[Vector]:
    yield _hard_vector(raw, {"deltas_joined": expect}, "preserve")


_VARIANT_KEYS: Mapping[str, Callable[[JsonObject, Any], Iterator[Vector]]] = {
    "policies": _by_unclosed,
    "case_insensitive": _insensitive,
    "case_sensitive": _sensitive,
    "fences=protect": _protected,
    "clean": _clean,
    "deltas_joined_preserve": _preserved,
}


# Cuts


def cuttings(chunks: tuple[str, ...], how: How) -> Iterator[list[str]]:
    """Return the ways to cut a reply: as printed, whole, into characters, everywhere in two."""
    reply = "".join(chunks)
    match how:
        case "printed":
            yield list(chunks)
        case "whole":
            yield [reply]
        case "characters":
            yield list(reply)
        case "two-way":
            yield from ([reply[:at], reply[at:]] for at in cuts(reply))


def cuts(reply: str) -> list[int]:
    """Return where to cut a reply in two: everywhere, if it is not very long."""
    if len(reply) <= LONG:
        return list(range(1, len(reply)))
    near = {
        at
        for place, character in enumerate(reply)
        if character in _MARKER_CHARACTERS
        for at in range(place - NEAR, place + NEAR)
        if 0 < at < len(reply)
    }
    return sorted(near | set(range(1, len(reply), len(reply) // EVENLY)))


def byte_cuttings(data: bytes) -> Iterator[list[bytes]]:
    """Return the ways to cut bytes: not at all, into single ones, everywhere in two."""
    yield [data]
    yield [data[at : at + 1] for at in range(len(data))]
    yield from ([data[:at], data[at:]] for at in range(1, len(data)))

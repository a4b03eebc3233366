# `thoughtstream dialects`: lists the catalogue, explains one.

import pytest

from tests.cli.running import run
from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.dialect import Dialect


def lines_of(*arguments: str) -> list[str]:
    done = run("dialects", *arguments)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode().splitlines()


def test_every_dialect_is_listed_with_what_it_is() -> None:
    lines = lines_of()

    for line, (name, dialect) in zip(lines, DIALECTS.items(), strict=False):
        assert line.split(maxsplit=1) == [name, dialect.about]
    assert any("dialects NAME" in line for line in lines[len(DIALECTS) :])


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=lambda dialect: dialect.name)
def test_every_dialect_is_explained(dialect: Dialect) -> None:
    first, *facts = lines_of(dialect.name)

    assert first == f"{dialect.name}: {dialect.about}"
    text = "\n".join(facts)
    for marker in (*dialect.opens, *dialect.closes, *dialect.implicit_closers):
        assert marker.replace("\n", "\\n") in text
    for tag in dialect.tags:
        assert f"<{tag}>" in text
    if dialect.channels:
        assert all(name in text for name in dialect.channels.thought)
    assert any(fact.strip().startswith("a reply starts") for fact in facts)
    assert all(name in text for name in dialect.formats)


def test_a_format_is_explained_by_its_id() -> None:
    assert lines_of("think.qwen3") == lines_of("think-tags-tool-call-from-prompt")


def test_a_model_is_explained_by_its_dialect() -> None:
    assert lines_of("--model", "openai/gpt-oss-20b") == lines_of("harmony")


def test_a_models_own_start_is_told() -> None:
    assert any("inside a thought" in line for line in lines_of("--model", "glm-4.7"))
    assert any("outside a thought" in line for line in lines_of("--model", "glm-4.6"))


def test_a_wrong_name_is_refused() -> None:
    done = run("dialects", "harmoni")

    assert (done.status, done.out) == (2, b"")
    assert "Did you mean 'harmony'" in done.err.decode()


def test_newlines_in_markers_are_shown() -> None:
    assert any(line.endswith("thought\\n") for line in lines_of("gemma4.channel"))

"""`thoughtstream dialects`: lists the catalogue or explains one dialect."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from thoughtstream.core.catalogue import DIALECTS, dialect_named
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.models import dialect_for

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "dialects",
        help="list and explain the ways in which models mark thoughts",
        description="List the dialects that thoughtstream knows, or explain one of them.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="a dialect or format id to explain")
    parser.add_argument("--model", metavar="MODEL", help="explain the dialect of this model")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list or the explanation."""
    if options.name:
        lines = _explained(dialect_named(options.name))
    elif options.model:
        lines = _explained(dialect_for(options.model))
    else:
        lines = _listed()
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _listed() -> Iterator[str]:
    width = max(map(len, DIALECTS))
    for name, dialect in DIALECTS.items():
        yield f"{name:{width}}  {dialect.about}"
    yield ""
    yield "`thoughtstream dialects NAME` explains one; `--model MODEL` that of a model."


def _explained(dialect: Dialect) -> Iterator[str]:
    yield f"{dialect.name}: {dialect.about}"
    for label, value in _facts(dialect):
        if value:
            yield f"  {label:<22} {value}"


def _facts(dialect: Dialect) -> Iterator[tuple[str, str]]:
    yield "tags", ", ".join(f"<{tag}>" for tag in dialect.tags)
    yield "any tag", "every well-formed tag opens a thought" if dialect.any_tag else ""
    yield "opens with", _shown(dialect.opens)
    yield "closes with", _shown(dialect.closes)
    if dialect.channels:
        yield "headers", _shown(dialect.channels.headers)
        yield "thoughts are in", ", ".join(dialect.channels.thought)
    yield "label", _shown((dialect.label,) if dialect.label else ())
    yield "a tool call closes", _shown(dialect.implicit_closers)
    yield "tools inside", _shown(tuple("…".join(pair) for pair in dialect.asides))
    yield "answer opens with", _shown(dialect.answer_opens)
    yield "answer closes with", _shown(dialect.answer_closes)
    yield "nests", ", ".join(dialect.nests)
    yield "a reply starts", _STARTS[dialect.start]
    yield "formats", ", ".join(dialect.formats)


def _shown(texts: tuple[str, ...]) -> str:
    return "  ".join(text.replace("\n", "\\n") for text in texts)


_STARTS = {
    "outside": "outside a thought",
    "inside": "inside a thought: the prompt has opened it",
    "from-prompt-tail": "as the rendered prompt left off (give `prompt_tail`); else outside",
}

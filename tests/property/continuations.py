"""What may follow text that is held back, so that its first character has another fate.

Read from the dialects' own data, never from the machine: the end of the reply, plain text, the
rest of every marker that the held text may have begun, and every marker after it.
"""

import re
from collections.abc import Iterator
from functools import cache

from tests.property.vocabulary import headers, markers, names
from thoughtstream.core.dialect import Dialect


def continuations(dialects: tuple[Dialect, ...], held: str) -> Iterator[str]:
    """Yield what may follow; those that are likely to matter come first."""
    yield ""
    rests = list(_rests(dialects, held.lower()))
    yield from rests
    yield from ("x", "`", "x`", "\n", "\nx", "\n\n")
    for rest in (*rests, *_TAG_ENDS):
        yield from (rest, rest + "x", rest + "`", rest + "\n", rest + "\n\nx")
    for marker in _all_markers(dialects):
        yield from (marker, marker + "x", "x" + marker)


def may_begin(dialects: tuple[Dialect, ...], text: str) -> bool:
    """Whether a text is the beginning of a marker, or all of one and the newlines it takes."""
    small = text.lower()
    if any(marker.lower().startswith(small) for marker in _all_markers(dialects)):
        return True
    if _begins_tag(dialects, text.rstrip("\n")):
        return True
    return any(_begins(header, text) for dialect in dialects for header in headers(dialect))


def _begins_tag(dialects: tuple[Dialect, ...], text: str) -> bool:
    tag = _TAG_BEGINS.match(text)
    any_tag = any(each.any_tag for each in dialects)
    return tag is not None and (any_tag or tag[1].lower() in names(dialects))


def _begins(header: str, text: str) -> bool:
    first, *others = re.split(r"[*+]", header)
    for part in others:
        if not text.startswith(first):
            break
        text = text[len(first) :].lstrip("".join(set(text) - {"<"}))
        first = part
    return first.startswith(text)


_TAG_BEGINS = re.compile(
    r"""</?([^\s<>/]+)"""
    r"""(?:\s+[^\s"'=<>/`]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'=<>`]+))*\s*"""
    r"""(?:[^\s"'=<>/`]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*\\?|'(?:[^'\\]|\\.)*\\?|[^\s"'=<>`]*))?|/)?>?$""",
    re.DOTALL,
)
"""A tag as far as it goes, by and large: attributes, the last of them perhaps not over."""


def _rests(dialects: tuple[Dialect, ...], held: str) -> Iterator[str]:
    """Yield the rest of every marker that the held text, in small letters, ends with a part of."""
    for parts in _parts(dialects):
        for first, part in enumerate(parts):
            rest = "x".join(("", *parts[first + 1 :]))
            small = part.lower()
            for length in range(len(part) - 1, -1 if first else 0, -1):
                if held.endswith(small[:length]):
                    yield part[length:] + rest


@cache
def _parts(dialects: tuple[Dialect, ...]) -> tuple[tuple[str, ...], ...]:
    """Every marker as the texts between the places where a header leaves room."""
    literal = [(text,) for text in _all_markers(dialects)]
    around = [(f"\n\n{text}\n",) for text in _all_markers(dialects)]
    free = [tuple(re.split(r"[*+]", header)) for dialect in dialects for header in headers(dialect)]
    return (*literal, *around, *free)


@cache
def _all_markers(dialects: tuple[Dialect, ...]) -> tuple[str, ...]:
    """Every marker, and tags of every name."""
    tags = (f"<{slash}{name}>" for name in names(dialects) for slash in ("", "/"))
    return (*markers(dialects), *tags)


_TAG_ENDS = (
    ">", "/>", '">', "'>", "=1>", "1>", "x=1>", " x=1>", 'x">', "x'>", "\"'>", "'\">", "x>"
)  # fmt: skip

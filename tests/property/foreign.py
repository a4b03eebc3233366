"""Text that holds no marker: other people's markup, and markers with one thing wrong."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from hypothesis import strategies as st

from tests.property.vocabulary import FENCES, FOREIGN, ODD, SPACE, WORDS, headers, markers, names
from thoughtstream.core.dialect import Dialect

_NAMES = ("b", "th", "thi", "pre", "math", "svg:g", "x-y", "h1", "item", "thinkpad", "td")
_ATTRIBUTES = ("", ' a="b"', " c='<d>'", " e", "\n f = g", ' h="&amp;"')
_INSIDES = ("", "i", "j < k", "l &lt; m", "<n>", "\n\n")
_ELEMENTS = tuple(
    form.format(name, attribute, inside)
    for form in ("<{0}{1}>{2}</{0}>", "<{0}{1}/>", "{0}<{2}>", "{0}<{0}, {0}<{2}>>")
    for name, attribute, inside in product(_NAMES, _ATTRIBUTES, _INSIDES)
)


def foreign_replies(dialects: tuple[Dialect, ...]) -> st.SearchStrategy[str]:
    """Replies that hold no marker, nearly always."""
    pieces = (FOREIGN, WORDS, SPACE, ODD, FENCES, _ELEMENTS, _nearly(dialects))
    piece = st.one_of([st.sampled_from(each) for each in pieces] + [st.text(max_size=3)])
    return st.lists(piece, max_size=10).map("".join)


@cache
def _nearly(dialects: tuple[Dialect, ...]) -> tuple[str, ...]:
    """Every marker with one character lost, doubled, changed or set apart."""
    nearly = [text for marker in markers(dialects) for text in _one_off(marker)]
    return tuple(text for text in dict.fromkeys(nearly) if not holds_marker(dialects, text)) or (
        "",
    )


def _one_off(marker: str) -> Iterator[str]:
    for at, letter in enumerate(marker):
        before, after = marker[:at], marker[at + 1 :]
        yield from (before + after, before + letter * 2 + after, before + "\u200b" + letter + after)
        yield from (f"{before}?{after}", f"{before} {letter}{after}")


def holds_marker(dialects: tuple[Dialect, ...], text: str) -> bool:
    """Whether a text holds a marker, or anything that could be one: rather too often than not."""
    small = text.lower()
    return any(marker in small for marker in _literals(dialects)) or bool(_tags(dialects)(text))


@cache
def _literals(dialects: tuple[Dialect, ...]) -> tuple[str, ...]:
    ends = [header.split("*")[-1].split("+")[-1] for each in dialects for header in headers(each)]
    return tuple(text.lower() for text in (*markers(dialects), *ends))


@cache
def _tags(dialects: tuple[Dialect, ...]) -> Callable[[str], re.Match[str] | None]:
    every = "|".join(map(re.escape, names(dialects)))
    return re.compile(rf"</?(?:{every})[\s/>:]", re.IGNORECASE).search

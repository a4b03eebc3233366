"""Text that holds no marker: other people's markup, and markers with one thing wrong."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from hypothesis import strategies as st

from tests.property.vocabulary import FENCES, FOREIGN, ODD, SPACE, WORDS, headers, markers, names
from thoughtstream.core.dialect import Dialect

_NAMES = st.from_regex(
    r"[a-z][a-z0-9-]{0,8}", fullmatch=True, alphabet=st.characters(codec="ascii")
)


@st.composite
def _elements(draw: st.DrawFn) -> str:
    name, inside = draw(_NAMES), draw(st.text("ab <&\n", max_size=6))
    attribute = draw(st.sampled_from(("", ' a="b"', " c='<d>'", " e", "\n f = g")))
    return draw(
        st.sampled_from(
            (f"<{name}{attribute}>{inside}</{name}>", f"<{name}{attribute}/>", f"{name}<{inside}>")
        )
    )


def foreign_replies(dialects: tuple[Dialect, ...]) -> st.SearchStrategy[str]:
    """Replies that hold no marker, nearly always."""
    piece = st.one_of(
        st.sampled_from(FOREIGN + WORDS + SPACE + ODD),
        st.sampled_from(FENCES),
        st.sampled_from(_nearly(dialects)),
        _elements(),
        st.emails().map("<{}>".format),
        st.text(max_size=5),
    )
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

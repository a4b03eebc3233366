"""Every dialect that comes with thoughtstream: a table to check against the formats it describes.

A name says the form, in this order: the markers, the wrapper of the answer, the tool markers that
end a thought, where a reply begins (`-inside`, `-from-prompt`, nothing for outside). `lines` means
that newlines belong to the markers. `formats` holds the ids of the formats that a value describes;
each id stands in one place, and `dialect_named` takes it. Which models write which format is in
`models.py`. Whitespace that models merely tend to write beside a marker is not here: that is the
policy's. Checked field by field in `tests/core/test_catalogue.py`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from thoughtstream.core.catalogue import tags, tokens
from thoughtstream.core.dialect import Dialect
from thoughtstream.errors import MisuseError

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {dialect.name: dialect for dialect in (*tags.TAG_DIALECTS, *tokens.TOKEN_DIALECTS)}
)
"""Every dialect by its name."""

_BY_FORMAT = {each: dialect for dialect in DIALECTS.values() for each in dialect.formats}

# --- "auto": what cannot be mistaken for prose ----------------------------------------------------

_TRAINED_TAGS = ("think", "mm:think", "seed:think")
_AUTO_TRAINED = tags.THINK.but(
    name="auto-trained-tags",
    about="every tag that models are trained on, ended by the tool markers of all of them",
    formats=(),
    tags=_TRAINED_TAGS,
    suffixes=True,
    implicit_closers=tuple(
        dict.fromkeys(
            closer
            for dialect in DIALECTS.values()
            if dialect.tags and set(dialect.tags) <= set(_TRAINED_TAGS)
            for closer in dialect.implicit_closers
        )
    ),
)
_AUTO_PROMPTED = tags.PROMPTED.but(
    name="auto-prompted-tags",
    about="every tag that clients ask for",
    formats=(),
    tags=(*tags.PROMPTED.nests, "antthinking"),
    nests=(*tags.PROMPTED.nests, "antthinking"),
)
AUTO: tuple[Dialect, ...] = (
    _AUTO_TRAINED,
    _AUTO_PROMPTED,
    tokens.BRACKET_THINK,
    tokens.TRIANGLE_THINK,
    tokens.BEGIN_OF_THOUGHT,
    tokens.START_THINKING_TEXT.but(start="outside"),
    tokens.OPEN_THINK.but(start="outside"),
    tokens.CHANNEL_THOUGHT.but(start="outside", leads=()),  # `leads` is an ordinary word
    tokens.INNER,
    tokens.CONTENT_BLOCKS,
    tokens.THINK_CONTENT,
    tokens.HARMONY,
)
"""What the dialect "auto" means.

No phrases, and no wrapper that is a plain tag: a `<response>` stays in the answer.
"""


def dialect_named(name: str) -> Dialect:
    """Return the dialect of a name in the catalogue, or of a format id such as `think.qwen3`.

    Raises:
        MisuseError: If there is none; the message has names that are spelled alike.
    """
    found = DIALECTS.get(name) or _BY_FORMAT.get(name)
    if found is None:
        raise MisuseError(
            f"`dialect` must be a name in `DIALECTS` or the id of a format; got {name!r}"
            + _suggestion(name)
        )
    return found


def _suggestion(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  # only a wrong name pays for it

    alike = get_close_matches(name, {**DIALECTS, **_BY_FORMAT})
    return f". Did you mean {' or '.join(map(repr, alike))}?" if alike else ""

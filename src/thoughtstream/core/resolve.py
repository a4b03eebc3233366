"""From what a caller calls a dialect to the dialects meant."""

from collections.abc import Iterable

from thoughtstream.core.catalogue import AUTO, dialect_named
from thoughtstream.core.dialect import Dialect

DialectLike = Dialect | str | Iterable[Dialect | str]
"""A dialect, a name of the catalogue or a format id, several of these, or "auto"."""


def dialects_of(dialect: DialectLike) -> tuple[Dialect, ...]:
    """Return the dialects that are meant."""
    if isinstance(dialect, Dialect):
        return (dialect,)
    if dialect == "auto":
        return AUTO
    if isinstance(dialect, str):
        return (dialect_named(dialect),)
    return tuple(part for each in dialect for part in dialects_of(each))

"""Limits so small that a short reply goes beyond them, and back again."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, fields

from hypothesis import strategies as st

from thoughtstream.core import limits


@dataclass(frozen=True)
class SmallLimits:
    """Those limits that the machine reads while it runs. A tag must stay the longest marker."""

    MARKER: int = 700
    NESTING: int = 1
    BLANK: int = 3
    HOLD: int = 20


few_limits = st.builds(
    SmallLimits,
    MARKER=st.sampled_from((600, 700, 900, 1_300)),
    NESTING=st.integers(0, 2),
    BLANK=st.sampled_from((1, 3, 64, 100)),
    HOLD=st.sampled_from((1, 5, 30, 100)),
)


@contextmanager
def small_limits(few: SmallLimits) -> Generator[None]:
    """Set limits, and set them back."""
    before = {each.name: getattr(limits, each.name) for each in fields(few)}
    try:
        for name in before:
            setattr(limits, name, getattr(few, name))
        yield
    finally:
        for name, value in before.items():
            setattr(limits, name, value)

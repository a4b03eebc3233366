# The façade: its names are listed once, in order, and the list is complete.

from types import ModuleType

import thoughtstream as ts


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest: the order ruff keeps `__all__` in."""
    if name.isupper():
        return 0, name
    return (1, name) if name[0].isupper() else (2, name)


def test_every_listed_name_resolves() -> None:
    missing = [name for name in ts.__all__ if not hasattr(ts, name)]

    assert missing == []


def test_names_are_listed_once_and_in_order() -> None:
    assert list(ts.__all__) == sorted(set(ts.__all__), key=_order)


def test_every_public_name_is_listed() -> None:
    public = {
        name
        for name, value in vars(ts).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }

    assert public - set(ts.__all__) == set()

# One name for both loops.

from collections.abc import AsyncIterator, Iterator

from tests.streams.sources import arriving, taken
from thoughtstream.events import Outcome
from thoughtstream.streams.driven import driven


class Doubling:
    def feed(self, chunk: str) -> list[str]:
        return [chunk, chunk]

    def finish(self, outcome: Outcome | None = None) -> list[str]:
        return [str(outcome)]


def test_what_is_read_with_for_gives_an_iterator() -> None:
    told = driven(["a", "b"], Doubling())

    assert isinstance(told, Iterator)
    assert list(told) == ["a", "a", "b", "b", "None"]


def test_what_is_read_with_async_for_gives_an_async_iterator() -> None:
    told = driven(arriving("ab"), Doubling())

    assert isinstance(told, AsyncIterator)
    assert taken(told) == ["a", "a", "b", "b", "None"]

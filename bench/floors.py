"""What Python itself costs: the least that any splitter called once a chunk could do.

The typed floor is the one that ours is held against: a method that tests its chunk for `<` and
returns one typed event in a list. None of these splits anything.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from bench.contender import CollectingStream, Contender

TYPED_FLOOR = "floor: typed event"


@dataclass(slots=True)
class AnswerDelta:
    """The same shape as the event that ours builds for a piece of an answer."""

    kind: ClassVar[Literal["answer-delta"]] = "answer-delta"
    text: str


class _NoOp:
    def feed(self, chunk: str) -> None:
        pass


class _Append:
    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._held = False

    def feed(self, chunk: str) -> None:
        if "<" in chunk:
            self._held = True
        self._pieces.append(chunk)


class _Typed:
    def __init__(self) -> None:
        self._held = False

    def feed(self, chunk: str) -> list[AnswerDelta]:
        if "<" in chunk:
            self._held = True
        return [AnswerDelta(chunk)]


class _FloorStream(CollectingStream):
    def __init__(self, step: Callable[[str], object]) -> None:
        super().__init__()
        self.step = step

    def feed(self, chunk: str) -> None:
        self.step(chunk)
        self._answer.append(chunk)

    def finish(self) -> None:
        pass


def _floor(name: str, kind: type[_NoOp | _Append | _Typed], calls: str) -> Contender:
    def open_stream(tag: str, *, prefill: bool) -> _FloorStream:
        del tag, prefill
        return _FloorStream(kind().feed)

    return Contender(name=name, package="", version="", calls=calls, open=open_stream, judged=False)


FLOORS = (
    _floor("floor: no-op call", _NoOp, "a method that does nothing"),
    _floor("floor: test and append", _Append, "a method with a `<` test and an append"),
    _floor(TYPED_FLOOR, _Typed, "a method with a `<` test that returns one typed event in a list"),
)

"""What the harness measures: a `Contender` opens `Stream`s, one for each reply.

Ours, every floor and every peer have this one shape, so that no measurement knows which it holds.
`step` is the contender's own call for one chunk, as bare as it can be made: it is what is timed.
`feed` is `step` plus collecting what came out: it is what is judged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Stream(Protocol):
    """One reply in the making."""

    @property
    def step(self) -> Callable[[Any], object]:
        """The bare call: takes what `prepare` made of a chunk."""

    def prepare(self, chunk: str) -> Any:  # noqa: ANN401 - each peer has its own input type
        """Wrap a chunk in the type that `step` takes; never timed."""

    def feed(self, chunk: str) -> None:
        """Take one chunk and keep what comes out."""

    def finish(self) -> None:
        """End the reply and keep what comes out."""

    @property
    def thought(self) -> str:
        """All thought text so far."""

    @property
    def answer(self) -> str:
        """All answer text so far."""

    @property
    def settled(self) -> int:
        """How many characters of thought and answer (and removed whitespace) came out so far."""

    @property
    def source(self) -> str | None:
        """The reply rebuilt from what came out, for a contender that promises it."""


class Opener(Protocol):
    """Opens a stream for a tag name; `prefill` says that the prompt ended with the opening tag."""

    def __call__(self, tag: str, *, prefill: bool) -> Stream:
        """Open one stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Something that splits replies (or, as a floor, only pretends to)."""

    name: str
    package: str
    version: str
    calls: str
    open: Opener
    python: str = "3.11, 3.13"
    keeps_thoughts: bool = True
    judged: bool = True


class CollectingStream:
    """The part that all adapters share: two lists of pieces."""

    def __init__(self) -> None:
        self._thought: list[str] = []
        self._answer: list[str] = []

    @property
    def thought(self) -> str:
        """All thought text so far."""
        return "".join(self._thought)

    @property
    def answer(self) -> str:
        """All answer text so far."""
        return "".join(self._answer)

    @property
    def settled(self) -> int:
        """How many characters came out so far."""
        return sum(map(len, self._thought)) + sum(map(len, self._answer))

    @property
    def source(self) -> str | None:
        """No peer promises to give the reply back."""
        return None

    def prepare(self, chunk: str) -> Any:  # noqa: ANN401 - some peers take more than text
        """Most contenders take plain text."""
        return chunk

"""The laws about streams: what must hold of `split`, whatever brings the chunks and takes the
events.

Each takes a `Split`, so that `split` over iterables, `split` over async iterables and the mutants
answer the same questions.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator, Sequence
from typing import TypeVar

from tests.property.laws import Broken, balanced
from tests.property.replies import Setting
from thoughtstream.events import Event, ReplyEnd
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.split import split
from thoughtstream.testing import merged, source_text

T = TypeVar("T")

Split = Callable[[Setting, Generator[Chunk]], Iterator[Event]]


class SourceError(Exception):
    """What a source raises here."""


def split_now(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """`split` over an iterable."""
    return split(chunks, setting.dialects, setting.policy, start=setting.start)


def split_later(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """`split` over an async iterable."""
    later = sooner_or_later(chunks)
    return stepped(split(later, setting.dialects, setting.policy, start=setting.start))


async def sooner_or_later(chunks: Generator[T]) -> AsyncGenerator[T]:
    """Pass things on as an async iterable does."""
    try:
        for chunk in chunks:
            await asyncio.sleep(0)
            yield chunk
    finally:
        chunks.close()


def stepped(things: AsyncIterator[T]) -> Generator[T]:
    """Pass on what an async iterator brings, one by one; if closed, close it."""

    async def following() -> T:
        return await anext(things)

    async def closing() -> None:
        if isinstance(things, AsyncGenerator):
            await things.aclose()

    with asyncio.Runner() as runner:
        try:
            while True:
                try:
                    thing = runner.run(following())
                except StopAsyncIteration:
                    return
                yield thing
        finally:
            runner.run(closing())


def source(chunks: Sequence[Chunk], closed: list[bool] | None = None) -> Generator[Chunk]:
    """Yield chunks, and say when it is over."""
    try:
        yield from chunks
    finally:
        if closed is not None:
            closed.append(True)


def closes_before_the_error(splits: Split, setting: Setting, chunks: Sequence[str]) -> None:
    """If the source raises, what is open is closed first; then comes the source's own error."""
    error = SourceError("the line went dead")

    def failing() -> Generator[Chunk]:
        yield from chunks
        raise error

    events: list[Event] = []
    try:
        events.extend(splits(setting, failing()))
    except SourceError as raised:
        if raised is not error:
            raise Broken(f"another error came: {raised!r}") from raised
    else:
        raise Broken("the error of the source was swallowed")
    balanced(events)
    if source_text(events) != "".join(chunks):
        raise Broken(f"{chunks!r} were not told before the error: {events!r}")
    if not isinstance(end := events[-1], ReplyEnd) or end.outcome != "failed":
        raise Broken(f"a reply that failed ends as {end!r}")


def stops_with_its_consumer(
    splits: Split, setting: Setting, chunks: Sequence[str], taken: int
) -> None:
    """A consumer that stops early gets nothing more, and the source is closed at once."""
    closed: list[bool] = []
    events = splits(setting, source(chunks, closed))
    for _ in range(taken):
        next(events, None)
    if not isinstance(events, Generator):
        raise Broken("what comes out can't be closed")
    events.close()
    if more := list(events):
        raise Broken(f"a consumer that had stopped was given {more!r}")
    if taken and not closed:
        raise Broken("the source was left open")


def same_from_bytes(splits: Split, setting: Setting, pieces: Sequence[bytes]) -> None:
    """Bytes cut anywhere, also inside a character, are the text that they hold together."""
    text = b"".join(pieces).decode("utf-8", "surrogateescape")
    from_bytes = merged(splits(setting, source(pieces)))
    from_text = merged(split_now(setting, source([text])))
    if from_bytes != from_text:
        raise Broken(f"{pieces!r} give {from_bytes!r}, their text {from_text!r}")

"""`record` and `play`: events to a file as they pass, and from it again, the very same."""

import os
from collections.abc import AsyncIterator, Iterator
from io import FileIO
from typing import cast, overload

from thoughtstream.events import Event
from thoughtstream.streams.opening import AsyncStream, Stream, aopened, is_async, opened


@overload
def record(events: Stream[Event], path: str | os.PathLike[str]) -> Iterator[Event]: ...
@overload
def record(events: AsyncStream[Event], path: str | os.PathLike[str]) -> AsyncIterator[Event]: ...
def record(
    events: Stream[Event] | AsyncStream[Event], path: str | os.PathLike[str]
) -> Iterator[Event] | AsyncIterator[Event]:
    """Pass events on, and write each to a file before the next is read.

    The file is a line of JSON per event; one that is there already is replaced, when reading
    begins. If the stream fails or you stop reading, it holds what came until then.
    """
    if is_async(events):
        return _arecorded(cast("AsyncStream[Event]", events), path)
    return _recorded(cast("Stream[Event]", events), path)


def play(path: str | os.PathLike[str]) -> Iterator[Event]:
    """Yield the events of a recording, as they were.

    Raises:
        WireError: If a line is not an event; those before it have been yielded.
    """
    from thoughtstream.encoders.jsonl_decoder import JsonLinesDecoder  # noqa: PLC0415 - json

    decoder = JsonLinesDecoder()
    with open(path, "rb") as recording:  # noqa: PTH123 - see `_new`
        for line in recording:
            yield from decoder.feed(line)
    yield from decoder.finish()


def _recorded(events: Stream[Event], path: str | os.PathLike[str]) -> Iterator[Event]:
    with opened(events) as source, _new(path) as recording:
        for event in source:
            recording.write(_line(event))
            yield event


async def _arecorded(
    events: AsyncStream[Event], path: str | os.PathLike[str]
) -> AsyncIterator[Event]:
    async with aopened(events) as source:
        with _new(path) as recording:
            async for event in source:
                recording.write(_line(event))
                yield event


def _new(path: str | os.PathLike[str]) -> FileIO:
    # Not by pathlib, which takes longer to import than all of this; unbuffered, so that what was
    # passed on is in the file whatever happens next.
    return open(path, "wb", buffering=0)  # noqa: PTH123 - closed by those who call this


def _line(event: Event) -> bytes:
    from thoughtstream.encoders.jsonl import to_json, to_line  # noqa: PLC0415 - json

    return to_line(to_json(event))

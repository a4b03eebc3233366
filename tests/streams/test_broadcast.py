# One name for both kinds of broadcast.

import asyncio
import subprocess
import sys

import pytest

from tests.streams.sources import AsyncStream, Stream, arriving
from thoughtstream.errors import MisuseError
from thoughtstream.streams.answer import only_answer
from thoughtstream.streams.broadcast import KEEP, broadcast
from thoughtstream.streams.broadcast_tasks import AsyncBroadcast
from thoughtstream.streams.broadcast_threads import Broadcast
from thoughtstream.streams.split import split

CHUNKS = ["<think>a</think>", "b", "c"]


def test_the_stream_decides_which_kind_it_is() -> None:
    async def ask() -> None:
        assert isinstance(broadcast(AsyncStream("ab")), AsyncBroadcast)

    assert isinstance(broadcast(Stream("ab")), Broadcast)
    asyncio.run(ask())


def test_readers_are_streams_like_any_other() -> None:
    shared = broadcast(split(CHUNKS))

    assert list(shared.subscribe()) == list(split(CHUNKS))
    assert list(only_answer(shared.subscribe())) == ["b", "c"]


def test_async_readers_too() -> None:
    async def read() -> tuple[list[str], int]:
        shared = broadcast(split(arriving(CHUNKS)))
        answer = [piece async for piece in only_answer(shared.subscribe())]
        return answer, len([event async for event in shared.subscribe()])

    assert asyncio.run(read()) == (["b", "c"], 6)


def test_enough_is_kept_for_most_replies() -> None:
    assert KEEP >= 4096
    assert list(broadcast(iter(range(KEEP))).subscribe()) == list(range(KEEP))


def test_something_has_to_be_kept() -> None:
    with pytest.raises(MisuseError, match="at least 1"):
        broadcast([1], keep=0)


def test_neither_kind_is_imported_before_it_is_needed() -> None:
    code = "import sys, thoughtstream; print({'asyncio', 'threading', 'json'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout == "set()\n"

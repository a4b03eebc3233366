"""What `split` costs over an OpenAI SDK stream: a ratio to reading that stream bare.

A server in a process of its own replays a stream of 2,000 chunks; this process reads it with the
real SDK, bare and split in turns, and counts the CPU time of its thread. The request is made before
the clock starts. Both sides read as fast as they can, which favours the bare one: socket reads are
shared by many chunks. Each round gives a ratio of two readings that met the same machine; the
median of the rounds is the figure.

Runs where the SDK is installed: `python -m bench.sdk_stream --json FILE`.
"""

import argparse
import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import openai

from bench.replay_server import CHUNKS, KINDS
from thoughtstream.streams.split import split

FULL = 25
SHORT = 9

Work = Callable[[], None]
Pieces = dict[str, Callable[[], Work]]


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """CPU nanoseconds of one chunk, bare and more by splitting, and the ratio, by kind."""
    report: dict[str, dict[str, float]] = {}
    with _serving() as address, closing(asyncio.new_event_loop()) as loop:
        for kind in KINDS:
            base = f"{address}/{kind}"
            report[kind] = _compared(_sync_pieces(base), rounds)
            report[f"{kind}, async"] = _compared(_async_pieces(base, loop), rounds)
        loop.run_until_complete(asyncio.sleep(0.1))  # for what the SDK left to be closed
    return report


def _compared(pieces: Pieces, rounds: int) -> dict[str, float]:
    for prepare in pieces.values():  # once, so that nothing is imported later
        prepare()()
    taken: list[dict[str, int]] = []
    for turn in range(rounds):
        order = [*pieces] if turn % 2 else [*reversed(pieces)]
        taken.append({name: _timed(pieces[name]()) for name in order})
    bare = median(each["bare"] for each in taken) / CHUNKS
    ratio = median(each["split"] / each["bare"] for each in taken)
    return {"bare": bare, "more": bare * (ratio - 1), "ratio": ratio}


def _timed(work: Work) -> int:
    gc.collect()
    gc.disable()
    began = time.thread_time_ns()
    try:
        work()
        return time.thread_time_ns() - began
    finally:
        gc.enable()


def _sync_pieces(base: str) -> Pieces:
    client = openai.OpenAI(base_url=base, api_key="none")

    def prepared(read: Callable[[Any], None]) -> Callable[[], Work]:
        def prepare() -> Work:
            stream = client.chat.completions.create(model="m", messages=[], stream=True)
            return lambda: read(stream)

        return prepare

    def bare(stream: openai.Stream[Any]) -> None:
        for _ in stream:
            pass

    def ours(stream: openai.Stream[Any]) -> None:
        for _ in split(stream):
            pass

    return {"bare": prepared(bare), "split": prepared(ours)}


def _async_pieces(base: str, loop: asyncio.AbstractEventLoop) -> Pieces:
    client = openai.AsyncOpenAI(base_url=base, api_key="none")

    def prepared(read: Callable[[Any], Any]) -> Callable[[], Work]:
        def prepare() -> Work:
            asking = client.chat.completions.create(model="m", messages=[], stream=True)
            stream = loop.run_until_complete(asking)
            return lambda: loop.run_until_complete(read(stream))

        return prepare

    async def bare(stream: openai.AsyncStream[Any]) -> None:
        async for _ in stream:
            pass

    async def ours(stream: openai.AsyncStream[Any]) -> None:
        async for _ in split(stream):
            pass

    return {"bare": prepared(bare), "split": prepared(ours)}


@contextmanager
def _serving() -> Generator[str, None, None]:
    command = [sys.executable, "-m", "bench.replay_server"]
    with subprocess.Popen(  # noqa: S603 - ours
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()


def main() -> None:
    """Measure and write JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.sdk_stream", description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer rounds, for CI")
    parser.add_argument("--json", type=Path, required=True, metavar="FILE")
    options = parser.parse_args()
    report = measure(SHORT if options.short else FULL)
    options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

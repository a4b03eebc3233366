"""Runs the command: in this process where that shows enough, else in one of its own."""

import io
import os
import select
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from typing import IO, BinaryIO, NamedTuple
from unittest.mock import patch

from thoughtstream.cli.main import main

# Shells start what runs in the background with SIGINT ignored; a test may run there too.
_PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from thoughtstream.cli.main import main
raise SystemExit(main())
"""
_PATIENCE = 30.0
_HELD_FOR = 0.25


class Done(NamedTuple):
    """How a command ended and what it wrote."""

    status: int
    out: bytes
    err: bytes


def run(*arguments: str, stdin: bytes | int = b"") -> Done:
    """Run the command here; `stdin` is what it reads, or a descriptor to read from."""
    out, err = io.BytesIO(), io.BytesIO()
    stdout, stderr = (io.TextIOWrapper(each, "utf-8", write_through=True) for each in (out, err))
    with (
        io.TextIOWrapper(_source(stdin), "utf-8") as typed,
        patch.object(sys, "stdin", typed),
        redirect_stdout(stdout),
        redirect_stderr(stderr),
    ):
        status = _status(arguments)
    return Done(status, out.getvalue(), err.getvalue())


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own; use it in a `with`."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )


def stream(pipe: IO[bytes] | None) -> IO[bytes]:
    """Return a pipe that is there."""
    assert pipe is not None
    return pipe


def read(pipe: IO[bytes] | None, wanted: bytes) -> None:
    """Wait until a pipe has shown a text, and nothing else, while its other end is still open."""
    seen, deadline = b"", time.monotonic() + _PATIENCE
    while len(seen) < len(wanted):
        ready, _, _ = select.select([stream(pipe)], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"waited for {wanted!r}, saw {seen!r}"
        piece = os.read(stream(pipe).fileno(), 65_536)
        assert piece, f"ended before {wanted!r}, saw {seen!r}"
        seen += piece
    assert seen == wanted


def shows_nothing(pipe: IO[bytes] | None) -> bool:
    """Whether a pipe shows nothing for a moment."""
    return select.select([stream(pipe)], [], [], _HELD_FOR)[0] == []


def _source(stdin: bytes | int) -> BinaryIO:
    if isinstance(stdin, int):
        return open(stdin, "rb")  # noqa: PTH123 - a descriptor; the caller closes it
    source = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    source.write(stdin)
    source.seek(0)
    return source


def _status(arguments: tuple[str, ...]) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:  # how argparse ends a command
        return stop.code if isinstance(stop.code, int) else 0

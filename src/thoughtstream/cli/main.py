"""`thoughtstream`: finds the command and runs it; errors are one helpful line."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from thoughtstream.cli import dialects, split
from thoughtstream.cli.sinks import complain
from thoughtstream.errors import ThoughtstreamError

_MISUSE = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except ThoughtstreamError as error:
        complain(str(error))
    except BrokenPipeError:  # the reader has enough: as quiet as any filter
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        complain(": ".join(filter(None, (error.strerror, error.filename))))
    except KeyboardInterrupt:
        return _INTERRUPTED
    else:
        return status
    return _MISUSE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thoughtstream",
        description="Separate what a language model thinks from what it says.",
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {version('thoughtstream')}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (split, dialects):
        command.add_to(commands)
    return parser

"""`thoughtstream split`: a filter, the answer to stdout, thoughts to stderr, while they come."""

import argparse
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, get_args

from thoughtstream.cli.sinks import JsonLines, Sink, Texts, complain
from thoughtstream.core.models import dialect_for
from thoughtstream.core.policy import Code, Empty, LoneCloser, Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import Event, Outcome, Removed, ReplyEnd
from thoughtstream.streams.answer import firm_start
from thoughtstream.streams.machine import ChunkSplitter

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]

_PIECE = 65_536
_PAUSE = 0.05
_NO_ANSWER, _LATE, _INTERRUPTED = 3, 4, 130

_DESCRIPTION = """\
Reads a model's reply from files or standard input and splits it while it comes: the answer goes to
standard output, thoughts to standard error.
"""
_EPILOG = """\
examples:
  ollama run deepseek-r1 "2+2?" | thoughtstream split --model deepseek-r1
  thoughtstream split --thoughts none reply.txt > answer.txt
  thoughtstream split --follow --thoughts thoughts.txt growing.log
  thoughtstream split --format jsonl < reply.txt

exit status:
  0    there is an answer
  2    the command was used wrongly
  3    the reply was all thought, was cut inside a thought, or is empty
  4    a closing marker came without its opener, too late: text on standard output was a
       thought (use --model, --dialect or --start inside)
  130  interrupted; what had come was split and closed
"""


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "split",
        help="split a reply: answer to stdout, thoughts to stderr",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="replies, one a file (default: standard input)")
    add(
        "--thoughts",
        default="stderr",
        metavar="none|stderr|stdout|FILE",
        help="where thoughts go (default: stderr)",
    )
    add("--format", choices=("text", "jsonl"), default="text", help="default: text")
    add("--follow", action="store_true", help="wait for more at the end of a file, until Ctrl-C")
    either = parser.add_mutually_exclusive_group().add_argument
    either("--dialect", metavar="NAME[,NAME]", help="see `thoughtstream dialects`; or auto")
    either("--model", metavar="NAME", help="take the dialect of this model")
    add("--start", choices=get_args(Start), default="auto", help="where the reply begins")
    group = parser.add_argument_group("policy", "what to do where users disagree; defaults first")
    for name, (choices, about) in _SWITCHES.items():
        group.add_argument(f"--{name}", choices=choices, help=about)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Split each file, or standard input, and return the worst status."""
    status = 0
    dialect, policy = _dialect(options), _policy(options)
    with ExitStack() as stack:
        sink = _sink(options, stack)
        takes_back = options.format == "jsonl" and options.thoughts != "none"
        start = options.start if takes_back else firm_start(dialect, options.start)
        for source in _sources(options.files, stack):
            splitter = ChunkSplitter(dialect, policy, start)
            status = max(status, _split(_pieces(source, follow=options.follow), splitter, sink))
            if status == _INTERRUPTED:
                break
    return status


def _split(pieces: Iterator[bytes], splitter: ChunkSplitter, sink: Sink) -> int:
    status = 0
    outcome: Outcome | None = None
    try:
        for piece in pieces:
            status = max(status, _pass_on(splitter.feed(piece), sink))
    except KeyboardInterrupt:
        status, outcome = _INTERRUPTED, "cancelled"
    return max(status, _pass_on(splitter.finish(outcome), sink))


def _pass_on(events: list[Event], sink: Sink) -> int:
    sink.write(events)
    status = 0
    for event in events:
        match event:
            case Removed(why="late-closer"):
                complain(_TOO_LATE)
                status = _LATE
            case ReplyEnd(outcome=outcome) if outcome in _NO_ANSWER_BECAUSE:
                complain(_NO_ANSWER_BECAUSE[outcome])
                status = max(status, _NO_ANSWER)
            case _:
                pass
    return status


def _pieces(source: BinaryIO, *, follow: bool) -> Iterator[bytes]:
    while True:
        while piece := os.read(source.fileno(), _PIECE):
            yield piece
        if not follow or not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            return
        time.sleep(_PAUSE)


def _sources(files: list[str], stack: ExitStack) -> Iterator[BinaryIO]:
    if not files and sys.stdin.isatty():
        complain("reading from the terminal; end with Ctrl-D")
    for name in files or ["-"]:
        yield sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))  # noqa: SIM115 - the stack closes it


def _sink(options: argparse.Namespace, stack: ExitStack) -> Sink:
    if options.format == "jsonl":
        return JsonLines(sys.stdout.buffer, thoughts=options.thoughts != "none")
    thoughts: BinaryIO | None
    match options.thoughts:
        case "none":
            thoughts = None
        case "stderr":
            thoughts = sys.stderr.buffer
        case "stdout":
            thoughts = sys.stdout.buffer
        case name:
            thoughts = stack.enter_context(Path(name).open("wb"))  # noqa: SIM115
    return Texts(sys.stdout.buffer, thoughts)


def _dialect(options: argparse.Namespace) -> DialectLike:
    if options.dialect:
        names: list[str] = options.dialect.split(",")
        return names if len(names) > 1 else names[0]
    return dialect_for(options.model) if options.model else "thinking"


def _policy(options: argparse.Namespace) -> Policy:
    names = [name.replace("-", "_") for name in _SWITCHES]
    return Policy(**{name: value for name in names if (value := getattr(options, name))})


_SWITCHES: dict[str, tuple[tuple[str, ...], str]] = {
    "answer-whitespace": (
        ("seam", "preserve", "boundary"),
        "no whitespace beside leading thoughts, all of it, or none beside any thought",
    ),
    "unclosed": (("thought", "answer"), "what a thought is that the reply never closed"),
    "lone-closer": (get_args(LoneCloser), "a closing marker without its opener"),
    "code": (get_args(Code), "whether markers in code are only text"),
    "empty": (get_args(Empty), "thoughts of nothing but whitespace"),
}
_TOO_LATE = (
    "a closing marker came without its opener, too late: text already on standard output was a "
    "thought; use --model, --dialect or --start inside"
)
_NO_ANSWER_BECAUSE = {
    "thought-only": "no answer: the reply was all thought",
    "cut-in-thought": "the reply was cut inside a thought",
    "empty": "no answer: the reply is empty",
}

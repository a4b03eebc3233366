"""Where `split` writes: plain text for people and pipes, or one JSON object a line.

Model text is untrusted: on a terminal control characters are made visible, so that no reply can
move the cursor, set a title or paste. Into files and pipes it goes byte for byte.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from typing import BinaryIO, Protocol

from thoughtstream.encoders import jsonl
from thoughtstream.events import Event, ReplyEnd, ThoughtDelta, ThoughtEnd
from thoughtstream.streams.answer import AnswerText


class Sink(Protocol):
    """Takes the events of one reply after another."""

    def write(self, events: Iterable[Event]) -> None:
        """Write what events say, now."""


class Texts:
    """The answer on one stream, thoughts on another, or nowhere."""

    def __init__(self, answer: BinaryIO, thoughts: BinaryIO | None) -> None:
        self._answer = _Writer(answer)
        same = thoughts is answer
        self._thoughts = self._answer if same else _Writer(thoughts) if thoughts else None
        self._text = AnswerText()

    def write(self, events: Iterable[Event]) -> None:
        """Write what events say, now."""
        for event in events:
            self._answer.write(self._text.feed(event))
            match event:
                case ThoughtDelta(text) if self._thoughts:
                    self._thoughts.write(text, dim=True)
                case ThoughtEnd() if self._thoughts:
                    self._thoughts.end_line()
                case ReplyEnd() if self._answer.is_terminal:
                    self._answer.end_line()
                case _:
                    pass
        for writer in (self._thoughts, self._answer):
            if writer:
                writer.flush()


class JsonLines:
    """One JSON object per event, in the form of `encoders/jsonl.py`."""

    def __init__(self, out: BinaryIO, *, thoughts: bool) -> None:
        self._out = out
        self._encoder = jsonl.JsonLines(thoughts=thoughts)

    def write(self, events: Iterable[Event]) -> None:
        """Write what events say, now."""
        for told in self._encoder.feed_all(events):
            self._out.write(jsonl.to_line(told))
        self._out.flush()


class _Writer:
    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._ended = True
        self.is_terminal = out.isatty()
        self._dims = self.is_terminal and not os.environ.get("NO_COLOR")

    def write(self, text: str, *, dim: bool = False) -> None:
        if not text:
            return
        self._ended = text.endswith("\n")
        if self.is_terminal:
            text = text.translate(_VISIBLE)
        if dim and self._dims:
            text = f"\x1b[2m{text}\x1b[22m"
        self._out.write(text.encode("utf-8", "surrogateescape"))

    def end_line(self) -> None:
        if not self._ended:
            self._out.write(b"\n")
            self._ended = True

    def flush(self) -> None:
        self._out.flush()


def complain(sentence: str) -> None:
    """Say something to the person, on standard error."""
    sys.stderr.write(f"thoughtstream: {sentence}\n")
    sys.stderr.flush()


_CONTROLS = {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_VISIBLE: Mapping[int, str] = {
    code: f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 - the width of \x
    for code in _CONTROLS - {ord("\n"), ord("\t")}
} | {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}  # bytes that are no text

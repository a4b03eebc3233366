# Where text is written: byte for byte into files and pipes, made harmless on a terminal.

import io
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import pytest

from tests.cli.running import run
from thoughtstream.cli.sinks import JsonLines, Texts, complain
from thoughtstream.core.splitter import Splitter
from thoughtstream.events import AnswerDelta, Event, ReplyEnd, ThoughtDelta, ThoughtEnd

if sys.platform == "win32":
    pytest.skip("terminals are made with pty", allow_module_level=True)

import pty
import tty

CONTROLS = "".join(map(chr, [*range(32), *range(0x7F, 0xA0)])) + "\u202a\u202e\u2066\u2069"


@dataclass
class Terminal:
    """A terminal, and what was shown on it."""

    out: BinaryIO
    screen: int

    def shown(self) -> str:
        self.out.flush()
        os.write(self.out.fileno(), b"\x04")
        seen = b""
        while not seen.endswith(b"\x04"):
            seen += os.read(self.screen, 65_536)
        return seen[:-1].decode("utf-8", "surrogateescape")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen, line = pty.openpty()
    tty.setraw(line)
    with open(line, "wb") as out:  # noqa: PTH123 - a descriptor has no path
        yield Terminal(out, screen)
    os.close(screen)


def events_of(*chunks: str) -> list[Event]:
    splitter = Splitter()
    return [event for chunk in chunks for event in splitter.feed(chunk)] + splitter.finish()


def written(*events: Event) -> tuple[bytes, bytes]:
    answer, thoughts = io.BytesIO(), io.BytesIO()
    Texts(answer, thoughts).write(events)
    return answer.getvalue(), thoughts.getvalue()


# --- Files and pipes ------------------------------------------------------------------------------


def test_answer_and_thoughts_are_written_apart() -> None:
    assert written(*events_of("<think>a</think>b")) == (b"b", b"a\n")


@pytest.mark.parametrize(
    ("text", "thoughts"),
    [("a", b"a\n"), ("a\n", b"a\n"), ("a\n\nb", b"a\n\nb\n")],
)
def test_a_thought_ends_its_line(text: str, thoughts: bytes) -> None:
    assert written(ThoughtDelta(text), ThoughtEnd(0))[1] == thoughts


def test_a_thought_without_text_has_no_line() -> None:
    assert written(ThoughtEnd(0))[1] == b""
    assert written(ThoughtDelta("a"), ThoughtEnd(0), ThoughtEnd(1))[1] == b"a\n"


def test_each_thought_has_lines_of_its_own() -> None:
    assert written(*events_of("<think>a</think><think>b</think>"))[1] == b"a\nb\n"


def test_a_file_gets_every_byte_as_it_is() -> None:
    text = CONTROLS + "é👋\udcff\udc80"

    assert written(AnswerDelta(text))[0] == text.encode("utf-8", "surrogateescape")


def test_an_answer_in_a_file_ends_as_it_ended() -> None:
    assert written(AnswerDelta("a"), ReplyEnd("answered"))[0] == b"a"


def test_both_may_go_one_way() -> None:
    out = io.BytesIO()
    Texts(out, out).write(events_of("<think>a</think>b"))

    assert out.getvalue() == b"a\nb"


def test_thoughts_may_go_nowhere() -> None:
    out = io.BytesIO()
    Texts(out, None).write(events_of("<think>a</think>b"))

    assert out.getvalue() == b"b"


def test_an_event_that_adds_nothing_writes_nothing() -> None:
    assert written(*events_of("")) == (b"", b"")


# --- A terminal -----------------------------------------------------------------------------------


def test_control_characters_are_made_visible_on_a_terminal(terminal: Terminal) -> None:
    Texts(terminal.out, None).write([AnswerDelta(f"a{CONTROLS}b\x1b]0;title\x07")])

    shown = terminal.shown()
    assert not set(shown) & set(CONTROLS) - {"\n", "\t"}
    assert shown.startswith("a\\x00\\x01")
    assert "\\x7f" in shown
    assert "\\x9b" in shown
    assert "\\u202e" in shown
    assert "\\x1b]0;title\\x07" in shown


def test_bytes_that_are_no_text_are_made_visible_on_a_terminal(terminal: Terminal) -> None:
    Texts(terminal.out, None).write([AnswerDelta("\udc9b31m \udcff")])

    assert terminal.shown() == "\\x9b31m \\xff"


def test_ordinary_text_is_left_alone_on_a_terminal(terminal: Terminal) -> None:
    text = "é\t👋\nb \x7e\xa0\xad\u2029\u202f\u2065\u206a"
    Texts(terminal.out, None).write([AnswerDelta(text)])

    assert terminal.shown() == text


def test_thoughts_are_dim_on_a_terminal(terminal: Terminal) -> None:
    Texts(io.BytesIO(), terminal.out).write(events_of("<think>a\x1b[1m</think>b"))

    assert terminal.shown() == "\x1b[2ma\\x1b[1m\x1b[22m\n"


def test_thoughts_are_plain_if_no_colour_is_wanted(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    Texts(io.BytesIO(), terminal.out).write(events_of("<think>a\x1b[1m</think>b"))

    assert terminal.shown() == "a\\x1b[1m\n"


def test_a_wish_for_no_colour_that_is_empty_is_none(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    Texts(io.BytesIO(), terminal.out).write(events_of("<think>a</think>b"))

    assert terminal.shown() == "\x1b[2ma\x1b[22m\n"


def test_an_answer_is_never_dim(terminal: Terminal) -> None:
    Texts(terminal.out, terminal.out).write(events_of("<think>a</think>b"))

    assert terminal.shown() == "\x1b[2ma\x1b[22m\nb\n"


@pytest.mark.parametrize("answer", ["a", "a\n"])
def test_an_answer_ends_its_line_on_a_terminal(terminal: Terminal, answer: str) -> None:
    Texts(terminal.out, None).write(events_of(answer))

    assert terminal.shown() == "a\n"


# --- JSON lines -----------------------------------------------------------------------------------


def test_every_event_is_a_line() -> None:
    out = io.BytesIO()
    events = events_of("<think>a</think>b")
    JsonLines(out, thoughts=True).write(events)

    kinds = [json.loads(line)["kind"] for line in out.getvalue().splitlines()]
    assert kinds == [event.kind for event in events]


def test_lines_may_leave_thoughts_out() -> None:
    out = io.BytesIO()
    JsonLines(out, thoughts=False).write(events_of(" <think>secret</think>b"))

    assert b"secret" not in out.getvalue()
    assert [json.loads(line)["kind"] for line in out.getvalue().splitlines()] == [
        "answer-delta", "reply-end",
    ]  # fmt: skip


# --- To the person --------------------------------------------------------------------------------


def test_a_complaint_says_who_complains(capsys: pytest.CaptureFixture[str]) -> None:
    complain("something is missing")

    assert capsys.readouterr() == ("", "thoughtstream: something is missing\n")


def test_who_types_is_told_how_to_end() -> None:
    screen, line = pty.openpty()
    os.write(screen, b"a\n\x04")
    done = run("split", stdin=line)
    os.close(screen)

    assert done.out == b"a\n"
    assert done.err == b"thoughtstream: reading from the terminal; end with Ctrl-D\n"

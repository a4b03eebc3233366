# `thoughtstream split`: what goes where, what it is told, how it ends, and that it streams.

import dataclasses
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import pytest

from tests.cli.running import Done, read, run, shows_nothing, start, stream
from thoughtstream.core.fold import fold, source_text
from thoughtstream.events import Counts, Event
from thoughtstream.streams.split import split_text

REPLY = b"<think>so\nit is</think>\n\nFour.\n"
GARBAGE = bytes(range(256)) * 3 + b"\xed\xa0\x80<\xff/thi\xf0\x9f"
CLASSES: dict[str, type[Any]] = {event.kind: event for event in get_args(Event)}


def events_in(lines: bytes) -> Iterator[Event]:
    """The events of some JSON lines."""
    for line in lines.splitlines():
        fields = json.loads(line)
        assert fields.pop("schema") == 1
        if "counts" in fields:
            fields["counts"] = Counts(**fields["counts"])
        yield CLASSES[fields.pop("kind")](**fields)


# --- What goes where ------------------------------------------------------------------------------


def test_the_answer_goes_to_stdout_and_thoughts_to_stderr() -> None:
    assert run("split", stdin=REPLY) == Done(0, b"Four.\n", b"so\nit is\n")


@pytest.mark.parametrize(
    ("where", "out", "err"),
    [
        ("stderr", b"Four.\n", b"so\nit is\n"),
        ("none", b"Four.\n", b""),
        ("stdout", b"so\nit is\nFour.\n", b""),
    ],
)
def test_thoughts_go_where_they_are_sent(where: str, out: bytes, err: bytes) -> None:
    assert run("split", "--thoughts", where, stdin=REPLY) == Done(0, out, err)


def test_thoughts_may_go_to_a_file(tmp_path: Path) -> None:
    thoughts = tmp_path / "thoughts.txt"
    thoughts.write_bytes(b"older")

    done = run("split", "--thoughts", str(thoughts), stdin=b"<think>a</think>b<think>c</think>d")
    assert done == Done(0, b"bd", b"")
    assert thoughts.read_bytes() == b"a\nc\n"


def test_an_attribute_thought_is_a_thought() -> None:
    done = run("split", stdin=b'<think thought="a">x</think>b')

    assert done == Done(0, b"b", b"a\n")


@pytest.mark.parametrize("arguments", [(), ("--thoughts", "none")])
@pytest.mark.parametrize(
    "reply",
    [
        b"<think>secret</think>ok",
        b"ok<think>secret</think>",
        b"<thinking>secret<thinking>secret</thinking>secret</thinking>ok",
        b'<think thought="secret"/>ok',
        b'<think thought="x">secret</think>ok',
        b"ok<think>secret",
    ],
)
def test_no_thought_is_ever_on_stdout_unless_asked(
    arguments: tuple[str, ...], reply: bytes
) -> None:
    assert run("split", *arguments, stdin=reply).out == b"ok"


def test_bytes_that_are_no_text_pass_byte_for_byte() -> None:
    assert run("split", stdin=GARBAGE).out == GARBAGE
    done = run("split", stdin=b"<think>" + GARBAGE + b"</think>x")
    assert done == Done(0, b"x", GARBAGE + b"\n")


def test_a_reply_ends_as_it_ended() -> None:
    assert run("split", stdin=b"a\r\nb").out == b"a\r\nb"


# --- Files ----------------------------------------------------------------------------------------


def test_files_are_read_one_after_another(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_bytes(b"<think>a</think>b\n")
    second.write_bytes(b"<think>c</think>d\n")

    assert run("split", str(first), str(second)) == Done(0, b"b\nd\n", b"a\nc\n")
    assert run("split", str(first), "-", stdin=b"e").out == b"b\ne"


def test_the_worst_of_several_replies_is_the_status(tmp_path: Path) -> None:
    cut, whole = tmp_path / "cut.txt", tmp_path / "whole.txt"
    cut.write_bytes(b"<think>a")
    whole.write_bytes(b"b")

    assert run("split", str(cut), str(whole)).status == 3
    assert run("split", str(whole), str(cut)).status == 3


# --- JSON lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [REPLY, b"", b"a</think>b", b'<think type="planning">a</think>b', b"<think>a", GARBAGE],
    ids=["thought", "nothing", "lone closer", "attributes", "cut", "garbage"],
)
def test_json_lines_fold_back_to_the_reply(reply: bytes) -> None:
    text = reply.decode("utf-8", "surrogateescape")
    events = list(events_in(run("split", "--format", "jsonl", stdin=reply).out))

    assert source_text(events) == text
    assert fold(events) == split_text(text)


def test_a_json_line_is_an_event() -> None:
    first = run("split", "--format", "jsonl", stdin=REPLY).out.splitlines()[0]

    assert json.loads(first) == {
        "schema": 1, "kind": "thought-start", "index": 0, "marker": "<think>", "name": "think",
        "type": "reasoning", "attributes": {}, "source": "marker",
    }  # fmt: skip


def test_json_lines_are_ascii() -> None:
    assert run("split", "--format", "jsonl", stdin="é\u2028👋".encode()).out.isascii()


def test_json_lines_can_leave_thoughts_out() -> None:
    reply = b'<think thought="secret">secret</think>ok<think>secret'
    done = run("split", "--format", "jsonl", "--thoughts", "none", stdin=reply)

    assert b"secret" not in done.out
    assert fold(events_in(done.out)).answer == "ok"


@pytest.mark.parametrize(
    ("arguments", "reply", "answer", "status"),
    [
        (("--unclosed", "answer"), b"a<think>b", "a<think>b", 0),
        (("--start", "hold"), b"secret</think>b", "b", 0),
        ((), b"a</think>b", "ab", 4),
    ],
)
def test_json_lines_without_thoughts_are_the_answer_as_text_has_it(
    arguments: tuple[str, ...], reply: bytes, answer: str, status: int
) -> None:
    lines = run("split", "--format", "jsonl", "--thoughts", "none", *arguments, stdin=reply)
    text = run("split", "--thoughts", "none", *arguments, stdin=reply)

    assert fold(events_in(lines.out)).answer == text.out.decode() == answer
    assert lines.status == text.status == status


def test_events_are_as_in_python() -> None:
    for line in run("split", "--format", "jsonl", stdin=REPLY).out.splitlines():
        fields = json.loads(line)
        names = {field.name for field in dataclasses.fields(CLASSES[fields["kind"]])}
        assert set(fields) == names | {"schema", "kind"}


def test_an_interrupt_ends_all_files(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_bytes(b"a")
    second.write_bytes(b"b")

    with patch("thoughtstream.cli.split.os.read", side_effect=[KeyboardInterrupt, b"b", b""]):
        assert run("split", str(first), str(second)) == Done(130, b"", b"")


def test_what_cannot_grow_is_not_followed() -> None:
    with start("split", "--follow") as process:
        stream(process.stdin).write(b"a")
        stream(process.stdin).close()
        assert process.wait(30) == 0
        assert stream(process.stdout).read() == b"a"


# --- Dialects, starts, policies -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "reply", "answer"),
    [
        (("--dialect", "mistral.think_token"), "[THINK]a[/THINK]b", "b"),
        (("--dialect", "bracket-think-tool-calls"), "[THINK]a[/THINK]b", "b"),
        (("--dialect", "thinking,harmony"), "<|channel|>analysis<|message|>a<|end|>b", "b"),
        (("--dialect", "thinking,harmony"), "<think>a</think>b", "b"),
        (("--dialect", "auto"), "◁think▷a◁/think▷b", "b"),
        (("--model", "deepseek-r1"), "a</think>b", "b"),
        (("--model", "openai/gpt-oss-120b"), "<|channel|>analysis<|message|>a<|end|>b", "b"),
        (("--model", "who-knows"), "<think>a</think>b", "b"),
        (("--model", "deepseek-r1", "--start", "outside"), "b", "b"),
        (("--start", "inside"), "a</think>b", "b"),
        (("--start", "hold"), "a</think>b", "b"),
        (("--answer-whitespace", "preserve"), "<think>a</think>\nb", "\nb"),
        (("--answer-whitespace", "boundary"), "b <think>a</think> c", "bc"),
        (("--unclosed", "answer"), "b<think>c", "b<think>c"),
        (("--lone-closer", "keep"), "b</think>c", "b</think>c"),
        (("--lone-closer", "remove"), "b</think>c", "bc"),
        (("--code", "scan"), "`<think>`a</think>b", "`b"),
        (("--code", "protect"), "`<think>`b", "`<think>`b"),
    ],
)
def test_it_is_told_what_to_do(arguments: tuple[str, ...], reply: str, answer: str) -> None:
    done = run("split", *arguments, stdin=reply.encode())

    assert (done.status, done.out.decode()) == (0, answer)


def test_empty_thoughts_can_be_kept() -> None:
    kept = run("split", "--empty", "keep", "--format", "jsonl", stdin=b"<think></think>a")
    skipped = run("split", "--empty", "skip", "--format", "jsonl", stdin=b"<think></think>a")

    assert b"thought-start" in kept.out
    assert b"thought-start" not in skipped.out


# --- How it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "status", "sentence"),
    [
        (b"a", 0, ""),
        (b"<think>a</think>", 3, "no answer: the reply was all thought"),
        (b"b<think>a", 3, "the reply was cut inside a thought"),
        (b"", 3, "no answer: the reply is empty"),
        (b"<think></think>", 3, "no answer: the reply is empty"),
        (b"a</think>b", 4, "a closing marker came without its opener, too late"),
        (b"a</think>b<think>c", 4, "a closing marker came without its opener, too late"),
    ],
)
@pytest.mark.parametrize("form", ["none", "stderr"])
def test_the_status_and_a_sentence_say_how_it_ended(
    reply: bytes, status: int, sentence: str, form: str
) -> None:
    done = run("split", "--thoughts", form, stdin=reply)

    assert done.status == status
    assert (f"thoughtstream: {sentence}" in done.err.decode()) is bool(sentence)
    assert sentence or b"thoughtstream:" not in done.err


def test_a_sentence_stands_on_a_line_of_its_own() -> None:
    assert run("split", stdin=b"<think>a").err.splitlines() == [
        b"a", b"thoughtstream: the reply was cut inside a thought",
    ]  # fmt: skip


def test_a_late_closer_comes_with_advice() -> None:
    assert b"use --model, --dialect or --start inside" in run("split", stdin=b"a</think>b").err


def test_json_lines_take_text_back_instead() -> None:
    done = run("split", "--format", "jsonl", stdin=b"a</think>b")

    assert (done.status, done.err) == (0, b"")
    assert fold(events_in(done.out)).answer == "b"


def test_help_has_examples_and_every_status() -> None:
    text = run("split", "--help").out.decode()

    assert "examples:\n" in text
    assert text.count("\n  thoughtstream split") >= 3
    for status in (0, 2, 3, 4, 130):
        assert f"\n  {status} " in text


# --- It streams -----------------------------------------------------------------------------------


def test_text_shows_before_the_input_ends() -> None:
    with start("split") as process:
        stdin = stream(process.stdin)

        stdin.write(b"a")
        read(process.stdout, b"a")
        stdin.write(b"<thi")
        assert shows_nothing(process.stdout)
        stdin.write(b"s>")
        read(process.stdout, b"<this>")
        stdin.write(b"<think>b")
        read(process.stderr, b"b")
        stdin.write(b"c</th")
        read(process.stderr, b"c")
        assert shows_nothing(process.stderr)
        stdin.write(b"ink>")
        read(process.stderr, b"\n")
        stdin.write("é".encode()[:1])
        assert shows_nothing(process.stdout)
        stdin.write("é".encode()[1:])
        read(process.stdout, "é".encode())

        stdin.close()
        assert process.wait(30) == 0


def test_json_lines_show_before_the_input_ends() -> None:
    with start("split", "--format", "jsonl") as process:
        stream(process.stdin).write(b"a")
        read(process.stdout, b'{"schema": 1, "kind": "answer-delta", "text": "a"}\n')
        stream(process.stdin).close()
        assert process.wait(30) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
def test_a_growing_file_is_followed_until_an_interrupt(tmp_path: Path) -> None:
    log = tmp_path / "growing.log"
    log.write_bytes(b"a<think>b")

    with start("split", "--follow", str(log)) as process, log.open("ab", buffering=0) as growing:
        read(process.stdout, b"a")
        read(process.stderr, b"b")
        growing.write(b"c</think>d")
        read(process.stderr, b"c\n")
        read(process.stdout, b"d")
        growing.write(b"<think>e")
        read(process.stderr, b"e")

        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert stream(process.stderr).read() == b"\n"
        assert stream(process.stdout).read() == b""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
def test_an_interrupted_reply_is_closed_and_said_to_be_cancelled() -> None:
    with start("split", "--format", "jsonl") as process:
        stream(process.stdin).write(b"a<think>b<")
        lines = b""
        while b"thought-delta" not in lines:
            lines += os.read(stream(process.stdout).fileno(), 65_536)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        lines += stream(process.stdout).read()

    reply = fold(events_in(lines))
    assert (reply.outcome, reply.raw) == ("cancelled", "a<think>b<")
    assert [thought.complete for thought in reply.thoughts] == [False]

# The command as a whole: usage, and every way in which it can fail, in one helpful line.

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.running import read, run, start, stream


def test_it_says_which_version_it_is() -> None:
    assert run("--version").out.decode() == f"thoughtstream {version('thoughtstream')}\n"


def test_help_lists_the_commands() -> None:
    done = run("--help")

    assert done.status == 0
    for command in ("split", "dialects"):
        assert re.search(rf"^ +{command} ", done.out.decode(), re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("splt",), "invalid choice: 'splt'"),
        (("split", "--thought"), "expected one argument"),
        (("split", "--format", "xml"), "invalid choice: 'xml'"),
        (("split", "--start", "here"), "invalid choice: 'here'"),
        (("split", "--model", "x", "--dialect", "auto"), "not allowed with argument --model"),
        (("split", "--nothing"), "unrecognized arguments: --nothing"),
    ],
)
def test_a_command_that_cannot_work_is_status_2(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)

    assert done.status == 2
    assert done.out == b""
    assert complaint in done.err.decode()
    assert done.err.startswith(b"usage: thoughtstream")


def one_line(err: bytes) -> str:
    """The one line that a command complains in."""
    (line,) = err.decode().splitlines()
    return line


def test_a_wrong_dialect_is_met_with_names_spelled_alike() -> None:
    done = run("split", "--dialect", "harmoni", stdin=b"a")

    assert (done.status, done.out) == (2, b"")
    line = one_line(done.err)
    assert line.startswith("thoughtstream: ")
    assert "'harmoni'. Did you mean 'harmony'" in line


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    done = run("split", str(missing))

    assert (done.status, done.out) == (2, b"")
    assert one_line(done.err) == f"thoughtstream: No such file or directory: {missing}"


def test_a_folder_is_no_reply(tmp_path: Path) -> None:
    done = run("split", str(tmp_path))

    assert (done.status, done.out) == (2, b"")
    assert str(tmp_path) in one_line(done.err)


def test_thoughts_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    done = run("split", "--thoughts", str(tmp_path / "no" / "where"), stdin=b"a")

    assert (done.status, done.out) == (2, b"")
    assert "No such file or directory" in one_line(done.err)


def test_an_error_without_a_file_says_what_it_is() -> None:
    with patch("thoughtstream.cli.split.os.read", side_effect=OSError(5, "Input/output error")):
        assert one_line(run("split").err) == "thoughtstream: Input/output error"


def test_an_interrupt_before_any_text_is_quiet() -> None:
    with patch("thoughtstream.cli.split.os.read", side_effect=KeyboardInterrupt):
        interrupted = run("split", stdin=b"a")
    with patch("thoughtstream.cli.dialects.dialect_named", side_effect=KeyboardInterrupt):
        elsewhere = run("dialects", "harmony")

    assert interrupted.status == elsewhere.status == 130
    assert elsewhere.err == b""


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently there")
def test_a_broken_pipe_is_quiet() -> None:
    with start("split") as process:
        stdin, stdout = stream(process.stdin), stream(process.stdout)
        stdin.write(b"a")
        read(stdout, b"a")
        stdout.close()
        stdin.write(b"b" * 100)
        stdin.close()
        assert process.wait(30) == 0
        assert stream(process.stderr).read() == b""


def test_it_runs_in_a_process_of_its_own() -> None:
    program = "from thoughtstream.cli.main import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "split"],
        input=b"<think>a</think>b",
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"b", b"a\n")

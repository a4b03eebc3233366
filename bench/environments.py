"""Makes the two environments that hold the peers, under `.bench/`, with uv.

One for each Python, because thinkstrip wants 3.13 and the others are compared under 3.11 too. They
are made again when their pinned requirements change.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".bench"
PYTHONS = ("3.11", "3.13")


class NoInterpreterError(Exception):
    """No interpreter of the wanted version was found."""


def environment(python: str) -> Path:
    """The interpreter of the environment for this Python, made if it is not there."""
    folder = HOME / f"py{python.replace('.', '')}"
    requirements = Path(__file__).with_name(f"requirements-py{python.replace('.', '')}.txt")
    stamp = folder / "made-from"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    interpreter = folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != digest:
        _uv("venv", "--clear", "--python", find_interpreter(python), str(folder))
        # Compiled here, once: nothing would otherwise write the bytecode of so many packages.
        _uv(
            *("pip", "install", "--compile-bytecode", "--no-deps"),
            *("--python", str(interpreter), "-r", str(requirements)),
        )
        stamp.write_text(digest, encoding="ascii")
    return interpreter


def find_interpreter(python: str) -> str:
    """The path of an interpreter of this version: this one, uv's, the PATH's or pyenv's."""
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    for find in (_by_uv, _by_path, _by_pyenv):
        found = find(python)
        if found is not None:
            return found
    raise NoInterpreterError(f"Python {python} was wanted, but neither uv nor pyenv has it.")


def _by_uv(python: str) -> str | None:
    return _output([_uv_program(), "python", "find", "--no-project", python])


def _by_path(python: str) -> str | None:
    program = shutil.which(f"python{python}")
    return program if program and _is(program, python) else None


def _by_pyenv(python: str) -> str | None:
    if shutil.which("pyenv") is None:
        return None
    versions = (_output(["pyenv", "versions", "--bare"]) or "").split()
    for version in reversed([found for found in versions if found.startswith(f"{python}.")]):
        prefix = _output(["pyenv", "prefix", version])
        program = f"{prefix}/bin/python"
        if prefix and _is(program, python):
            return program
    return None


def _is(program: str, python: str) -> bool:
    """A shim may stand on the PATH for a version that is not switched on."""
    show = "import sys; print('%d.%d' % sys.version_info[:2])"
    return _output([program, "-c", show]) == python


def _output(command: list[str]) -> str | None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() or None if done.returncode == 0 else None


def _uv(*arguments: str) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    command = [_uv_program(), "--quiet", *arguments]
    subprocess.run(command, check=True, cwd=ROOT, env=environ)  # noqa: S603


def _uv_program() -> str:
    return os.environ.get("UV") or shutil.which("uv") or "uv"


if __name__ == "__main__":
    for wanted in PYTHONS:
        print(environment(wanted))

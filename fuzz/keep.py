"""Takes into the corpus what is worth it of all that the fuzzer found: `python -m fuzz.keep`.

Inputs are taken shortest first, each only if it reaches a step from line to line of the core that
none before it did. The corpus is written anew, and stays small.
"""

import sys
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from tests.property.fuzzed import case_of, check

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "fuzz" / "corpus"
FOUND = ROOT / ".cache" / "fuzz"
CORE = str(Path("thoughtstream") / "core")

Step = tuple[str, int, int]


class Steps:
    """The steps from line to line that the core takes while it is traced."""

    def __init__(self) -> None:
        self.taken: set[Step] = set()
        self._line: dict[int, int] = {}

    def trace(self, frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - as `sys` says
        """Follow one frame, if it is the core's."""
        if CORE not in frame.f_code.co_filename:
            return None
        if event in ("call", "line"):
            before = self._line.get(id(frame), 0) if event == "line" else 0
            self.taken.add((frame.f_code.co_filename, before, frame.f_lineno))
            self._line[id(frame)] = frame.f_lineno
        return self.trace


def steps_of(data: bytes) -> set[Step]:
    """Return the steps that an input makes the core take."""
    case, steps = case_of(data), Steps()
    sys.settrace(steps.trace)
    try:
        check(case)
    finally:
        sys.settrace(None)
    return steps.taken


def main() -> None:
    """Write the corpus anew."""
    paths = [path for folder in (CORPUS, FOUND) if folder.exists() for path in folder.iterdir()]
    inputs = sorted({path.read_bytes() for path in paths}, key=lambda data: (len(data), data))
    known: set[Step] = set()
    kept: list[bytes] = []
    for data in inputs:
        steps = steps_of(data)
        if not steps <= known:
            known |= steps
            kept.append(data)
    for path in CORPUS.glob("*"):
        path.unlink()
    CORPUS.mkdir(exist_ok=True)
    for data in kept:
        (CORPUS / sha256(data).hexdigest()[:12]).write_bytes(data)
    print(f"{len(kept)} of {len(inputs)} inputs kept, {sum(map(len, kept))} bytes")


if __name__ == "__main__":
    main()

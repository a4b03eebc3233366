"""Feeds the machine what libFuzzer finds, for some seconds, and checks the laws on all of it.

How bytes become a reply, a setting and cuts is in `tests/property/fuzzed.py`; the laws are those
of `tests/property/laws.py`. It begins with the inputs in `fuzz/corpus` and keeps what it finds in
`.cache/fuzz`; `python -m fuzz.keep` takes from there into the corpus what is worth it. An input
that breaks a law is written to `crash-…`: make it a test, then delete it.
"""

import argparse
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["thoughtstream"]):
    from tests.property.fuzzed import case_of, check

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "fuzz" / "corpus"
FOUND = ROOT / ".cache" / "fuzz"


def target(data: bytes) -> None:
    """Check the laws on one input."""
    check(case_of(data))


def main() -> None:
    """Fuzz the machine for some seconds."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=main.__doc__)
    parser.add_argument("seconds", type=int, nargs="?", default=60)
    seconds = parser.parse_args().seconds
    FOUND.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        "-max_len=128",
        "-len_control=50",
        "-timeout=20",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
        f"-artifact_prefix={ROOT}/",
    ]
    atheris.Setup(["fuzz", str(FOUND), str(CORPUS), *options], target)
    atheris.Fuzz()


main()

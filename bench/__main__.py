"""The command: `python -m bench` measures under this Python, `--python both` under two."""

import argparse
import json
import sys
from pathlib import Path

PARTS = (
    "correctness",
    "per_chunk",
    "open_and_finish",
    "growth",
    "hostile",
    "hostile_growth",
    "per_marker",
    "whole_reply",
    "bytes_held",
    "delay",
)


def main() -> None:
    """Measure, print tables, write JSON."""
    options = _options()
    if options.python == "both":
        # Imported late: the driver needs no peer, and a measuring process needs no driver.
        from bench.drive import run_under_both  # noqa: PLC0415

        reports = run_under_both(
            short=options.short, only=options.only, parts=options.part, echo=True
        )
        _write(options.json, reports)
        return

    from bench.interleave import FULL, SHORT  # noqa: PLC0415
    from bench.report import measure  # noqa: PLC0415
    from bench.table import tables  # noqa: PLC0415

    report = measure(
        SHORT if options.short else FULL,
        only=options.only,
        wanted=options.part,
        say=lambda part: print(f"measuring {part} …", file=sys.stderr, flush=True),
    )
    for table in tables(report):
        print(table)
    _write(options.json, report)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer rounds, for CI")
    parser.add_argument("--only", metavar="NAME", help="only peers with this in their name")
    parser.add_argument(
        "--part", action="append", choices=PARTS, default=[], help="only this part; repeatable"
    )
    parser.add_argument(
        "--python",
        choices=("this", "both"),
        default="this",
        help="both: make the environments, run under 3.11 and 3.13, merge",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the same as JSON")
    return parser.parse_args()


def _write(file: Path | None, value: object) -> None:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The command: prints the figures of one name with their limits, and fails if one falls short."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from bench.figures.figure import table

_PARTS = {"__init__", "__main__", "corpus", "figure", "recorded"}


def main() -> int:
    """Measure, print, and say by the exit status whether all figures hold."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    parser = argparse.ArgumentParser(prog="python -m bench.figures", description=main.__doc__)
    parser.add_argument("name", choices=[name for name in names if name not in _PARTS])
    parser.add_argument("--short", action="store_true", help="fewer rounds, for CI")
    parser.add_argument(
        "--reuse", action="store_true", help="what the last run measured, if it is there"
    )
    options = parser.parse_args()
    module = import_module(f"bench.figures.{options.name}")
    figures = list(module.figures(short=options.short, reuse=options.reuse))
    print(table(figures))
    return 1 if any(figure.holds is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())

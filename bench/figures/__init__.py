"""Figures with their limits: `python -m bench.figures NAME`, one file a name.

A file has `figures(*, short, reuse) -> Iterable[Figure]`; to add a name, add a file.
"""

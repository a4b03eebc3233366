"""Weighs a machine: the bytes that it alone holds, found by following every reference."""

import gc
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

_EVERYBODYS = (type, ModuleType, FunctionType, BuiltinFunctionType)


def held_bytes(machine: object, fresh: object) -> int:
    """Return how many bytes a machine holds that a fresh one of the same setting does not."""
    shared = {id(each) for each in _reachable(fresh, set())}
    return sum(sys.getsizeof(each) for each in _reachable(machine, shared))


def _reachable(root: object, known: set[int]) -> list[object]:
    found: list[object] = []
    seen, waiting = set(known), [root]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, _EVERYBODYS):
            continue
        seen.add(id(each))
        found.append(each)
        waiting += gc.get_referents(each)
    return found

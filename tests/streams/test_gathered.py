# A stream taken whole.

import asyncio
from collections.abc import Coroutine

from tests.streams.sources import arriving
from thoughtstream.streams.gathered import gathered


def test_what_is_there_is_told_at_once() -> None:
    assert gathered(iter("abc"), len) == 3


def test_what_comes_later_has_to_be_awaited() -> None:
    told = gathered(arriving("abc"), len)

    assert isinstance(told, Coroutine)
    assert asyncio.run(told) == 3

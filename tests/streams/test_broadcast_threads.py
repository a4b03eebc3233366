# One stream for many threads.

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.streams.sources import Request, Stream
from thoughtstream.errors import GapError
from thoughtstream.streams.broadcast_threads import Broadcast, Reader

COUNT, KEPT, READERS = 120, 64, 40


class Paced:
    """Waits for its readers: a busy machine may let threads starve."""

    def __init__(self) -> None:
        self.read: list[int] = []
        self.active: list[Reader[int]] = []
        self.joined = threading.Event()

    def __iter__(self) -> Iterator[int]:
        for number in range(COUNT):
            while any(reader.position < number - KEPT // 2 for reader in self.active):
                time.sleep(0.001)
            if number == 40:
                self.joined.wait(60)
            self.read.append(number)
            yield number


def numbers(reader: Reader[int], stop: int = COUNT) -> list[int]:
    found: list[int] = []
    for number in reader:
        found.append(number)
        if len(found) == stop:
            reader.close()
    return found


def test_many_threads_one_stuck_one_leaving_one_late() -> None:
    source = Paced()
    with Broadcast(source, KEPT) as shared, ThreadPoolExecutor(READERS) as threads:
        stuck = shared.subscribe()
        assert next(stuck) == 0
        source.active += [shared.subscribe() for _ in range(READERS - 2)]
        others = [threads.submit(numbers, reader) for reader in source.active]
        assert threads.submit(numbers, shared.subscribe(), 20).result(60) == list(range(20))
        source.active.append(shared.subscribe(10))
        late = threads.submit(numbers, source.active[-1])
        source.joined.set()

        assert [each.result(60) for each in others] == [list(range(COUNT))] * (READERS - 2)
        assert late.result(60) == list(range(10, COUNT))
        with pytest.raises(GapError) as raised:
            next(stuck)
        assert raised.value.missed == COUNT - KEPT - 1
        assert numbers(stuck) == list(range(COUNT - KEPT, COUNT))
    assert source.read == list(range(COUNT))


def test_in_one_thread_readers_take_turns() -> None:
    stream = Stream("abc")
    shared = Broadcast(stream, 10)
    first, second = shared.subscribe(), shared.subscribe()

    assert [next(first), next(first), next(second)] == ["a", "b", "a"]
    assert stream.taken == 2
    assert list(first) == ["c"]
    assert list(second) == ["b", "c"]
    assert (first.position, shared.oldest, shared.newest) == (3, 0, 3)
    assert stream.closed == 1


def test_an_error_reaches_every_reader_behind_the_last_item() -> None:
    stream = Stream("ab", error=ConnectionError("gone"))
    shared = Broadcast(stream, 10)

    for _ in range(3):
        reader = shared.subscribe()
        assert [next(reader), next(reader)] == ["a", "b"]
        with pytest.raises(ConnectionError, match="gone"):
            next(reader)
    assert stream.closed == 1


def test_a_request_is_sent_when_somebody_reads() -> None:
    request, unread = Request(Stream("ab")), Request(Stream("ab"))
    with Broadcast(request, 10) as shared, Broadcast(unread, 10):
        assert next(shared.subscribe()) == "a"

    assert (request.exited, request.stream.closed) == ([None], 1)
    assert unread.exited == []


def test_a_stream_that_nobody_read_is_closed_too() -> None:
    stream = Stream("ab")
    shared = Broadcast(stream, 10)
    shared.close()
    shared.close()

    assert (stream.closed, stream.taken) == (1, 0)
    with pytest.raises(GapError, match="closed before its stream ended"):
        next(shared.subscribe())


def test_closing_waits_for_nobody_who_is_inside_the_stream() -> None:
    inside, go = threading.Event(), threading.Event()
    closed: list[bool] = []

    def source() -> Iterator[int]:
        try:
            yield 0
            inside.set()
            go.wait(60)
            yield 1
        finally:
            closed.append(True)

    shared = Broadcast(source(), 10)
    with ThreadPoolExecutor(2) as threads:
        reading = [threads.submit(list, shared.subscribe()) for _ in range(2)]
        assert inside.wait(60)
        shared.close()
        assert closed == []
        go.set()
        for each in reading:
            with pytest.raises(GapError):
                each.result(60)
    assert closed == [True]


def test_an_interrupt_ends_it_for_everybody() -> None:
    shared = Broadcast(Stream("a", error=KeyboardInterrupt()), 10)
    reader = shared.subscribe()
    assert next(reader) == "a"

    for each in (reader, shared.subscribe(1)):
        with pytest.raises(KeyboardInterrupt):
            next(each)

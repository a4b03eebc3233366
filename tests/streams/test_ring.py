# The last items of a stream, and the readers' places in it.

import pytest

from thoughtstream.errors import GapError, MisuseError
from thoughtstream.streams.ring import Cursor, Ring


def filled(keep: int, count: int) -> Ring[int]:
    ring = Ring[int](keep)
    for number in range(count):
        ring.append(number)
    return ring


@pytest.mark.parametrize(("count", "oldest"), [(0, 0), (2, 0), (3, 0), (4, 1), (10, 7)])
def test_it_keeps_so_many_items_and_no_more(count: int, oldest: int) -> None:
    ring = filled(3, count)

    assert (ring.oldest, ring.newest) == (oldest, count)
    assert [ring.read(at) for at in range(oldest, count)] == list(range(oldest, count))


def test_what_is_gone_is_a_gap() -> None:
    with pytest.raises(GapError, match="5 of 10 items are gone, 3 are kept") as raised:
        filled(3, 10).read(2)

    assert (raised.value.missed, raised.value.position) == (5, 7)


def test_the_first_word_about_the_end_counts() -> None:
    ring = filled(3, 1)
    ring.end()
    ring.end(ValueError("later"))
    ring.close()
    ring.raise_error()


def test_a_ring_knows_whether_it_has_ended() -> None:
    assert not filled(3, 1).ended
    ring = filled(3, 1)
    ring.end()
    assert ring.ended


def test_an_error_is_raised_again_with_the_traceback_of_its_origin() -> None:
    def depth(error: BaseException) -> int:
        count, trace = 0, error.__traceback__
        while trace:
            count, trace = count + 1, trace.tb_next
        return count

    ring = filled(3, 1)
    with pytest.raises(ValueError, match="gone") as origin:
        int("gone")
    ring.end(origin.value)
    depths: list[int] = []
    for _ in range(5):
        with pytest.raises(ValueError, match="gone") as raised:
            ring.raise_error()
        depths.append(depth(raised.value))
    assert len(set(depths)) == 1


def test_one_that_is_closed_says_so() -> None:
    ring = filled(3, 2)
    ring.close()

    with pytest.raises(GapError, match="closed before its stream ended") as raised:
        ring.raise_error()
    assert (raised.value.position, raised.value.missed) == (2, None)


def test_a_ring_has_to_keep_something() -> None:
    with pytest.raises(MisuseError, match="at least 1; got 0"):
        Ring[int](0)


# --- Readers --------------------------------------------------------------------------------------


def test_a_cursor_reads_in_order() -> None:
    ring = filled(3, 2)
    cursor = Cursor(ring, 0)

    assert [cursor.take(), cursor.take()] == [0, 1]
    assert (cursor.ready, cursor.at_end(), cursor.position) == (False, False, 2)
    ring.append(2)
    assert cursor.ready
    assert cursor.take() == 2
    ring.end()
    assert cursor.at_end()


def test_a_cursor_goes_on_behind_a_gap() -> None:
    cursor = Cursor(filled(3, 10), 1)

    with pytest.raises(GapError):
        cursor.take()
    assert [cursor.take() for _ in range(3)] == [7, 8, 9]


def test_an_error_comes_behind_the_last_item() -> None:
    ring = filled(3, 1)
    ring.end(ConnectionError("gone"))
    cursor = Cursor(ring, 0)

    assert cursor.ready
    cursor.take()
    with pytest.raises(ConnectionError):
        cursor.at_end()


def test_one_that_leaves_is_told_nothing_more() -> None:
    ring = filled(3, 1)
    cursor = Cursor(ring, 0)
    cursor.leave()
    ring.end(ConnectionError("gone"))

    assert not cursor.ready
    assert cursor.at_end()


def test_positions_count_from_0() -> None:
    with pytest.raises(MisuseError, match="counts from 0; got -1"):
        Cursor(filled(3, 1), -1)

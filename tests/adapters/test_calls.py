# Tool calls in pieces, under any keys, into balanced events.

from thoughtstream.adapters.calls import Calls
from thoughtstream.events import ToolCallDelta, ToolCallEnd, ToolCallStart


def test_pieces_are_merged_by_key_and_counted_from_zero() -> None:
    calls = Calls()

    assert not calls.any
    assert calls.write(7, "a", "f") == [ToolCallStart(0, "a", "f")]
    assert calls.write("x", "b", "g", "{}") == [ToolCallStart(1, "b", "g"), ToolCallDelta(1, "{}")]
    assert calls.write(7, arguments="{}") == [ToolCallDelta(0, "{}")]
    assert calls.end_all() == [ToolCallEnd(0), ToolCallEnd(1)]
    assert calls.end_all() == []
    assert calls.any


def test_a_call_begins_when_its_name_is_known() -> None:
    calls = Calls()

    assert calls.write(0, "a") == []
    assert calls.write(0, name="f", provider={"k": 1}) == [ToolCallStart(0, "a", "f", {"k": 1})]


def test_arguments_without_a_name_are_not_lost() -> None:
    calls = Calls()

    assert calls.write(0, arguments="{}") == [ToolCallStart(0, "", ""), ToolCallDelta(0, "{}")]


def test_a_call_that_never_got_a_name_is_told_when_it_ends() -> None:
    calls = Calls()
    calls.write(0, "a")

    assert calls.end(0, complete=False) == [
        ToolCallStart(0, "a", ""),
        ToolCallEnd(0, complete=False),
    ]
    assert calls.end(0) == []


def test_another_id_and_name_under_one_key_is_another_call() -> None:
    calls = Calls()
    calls.write(0, "a", "f")

    assert calls.write(0, "a", "f") == []
    assert calls.write(0, "b") == []
    assert calls.write(0, "b", "g") == [ToolCallEnd(0), ToolCallStart(1, "b", "g")]

# What `split` does with each chunk and each snapshot.

import pytest

from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Splitter
from thoughtstream.events import AnswerDelta, Event, Notice, ReplyEnd, ThoughtEnd
from thoughtstream.streams.machine import ChunkSplitter, SnapshotSplitter
from thoughtstream.testing import merged

REPLY = "<think>é</think>\n\n👋 b"


def test_chunks_may_be_text_or_bytes() -> None:
    splitter = Splitter()
    expected = merged(splitter.feed(REPLY) + splitter.finish())
    data = REPLY.encode()

    for at in range(len(data) + 1):
        machine = ChunkSplitter("thinking", None, "auto")
        events = machine.feed(data[:at]) + machine.feed(data[at:]) + machine.finish()
        assert merged(events) == expected


def test_a_character_that_is_never_completed_comes_out_at_the_end() -> None:
    machine = ChunkSplitter("thinking", None, "auto")

    assert machine.feed(b"a\xc3") == [AnswerDelta("a")]
    assert machine.finish()[0] == AnswerDelta("\udcc3")


def test_dialect_policy_and_start_are_passed_on() -> None:
    machine = ChunkSplitter("mistral.think_token", Policy(unclosed="answer"), "inside")
    reply = fold(machine.feed("a[/THINK]b[THINK]c") + machine.finish(), Policy(unclosed="answer"))

    assert (reply.thoughts[0].text, reply.answer) == ("a", "b[THINK]c")


def test_how_a_reply_ended_can_be_told() -> None:
    for machine in (
        ChunkSplitter("thinking", None, "auto"),
        SnapshotSplitter("thinking", None, "auto"),
    ):
        machine.feed("<think>a")
        end, last = machine.finish("failed")
        assert end == ThoughtEnd(0, complete=False)
        assert isinstance(last, ReplyEnd)
        assert last.outcome == "failed"


# --- Snapshots ------------------------------------------------------------------------------------


def fed(*snapshots: str) -> list[Event]:
    machine = SnapshotSplitter("thinking", None, "auto")
    return merged([event for each in snapshots for event in machine.feed(each)] + machine.finish())


def test_each_snapshot_adds_what_is_new() -> None:
    snapshots = [REPLY[:at] for at in range(len(REPLY) + 1)]

    assert fed(*snapshots) == fed(REPLY)
    assert fold(fed(*snapshots)).raw == REPLY


def test_a_snapshot_that_repeats_the_last_adds_nothing() -> None:
    assert fed("a", "a", "ab", "ab") == fed("ab")


@pytest.mark.parametrize("rewrite", ["ax", "a", "", "xab"])
def test_a_rewrite_is_told_and_not_used(rewrite: str) -> None:
    machine = SnapshotSplitter("thinking", None, "auto")
    machine.feed("ab")

    assert machine.feed(rewrite) == [
        Notice(
            "rewrite",
            "a snapshot does not begin with the 2 characters that came before: it was not used",
        )
    ]
    assert machine.feed("abc") == [AnswerDelta("c")]


def test_a_notice_tells_nothing_of_the_text() -> None:
    (notice,) = (event for event in fed("secret", "other") if isinstance(event, Notice))

    assert "secret" not in notice.message
    assert "other" not in notice.message

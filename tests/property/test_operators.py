# Laws of the operators over streams: what they may change, and what they must not.

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from tests.property.laws import events_of, make_splitter
from tests.property.replies import Case, cases
from tests.streams.sources import arriving
from thoughtstream.core.fold import fold
from thoughtstream.events import Event, ThoughtStart
from thoughtstream.streams.answer import AnswerText
from thoughtstream.streams.audiences import Audiences
from thoughtstream.streams.broadcast import broadcast
from thoughtstream.streams.coalesce import coalesce
from thoughtstream.streams.filtered import filtered
from thoughtstream.streams.recording import play, record
from thoughtstream.streams.split import split
from thoughtstream.streams.stopped import stopped_at
from thoughtstream.testing import merged

FOLDED_LATER = ("clean", "collapse-newlines", "trim-ends", "single-space")


def told(case: Case) -> list[Event]:
    return events_of(make_splitter, case.setting, case.chunks)


@given(case=cases(), characters=st.integers(1, 40))
def test_coalescing_changes_no_merged_event(case: Case, characters: int) -> None:
    events = told(case)
    joined = list(coalesce(events, characters=characters))

    assert merged(joined) == merged(events)
    assert len(joined) <= len(events)


@given(case=cases(), chosen=st.sets(st.sampled_from(["reasoning", "plan", "planning"])))
def test_filtering_and_merging_may_change_places(case: Case, chosen: set[str]) -> None:
    events = told(case)

    assert merged(filtered(merged(events), types=chosen)) == merged(filtered(events, types=chosen))


@given(case=cases())
def test_a_filter_that_keeps_all_changes_nothing(case: Case) -> None:
    events = told(case)
    types = {event.type for event in events if isinstance(event, ThoughtStart)}

    assert list(filtered(events, types=types)) == events


@given(case=cases())
def test_a_filter_never_changes_the_answer(case: Case) -> None:
    events, policy = told(case), case.setting.policy
    if policy.answer_whitespace == "single-space":  # a marker is a space there
        return

    assert fold(filtered(events, types=()), policy).answer == fold(events, policy).answer


@given(case=cases(), sink=st.sampled_from(["log", "speech", "unknown"]))
def test_every_sink_gets_the_whole_answer(case: Case, sink: str) -> None:
    events, policy = told(case), case.setting.policy
    if policy.answer_whitespace == "single-space":
        return

    assert fold(Audiences().view(events, sink), policy).answer == fold(events, policy).answer


@given(case=cases())
def test_what_is_played_is_what_was_recorded(case: Case) -> None:
    events = told(case)
    with TemporaryDirectory() as folder:
        path = Path(folder, "reply.jsonl")

        assert list(record(events, path)) == events
        assert list(play(path)) == events


@given(
    case=cases(), stops=st.lists(st.text("ab<\n .", min_size=1, max_size=4), min_size=1, max_size=3)
)
def test_stop_strings_do_not_depend_on_the_cuts(case: Case, stops: list[str]) -> None:
    whole = events_of(make_splitter, case.setting, [case.reply])

    assert merged(stopped_at(told(case), stops)) == merged(stopped_at(whole, stops))


@given(
    case=cases(), stops=st.lists(st.text("ab<\n .", min_size=1, max_size=4), min_size=1, max_size=3)
)
def test_no_stop_string_is_left_in_the_answer(case: Case, stops: list[str]) -> None:
    for event in merged(stopped_at(told(case), stops)):
        if event.kind == "answer-delta":
            assert not any(stop in event.text for stop in stops)


@given(case=cases())
def test_events_are_split_into_themselves(case: Case) -> None:
    events = told(case)

    assert list(split(events)) == events


@given(case=cases(), readers=st.integers(1, 4))
def test_every_reader_of_a_broadcast_gets_everything(case: Case, readers: int) -> None:
    events = told(case)

    async def read() -> list[list[Event]]:
        shared = broadcast(arriving(events))

        async def one() -> list[Event]:
            return [event async for event in shared.subscribe()]

        return list(await asyncio.gather(*(one() for _ in range(readers))))

    shared = broadcast(iter(events))
    assert [list(shared.subscribe()) for _ in range(readers)] == [events] * readers
    assert asyncio.run(read()) == [events] * readers


@given(case=cases())
def test_the_text_of_an_answer_only_grows_into_the_folded_one(case: Case) -> None:
    policy = case.setting.policy
    events = told(case)
    if policy.answer_whitespace in FOLDED_LATER or any(
        event.kind == "reclassified" and event.now == "thought" for event in events
    ):
        return
    text = AnswerText()

    assert "".join(map(text.feed, events)) == fold(events, policy).answer

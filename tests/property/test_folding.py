# What folding promises: nothing of a reply is lost in the values that are made of it.

from hypothesis import given

from tests.property.laws import events_of, make_splitter
from tests.property.replies import Case, cases
from thoughtstream.core.fold import Thought, fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start
from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.events import AnswerDelta, Reclassified
from thoughtstream.streams.answer import AnswerText, firm_start
from thoughtstream.testing import merged

FOLDED = ("clean", "collapse-newlines", "trim-ends", "single-space")


@given(case=cases())
def test_a_folded_reply_keeps_the_reply_as_it_was_written(case: Case) -> None:
    events = events_of(make_splitter, case.setting, case.chunks)

    reply = fold(events, case.setting.policy)

    assert reply.raw == case.reply
    assert fold(merged(events), case.setting.policy) == reply


@given(case=cases())
def test_the_answer_is_its_deltas_joined(case: Case) -> None:
    policy = case.setting.policy
    events = events_of(make_splitter, case.setting, case.chunks)
    if policy.answer_whitespace in FOLDED or any(isinstance(each, Reclassified) for each in events):
        return

    deltas = [event.text for event in events if isinstance(event, AnswerDelta)]

    assert fold(events, policy).answer == "".join(deltas)


@given(case=cases())
def test_a_reader_who_never_takes_back_gets_the_whole_answer(case: Case) -> None:
    policy, dialects = case.setting.policy, case.setting.dialects
    if policy.answer_whitespace in FOLDED:
        return
    start: Start = firm_start(dialects, case.setting.start)
    setting = type(case.setting)(dialects, policy, start)
    events = events_of(make_splitter, setting, case.chunks)
    answer = AnswerText()

    assert "".join(map(answer.feed, events)) == fold(events, policy).answer


@given(case=cases())
def test_a_thoughts_span_is_where_its_text_stands(case: Case) -> None:
    policy = case.setting.policy

    reply = fold(events_of(make_splitter, case.setting, case.chunks), policy)

    for thought in reply.thoughts:
        start, end = thought.span
        assert _expected(thought, reply.raw[start:end], policy)


def _expected(thought: Thought, text: str, policy: Policy) -> bool:
    if thought.source == "attribute":
        return text == thought.marker
    return thought.text == (
        text.strip(WHITESPACE) if policy.thought_whitespace == "strip" else text
    )


@given(case=cases())
def test_a_reply_without_an_answer_says_why(case: Case) -> None:
    reply = fold(events_of(make_splitter, case.setting, case.chunks), case.setting.policy)

    assert (reply.why_empty is None) is bool(reply.answer.strip(WHITESPACE))

# Events into values: thoughts, replies, and what is done to whitespace once all of it is seen.

import pytest

from thoughtstream.core.fold import KNOWN_TYPES, Reply, Thought, fold, source_text
from thoughtstream.core.policy import AnswerWhitespace, Policy
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Notice,
    Outcome,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallStart,
    Usage,
)

DEFAULT = Policy()


def reply_of(
    text: str, dialect: str = "thinking", start: Start = "auto", policy: Policy = DEFAULT
) -> Reply:
    splitter = Splitter(dialect, policy, start=start)
    return fold(splitter.feed(text) + splitter.finish(), policy)


def thought_of(text: str, policy: Policy = DEFAULT) -> Thought:
    (thought,) = reply_of(text, policy=policy).thoughts
    return thought


# --- Replies --------------------------------------------------------------------------------------


def test_a_reply_is_its_thoughts_and_its_answer() -> None:
    text = "\n<think> a </think>\n\nb <think>c</think> d"
    reply = reply_of(text)

    assert [thought.text for thought in reply.thoughts] == ["a", "c"]
    assert reply.answer == "b  d"
    assert reply.outcome == "answered"
    assert reply.raw == text
    assert reply.counts == Counts(thoughts=2, characters=len(text))
    assert reply.removed == (Removed("\n", "seam"), Removed("\n\n", "seam"))
    assert reply.why_empty is None


def test_without_events_a_reply_is_empty() -> None:
    assert fold([]) == Reply()
    assert fold([]).why_empty == "The model wrote nothing at all."


def test_events_that_are_no_text_change_nothing() -> None:
    events: list[Event] = [
        Usage(1, 2), AnswerDelta("a"), Notice("x", "y"), ToolCallStart(0, "id", "f"),
        ReplyEnd("answered", "stop"),
    ]  # fmt: skip

    reply = fold(events)
    assert (reply.answer, reply.raw, reply.finish_reason) == ("a", "a", "stop")
    assert source_text(events) == "a"


def test_native_thoughts_fold_too() -> None:
    events: list[Event] = [
        ThoughtStart(0, source="native"), ThoughtDelta("a"),
        ThoughtEnd(0, provider={"signature": "s"}), AnswerDelta("b"), ReplyEnd("answered"),
    ]  # fmt: skip
    reply = fold(events)

    assert reply.thoughts[0].source == "native"
    assert reply.thoughts[0].provider == {"signature": "s"}
    assert (reply.thoughts[0].text, reply.answer) == ("a", "b")


def test_an_end_without_its_start_is_a_thought_still() -> None:
    reply = fold([ThoughtDelta("a"), ThoughtEnd(3), ReplyEnd("thought-only")])

    assert [(thought.index, thought.text) for thought in reply.thoughts] == [(3, "a")]


# --- Thoughts -------------------------------------------------------------------------------------


def test_a_thought_tells_all_that_its_tag_declares() -> None:
    marker = (
        '<think thought_type="planning" thought_id="t7" confidence="0.7" verbosity="high" '
        'related_to="t6" alternatives="wait | ask again|" mood=calm>'
    )
    thought = thought_of(f"{marker}a</think>b")

    assert thought == Thought(
        index=0,
        text="a",
        type="planning",
        declared_type="planning",
        declared_id="t7",
        confidence=0.7,
        verbosity="high",
        related_to="t6",
        alternatives=("wait", "ask again"),
        attributes=thought.attributes,
        name="think",
        marker=marker,
        span=(len(marker), len(marker) + 1),
    )
    assert thought.attributes["mood"] == "calm"
    assert thought.known_type


def test_a_thought_that_declares_nothing_has_defaults() -> None:
    thought = thought_of(
        "<think>a</think>", policy=Policy(default_type="musing", absent_confidence=0.9)
    )

    assert (thought.type, thought.declared_type, thought.declared_id) == ("musing", None, None)
    assert (thought.confidence, thought.confidence_valid) == (0.9, True)
    assert (thought.verbosity, thought.related_to, thought.alternatives) == ("normal", None, ())
    assert not thought.known_type
    assert "planning" in KNOWN_TYPES


def test_short_names_of_attributes_are_read_too() -> None:
    thought = thought_of('<think type="decision" id="7">a</think>')

    assert (thought.declared_type, thought.declared_id) == ("decision", "7")


@pytest.mark.parametrize(
    ("declared", "confidence", "valid"),
    [
        ("0", 0.0, True),
        ("1", 1.0, True),
        ("0.75", 0.75, True),
        (".5", 0.5, True),
        ("1.", 1.0, True),
        ("+0.5", 0.5, True),
        (" 0.5 ", 0.5, True),
        ("5e-1", 0.5, True),
        ("\ufeff0.5\u3000", 0.5, True),
        ("1.1", 0.4, False),
        ("-0.1", 0.4, False),
        ("70%", 0.4, False),
        ("high", 0.4, False),
        ("", 0.4, False),
        ("nan", 0.4, False),
        ("inf", 0.4, False),
        ("1e400", 0.4, False),
        ("1_0", 0.4, False),
        ("٠", 0.4, False),
    ],
)
def test_a_confidence_is_a_number_from_0_to_1_or_not_valid(
    declared: str, confidence: float, *, valid: bool
) -> None:
    thought = thought_of(
        f'<think confidence="{declared}">a</think>', policy=Policy(bad_confidence=0.4)
    )

    assert (thought.confidence, thought.confidence_valid) == (confidence, valid)
    assert thought.attributes["confidence"] == declared


@pytest.mark.parametrize(
    ("declared", "alternatives"),
    [
        ("", ()),
        ("a", ("a",)),
        ("a, b,,c ", ("a", "b", "c")),
        ("a, b | c", ("a, b", "c")),
    ],
)
def test_alternatives_are_set_apart_by_bars_or_else_commas(
    declared: str, alternatives: tuple[str, ...]
) -> None:
    assert thought_of(f'<think alternatives="{declared}">a</think>').alternatives == alternatives


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("<think> a </think>b", [(7, 10)]),
        ("x<think>a</think>b<think>cd</think>", [(8, 9), (25, 27)]),
        ('x<think thought="abc"/>y', [(1, 23)]),
        ('x<think thought="abc">body</think>y', [(1, 22)]),
        ("é👋<think>a", [(9, 10)]),
        ("ab</think>c", [(0, 2)]),
    ],
)
def test_a_span_says_where_in_the_reply_a_thought_stands(
    text: str, spans: list[tuple[int, int]]
) -> None:
    assert [thought.span for thought in reply_of(text).thoughts] == spans


def test_an_attribute_thought_has_the_text_of_its_attribute() -> None:
    text = '<think thought="a &amp; b">body</think>c'
    reply = reply_of(text)

    assert (reply.thoughts[0].text, reply.thoughts[0].source) == ("a & b", "attribute")
    assert (reply.answer, reply.raw) == ("c", text)
    assert reply.removed == (Removed("body", "attribute-wins"),)


def test_thoughts_keep_their_whitespace_if_asked() -> None:
    assert thought_of("<think> a\n</think>").text == "a"
    assert (
        thought_of("<think> a\n</think>", policy=Policy(thought_whitespace="keep")).text == " a\n"
    )


# --- Text that turned out to be the other kind ----------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 100])
def test_a_lone_closer_makes_a_thought_of_the_answer_so_far(size: int) -> None:
    text = "so it is\n</think>\n4"
    splitter = Splitter()
    events = [e for at in range(0, len(text), size) for e in splitter.feed(text[at : at + size])]
    reply = fold(events + splitter.finish(), Policy(default_type="musing"))

    assert [(t.text, t.type, t.marker, t.complete) for t in reply.thoughts] == [
        ("so it is", "musing", "", True)
    ]
    assert (reply.answer, reply.raw) == ("4", text)


@pytest.mark.parametrize(
    ("text", "thoughts", "answer"),
    [
        ("a<think>b", [], "a<think>b"),
        ("<think>a</think>b<think>c", ["a"], "b<think>c"),
        ('<think thought="a">b', [], '<think thought="a">b'),
        ("<think>", [], "<think>"),
    ],
)
def test_an_unclosed_thought_may_be_answer(text: str, thoughts: list[str], answer: str) -> None:
    reply = reply_of(text, policy=Policy(unclosed="answer"))

    assert [thought.text for thought in reply.thoughts] == thoughts
    assert (reply.answer, reply.raw, reply.outcome) == (answer, text, "answered")


def test_an_unclosed_thought_may_be_kept_or_dropped() -> None:
    kept, dropped = (
        reply_of("<think>a</think>b<think>c"),
        reply_of("<think>c", policy=Policy(unclosed="drop")),
    )

    assert [(thought.text, thought.complete) for thought in kept.thoughts] == [
        ("a", True), ("c", False),
    ]  # fmt: skip
    assert (dropped.thoughts, dropped.answer, dropped.raw) == ((), "", "<think>c")


# --- Whitespace of the answer ---------------------------------------------------------------------

SPACED = " a \n\n\n\n  b<think>t</think>\tc\n\nd\n "


@pytest.mark.parametrize(
    ("whitespace", "answer"),
    [
        ("seam", " a \n\n\n\n  b\tc\n\nd\n "),
        ("preserve", " a \n\n\n\n  b\tc\n\nd\n "),
        ("boundary", " a \n\n\n\n  bc\n\nd\n "),
        ("boundary-chunked", " a \n\n\n\n  bc\n\nd\n "),
        ("trim-ends", "a \n\n\n\n  b\tc\n\nd"),
        ("collapse-newlines", " a \n\n  b\tc\n\nd\n "),
        ("clean", "a \n\n  b\tc\n\nd"),
        ("single-space", "a b c d"),
    ],
)
def test_whitespace_of_the_answer_is_the_policys(whitespace: AnswerWhitespace, answer: str) -> None:
    assert reply_of(SPACED, policy=Policy(answer_whitespace=whitespace)).answer == answer


def test_one_space_stands_for_a_thought() -> None:
    assert (
        reply_of("a<think>t</think>b", policy=Policy(answer_whitespace="single-space")).answer
        == "a b"
    )
    assert reply_of("a<think/>b", policy=Policy(answer_whitespace="single-space")).answer == "a b"


# --- Why there is no answer -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "wrote nothing at all"),
        (" \n", "wrote nothing at all"),
        ("<think>a</think>", "was all thought: the model closed its thought and wrote no answer"),
        ("a</think>\n", "was all thought"),
        ("<think>a", "was cut inside a thought"),
        ("<think>", "was cut inside a thought"),
        ("<think></think>", "only markers and whitespace"),
        ("</think>", "only markers and whitespace"),
    ],
)
def test_a_sentence_says_why_there_is_no_answer(text: str, sentence: str) -> None:
    why = reply_of(text).why_empty

    assert why is not None
    assert sentence in why
    assert why.endswith(".")


def test_a_thought_that_nothing_opened_is_told_from_one_that_was_cut() -> None:
    unopened = reply_of("Four.", "think.deepseek_r1").why_empty
    dropped = reply_of("Four.", "think.deepseek_r1", policy=Policy(unclosed="drop")).why_empty

    assert unopened is not None
    assert unopened.startswith("No marker ever opened or closed a thought")
    assert "start='outside'" in unopened
    assert dropped is not None
    assert "cut inside a thought" in dropped


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ("failed", "The stream failed before any answer came."),
        ("cancelled", "The reply was cancelled before any answer came."),
    ],
)
def test_a_stream_that_ended_badly_is_the_reason(outcome: Outcome, sentence: str) -> None:
    assert Reply(raw="<think>a", outcome=outcome).why_empty == sentence


def test_the_finish_reason_is_part_of_the_sentence() -> None:
    splitter = Splitter()
    reply = fold(splitter.feed("<think>a") + splitter.finish("length"))

    assert reply.why_empty is not None
    assert reply.why_empty.endswith("(finish reason: length).")


# --- Back to the reply ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n<think> a </think>\n\nb ",
        '<think thought="a">b</think>c<think content="d"/>',
        "a</think>b</think><think></think><think>c",
    ],
)
def test_every_character_rides_on_one_event(text: str) -> None:
    splitter = Splitter()
    events = splitter.feed(text) + splitter.finish()

    assert source_text(events) == text
    assert fold(events).raw == text


def test_what_was_removed_side_by_side_is_one_piece() -> None:
    events: list[Event] = [Removed("\n", "seam"), Removed(" ", "seam"), AnswerDelta("a")]
    events += [Removed("</b>", "stray-closer"), Removed("\n", "seam"), ReplyEnd("answered")]

    assert fold(events).removed == (
        Removed("\n ", "seam"),
        Removed("</b>", "stray-closer"),
        Removed("\n", "seam"),
    )

# The machine, behaviour by behaviour. That no cut changes any of it is in `tests/property`.

import pytest

from thoughtstream.core.dialect import Dialect
from thoughtstream.core.policy import AnswerWhitespace, Policy, Unclosed
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.testing import assert_chunk_free, merged

THINK, ENDTHINK = "<think>", "</think>"
DEFAULT = Policy()


def events_of(
    reply: str,
    dialect: DialectLike = "thinking",
    start: Start = "auto",
    policy: Policy = DEFAULT,
) -> list[Event]:
    """All events of a reply but its end, merged; the same at every cutting."""

    def split(chunks: list[str]) -> list[Event]:
        splitter = Splitter(dialect, policy, start=start)
        events = [event for chunk in chunks for event in splitter.feed(chunk)]
        return merged(events + splitter.finish())

    assert_chunk_free(reply, split)
    return split([reply])[:-1]


def told(
    reply: str,
    dialect: DialectLike = "thinking",
    start: Start = "auto",
    policy: Policy = DEFAULT,
) -> list[tuple[str, ...]]:
    """The same events, as short as can be read in a table."""
    return [short(event) for event in events_of(reply, dialect, start, policy)]


def short(event: Event) -> tuple[str, ...]:
    match event:
        case ThoughtStart(marker=marker):
            return "start", marker
        case ThoughtDelta(text):
            return "thought", text
        case ThoughtEnd(marker=marker, complete=complete):
            return "end" if complete else "cut", marker
        case AnswerDelta(text):
            return "answer", text
        case Removed(text, why):
            return why, text
        case Reclassified(start=at, end=end, now=now, marker=marker):
            return f"{at}-{end} is {now}", marker
        case _:
            raise AssertionError(event)


def end_of(
    reply: str,
    dialect: DialectLike = "thinking",
    start: Start = "auto",
    policy: Policy = DEFAULT,
) -> ReplyEnd:
    splitter = Splitter(dialect, policy, start=start)
    events = splitter.feed(reply) + splitter.finish()
    last = events[-1]
    assert isinstance(last, ReplyEnd)
    assert sum(isinstance(event, ReplyEnd) for event in events) == 1
    return last


def thought(marker: str, text: str, closer: str) -> list[tuple[str, ...]]:
    return [("start", marker), ("thought", text), ("end", closer)]


# --- Feeding and finishing ------------------------------------------------------------------------


def test_events_come_as_soon_as_text_settles_them() -> None:
    splitter = Splitter()

    assert splitter.feed("a") == [AnswerDelta("a")]
    assert splitter.feed(" < b") == [AnswerDelta(" < b")]
    assert splitter.feed("<thi") == []
    assert splitter.feed("nk") == []
    assert splitter.feed(">") == []
    assert splitter.feed("x") == [
        ThoughtStart(0, THINK, "think"),
        ThoughtDelta("x"),
    ]
    assert splitter.feed("y</") == [ThoughtDelta("y")]
    assert splitter.feed("b>") == [ThoughtDelta("</b>")]
    assert splitter.feed(ENDTHINK) == [ThoughtEnd(0, ENDTHINK)]
    assert splitter.feed("\nz") == [AnswerDelta("\nz")]
    assert splitter.finish("stop") == [
        ReplyEnd("answered", "stop", Counts(thoughts=1, characters=28))
    ]


def test_an_empty_piece_is_legal_anywhere() -> None:
    splitter = Splitter()

    for piece in ("", "a", "", "<", "", "think>", "", "b", "", ENDTHINK, ""):
        events = splitter.feed(piece)
        assert piece or events == []


def test_text_held_at_the_end_is_released() -> None:
    splitter = Splitter()

    assert splitter.feed("a<") == [AnswerDelta("a")]
    assert splitter.finish()[:-1] == [AnswerDelta("<")]


def test_a_splitter_takes_one_reply() -> None:
    splitter = Splitter()
    splitter.feed("a")
    before = splitter.finished
    splitter.finish()
    assert (before, splitter.finished) == (False, True)

    for late in ("", "a", "a" * 100):
        with pytest.raises(MisuseError, match="`feed` was called after `finish`"):
            splitter.feed(late)
    with pytest.raises(MisuseError, match="`finish` was called after `finish`"):
        splitter.finish()


def test_it_tells_whether_a_thought_is_open() -> None:
    splitter = Splitter()
    pieces = ["a", "<think>", "b", "</th", "ink>", "c"]

    assert [(splitter.feed(piece), splitter.thinking)[1] for piece in pieces] == [
        False, False, True, True, False, False,
    ]  # fmt: skip


def test_an_index_may_be_taken_by_a_thought_from_elsewhere() -> None:
    splitter = Splitter()

    assert splitter.take_index() == 0
    assert splitter.feed("<think>a</think>")[0] == ThoughtStart(1, THINK, "think")
    assert splitter.take_index() == 2
    assert splitter.finish()[-1] == ReplyEnd(
        "thought-only", None, Counts(thoughts=3, characters=16)
    )


@pytest.mark.parametrize("outcome", ["failed", "cancelled"])
def test_the_caller_may_know_better_how_it_ended(outcome: Outcome) -> None:
    splitter = Splitter()
    splitter.feed("<think>a")

    assert splitter.finish("length", outcome) == [
        ThoughtEnd(0, "", complete=False),
        ReplyEnd(outcome, "length", Counts(thoughts=1, characters=8)),
    ]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("a", "answered"),
        ("<think>a</think>b", "answered"),
        ("<think>a</think>", "thought-only"),
        ("<think>a</think>\n\n", "thought-only"),
        ("<think> </think>", "empty"),
        ("<think>a", "cut-in-thought"),
        ("b<think>a", "cut-in-thought"),
        ("<think>", "cut-in-thought"),
        ("a</think>", "thought-only"),
        ("a</think>b", "answered"),
        ("<thi", "answered"),
    ],
)
def test_the_outcome_says_how_a_reply_ended(reply: str, outcome: Outcome) -> None:
    assert end_of(reply).outcome == outcome


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [("<think>a", "answered"), ("<think> ", "answered"), ("<think>a</think>", "thought-only")],
)
def test_a_cut_thought_that_is_answer_makes_an_answered_reply(reply: str, outcome: Outcome) -> None:
    assert end_of(reply, policy=Policy(unclosed="answer")).outcome == outcome


def test_counts_tell_thoughts_skipped_ones_and_characters() -> None:
    reply = "<think></think><think>a</think>é👋<think> </think><think>b"

    assert end_of(reply).counts == Counts(thoughts=2, skipped=2, characters=len(reply))


# --- Thoughts in tags -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ("<think>a</think>", thought(THINK, "a", ENDTHINK)),
        ("<THINK>a</Think>", thought("<THINK>", "a", "</Think>")),
        ("<think>a</think\t>", thought(THINK, "a", "</think\t>")),
        ("<think> a </think>", thought(THINK, " a ", ENDTHINK)),
        ("<think>a</thinking></think>", thought(THINK, "a</thinking>", ENDTHINK)),
        ("<think>a<think>b</think>", thought(THINK, "a<think>b", ENDTHINK)),
        ("<think>\n<think>b</think>", thought("<think>\n<think>", "b", ENDTHINK)),
        ("<thinking>a<think>b</think></thinking>", thought("<thinking>", "a<think>b</think>",
                                                           "</thinking>")),
        ("<thinking>a<thinking>b</thinking>c</thinking>",
         thought("<thinking>", "a<thinking>b</thinking>c", "</thinking>")),
        ("<thinking><thinking>b</thinking>c</thinking>",
         thought("<thinking>", "<thinking>b</thinking>c", "</thinking>")),
        ("<thinking>a<thinking/>b<thinking b=1>c</thinking></thinking>",
         thought("<thinking>", "a<thinking/>b<thinking b=1>c</thinking>", "</thinking>")),
        ("<think>a</think><think>b</think>",
         thought(THINK, "a", ENDTHINK) + thought(THINK, "b", ENDTHINK)),
        ("a<b>c</b> Array<string> &lt;think&gt; <thinkpad> < think >",
         [("answer", "a<b>c</b> Array<string> &lt;think&gt; <thinkpad> < think >")]),
        ("<think about it>", [("answer", "<think about it>")]),
        ("<<think>a<</think>", [("answer", "<"), *thought(THINK, "a<", ENDTHINK)]),
    ],
)  # fmt: skip
def test_tags_mark_thoughts(reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply) == events


def test_thoughts_are_numbered_and_named() -> None:
    starts = [
        event
        for event in events_of("<think>a</think>b<think> </think><thinking>c</thinking>")
        if isinstance(event, ThoughtStart)
    ]

    assert [(start.index, start.name) for start in starts] == [(0, "think"), (1, "thinking")]


def test_any_tag_is_a_thought_in_the_mode_of_that_name() -> None:
    assert told('<plan>a<b>c</b><plan>d</plan>e</plan>f<note x="1"/>g', "any-tag") == [
        *thought("<plan>", "a<b>c</b><plan>d</plan>e", "</plan>"),
        ("answer", "f"),
        ("empty-thought", '<note x="1"/>'),
        ("answer", "g"),
    ]
    first = events_of("<plan>a</plan>", "any-tag")[0]
    assert isinstance(first, ThoughtStart)
    assert first.name == "plan"


def test_a_type_may_be_declared_or_is_the_policys() -> None:
    reply = '<think>a</think><think type="planning">b</think>'
    starts = [
        e
        for e in events_of(reply, policy=Policy(default_type="musing"))
        if isinstance(e, ThoughtStart)
    ]

    assert [start.type for start in starts] == ["musing", "planning"]


# --- Thoughts in attributes -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ('<think thought="a"/>b', [*thought('<think thought="a"/>', "a", ""), ("answer", "b")]),
        ('<think thought="a">x</think>b', [("start", '<think thought="a">'), ("thought", "a"),
                                           ("attribute-wins", "x"), ("end", ENDTHINK),
                                           ("answer", "b")]),
        ('<think thought="a"></think>b', [*thought('<think thought="a">', "a", ENDTHINK),
                                          ("answer", "b")]),
        ('<think thought="</think>"/>', thought('<think thought="</think>"/>', "</think>", "")),
        ('<think note="a">x</think>', thought('<think note="a">', "x", ENDTHINK)),
        ("<think/>b", [("empty-thought", "<think/>"), ("answer", "b")]),
        ('<thinking thought="a">x<thinking>y</thinking>z</thinking>b',
         [("start", '<thinking thought="a">'), ("thought", "a"),
          ("attribute-wins", "x<thinking>y</thinking>z"), ("end", "</thinking>"),
          ("answer", "b")]),
        ('<think>\n<think thought="a">x</think>',
         [("start", '<think>\n<think thought="a">'), ("thought", "a"), ("attribute-wins", "x"),
          ("end", ENDTHINK)]),
        ('<think thought="a">x', [("start", '<think thought="a">'), ("thought", "a"),
                                  ("attribute-wins", "x"), ("cut", "")]),
        ('<think thought="', [("answer", '<think thought="')]),
    ],
)  # fmt: skip
def test_attributes_may_hold_a_thought(reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply) == events


def test_a_body_that_loses_comes_out_while_it_streams() -> None:
    splitter = Splitter()
    splitter.feed('<think thought="a">')

    assert splitter.feed("x") == [Removed("x", "attribute-wins")]
    assert splitter.feed("y<") == [Removed("y", "attribute-wins")]


def test_a_long_tag_is_one_marker() -> None:
    tag = f'<think thought="{"a > b " * 500}">'
    events = events_of(tag + "x</think>b")

    assert isinstance(events[0], ThoughtStart)
    assert events[0].marker == tag
    assert events[1] == ThoughtDelta("a > b " * 500)


def test_a_long_tag_that_never_ends_is_text() -> None:
    reply = f'a<think thought="{"x" * 2000}'

    assert told(reply) == [("answer", reply)]


def test_a_thought_goes_on_behind_a_long_tag_that_is_text() -> None:
    reply = f'<thinking>a<thinking note="{"x" * 600}" and so on>b</thinking>c'

    assert told(reply)[-1] == ("answer", "c")


# --- Empty thoughts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "events"),
    [
        (DEFAULT, [("empty-thought", "<think> \n</think>"), ("answer", "a")]),
        (Policy(empty="skip"), [("empty-thought", "<think> \n</think>"), ("answer", "a")]),
        (Policy(empty="keep"), [*thought(THINK, " \n", ENDTHINK), ("answer", "a")]),
        (Policy(thought_whitespace="keep"), [*thought(THINK, " \n", ENDTHINK), ("answer", "a")]),
    ],
)
def test_empty_thoughts_are_left_out_or_kept(policy: Policy, events: list[tuple[str, ...]]) -> None:
    assert told("<think> \n</think>a", policy=policy) == events


def test_an_empty_thought_that_is_kept_has_no_delta() -> None:
    assert told("<think></think>", policy=Policy(empty="keep")) == [
        ("start", THINK),
        ("end", ENDTHINK),
    ]
    assert told("<think/>", policy=Policy(empty="keep")) == [("start", "<think/>"), ("end", "")]


# --- The end of a reply inside a thought ----------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "unclosed", "events"),
    [
        ("<think>a", "thought", [("start", THINK), ("thought", "a"), ("cut", "")]),
        ("<think>a", "drop", [("start", THINK), ("thought", "a"), ("cut", "")]),
        ("b<think>a", "answer", [("answer", "b"), ("start", THINK), ("thought", "a"), ("cut", ""),
                                 ("1-9 is answer", "")]),
        ("<think>a</thi", "thought", [("start", THINK), ("thought", "a</thi"), ("cut", "")]),
        ("<think> ", "thought", [("empty-thought", "<think> ")]),
        ("<think> ", "answer", [("answer", "<think> ")]),
    ],
)  # fmt: skip
def test_a_thought_that_is_never_closed(
    reply: str, unclosed: Unclosed, events: list[tuple[str, ...]]
) -> None:
    assert told(reply, policy=Policy(unclosed=unclosed)) == events


def test_an_unclosed_empty_thought_may_be_kept() -> None:
    assert told("<think>", policy=Policy(empty="keep")) == [("start", THINK), ("cut", "")]


# --- Where a reply begins -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ("", []),
        ("a", [("start", ""), ("thought", "a"), ("cut", "")]),
        ("a</think>b", [*thought("", "a", ENDTHINK), ("answer", "b")]),
        ("\na</think>b", [*thought("", "\na", ENDTHINK), ("answer", "b")]),
        ("<think>a</think>b", [*thought(THINK, "a", ENDTHINK), ("answer", "b")]),
        ("\n<think>a</think>b", [*thought("\n<think>", "a", ENDTHINK), ("answer", "b")]),
        ("</think>b", [("empty-thought", ENDTHINK), ("answer", "b")]),
        ("\n</think>b", [("empty-thought", "\n</think>"), ("answer", "b")]),
        ("\n", [("empty-thought", "\n")]),
    ],
)
def test_a_reply_may_begin_inside_a_thought(reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply, start="inside") == events
    assert told(reply, "think.deepseek_r1") == events


def test_a_reply_of_nothing_that_begins_inside_has_no_thought() -> None:
    assert end_of("", start="inside").outcome == "empty"
    assert end_of("", start="inside", policy=Policy(unclosed="answer")).outcome == "empty"


def test_a_tool_call_at_the_start_of_a_reply_that_begins_inside_leaves_no_thought() -> None:
    assert told("<tool_call>f", "think.qwen3", "inside") == [("answer", "<tool_call>f")]


def test_whitespace_of_a_reply_that_begins_inside_may_be_answer() -> None:
    assert told(" ", start="inside", policy=Policy(unclosed="answer")) == [("seam", " ")]


@pytest.mark.parametrize(
    ("start", "events"),
    [
        ("auto", [("answer", "a"), ("0-1 is thought", ENDTHINK), ("answer", "b")]),
        ("outside", [("answer", "a"), ("late-closer", ENDTHINK), ("answer", "b")]),
        ("hold", [*thought("", "a", ENDTHINK), ("answer", "b")]),
    ],
)
def test_a_lone_closer_takes_back_what_came_before(
    start: Start, events: list[tuple[str, ...]]
) -> None:
    assert told("a</think>b", start=start) == events


@pytest.mark.parametrize("start", ["auto", "outside", "hold"])
@pytest.mark.parametrize(
    ("reply", "policy", "events"),
    [
        ("</think>a", DEFAULT, [("stray-closer", ENDTHINK), ("answer", "a")]),
        ("\n</think>\na", DEFAULT, [("seam", "\n"), ("stray-closer", ENDTHINK), ("seam", "\n"),
                               ("answer", "a")]),
        ("<think>a</think>b</think>c", DEFAULT, [*thought(THINK, "a", ENDTHINK), ("answer", "b"),
                                            ("stray-closer", ENDTHINK), ("answer", "c")]),
        ("a</think>b", Policy(lone_closer="remove"), [("answer", "a"), ("stray-closer", ENDTHINK),
                                                   ("answer", "b")]),
        ("a</think>b", Policy(lone_closer="keep"), [("answer", "a</think>b")]),
    ],
)  # fmt: skip
def test_a_closer_may_be_stray(
    start: Start, reply: str, policy: Policy, events: list[tuple[str, ...]]
) -> None:
    assert told(reply, start=start, policy=policy) == events


def test_only_the_first_closer_takes_text_back() -> None:
    assert told("a</think>b</think>c") == [
        ("answer", "a"), ("0-1 is thought", ENDTHINK), ("answer", "b"),
        ("stray-closer", ENDTHINK), ("answer", "c"),
    ]  # fmt: skip


def test_whitespace_behind_a_lone_closer_is_a_seam() -> None:
    assert told("a</think>\n\nb")[1:] == [
        ("0-1 is thought", ENDTHINK), ("seam", "\n\n"), ("answer", "b"),
    ]  # fmt: skip
    assert told("a</think>\n\nb", start="hold")[3:] == [("seam", "\n\n"), ("answer", "b")]


def test_a_phrase_means_nothing_without_its_opener() -> None:
    reply = "Well. Here is my response: 4"

    assert told(reply, "granite.phrase") == [("answer", reply)]


def test_nothing_comes_out_while_it_is_held() -> None:
    splitter = Splitter(start="hold")

    assert splitter.feed("a") == []
    assert splitter.feed("b<think>") == [AnswerDelta("ab")]
    assert splitter.feed("c") == [ThoughtStart(0, THINK, "think"), ThoughtDelta("c")]


def test_what_is_held_to_the_end_is_answer() -> None:
    assert told("ab", start="hold") == [("answer", "ab")]


@pytest.mark.parametrize(
    ("dialect", "inside"),
    [
        ("think.qwen3", False),
        ("think.deepseek_r1", True),
        (("think.deepseek_r1", "thinking"), False),
        (("think.deepseek_r1", "exaone_deep"), True),
        ("auto", False),
    ],
)
def test_a_reply_begins_where_all_its_dialects_say(dialect: DialectLike, *, inside: bool) -> None:
    first = Splitter(dialect).feed("a")[0]

    assert isinstance(first, ThoughtStart if inside else AnswerDelta)


# --- Whitespace of the answer ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("whitespace", "events"),
    [
        ("seam", [("seam", " "), *thought(THINK, "a", ENDTHINK), ("seam", "\n"), ("answer", "b "),
                  *thought(THINK, "c", ENDTHINK), ("answer", " d ")]),
        ("preserve", [("answer", " "), *thought(THINK, "a", ENDTHINK), ("answer", "\nb "),
                      *thought(THINK, "c", ENDTHINK), ("answer", " d ")]),
        ("boundary", [("boundary", " "), *thought(THINK, "a", ENDTHINK), ("boundary", "\n"),
                      ("answer", "b"), ("boundary", " "), *thought(THINK, "c", ENDTHINK),
                      ("boundary", " "), ("answer", "d ")]),
    ],
)  # fmt: skip
def test_whitespace_of_the_answer_is_the_policys(
    whitespace: AnswerWhitespace, events: list[tuple[str, ...]]
) -> None:
    reply = " <think>a</think>\nb <think>c</think> d "

    assert told(reply, policy=Policy(answer_whitespace=whitespace)) == events


def test_one_policy_sees_the_cuts() -> None:
    def texts(*chunks: str) -> list[Event]:
        splitter = Splitter(policy=Policy(answer_whitespace="boundary-chunked"))
        return merged([event for chunk in chunks for event in splitter.feed(chunk)])

    assert texts("a ", "<think>b")[0] == AnswerDelta("a ")
    assert texts("a <think>b")[:2] == [AnswerDelta("a"), Removed(" ", "boundary")]


# --- Markers in code ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        "```\n<think>a</think>\n```\n",
        "~~~xml\n<think>a</think>\n~~~\n",
        "text\n  ```\n<think>\n  ```\nand on",
        "```\n<think>",
        "```<think>\n",
        "Use `<think>` to think, `</think>` to end.",
        "````\n```\n<think>\n```\n````\n",
        "text\n```py\nif a < b:\n<think>\n```\nok",
    ],
)
def test_markers_in_code_are_only_text(reply: str) -> None:
    assert told(reply) == [("answer", reply)]
    assert told(reply, policy=Policy(code="scan")) != [("answer", reply)]


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ("```\na\n```\n<think>b</think>", [("answer", "```\na\n```\n"),
                                          *thought(THINK, "b", ENDTHINK)]),
        ("a```<think>b</think>", [("answer", "a```"), *thought(THINK, "b", ENDTHINK)]),
        ("```a` <think>b</think>", [("answer", "```a` "), *thought(THINK, "b", ENDTHINK)]),
        ("<think>```\na</think>b", [*thought(THINK, "```\na", ENDTHINK), ("answer", "b")]),
        ("<think>a`</think>`b</think>c", [*thought(THINK, "a`</think>`b", ENDTHINK),
                                          ("answer", "c")]),
        ("a <think>b</think>```\n<think>c", [("answer", "a "), *thought(THINK, "b", ENDTHINK),
                                             ("answer", "```\n<think>c")]),
        ("`<think>a", [("answer", "`"), ("start", THINK), ("thought", "a"), ("cut", "")]),
        ("a\n``<think>b</think>", [("answer", "a\n``"), *thought(THINK, "b", ENDTHINK)]),
    ],
)  # fmt: skip
def test_code_ends_where_it_ends(reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply) == events


def test_code_flows_at_once() -> None:
    splitter = Splitter()

    assert splitter.feed("```py\n") == [AnswerDelta("```py\n")]
    for piece in ("x = 1", " < 2", "\n", "y\n", "``", "`\n", "z"):
        assert splitter.feed(piece) == [AnswerDelta(piece)]
    assert splitter.feed("<think>") == []


def test_text_that_may_be_a_fence_flows_at_once() -> None:
    splitter = Splitter()

    for piece in ("a", "\n", "``", "`", "\n", "<think>", "\n```", "\n", "b"):
        assert splitter.feed(piece) == [AnswerDelta(piece)]


# --- Markers that are not tags --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "reply", "events"),
    [
        ("mistral.think_token", "[THINK]a[/THINK]b",
         [*thought("[THINK]", "a", "[/THINK]"), ("answer", "b")]),
        ("mistral.think_token", "[THINK]a[TOOL_CALLS]b",
         [*thought("[THINK]", "a", ""), ("answer", "[TOOL_CALLS]b")]),
        ("gemma4.channel", "<|channel>thought\na<channel|>b",
         [*thought("<|channel>thought\n", "a", "<channel|>"), ("answer", "b")]),
        ("gemma4.channel", "<|channel>a<channel|>b",
         [*thought("<|channel>", "a", "<channel|>"), ("answer", "b")]),
        ("gemma4.channel", "<|channel>thought<channel|>b",
         [("empty-thought", "<|channel>thought<channel|>"), ("answer", "b")]),
        ("gemma4.channel", "thought\na<turn|>",
         [("label", "thought\n"), ("answer", "a"), ("answer-wrapper", "<turn|>")]),
        ("granite33.think_response", "<think>a</think><response>b</response>",
         [*thought(THINK, "a", ENDTHINK), ("answer-wrapper", "<response>"), ("answer", "b"),
          ("answer-wrapper", "</response>")]),
        ("granite33.think_response", "a<response>b</response>",
         [("answer", "a<response>b</response>")]),
        ("cohere.cmd3", "<|START_THINKING|>a<|START_RESPONSE|>b<|END_RESPONSE|>",
         [*thought("<|START_THINKING|>", "a", ""), ("answer-wrapper", "<|START_RESPONSE|>"),
          ("answer", "b"), ("answer-wrapper", "<|END_RESPONSE|>")]),
        ("apriel16", "a\n[BEGIN FINAL RESPONSE]\nb[END FINAL RESPONSE]<|end|>",
         [*thought("", "a", "\n[BEGIN FINAL RESPONSE]\n"), ("answer", "b"),
          ("answer-wrapper", "[END FINAL RESPONSE]<|end|>")]),
        ("apriel16", "Here are my reasoning steps:\na\n[BEGIN FINAL RESPONSE]\nb<|end|>",
         [*thought("Here are my reasoning steps:\n", "a", "\n[BEGIN FINAL RESPONSE]\n"),
          ("answer", "b"), ("answer-wrapper", "<|end|>")]),
        ("poolside", "<think>\na</think>\n\nb",
         [*thought("<think>\n", "a", "</think>\n"), ("seam", "\n"), ("answer", "b")]),
        ("ernie45", "a</think>\n\n\nb", [*thought("", "a", "</think>\n\n\n"), ("answer", "b")]),
    ],
)  # fmt: skip
def test_markers_of_other_forms(dialect: str, reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply, dialect) == events


def test_a_lone_closer_may_open_the_wrapper_too() -> None:
    dialect = Dialect(
        "mine", closes=("[BEGIN]",), answer_opens=("[BEGIN]",), answer_closes=("[END]",)
    )

    assert told("a[BEGIN]b[END]", dialect) == [
        ("answer", "a"), ("0-1 is thought", "[BEGIN]"), ("answer", "b"),
        ("answer-wrapper", "[END]"),
    ]  # fmt: skip


def test_an_aside_belongs_to_the_answer_and_the_thought_goes_on() -> None:
    aside = "<|tools_prefix|>f()<|tools_suffix|>"
    reply = f"<|inner_prefix|>a{aside}b<|inner_suffix|>c"

    assert told(reply, "apertus") == [
        *thought("<|inner_prefix|>", "a", ""),
        ("answer", aside),
        *thought("", "b", "<|inner_suffix|>"),
        ("answer", "c"),
    ]


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ("<|inner_prefix|>{}<|inner_suffix|>b", [("empty-thought", "<|inner_prefix|>"),
                                                ("answer", "{}"),
                                                ("empty-thought", "<|inner_suffix|>"),
                                                ("answer", "b")]),
        ("<|inner_prefix|>a{}", [*thought("<|inner_prefix|>", "a", ""), ("answer", "{}")]),
    ],
)  # fmt: skip
def test_an_aside_may_stand_at_either_end_of_a_thought(
    reply: str, events: list[tuple[str, ...]]
) -> None:
    aside = "<|tools_prefix|>f()<|tools_suffix|>"
    shown = [(kind, text.replace("{}", aside)) for kind, text in events]

    assert told(reply.replace("{}", aside), "apertus") == shown


def test_an_aside_that_never_ends_is_answer() -> None:
    assert told("<|inner_prefix|>a<|tools_prefix|>b", "apertus") == [
        *thought("<|inner_prefix|>", "a", ""), ("answer", "<|tools_prefix|>b"),
    ]  # fmt: skip


def test_a_block_for_a_tool_stays_in_the_answer() -> None:
    call = '<|content_invoke_tool_json|>{"a": "<|content_text|>"}<|end_message|>'
    reply = f"<|content_thinking|>a{call}<|content_text|>b<|end_message|>"

    assert told(reply, "inkling") == [
        *thought("<|content_thinking|>", "a", ""),
        ("answer", call),
        ("answer-wrapper", "<|content_text|>"),
        ("answer", "b"),
        ("answer-wrapper", "<|end_message|>"),
    ]


# --- Channels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b",
         [*thought("<|channel|>analysis<|message|>", "a", "<|end|>"),
          ("answer-wrapper", "<|start|>assistant<|channel|>final<|message|>"), ("answer", "b")]),
        ("<|channel|>final<|message|>b<|return|>",
         [("answer-wrapper", "<|channel|>final<|message|>"), ("answer", "b"),
          ("answer-wrapper", "<|return|>")]),
        ("<|channel|>analysis<|message|>a<|channel|>final<|message|>b",
         [*thought("<|channel|>analysis<|message|>", "a", ""),
          ("answer-wrapper", "<|channel|>final<|message|>"), ("answer", "b")]),
        ("<|channel|>commentary to=f<|message|>{}<|call|>b",
         [("answer", "<|channel|>commentary to=f<|message|>{}<|call|>b")]),
        ("<|channel|>commentary to=f<|message|>{}<|channel|>analysis<|message|>a<|end|>",
         [("answer", "<|channel|>commentary to=f<|message|>{}"),
          *thought("<|channel|>analysis<|message|>", "a", "<|end|>")]),
        ("<|channel|>analysis<|message|> <|end|>b",
         [("empty-thought", "<|channel|>analysis<|message|> <|end|>"), ("answer", "b")]),
        ("<|channel|>analysis<|message|>a",
         [("start", "<|channel|>analysis<|message|>"), ("thought", "a"), ("cut", "")]),
    ],
)  # fmt: skip
def test_headers_open_blocks_of_several_kinds(reply: str, events: list[tuple[str, ...]]) -> None:
    assert told(reply, "harmony") == events


def test_a_block_is_named_by_its_header() -> None:
    first = events_of("<|channel|>analysis<|message|>a", "harmony")[0]

    assert isinstance(first, ThoughtStart)
    assert first.name == "analysis"


def test_a_longer_marker_may_begin_as_a_shorter_one() -> None:
    dialect = Dialect("mine", opens=("<t>", "<t>ab"), closes=("</t>",))

    assert told("<t>abc</t>d", dialect) == [*thought("<t>ab", "c", "</t>"), ("answer", "d")]
    assert told("<t>ac</t>d", dialect) == [*thought("<t>", "ac", "</t>"), ("answer", "d")]


# --- No extraction --------------------------------------------------------------------------------


def test_without_extraction_all_text_is_answer() -> None:
    reply = "\n<think>a</think>\n```\nb"

    assert told(reply, policy=Policy(extraction="off")) == [("answer", reply)]
    assert told(reply, "think.deepseek_r1", policy=Policy(extraction="off")) == [("answer", reply)]
    assert end_of("<think>a", policy=Policy(extraction="off")).outcome == "answered"

# Law 3: what is held back is only text that could still become part of a marker, or be removed
# beside one.

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.laws import make_splitter, prompt
from tests.property.replies import ALL_DIALECTS, STARTS, Setting, policies, replies
from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Splitter, Start
from thoughtstream.events import AnswerDelta
from thoughtstream.testing import source_text

some_examples = settings(max_examples=settings().max_examples // 3)
"""For each of many dialects."""
every_dialect = pytest.mark.parametrize(
    "dialects", ALL_DIALECTS, ids=lambda dialects: "+".join(each.name for each in dialects[:2])
)
LONGEST = 200
"""Every character of a reply is asked about, and the answer takes a few runs over it."""


@every_dialect
@some_examples
@given(
    data=st.data(),
    policy=policies.filter(lambda policy: policy.extraction == "on"),
    start=st.sampled_from(STARTS),
)
def test_what_is_held_back_could_still_become_something_else(
    dialects: tuple[Dialect, ...], data: st.DataObject, policy: Policy, start: Start
) -> None:
    reply = data.draw(replies(dialects, longest=5))[-LONGEST:]

    prompt(make_splitter, Setting(dialects, policy, start), reply)


RELEASED_AT = {
    "a < b": "a < ",
    "a <b": "a <b",
    "<thi-": "<thi-",
    "<thinkpad": "<thinkp",
    "</thinx": "</thinx",
    "</ think>": "</ ",
    "< think>": "< ",
    "<think about it>": "<think about i",
    "<think ==": "<think =",
    '<think a="x"b': '<think a="x"b',
    "<think a=<": "<think a=<",
    "<think/ >": "<think/ ",
    "<<": "<",
    "<<b": "<<b",
    "`<thi`": "`<thi`",
    "<tHiNg": "<tHiNg",
    f"<think {'n' * 65}=": f"<think {'n' * 65}",
    f"<think a={'v' * 257}": f"<think a={'v' * 257}",
    f"</think{' ' * 65}>": f"</think{' ' * 65}",
}
"""Text of an answer, and the beginning of it whose last character lets what is before it go."""


@pytest.mark.parametrize(("text", "decided"), RELEASED_AT.items(), ids=range(len(RELEASED_AT)))
def test_text_is_let_go_at_the_first_character_that_rules_a_marker_out(
    text: str, decided: str
) -> None:
    splitter = Splitter()
    before = source_text(splitter.feed("x"))

    told = [before := before + source_text(splitter.feed(letter)) for letter in text]

    held = decided[-1] if decided[-1] == "<" else ""
    assert told[len(decided) - 1] == "x" + decided.removesuffix(held)


def test_a_quoted_tag_is_let_go_with_the_character_behind_it() -> None:
    splitter = Splitter()
    tag = f'<think a="{"x" * 600}">'

    held = splitter.feed("`" + tag)
    let_go = splitter.feed(" ") + splitter.feed("y")

    assert held == [AnswerDelta("`")]
    assert source_text(let_go) == tag + " y"


@given(data=st.data())
def test_ordinary_text_is_never_held(data: st.DataObject) -> None:
    words = st.text(st.characters(exclude_characters="<`~ \n", categories=["L", "N", "P", "S"]))
    text = "x" + data.draw(words)
    splitter = Splitter(DIALECTS["thinking"])

    assert [source_text(splitter.feed(letter)) for letter in text] == list(text)


@given(data=st.data())
def test_with_extraction_off_nothing_is_held(data: st.DataObject) -> None:
    text = data.draw(replies((DIALECTS["thinking"],)))
    policy = Policy(extraction="off", answer_whitespace="preserve")
    splitter = Splitter(policy=policy, start="outside")

    assert [source_text(splitter.feed(letter)) for letter in text] == list(text)

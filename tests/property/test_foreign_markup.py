# Law 8: what is no marker of the dialect stays as it is, to the letter.

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.property.foreign import foreign_replies, holds_marker
from tests.property.laws import foreign_untouched, make_splitter
from tests.property.replies import ALL_DIALECTS, Setting, cuttings, policies
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start

WITHOUT_ANY_TAG = [
    dialects for dialects in ALL_DIALECTS if not any(each.any_tag for each in dialects)
]

some_examples = settings(max_examples=settings().max_examples // 3)
"""For each of many dialects."""


@pytest.mark.parametrize(
    "dialects", WITHOUT_ANY_TAG, ids=lambda dialects: "+".join(each.name for each in dialects[:2])
)
@some_examples
@given(data=st.data(), policy=policies, start=st.sampled_from(("outside", "hold")))
def test_a_reply_without_a_marker_is_one_answer(
    dialects: tuple[Dialect, ...], data: st.DataObject, policy: Policy, start: Start
) -> None:
    reply = data.draw(foreign_replies(dialects))
    assume(not holds_marker(dialects, reply))

    foreign_untouched(make_splitter, Setting(dialects, policy, start), data.draw(cuttings(reply)))


LIKE_TAGS = (
    "<think about it>", "<think a>", "<think a=>", "<think ==>", '<think a="x"b="y">', "< think >",
    "<think-er>", "<think.er>", "<think:er>", "<thinks>", "</thinks>", "</ think>", "<//think>",
    "<th\u200bink>", "<th\nink>", "＜think＞", "&lt;think&gt;", "<think&gt;", "<tһink>", "<thınk>",
    "<think\u00a0a='b'>", "<think a='b\">", "<|think|>", "[think]", "think>", "<think", "</think",
    "</think\u00a0>", "</think a>", "</think/>", "<think a='b'", "<think\0>",
)  # fmt: skip


@pytest.mark.parametrize("text", LIKE_TAGS)
@some_examples
@given(data=st.data(), policy=policies)
def test_what_looks_like_a_tag_is_text(text: str, data: st.DataObject, policy: Policy) -> None:
    reply = f"a {text}"

    foreign_untouched(make_splitter, Setting(policy=policy), data.draw(cuttings(reply)))

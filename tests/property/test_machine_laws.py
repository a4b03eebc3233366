# Laws 1, 2, 5 and 7 of the machine itself: over every dialect, any policy, any start.

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.laws import (
    Broken,
    alone,
    balanced,
    chunk_free,
    events_of,
    lossless,
    make_splitter,
    total,
)
from tests.property.replies import (
    ALL_DIALECTS,
    STARTS,
    Case,
    Setting,
    cases,
    cut,
    cuttings,
    policies,
    replies,
    settings_,
)
from tests.property.small_limits import SmallLimits, few_limits, small_limits
from thoughtstream.core import limits
from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.dialect import Dialect
from thoughtstream.core.models import dialect_for
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start
from thoughtstream.errors import MisuseError
from thoughtstream.testing import chunkings

ALL_CUTS = 150
"""Longer replies are not cut in two at every place."""

some_examples = settings(max_examples=settings().max_examples // 3)
"""For each of many dialects."""
every_dialect = pytest.mark.parametrize(
    "dialects", ALL_DIALECTS, ids=lambda dialects: "+".join(each.name for each in dialects[:2])
)
starts = st.sampled_from(STARTS)


@every_dialect
@some_examples
@given(data=st.data(), policy=policies, start=starts)
def test_no_cutting_changes_what_comes_out_and_no_character_is_lost(
    dialects: tuple[Dialect, ...], data: st.DataObject, policy: Policy, start: Start
) -> None:
    reply = data.draw(replies(dialects))
    chunks = data.draw(cuttings(reply))
    setting = Setting(dialects, policy, start)
    everywhere = chunkings(reply) if len(reply) <= ALL_CUTS else [list(reply)]

    events = chunk_free(make_splitter, setting, reply, [chunks, *everywhere])

    lossless(reply, events)
    balanced(events)


@given(case=cases(longest=30))
def test_a_long_reply_is_told_in_balanced_events(case: Case) -> None:
    events = total(make_splitter, case.setting, case.chunks)

    lossless(case.reply, events)
    balanced(events)


@given(setting=settings_, reply=st.text(st.characters(), max_size=80), data=st.data())
def test_text_of_any_characters_is_told_in_balanced_events(
    setting: Setting, reply: str, data: st.DataObject
) -> None:
    events = total(make_splitter, setting, data.draw(cuttings(reply)))

    lossless(reply, events)
    balanced(events)


# Limits: whether something is within one depends on the reply alone, never on the cuts


@given(case=cases(longest=16), few=few_limits)
def test_no_cutting_changes_what_a_limit_does(case: Case, few: SmallLimits) -> None:
    with small_limits(few):
        events = chunk_free(
            make_splitter, case.setting, case.reply, [case.chunks, list(case.reply)]
        )

    lossless(case.reply, events)
    balanced(events)


WIDE = {
    "a tag of the longest length": f'<think a="{"x" * (limits.MARKER - 12)}">y</think>z',
    "a longer tag": f'<think a="{"x" * (limits.MARKER - 11)}">y</think>z',
    "a longer tag, its end far away": f'<think a="{"x" * (limits.MARKER + 5_000)}">y</think>z',
    "a longer tag that holds others": f'<think a="<think>" b="{"x" * limits.MARKER}">y</think>z',
    "a tag that is never over": f"<think a='{'<think>' * (limits.MARKER // 7)}</think>y",
    "most whitespace at the top": f"{' ' * limits.BLANK}<think>x</think>y",
    "more whitespace at the top": f"{' ' * (limits.BLANK + 900)}<think>x</think>y",
    "most whitespace in a thought": f"<think>{' ' * limits.BLANK}</think>y",
    "more whitespace in a thought": f"<think>{' ' * (limits.BLANK + 900)}</think>y",
    "an echo behind more whitespace": f"<think>{' ' * (limits.BLANK + 1)}<think>x</think>y",
    "most whitespace in the answer": f"a{' ' * limits.BLANK}<think>x</think>y",
    "more whitespace in the answer": f"a{' ' * (limits.BLANK + 900)}<think>x</think>y",
    "openers that echo": "<think>" * 10_000 + "x</think>y",
    "openers that echo far apart": f"<think>{' ' * 4_000}" * 20 + "x</think>y",
    "most text before a lone closer": f"{'x' * limits.HOLD}</think>y",
    "more text before a lone closer": f"{'x' * (limits.HOLD + 1)}</think>y",
}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("reply", WIDE.values(), ids=WIDE)
def test_no_cutting_changes_what_a_real_limit_does(reply: str, start: Start) -> None:
    edges = (1, 333, limits.BLANK, limits.BLANK + 1, limits.MARKER, limits.MARKER + 1)
    ends = (len(reply) - 1, len(reply) - 9, len(reply) - 10, len(reply) - 11)
    in_two = [cut(reply, [min(at, len(reply))]) for at in (*edges, *ends)]
    by_size = [cut(reply, list(range(size, len(reply), size))) for size in (777, 4_097)]

    for whitespace in ("seam", "boundary", "preserve"):
        setting = Setting(policy=Policy(answer_whitespace=whitespace), start=start)
        events = chunk_free(make_splitter, setting, reply, in_two + by_size)

        lossless(reply, events)
        balanced(events)


# Law 7: one reply knows nothing of another, and nothing of the prompt but where it ends


@given(case=cases(), data=st.data())
def test_a_reply_beside_ours_changes_nothing_in_ours(case: Case, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from([case.setting, Setting(case.setting.dialects)]))
    text = data.draw(replies(other.dialects))

    alone(make_splitter, (case.setting, case.chunks), (other, text))


MODELS = (
    "deepseek-r1", "Qwen/Qwen3-8B", "gpt-oss-120b", "gemma-4-27b", "command-a-03-2025", "claude-4",
    "kimi-k2", "unknown",
)  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
@given(data=st.data())
def test_a_prompt_says_where_a_reply_begins_and_nothing_else(
    model: str, data: st.DataObject
) -> None:
    dialect = dialect_for(model)
    tail = data.draw(replies((dialect,)))

    from_prompt = dialect_for(model, prompt_tail=tail)

    assert from_prompt.start in ("inside", "outside")
    assert from_prompt.but(start=dialect.start) == dialect


@given(data=st.data())
def test_a_marker_in_a_users_text_never_opens_a_thought(data: st.DataObject) -> None:
    text = data.draw(replies((DIALECTS["think-tags"],)))
    tail = f"<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n"

    assert dialect_for("Qwen/Qwen3-8B", prompt_tail=tail).start == "outside"


# The end of a reply


@given(case=cases())
def test_a_reply_that_is_over_takes_no_more(case: Case) -> None:
    splitter = make_splitter(case.setting)
    events_of(lambda _: splitter, case.setting, case.chunks)

    with pytest.raises(MisuseError):
        splitter.feed("x")
    with pytest.raises(MisuseError):
        splitter.finish()


def test_a_law_that_does_not_hold_says_what_came() -> None:
    with pytest.raises(Broken, match=r"'a' is not|is not 'a'"):
        lossless("a", events_of(make_splitter, Setting(), ["b"]))

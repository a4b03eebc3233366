# What a channel header says of the block that it opens.

import pytest

from thoughtstream.core.catalogue import dialect_named
from thoughtstream.core.channels import block_of, name_of
from thoughtstream.core.dialect import Channels

HARMONY = dialect_named("harmony").channels or Channels((), (), (), ())
GLIMMER = dialect_named("muse_glimmer").channels or Channels((), (), (), ())


@pytest.mark.parametrize(
    ("header", "block"),
    [
        ("<|channel|>analysis<|message|>", "thought"),
        ("<|channel|> analysis <|message|>", "thought"),
        ("<|start|>assistant<|channel|>analysis<|message|>", "thought"),
        ("<|channel|>final<|message|>", "answer"),
        ("<|channel|>commentary<|message|>", "answer"),
        ("<|channel|>unheard-of<|message|>", "answer"),
        ("<|start|>assistant<|message|>", "answer"),
        ("<|channel|>final<|channel|>analysis<|message|>", "thought"),
        ("<|channel|>analysis<|channel|>final<|message|>", "answer"),
        ("<|channel|>commentary to=functions.f <|constrain|>json<|message|>", "tool"),
        ("<|start|>assistant to=functions.f<|channel|>commentary<|message|>", "tool"),
        ("<|channel|>analysis to=browser.search<|message|>", "tool"),
        ("<|start|>assistant to=assistant<|channel|>analysis<|message|>", "thought"),
        ("<|channel|>final to=all<|message|>", "answer"),
    ],
)
def test_the_recipient_decides_and_else_the_last_channel(header: str, block: str) -> None:
    assert block_of(header, HARMONY) == block


@pytest.mark.parametrize(
    ("header", "block"),
    [
        ("to=user<|message|>", "answer"),
        (" to=user<|message|>", "answer"),
        ("to=calculator<|message|>", "tool"),
        ("<|start|>assistant to=user<|message|>", "answer"),
        ("<|start|>assistant to=self<|message|>", "thought"),
        ("to=self<|message|>", "thought"),
    ],
)
def test_a_recipient_may_be_a_reader_or_the_model_itself(header: str, block: str) -> None:
    assert block_of(header, GLIMMER) == block


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("<|channel|>analysis<|message|>", "analysis"),
        ("<|channel|>analysis<|channel|>final<|message|>", "final"),
        ("<|start|>assistant to=x<|channel|>final<|message|>", "final"),
        ("to=self<|message|>", "self"),
        ("<|start|>assistant<|message|>", ""),
    ],
)
def test_a_block_is_named_after_its_channel_or_its_recipient(header: str, name: str) -> None:
    assert name_of(header) == name

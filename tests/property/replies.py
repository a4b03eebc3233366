"""Strategies: hostile replies for any dialect, settings to read them with, and ways to cut them.

A reply is a row of pieces of the `vocabulary`, so that a failing one shrinks to the few pieces
that matter. Dialects are those of the catalogue, several at once, and some of nobody's.
"""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal, get_args

from hypothesis import strategies as st

from tests.property.vocabulary import vocabulary
from thoughtstream.core import policy as choices
from thoughtstream.core.catalogue import AUTO, DIALECTS
from thoughtstream.core.dialect import Channels, Dialect
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start

STARTS: tuple[Start, ...] = get_args(Start)
CHUNK_FREE_WHITESPACE = tuple(
    each for each in get_args(choices.AnswerWhitespace) if each != "boundary-chunked"
)


def _own(name: str, **fields: object) -> Dialect:
    return Dialect(name, **fields)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


OWN_DIALECTS = (
    _own("one-text", opens="---", closes="---"),
    _own("overlapping", opens=("aab", "aabaab"), closes=("ab", "b\nb")),
    _own("angles", opens="<<", closes=">>", tags="t", nests="t", implicit_closers="<<<"),
    _own(
        "newlines", opens=("\nT", "\n\n"), closes=("/T", "\r"),
        before_close="\n*", after_close="\n",
    ),
    _own("lines", tags="t", after_open="\n*", before_close="\n*", after_close="\n*"),
    _own("tag-like", opens="<t", closes="<t>", answer_opens="<t>a", answer_closes="<t"),
    _own("spaces", opens="  ", closes=" \n", leads=" ", echoes="\n", fold_case=False),
    _own("ticks", opens="```think\n", closes="```", asides=(("`", "`"),), start="inside"),
    _own("folded", opens="Sk", closes="kS", tags="Sk", suffixes=True, label="i\n"),
    _own(
        "busy", tags="t", opens="[", closes=("]", "|"), asides=(("(", ")"),), tools=(("{", "}"),),
        implicit_closers=("{", "!"), answer_opens="=", answer_closes=("|", "~~~"), start="inside",
    ),
    _own(
        "blocks", special=True,
        channels=Channels(("<h>*<m>", "to=+<m>", "<|"), ("|", "<>"), ("t",), ("a",)),
    ),
)  # fmt: skip
"""Dialects that no model has, and that a user might still write."""

SEVERAL: tuple[tuple[Dialect, ...], ...] = (
    AUTO,
    (DIALECTS["thinking"], DIALECTS["harmony"]),
    (DIALECTS["think-tags-inside"], DIALECTS["any-tag"]),
    (DIALECTS["bracket-think-tool-calls"], *OWN_DIALECTS[:3]),
)
ALL_DIALECTS: tuple[tuple[Dialect, ...], ...] = (
    *((each,) for each in DIALECTS.values()),
    *SEVERAL,
    *((each,) for each in OWN_DIALECTS),
)


@dataclass(frozen=True)
class Setting:
    """All that a splitter is told before the reply begins."""

    dialects: tuple[Dialect, ...] = (DIALECTS["thinking"],)
    policy: Policy = Policy()  # noqa: RUF009 - a frozen value
    start: Start = "auto"


@dataclass(frozen=True)
class Case:
    """A reply, how to read it, and one way to cut it."""

    setting: Setting
    reply: str
    chunks: tuple[str, ...]


policies = st.builds(
    Policy,
    answer_whitespace=st.sampled_from(CHUNK_FREE_WHITESPACE),
    thought_whitespace=st.sampled_from(get_args(choices.ThoughtWhitespace)),
    unclosed=st.sampled_from(get_args(choices.Unclosed)),
    lone_closer=st.sampled_from(get_args(choices.LoneCloser)),
    code=st.sampled_from(get_args(choices.Code)),
    empty=st.sampled_from((None, *get_args(choices.Empty))),
    extraction=st.sampled_from(("on", "on", "on", "on", "off")),
)
some_dialects = st.sampled_from(ALL_DIALECTS)
settings_ = st.builds(
    Setting, dialects=some_dialects, policy=policies, start=st.sampled_from(STARTS)
)


def replies(dialects: tuple[Dialect, ...], longest: int = 12) -> st.SearchStrategy[str]:
    """Hostile replies for some dialects, of so many pieces at most."""
    kinds = vocabulary(dialects).values()
    piece = st.one_of([st.sampled_from(pieces) for pieces in kinds])
    return st.lists(piece, min_size=1, max_size=longest).map("".join)


@st.composite
def cuttings(draw: st.DrawFn, reply: str) -> tuple[str, ...]:
    """Ways to cut a reply: by characters, in two, anywhere, with empty chunks between."""
    places = st.integers(0, len(reply))
    cuts = draw(
        st.one_of(
            st.just(list(range(1, len(reply)))),
            st.lists(places, max_size=1),
            st.lists(places, max_size=8),
            st.integers(2, 7).map(lambda size: list(range(size, len(reply), size))),
        )
    )
    return cut(reply, cuts)


@st.composite
def cases(draw: st.DrawFn, longest: int = 12) -> Case:
    """A setting, a hostile reply for it, and a cutting of that reply."""
    setting = draw(settings_)
    reply = draw(replies(setting.dialects, longest))
    return Case(setting, reply, draw(cuttings(reply)))


def cut(reply: str, places: list[int]) -> tuple[str, ...]:
    """Cut a reply at some places; a place that is named twice gives an empty chunk."""
    return tuple(reply[a:b] for a, b in pairwise([0, *sorted(places), len(reply)]))


# The same by plain chance: a thousand times as many in the same time


def chance_setting(chance: Random) -> Setting:
    """Any setting."""
    policy = Policy(
        answer_whitespace=chance.choice(CHUNK_FREE_WHITESPACE),
        thought_whitespace=chance.choice(get_args(choices.ThoughtWhitespace)),
        unclosed=chance.choice(get_args(choices.Unclosed)),
        lone_closer=chance.choice(get_args(choices.LoneCloser)),
        code=chance.choice(get_args(choices.Code)),
        empty=chance.choice((None, *get_args(choices.Empty))),
        extraction=chance.choices(_ON_OR_OFF, (30, 1))[0],
    )
    return Setting(chance.choice(ALL_DIALECTS), policy, chance.choice(STARTS))


def chance_reply(chance: Random, dialects: tuple[Dialect, ...], longest: int = 14) -> str:
    """Any hostile reply for some dialects."""
    kinds = list(vocabulary(dialects).values())
    weights = (6, 2, 4, 2, 2, 2, 3, 3, 2, 1, 1)
    count = chance.randint(1, longest)
    return "".join(chance.choice(pieces) for pieces in chance.choices(kinds, weights, k=count))


def chance_cutting(chance: Random, reply: str) -> tuple[str, ...]:
    """Any cutting of a reply."""
    length = len(reply)
    match chance.randrange(4):
        case 0:
            return cut(reply, list(range(1, length)))
        case 1:
            return cut(reply, [chance.randint(0, length)])
        case 2:
            return cut(reply, list(range(size := chance.randint(2, 7), length, size)))
        case _:
            return cut(reply, [chance.randint(0, length) for _ in range(chance.randint(2, 8))])


_ON_OR_OFF: tuple[Literal["on"], Literal["off"]] = ("on", "off")

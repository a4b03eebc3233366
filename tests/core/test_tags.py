# Tags with attributes: where one ends, at any cutting, and what its attributes say.

from itertools import pairwise

import pytest

from thoughtstream.core import limits
from thoughtstream.core.tags import (
    TagScan,
    Verdict,
    behind_name,
    closes_itself,
    end_of_tag,
    name_of_tag,
    read_attributes,
)

WHOLE = [
    ">",
    "/>",
    " >",
    " />",
    "\n\t>",
    " a=1>",
    " a = 1 >",
    " a=1/>",
    " a=1 />",
    " a=/path/to/it>",
    " a=1 b=2>",
    ' a="1">',
    ' a="1"/>',
    " a='1'>",
    ' a="">',
    " a=''>",
    ' a="x > y">',
    ' a="</think>">',
    ' a="<think>" b=\'<think b="1">\'>',
    ' a="it\'s" b=\'say "it"\'>',
    r' a="say \"it\"">',
    r" a='it\'s'>",
    r' a="\\">',
    ' a="two\nlines">',
    " a = \"1\"\n b\t=\t'2' c=3 >",
    ' a.b-c:d_e="1">',
    ' é="ü">',
]
MALFORMED = [
    "x",
    "<",
    "=",
    '"',
    " about it>",
    " a>",
    " a b=1>",
    " a=>",
    " a= >",
    " =1>",
    ' a="1"b="2">',
    " a='1'b='2'>",
    " a=1<>",
    ' a=1"2">',
    " a==1>",
    " / >",
    "//>",
    "/ >",
    ' "1">',
    " a`b=1>",
]

every_whole = pytest.mark.parametrize("rest", WHOLE)
every_malformed = pytest.mark.parametrize("rest", MALFORMED)


def verdict_on(pieces: list[str]) -> int | Verdict:
    """What a scan says of a tag in pieces: where in all of them it ends, if it does."""
    scan, before = TagScan(), 0
    for piece in pieces:
        said = scan.feed(piece)
        if isinstance(said, int):
            return before + said
        if said is Verdict.MALFORMED:
            return said
        before += len(piece)
    return Verdict.MORE


def cuttings(text: str) -> list[list[str]]:
    halves = [[text[:at], text[at:]] for at in range(len(text) + 1)]
    by_size = [
        [text[a:b] for a, b in pairwise([*range(0, len(text), size), len(text)])]
        for size in (1, 2, 3)
    ]
    return halves + by_size


# --- Where a tag ends -----------------------------------------------------------------------------


@every_whole
def test_a_whole_tag_ends_behind_its_bracket(rest: str) -> None:
    for behind in ("", "text", ">", "/>", "<think>", ' a="1">'):
        for pieces in cuttings(rest + behind):
            assert verdict_on(pieces) == len(rest)
        assert end_of_tag("<think" + rest + behind, len("<think")) == len("<think" + rest)


@every_whole
def test_a_tag_that_has_begun_may_go_on(rest: str) -> None:
    for at in range(len(rest)):
        for pieces in cuttings(rest[:at]):
            assert verdict_on(pieces) is Verdict.MORE


@every_malformed
def test_anything_else_is_no_tag(rest: str) -> None:
    for pieces in cuttings(rest):
        assert verdict_on(pieces) is Verdict.MALFORMED


def test_a_long_value_is_read_piece_by_piece() -> None:
    scan = TagScan()

    assert scan.feed(' a="') is Verdict.MORE
    for piece in ("x" * 1000, "y>'", "\\", '"', "\\\\", ""):
        assert scan.feed(piece) is Verdict.MORE
    assert scan.feed('z" b=1> and so on') == len('z" b=1>')


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        ([' a="x', 'y" b', "c='z'>"], len(" a=\"xy\" bc='z'>")),
        ([' a="x', 'y"', 'b="2">'], Verdict.MALFORMED),
        ([' a="x', 'y"', " ", "b", ">"], Verdict.MALFORMED),
        ([' a="x', 'y"', "/", ">"], len(' a="xy"/>')),
    ],
)
def test_what_stands_behind_a_value_is_read_like_the_start(
    pieces: list[str], verdict: int | Verdict
) -> None:
    assert verdict_on(pieces) == verdict


# --- What it says ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("<think>", {}),
        ("<think/>", {}),
        ('<think a="1">', {"a": "1"}),
        ("<think a='1' b=2 c = 3 />", {"a": "1", "b": "2", "c": "3"}),
        ("<think a=/x/y/>", {"a": "/x/y"}),
        ('<think a="">', {"a": ""}),
        ('<think a="b=1 c=2">', {"a": "b=1 c=2"}),
        ('<think a="1" a="2">', {"a": "1"}),
        ('<think a="" a="2">', {"a": ""}),
        ('<think a="two\nlines">', {"a": "two\nlines"}),
        ('<think a="&lt;b&gt; &amp;amp; &quot;c&quot; &apos;">', {"a": '<b> &amp; "c" \''}),
        ('<think a="&nbsp; &#65; & &lt">', {"a": "&nbsp; &#65; & &lt"}),
        (r'<think a="say \"it\"">', {"a": 'say "it"'}),
        (r"<think a='it\'s'>", {"a": "it's"}),
        (r'<think a="C:\new">', {"a": r"C:\new"}),
        ('<think>\n<think a="1">', {"a": "1"}),
        ('<think A="1" a="2">', {"A": "1", "a": "2"}),
    ],
)
def test_attributes_are_read_and_decoded(tag: str, attributes: dict[str, str]) -> None:
    assert read_attributes(tag) == attributes


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("<think>", "think"),
        ("<think/>", "think"),
        ("<think a=1>", "think"),
        ("<mm:think\n>", "mm:think"),
        ("\n\n<plan>", "plan"),
    ],
)
def test_a_tag_has_a_name(tag: str, name: str) -> None:
    assert name_of_tag(tag) == name


@pytest.mark.parametrize("tag", ["<think a=1>", "<think/>", "<think\n>", '<think\ta="/">'])
def test_attributes_begin_behind_the_name(tag: str) -> None:
    assert behind_name(tag) == len("<think")


@pytest.mark.parametrize(("tag", "itself"), [("<a/>", True), ("<a />", True), ("<a b=/c>", False)])
def test_a_tag_may_be_its_own_end(tag: str, *, itself: bool) -> None:
    assert closes_itself(tag) is itself


# --- How long it takes ----------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [" ", ' a="1"', " a=1", "\\", '"', " a='\\'"])
def test_hostile_tags_do_not_backtrack(unit: str) -> None:
    rest = ' x="' + unit * (limits.MARKER // len(unit))

    assert verdict_on([rest]) in (Verdict.MORE, Verdict.MALFORMED)

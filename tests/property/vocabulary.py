"""What hostile replies are made of: for any dialects, every text that could mislead a machine.

Plain tuples of text, by kind. Hypothesis draws from them (`replies.py`), so do the long form
(`long_form.py`) and the fuzzer (`fuzz/`): one vocabulary, three ways to walk through it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from thoughtstream.core import limits
from thoughtstream.core.dialect import Dialect

Vocabulary = dict[str, tuple[str, ...]]

FILLS = ("analysis", "final", "commentary", "self", "user", " to=functions.x", "", " ")
"""What stands where a channel header leaves room."""


@cache
def markers(dialects: tuple[Dialect, ...]) -> tuple[str, ...]:
    """Every marker of some dialects, as a model would write it."""
    return _unlike(text for dialect in dialects for text in _markers(dialect))


def names(dialects: tuple[Dialect, ...]) -> tuple[str, ...]:
    """The names of every tag; any will do where every tag counts."""
    found = [name for dialect in dialects for name in dialect.tags]
    found += ["b", "x-y.z:1"] if any(dialect.any_tag for dialect in dialects) else []
    return _unlike([*found, "think"])


@cache
def vocabulary(dialects: tuple[Dialect, ...]) -> Vocabulary:
    """Every piece that a hostile reply for some dialects is made of."""
    whole, called = markers(dialects), names(dialects)
    return {
        "marker": whole,
        "words": WORDS,
        "space": SPACE,
        "partial": _unlike(text[:end] for text in whole for end in range(1, len(text))),
        "overlap": _unlike(_overlaps(whole)),
        "tag": _unlike(f"<{name}{rest}" for name in called for rest in TAGS),
        "attribute": ATTRIBUTES,
        "fence": FENCES,
        "quoted": _unlike(
            text.format(each) for each in (*whole, *(f"<{name} a='{value}'>" for name in called
            for value in ("b", f"</{name}>"))) for text in ("`{}`", "`{}", "{}`", "``{}``",
            "`{}x`")
        ),
        "odd": ODD,
        "foreign": FOREIGN + _unlike(f"<{name}pad>" for name in called),
    }  # fmt: skip


def headers(dialect: Dialect) -> tuple[str, ...]:
    """The templates of a dialect's channel headers."""
    return dialect.channels.headers if dialect.channels else ()


def _markers(dialect: Dialect) -> Iterator[str]:
    for name in dialect.tags:
        yield from (f"<{name}>", f"</{name}>", f"<{name.upper()}>", f"</{name} >", f"<{name}/>")
        if dialect.suffixes:
            yield from (f"<{name}:x>", f"</{name}:x>", f"</{name}:y>")
    if dialect.any_tag:
        yield from ("<b>", "</b>", "<B>", "<x-y.z:1>", "</x-y.z:1>", "<b/>")
    yield from (text + label for text in dialect.opens for label in {"", dialect.label})
    yield from dialect.echoes + dialect.closes + dialect.implicit_closers + dialect.leads
    yield from dialect.answer_opens + dialect.answer_closes
    yield from (text for pair in dialect.asides + dialect.tools for text in pair)
    for header, fill in product(headers(dialect), FILLS):
        yield header.replace("*", fill).replace("+", fill.strip() or "self")
    yield from dialect.channels.closes if dialect.channels else ()


def _overlaps(whole: tuple[str, ...]) -> Iterator[str]:
    for text in whole:
        yield from (text[0] + text, text[:2] + text, text[:-1] + text, "a" + text[0] + text)
        yield from (text + text[-1], text[:-1] + "x" + text[-1], text + text)


def _unlike(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


WORDS = (
    "a", "b ", "word", "thought", "two words", " and", "1.", "analysis", "assistant", "to=", "think"
)  # fmt: skip

SPACE = (
    " ", "\n", "\n\n", "\r\n", "\r", "\t", "  ", "\n ", " \n", "\ufeff", "\x85", "\u2028", "\xa0",
    "\x1c", "\v", "\f", "\u3000",
    *(unit * (limits.NAME + more) for unit in " \n" for more in (-1, 0, 1)),
)  # fmt: skip

ATTRIBUTES = (
    ' a="x"', " a='x'", " a=x", " a = 'x'", ' thought="t"', " content='c'", ' thought="  "',
    ' thought_type="plan"', ' confidence="0.7"', ' confidence="9"', " confidence=\ufeff1",
    ' id="1"', ' a="x" a="y"', ' a="x"b="y"', " a", " a=", ' a="', " a='", "=", '"', "'", "\\",
    ' a="\\"', " a='\\'", ' a="\\\\"', ' a=">"', " a='</think>'", ' a="<think>"', ' a="`"',
    ' a="&lt;&amp;&quot;&apos;&gt;"', " a=&#60;", ">", "/>", "/", " /", " >", "/ >", " a=/",
    " a=b/>", " é='ü'", "\n\tb\n=\n'c'", ' a="\n\n"', " a='```\n'",
    *(f" {'n' * (limits.NAME + more)}=1" for more in (-1, 0, 1)),
    *(f" a={'v' * (limits.BARE_VALUE + more)}" for more in (-1, 0, 1)),
    *(f" a{' ' * (limits.NAME + more)}=1" for more in (0, 1)), f' a="{"l" * 300}"',
    f" thought='{'m' * 600}'", f' a="{"n" * 600}',
)  # fmt: skip

TAGS = (
    "", " ", ">", "/>", " >", " />", "\n>", ' a="x">', " a='x'/>", " a=x>", " a>", " about it>",
    ' thought="t">', " thought='t'/>", ' content="c" confidence="0.5">', ' a="x', " a='x", ' a="',
    ' a=">">', ' a="</think>">', " a='<think>'>", ' a="x" a="y">', ' a="x"b="y">', ' a="\\"">',
    " a='\\'>'>", ' thought="&lt;i&gt;">', "\t\r\na='x'>", " a==x>", " =x>", " a=`x`>", "<", "<>",
    f' a="{"l" * 600}">', f" a='{'m' * 600}' ", f"{' ' * 70}>",
)  # fmt: skip

FENCES = (
    "```", "```\n", "\n```\n", "\n```py\n", "~~~", "\n~~~\n", "~~~x\n", "````\n", "\n````\n",
    "\n~~~~\n", "   ```\n", "\n    ```", "\n\t~~~\n", "```a`b\n", "~~~a`b~\n", "``` \n",
    "```\t\t\n", "```\r\n", "\n``", "`", "``", "~~", "\n`", "\n~", "```x", "```\n```\n",
    "\n```\nx\n```\n", *(f"\n{' ' * spaces}```\n" for spaces in (31, 32, 33)),
    *(f"\n{tick * run}\n" for tick in "`~" for run in (11, 12, 13, 127, 128, 129)),
    f"\n```{' ' * 64}\n", f"\n```{' ' * 65}\n",
)  # fmt: skip

ODD = (
    "\ud800", "\udfff", "\udc80", "\ud83d\udc4b", "👋", "é", "e\u0301", "\u200b", "\u200d",
    "\u2060", "\u202e", "\u2066", "\0", "\x1b[0m", "ſ", "\u212a", "İ", "ß", "＜think＞", "｜", "▁",
    "＜",
)  # fmt: skip

FOREIGN = (
    "<b>", "</b>", "<br/>", "<p class='x'>", "</p >", "Array<string>", "Map<K, V<W>>", "a < b",
    "a<b", "1 << 2", "x <- y", "<!-- c -->", "<?xml ?>", "<![CDATA[ ]]>", "<thinkpad>",
    "< think>", "<think-er>", "</ think>", "<\n", "<>", "</>", "<<<", ">>>", "->",
    "&lt;think&gt;", "&amp;", "<me@example.org>", "<https://example.org/?a=1>", "[link](x)",
    "[x]", "<|", "|>", "<|x|>", "◁", "▷",
)  # fmt: skip

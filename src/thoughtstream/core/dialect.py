"""What a dialect is: how one family of models marks its thoughts. Data, never a class per model.

The values are in `catalogue/`, the model names that lead to them in `models.py`. A dialect says
nothing of what users may disagree about: that is `policy.py`.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal, Self

from thoughtstream.errors import MisuseError

StartState = Literal["outside", "inside", "from-prompt-tail"]
"""Where a reply begins: in the answer, in a thought, or wherever the rendered prompt left off."""


@dataclass(frozen=True, slots=True)
class Channels:
    """Blocks that a header opens, and the words in a header that say what the block is.

    `headers` are literal texts in which `*` stands for any short text without `<`, and `+` for one
    without spaces as well. The kind of a
    block is read from its header: a recipient (`to=…`) or else the channel that it names. A
    recipient in neither list is a tool: header, body and closer then stay in the answer,
    verbatim, for whoever runs tools.
    """

    headers: tuple[str, ...]
    closes: tuple[str, ...]
    thought: tuple[str, ...]
    answer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one family of models marks its thoughts.

    A dialect of your own takes one expression: `Dialect("mine", tags=("reason",))` for
    `<reason>…</reason>`, `Dialect("mine", opens=("[T]",), closes=("[/T]",))` for any other text.
    """

    name: str
    about: str = ""
    """One line for a person choosing a dialect."""
    formats: tuple[str, ...] = ()
    """Ids of the formats that this value describes."""

    tags: tuple[str, ...] = ()
    """Names of tags: `think` stands for `<think>…</think>`, attributes and self-closing tags
    included.
    """
    any_tag: bool = False
    """Every well-formed tag opens a thought."""
    attributes: bool = True
    """Whether tags may carry attributes or close themselves."""
    suffixes: bool = False
    """Whether a tag's name may carry a suffix: `<think:anything>`."""
    nests: tuple[str, ...] = ()
    """Names of tags that nest: their inner markers are text of the one outer thought."""

    opens: tuple[str, ...] = ()
    """Literal opening markers, other than tags."""
    echoes: tuple[str, ...] = ()
    """Openers that are in the prompt only; a reply that repeats one at its start is not told of
    it.
    """
    closes: tuple[str, ...] = ()
    """Literal closing markers; each closes any of `opens`."""
    label: str = ""
    """Text right after a literal opener that belongs to it where it is there."""
    channels: Channels | None = None
    """Headers that open blocks of several kinds."""

    fold_case: bool = True
    """Whether ASCII letters in markers match in either case."""
    after_open: str = ""
    """Newline(s) that an opener takes with it: "\\n" one if there, "\\n*" all there are."""
    before_close: str = ""
    after_close: str = ""

    implicit_closers: tuple[str, ...] = ()
    """Texts, tool markers mostly, that end an open thought and stay in the answer."""
    asides: tuple[tuple[str, str], ...] = ()
    """Pairs around text inside a thought that belongs to the answer; the thought goes on behind
    it.
    """
    tools: tuple[tuple[str, str], ...] = ()
    """Pairs around blocks for tools: they end an open thought and stay in the answer, verbatim."""
    answer_opens: tuple[str, ...] = ()
    """Wrapper around the answer: removed at the top of an answer."""
    answer_closes: tuple[str, ...] = ()
    """The wrapper's end, removed once the wrapper is open."""
    special: bool = False
    """Markers are special tokens, which prose can't contain: wrappers are removed wherever they
    stand.
    """
    lone_closers: bool = True
    """Whether a closing marker means anything without its opener. A phrase does not."""
    leads: tuple[str, ...] = ()
    """Texts that are removed at the very start of a reply."""

    start: StartState = "outside"

    def __post_init__(self) -> None:
        """Take single strings for tuples and refuse what could never match."""
        for several in _SEVERAL:
            value = getattr(self, several)
            texts = (value,) if isinstance(value, str) else tuple(value)
            object.__setattr__(self, several, texts)
            if "" in texts:
                raise MisuseError(f"dialect {self.name!r} has an empty text in `{several}`")
        for tag in self.tags:
            if not _TAG_NAME.fullmatch(tag):
                raise MisuseError(f"`tags` takes names of tags, such as 'think'; got {tag!r}")
        if not (self.tags or self.any_tag or self.opens or self.closes or self.channels):
            raise MisuseError(
                f"dialect {self.name!r} has no marker: give `tags`, or `opens` and `closes`"
            )
        if self.opens and not self.closes:
            raise MisuseError(f"dialect {self.name!r} has `opens` but no `closes`")

    @property
    def closer_wraps(self) -> bool:
        """Whether what closes a thought opens the wrapper of the answer at the same time."""
        return not set(self.closes).isdisjoint(self.answer_opens)

    def but(self, **changes: object) -> Self:
        """Return this dialect with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


_SEVERAL = (
    "formats", "tags", "nests", "opens", "echoes", "closes", "implicit_closers", "answer_opens",
    "answer_closes", "leads",
)  # fmt: skip
_TAG_NAME = re.compile(r"[A-Za-z_][\w.:-]{0,63}")

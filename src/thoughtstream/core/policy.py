"""What users disagree about, each as a named choice. The first choice is the default.

A dialect says how a model marks its thoughts; a policy says what you want done about it.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from thoughtstream.errors import MisuseError

AnswerWhitespace = Literal[
    "seam",
    "preserve",
    "boundary",
    "boundary-chunked",
    "clean",
    "collapse-newlines",
    "trim-ends",
    "single-space",
]
ThoughtWhitespace = Literal["strip", "keep"]
Unclosed = Literal["thought", "answer", "drop"]
LoneCloser = Literal["reclassify", "keep", "remove"]
Code = Literal["protect", "scan"]
Empty = Literal["skip", "keep"]
Extraction = Literal["on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Named choices for everything on which users of thoughts and answers disagree."""

    answer_whitespace: AnswerWhitespace = "seam"
    """`seam` removes whitespace beside leading thoughts: no blank lines at the top of an answer.
    `preserve` removes none. `boundary` strips answer text towards every marker;
    `boundary-chunked` does so within a chunk only and is the one choice whose result depends on
    the cuts. `clean`, `collapse-newlines`, `trim-ends` and `single-space` are applied when
    events are folded, never to deltas.
    """
    thought_whitespace: ThoughtWhitespace = "strip"
    """Applied when events are folded."""
    unclosed: Unclosed = "thought"
    """What a thought is that the reply never closed."""
    lone_closer: LoneCloser = "reclassify"
    """A closing marker without its opener: it makes what came before a thought if it is the
    first marker (and is removed otherwise), is kept as text, or removed.
    """
    code: Code = "protect"
    """Whether markers in fenced blocks of the answer, or between backticks anywhere, are only
    text.
    """
    empty: Empty | None = None
    """Thoughts of nothing but whitespace; None follows `thought_whitespace`: strip skips, keep
    keeps.
    """
    extraction: Extraction = "on"
    """`off` makes all text answer."""

    default_type: str = "reasoning"
    """The type of a thought that declares none."""
    bad_confidence: float = 0.5
    """The confidence of a thought that declares one nobody can read."""
    absent_confidence: float | None = None
    """The confidence of a thought that declares none."""

    def __post_init__(self) -> None:
        """Refuse a choice that does not exist, naming those that do."""
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                wanted = ", ".join(repr(choice) for choice in choices)
                raise MisuseError(f"`{name}` must be one of {wanted}; got {getattr(self, name)!r}")

    @property
    def skips_empty(self) -> bool:
        """Whether thoughts of nothing but whitespace are left out."""
        return (self.empty or ("skip" if self.thought_whitespace == "strip" else "keep")) == "skip"


_CHOICES: dict[str, tuple[object, ...]] = {
    "answer_whitespace": get_args(AnswerWhitespace),
    "thought_whitespace": get_args(ThoughtWhitespace),
    "unclosed": get_args(Unclosed),
    "lone_closer": get_args(LoneCloser),
    "code": get_args(Code),
    "empty": (None, *get_args(Empty)),
    "extraction": get_args(Extraction),
}

"""Where a reply begins, read from the end of the rendered prompt.

Tags do not tell it: the same model begins inside or outside by what its template wrote last. Only
the assistant's own turn counts, so that a marker in a user's text never changes the state: behind
the last header of an assistant the last marker decides, also in a turn that is half written. In a
tail without such a header, or behind a turn that is over, only a marker at the very end counts.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal

from thoughtstream.core import limits
from thoughtstream.core.channels import block_of
from thoughtstream.core.dialect import Channels, Dialect

ASSISTANT_HEADERS: Final = (
    "<|im_start|>assistant",
    "<|im_assistant|>assistant",
    "<｜Assistant｜>",
    "<|assistant|>",
    "<assistant>",
    "<|start|>assistant",
    "<|begin|>assistant",
    "<|assistant_start|>",
    "<|begin_assistant|>",
    "<|start_header_id|>assistant",
    "<|start_of_role|>assistant",
    "<start_of_turn>model",
    "<|turn>model",
    "<|message_model|>",
    "<|CHATBOT_TOKEN|>",
    "<SPECIAL_11>Assistant",
    "<role>ASSISTANT</role>",
    "<seed:bos>assistant",
    "<｜hy_Assistant｜>",
    "[/INST]",
    "[|assistant|]",
    "]~b]ai",
)
"""What templates write before an assistant's turn."""

TURN_ENDS: Final = (
    "<|im_end|>",
    "<｜end▁of▁sentence｜>",
    "<｜User｜>",
    "<|user|>",
    "<|observation|>",
    "</assistant>",
    "<|assistant_end|>",
    "<|eot_id|>",
    "<|eot|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<end_of_turn>",
    "<turn|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|end_of_msg|>",
    "<seed:eos>",
    "[|endofturn|]",
    "[e~[",
)
"""What ends a turn, or begins another's."""


def start_from(dialect: Dialect, prompt_tail: str) -> Literal["inside", "outside"]:
    """Return where a reply begins whose rendered prompt ends like this."""
    tail = prompt_tail[-limits.PROMPT_TAIL :]
    turn = _assistant_turn(tail)
    text = tail.rstrip() if turn is None else turn
    last = max(_markers_of(dialect).finditer(text), key=lambda found: found.end(), default=None)
    if last is None or (turn is None and last.end() < len(text)):
        return "outside"
    return "inside" if _opens_thought(last, dialect) else "outside"


def _assistant_turn(tail: str) -> str | None:
    """Return what the assistant's turn already holds, None if there is no turn to go on with."""
    starts = [at + len(header) for header in ASSISTANT_HEADERS if (at := tail.rfind(header)) >= 0]
    if not starts:
        return None
    turn = tail[max(starts) :]
    return None if any(end in turn for end in TURN_ENDS) else turn


def _opens_thought(found: re.Match[str], dialect: Dialect) -> bool:
    if found.lastgroup == "header" and dialect.channels is not None:
        return block_of(found[0], dialect.channels) == "thought"
    return found.lastgroup == "opener" and not found[0].endswith("/>")


def _markers_of(dialect: Dialect) -> re.Pattern[str]:
    """Return a pattern for every marker that says where a turn stands; the longest counts."""
    label = f"(?:{_literal(dialect.label)})?"
    kinds = {
        "opener": [_literal(text) + label for text in dialect.opens + dialect.echoes]
        + _tags(dialect, ""),
        "header": [_header(header) for header in _headers(dialect.channels)],
        "other": [*map(_literal, _outside_texts(dialect)), *_tags(dialect, "/")],
    }
    groups = [f"(?P<{kind}>{_any_of(ways)})" for kind, ways in kinds.items() if ways]
    return re.compile("|".join(groups), re.IGNORECASE if dialect.fold_case else re.NOFLAG)


def _literal(text: str) -> str:
    return re.escape(text.rstrip() or text)  # its newline may be missing at the end of a prompt


def _tags(dialect: Dialect, slash: str) -> list[str]:
    suffix = r"(?::[^\s<>]{1,64})?" if dialect.suffixes else ""
    names = [re.escape(name) + suffix for name in dialect.tags]
    if dialect.any_tag:
        names.append(r"[a-z_][\w.:-]{0,63}")
    return [rf"<{slash}{name}(?:\s[^<>]{{0,256}})?/?>" for name in names]


def _headers(channels: Channels | None) -> tuple[str, ...]:
    return channels.headers if channels else ()


def _header(header: str) -> str:
    parts = map(re.escape, header.replace("+", "*").split("*"))
    return f"[^<]{{0,{limits.HEADER}}}".join(parts)


def _outside_texts(dialect: Dialect) -> Iterable[str]:
    yield from dialect.closes
    yield from dialect.implicit_closers
    yield from dialect.answer_opens
    if dialect.channels:
        yield from dialect.channels.closes


def _any_of(ways: list[str]) -> str:
    return "|".join(sorted(ways, key=len, reverse=True))

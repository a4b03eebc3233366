"""Channel headers: what kind of block does one open?"""

import re
from typing import Literal

from thoughtstream.core.dialect import Channels

Block = Literal["thought", "answer", "tool"]

_RECIPIENT = re.compile(r"\bto=([^\s<]+)")
_CHANNEL = re.compile(r"<\|channel\|>\s*([^\s<]*)")
_NOBODY = ("assistant", "all")


def block_of(header: str, channels: Channels) -> Block:
    """Return the kind of block that a whole header opens."""
    recipients = [to for to in _RECIPIENT.findall(header) if to not in _NOBODY]
    if recipients and recipients[-1] not in channels.thought:
        return "answer" if recipients[-1] in channels.answer else "tool"
    return "thought" if name_of(header) in channels.thought else "answer"


def name_of(header: str) -> str:
    """Return the word in a header that names its block."""
    words: list[str] = _CHANNEL.findall(header) or _RECIPIENT.findall(header)
    return words[-1] if words else ""

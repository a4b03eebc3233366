"""Server-sent events into bytes."""

import re

from thoughtstream.errors import MisuseError
from thoughtstream.sse.event import ServerSentEvent

_LINE_END = re.compile(r"\r\n|\n|\r")
KEEP_ALIVE = b": keep-alive\n\n"
"""A comment: keeps a connection open without being an event. Send it between events only."""


def encode(event: ServerSentEvent) -> bytes:
    """Return the bytes of one event; the name "message" and an `id` that is "" are left out."""
    lines: list[str] = []
    if event.id:
        lines.append(f"id: {_single_line('id', event.id)}")
    if event.event != "message":
        lines.append(f"event: {_single_line('event', event.event)}")
    lines += [f"data: {line}" for line in _LINE_END.split(event.data)]
    return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


def encode_retry(milliseconds: int) -> bytes:
    """Return the bytes that ask a client to wait this long before it connects again."""
    return f"retry: {milliseconds}\n\n".encode("ascii")


def _single_line(field: str, value: str) -> str:
    if _LINE_END.search(value) or "\0" in value:
        raise MisuseError(f"`{field}` must be one line without NUL; got {value!r}")
    return value

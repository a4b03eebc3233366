"""What a server sends: one event, and how large one may be."""

from dataclasses import dataclass

MAX_LINE = 16 * 1024 * 1024
"""Longest line, in code points. A whole response with an image in it fits."""
MAX_EVENT = 32 * 1024 * 1024
"""Most data that one event may gather over its lines."""


@dataclass(slots=True)
class ServerSentEvent:
    """One event as dispatched: `id` is the last one the stream has set, "" if none."""

    data: str
    event: str = "message"
    id: str = ""

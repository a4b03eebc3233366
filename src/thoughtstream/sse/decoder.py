"""Bytes, cut anywhere, into server-sent events, by the rules of the WHATWG HTML standard.

One rule is softer here: an event that the stream ends in, without the blank line that would
dispatch it, is not dropped but returned by `finish`. Servers that forget the last blank line are
common, and the last event of a reply is worth having.
"""

import codecs
import re

from thoughtstream.errors import LimitError
from thoughtstream.sse.event import MAX_EVENT, MAX_LINE, ServerSentEvent

_LINE_END = re.compile(r"\r\n|\n|\r")


class Decoder:
    """Decodes one stream.

    Args:
        max_line: Longest line that is taken, in code points.
        max_event: Most data that one event may gather.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_event: int = MAX_EVENT) -> None:
        self.retry: int | None = None
        """What the server asks for as reconnection time, in milliseconds."""
        self.last_event_id = ""
        """What to send as `Last-Event-ID` when connecting again."""
        self._max_line, self._max_event = max_line, max_event
        # `utf-8-sig` takes the byte order mark off the start, as the standard asks.
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._line: list[str] = []  # pieces of the line that has begun
        self._line_length = 0
        self._after_return = False  # a line ended in "\r": a "\n" right behind it belongs to it
        self._data: list[str] = []
        self._data_length = 0
        self._event = ""

    def feed(self, data: bytes) -> list[ServerSentEvent]:
        """Take the next bytes and return the events that they complete.

        Raises:
            LimitError: If a line or an event gets longer than allowed.
        """
        return self._take(self._decoder.decode(data))

    def finish(self) -> list[ServerSentEvent]:
        """End the stream and return the event that it ended in, if there is one."""
        events = self._take(self._decoder.decode(b"", final=True) + "\n\n")
        self._event = ""
        return events

    def _take(self, text: str) -> list[ServerSentEvent]:
        if self._after_return and text:
            self._after_return = False
            text = text.removeprefix("\n")
        *lines, rest = _LINE_END.split(text)
        events: list[ServerSentEvent] = []
        for line in lines:
            self._begin_line(line)
            whole = "".join(self._line)
            self._line, self._line_length = [], 0
            events += self._end_line(whole)
        self._begin_line(rest)
        self._after_return = self._after_return or text.endswith("\r")
        return events

    def _begin_line(self, piece: str) -> None:
        self._line_length += len(piece)
        if self._line_length > self._max_line:
            raise LimitError(f"a line is longer than {self._max_line} characters")
        if piece:
            self._line.append(piece)

    def _end_line(self, line: str) -> list[ServerSentEvent]:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._add(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self.last_event_id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry = int(value[:9])
            case _:
                pass  # a comment, or a field that the standard does not know
        return []

    def _add(self, value: str) -> None:
        self._data.append(value)
        self._data_length += len(value)
        if self._data_length > self._max_event:
            raise LimitError(f"an event has more than {self._max_event} characters of data")

    def _dispatch(self) -> list[ServerSentEvent]:
        data, name = self._data, self._event or "message"
        self._data, self._data_length, self._event = [], 0, ""
        return [ServerSentEvent("\n".join(data), name, self.last_event_id)] if data else []

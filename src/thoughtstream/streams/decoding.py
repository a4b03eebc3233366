"""Chunks as they come, text or bytes cut anywhere, into text."""

import codecs

from thoughtstream.errors import MisuseError

Chunk = str | bytes
"""A piece of a reply. Bytes are UTF-8 and may be cut inside a character."""


class Decoder:
    """Turns chunks into text; bytes that are not UTF-8 become lone surrogates, none is lost."""

    __slots__ = ("_bytes",)

    def __init__(self) -> None:
        self._bytes: codecs.IncrementalDecoder | None = None

    def feed(self, chunk: object) -> str:
        """Return the text that a chunk completes.

        Raises:
            MisuseError: If it is no `Chunk`.
        """
        if isinstance(chunk, str):
            # Text ends a character that bytes left open.
            return chunk if self._bytes is None else self.finish() + chunk
        if not isinstance(chunk, bytes):
            raise MisuseError(f"a chunk must be `str` or `bytes`; got {type(chunk).__name__!r}")
        if self._bytes is None:
            self._bytes = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        return self._bytes.decode(chunk)

    def finish(self) -> str:
        """Return what is left of a character that was never completed."""
        return self._bytes.decode(b"", final=True) if self._bytes else ""

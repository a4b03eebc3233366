"""llm-stream-parser: turns named tags of a stream into messages."""

from llm_stream_parser import StreamMessage, StreamParser

from bench.contender import CollectingStream, Contender

STEP = "thought"


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del prefill  # it has no such option
        self._parser = StreamParser(tags={tag: STEP}, enable_tags_streaming=True)
        self.step = self._parser.parse_chunk
        self._told = 0

    def feed(self, chunk: str) -> None:
        # A complete message repeats what its partial ones told: keep only what is new.
        for message in self.step(chunk):
            if message.is_complete:
                self._collect(message, message.content[self._told :])
                self._told = 0
            else:
                self._collect(message, message.content)
                self._told += len(message.content)

    def finish(self) -> None:
        message = self._parser.finalize()
        if message is not None:  # the last one is marked complete, but repeats nothing
            self._collect(message, message.content)

    def _collect(self, message: StreamMessage, text: str) -> None:
        (self._thought if message.step_name == STEP else self._answer).append(text)


PEER = Contender(
    name="llm-stream-parser",
    package="llm-stream-parser",
    version="0.1.2",
    calls="StreamParser(enable_tags_streaming=True).parse_chunk / .finalize",
    open=_Stream,
)

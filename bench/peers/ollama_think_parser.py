"""ollama-think: splits content by a pattern with a group for the thought and one for the rest."""

from ollama_think.stream_parser import StreamingParser

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del prefill  # its catalogue has no pattern for it
        # The form of its default pattern, with the tag put in.
        pattern = f"<{tag}>(?P<thinking>.*?)</{tag}>(?P<content>.*)"
        self._parser = StreamingParser(pattern)

    def step(self, chunk: str) -> list[tuple[str, str]]:
        return list(self._parser.process_chunk(chunk))

    def feed(self, chunk: str) -> None:
        self._collect(self.step(chunk))

    def finish(self) -> None:
        self._collect(list(self._parser.finalize()))

    def _collect(self, pairs: list[tuple[str, str]]) -> None:
        for thought, answer in pairs:
            self._thought.append(thought)
            self._answer.append(answer)


PEER = Contender(
    name="ollama-think",
    package="ollama-think",
    version="0.1.12",
    calls="stream_parser.StreamingParser(its default pattern).process_chunk / .finalize",
    open=_Stream,
)

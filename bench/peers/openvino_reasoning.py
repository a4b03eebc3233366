"""openvino-genai: the incremental reasoning parser of its C++ runtime, called from Python.

It has no end of stream: what it holds back then stays there.
"""

from openvino_genai import ReasoningIncrementalParser

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        self._parser = ReasoningIncrementalParser(
            expect_open_tag=not prefill,
            keep_original_content=False,
            open_tag=f"<{tag}>",
            close_tag=f"</{tag}>",
        )

    def step(self, chunk: str) -> tuple[str, dict[str, str]]:
        message: dict[str, str] = {}
        return self._parser.parse(message, chunk), message

    def feed(self, chunk: str) -> None:
        answer, message = self.step(chunk)
        self._answer.append(answer)
        self._thought.append(message.get("reasoning_content", ""))

    def finish(self) -> None:
        pass


PEER = Contender(
    name="openvino-genai",
    package="openvino-genai",
    version="2026.4.1.0",
    calls="ReasoningIncrementalParser(keep_original_content=False).parse",
    open=_Stream,
)

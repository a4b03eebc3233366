"""agno: the filter of its MiniMax model, which drops `<think>` from streamed content."""

from typing import Any

from agno.models.minimax.minimax import _flush_think_filter, _strip_inline_think_tags
from agno.models.response import ModelResponse

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del tag, prefill  # it knows `<think>` alone, and no prefilled opener
        self._state: dict[str, Any] = {"in_think": False, "pending": ""}

    def prepare(self, chunk: str) -> ModelResponse:
        return ModelResponse(content=chunk)

    def step(self, response: ModelResponse) -> None:
        _strip_inline_think_tags(response, self._state)

    def feed(self, chunk: str) -> None:
        response = self.prepare(chunk)
        self.step(response)
        self._answer.append(response.content or "")

    def finish(self) -> None:
        tail = _flush_think_filter(self._state)
        if tail is not None:
            self._answer.append(tail.content)


PEER = Contender(
    name="agno",
    package="agno",
    version="3.1.10",
    calls="models.minimax: the tag filter of MiniMax.invoke_stream",
    keeps_thoughts=False,
    open=_Stream,
)

"""any-llm: takes reasoning out of the chunks of OpenAI-compatible providers.

It is an async generator over typed chunks. Here it is driven by hand, without an event loop: its
source gives control back to us whenever it has no chunk left.
"""

from collections.abc import AsyncIterator, Coroutine, Generator

from any_llm.providers.openai.xml_reasoning import wrap_chunks_with_xml_reasoning
from any_llm.types.completion import ChatCompletionChunk, ChoiceDelta, ChunkChoice

from bench.contender import CollectingStream, Contender


class _Pause:
    def __await__(self) -> Generator[None, None, None]:
        yield


class _Source(AsyncIterator[ChatCompletionChunk]):
    def __init__(self) -> None:
        self.next: ChatCompletionChunk | None = None
        self.ended = False

    async def __anext__(self) -> ChatCompletionChunk:
        while self.next is None:
            if self.ended:
                raise StopAsyncIteration
            await _Pause()
        chunk, self.next = self.next, None
        return chunk


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del tag, prefill  # it knows four tag names by itself, and no prefilled opener
        self._source = _Source()
        self._chunks = wrap_chunks_with_xml_reasoning(self._source)
        self._waiting: Coroutine[None, None, ChatCompletionChunk] | None = None

    def prepare(self, chunk: str) -> ChatCompletionChunk:
        delta = ChoiceDelta.model_construct(content=chunk)
        choice = ChunkChoice.model_construct(index=0, delta=delta, finish_reason=None)
        return ChatCompletionChunk.model_construct(id="x", choices=[choice], created=0, model="m")

    def step(self, chunk: ChatCompletionChunk) -> list[ChatCompletionChunk]:
        self._source.next = chunk
        return self._drain()

    def feed(self, chunk: str) -> None:
        self._collect(self.step(self.prepare(chunk)))

    def finish(self) -> None:
        self._source.ended = True
        self._collect(self._drain())

    def _drain(self) -> list[ChatCompletionChunk]:
        out: list[ChatCompletionChunk] = []
        while True:
            if self._waiting is None:
                self._waiting = self._chunks.__anext__()
            try:
                self._waiting.send(None)
            except StopIteration as produced:
                out.append(produced.value)
                self._waiting = None
            except StopAsyncIteration:
                return out
            else:
                return out

    def _collect(self, chunks: list[ChatCompletionChunk]) -> None:
        for chunk in chunks:
            delta = chunk.choices[0].delta
            self._answer.append(delta.content or "")
            self._thought.append(delta.reasoning.content if delta.reasoning else "")


PEER = Contender(
    name="any-llm",
    package="any-llm-sdk",
    version="1.40.2",
    calls="providers.openai.xml_reasoning.wrap_chunks_with_xml_reasoning",
    open=_Stream,
)

"""pydantic-ai: its parts manager, for which a tag is a delta that equals the tag."""

from pydantic_ai._parts_manager import ModelResponsePartsManager
from pydantic_ai.messages import (
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
)
from pydantic_ai.models import ModelRequestParameters

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del prefill  # it has no such option
        self._tags = (f"<{tag}>", f"</{tag}>")
        self._parts = ModelResponsePartsManager(ModelRequestParameters())

    def step(self, chunk: str) -> list[ModelResponseStreamEvent]:
        return list(
            self._parts.handle_text_delta(
                vendor_part_id="content", content=chunk, thinking_tags=self._tags
            )
        )

    def feed(self, chunk: str) -> None:
        for event in self.step(chunk):
            match event:
                case PartStartEvent(part=TextPart(content=text)):
                    self._answer.append(text)
                case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                    self._answer.append(text)
                case PartStartEvent(part=ThinkingPart(content=text)):
                    self._thought.append(text)
                case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str(text))):
                    self._thought.append(text)
                case _:
                    pass

    def finish(self) -> None:
        pass


PEER = Contender(
    name="pydantic-ai",
    package="pydantic-ai-slim",
    version="2.66.0",
    calls="ModelResponsePartsManager.handle_text_delta(thinking_tags=…)",
    open=_Stream,
)

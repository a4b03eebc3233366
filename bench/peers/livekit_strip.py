"""livekit-agents: drops thoughts from the text of an LLM stream on its way to speech."""

from functools import partial

from livekit.agents.llm.utils import ThinkingTokenFilter, strip_thinking_tokens

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del prefill  # it has no such option
        state = ThinkingTokenFilter(start_tag=f"<{tag}>", end_tag=f"</{tag}>")
        self.step = partial(strip_thinking_tokens, state=state)

    def feed(self, chunk: str) -> None:
        self._answer.append(self.step(chunk) or "")

    def finish(self) -> None:
        self._answer.append(self.step(None, final=True) or "")


PEER = Contender(
    name="livekit-agents",
    package="livekit-agents",
    version="1.8.9",
    calls="llm.utils.strip_thinking_tokens with a ThinkingTokenFilter",
    keeps_thoughts=False,
    open=_Stream,
)

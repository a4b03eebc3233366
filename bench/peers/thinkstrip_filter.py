"""thinkstrip: a stripper of one tag pair that can also keep what it strips."""

from thinkstrip import ThinkStrip

from bench.contender import CollectingStream, Contender


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del prefill  # only its whole-text function knows a prefilled opener
        self._strip = ThinkStrip(open_tag=f"<{tag}>", close_tag=f"</{tag}>", capture=True)
        self.step = self._strip.feed

    @property
    def thought(self) -> str:
        return str(self._strip.think_content)

    @property
    def settled(self) -> int:
        return len(self.thought) + len(self.answer)

    def feed(self, chunk: str) -> None:
        self._answer.append(self.step(chunk))

    def finish(self) -> None:
        self._answer.append(self._strip.flush())


PEER = Contender(
    name="thinkstrip",
    package="thinkstrip",
    version="0.2.2",
    calls="ThinkStrip(capture=True).feed / .flush",
    python="3.13",
    open=_Stream,
)

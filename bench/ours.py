"""thoughtstream as a contender: as it comes for speed, with the cases' policy for correctness."""

from importlib.metadata import PackageNotFoundError, version

import thoughtstream as ts
from bench.contender import Contender
from thoughtstream.testing import source_text

NAME = "thoughtstream"

# What the cases expect: every character as the model wrote it, markers in code read as markers.
CASE_POLICY = ts.Policy(
    answer_whitespace="preserve", thought_whitespace="keep", code="scan", empty="keep"
)


class _Stream:
    def __init__(self, splitter: ts.Splitter, policy: ts.Policy) -> None:
        self._splitter = splitter
        self._policy = policy
        self._events: list[ts.Event] = []
        self.step = splitter.feed

    @property
    def thought(self) -> str:
        return "".join(thought.text for thought in self._reply().thoughts)

    @property
    def answer(self) -> str:
        return self._reply().answer

    @property
    def settled(self) -> int:
        return sum(
            len(event.text)
            for event in self._events
            if isinstance(event, ts.ThoughtDelta | ts.AnswerDelta | ts.Removed)
        )

    @property
    def source(self) -> str:
        return source_text(self._events)

    def prepare(self, chunk: str) -> str:
        return chunk

    def feed(self, chunk: str) -> None:
        self._events += self.step(chunk)

    def finish(self) -> None:
        self._events += self._splitter.finish()

    def _reply(self) -> ts.Reply:
        return ts.fold(self._events, self._policy)


# Neither needs the tag: the default dialect understands both names.


def _open_as_it_comes(tag: str, *, prefill: bool) -> _Stream:
    del tag, prefill
    return _Stream(ts.Splitter(), ts.Policy())


def _open_for_a_case(tag: str, *, prefill: bool) -> _Stream:
    del tag
    splitter = ts.Splitter("thinking", CASE_POLICY, start="inside" if prefill else "auto")
    return _Stream(splitter, CASE_POLICY)


def _version() -> str:
    try:
        return version("thoughtstream")
    except PackageNotFoundError:
        return "checkout"


OURS = Contender(
    name=NAME,
    package="thoughtstream",
    version=_version(),
    calls="Splitter().feed / .finish, default dialect and policy, every event built",
    open=_open_as_it_comes,
)

OURS_ON_CASES = Contender(
    name=NAME,
    package="thoughtstream",
    version=_version(),
    calls="Splitter('thinking', the policy of the cases).feed / .finish, folded",
    open=_open_for_a_case,
)

"""`answer_of`: the answer of a whole response, for titles, summaries and other side tasks."""

from collections.abc import Coroutine
from typing import Any, overload

from thoughtstream.core.fold import fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import Event
from thoughtstream.streams.gathered import gathered
from thoughtstream.streams.opening import AsyncStream, Stream
from thoughtstream.streams.split import split


@overload
def answer_of(
    response: Stream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> str: ...
@overload
def answer_of(
    response: AsyncStream[object],
    dialect: DialectLike = ...,
    policy: Policy | None = ...,
    *,
    start: Start = ...,
    source: str | None = ...,
) -> Coroutine[Any, Any, str]: ...
def answer_of(
    response: Stream[object] | AsyncStream[object],
    dialect: DialectLike = "thinking",
    policy: Policy | None = None,
    *,
    start: Start = "auto",
    source: str | None = None,
) -> str | Coroutine[Any, Any, str]:
    """Return the answer of a response and nothing else; of an async one, what has to be awaited.

    A reply that was cut off inside a thought has no answer: you get "", and your fallback applies.

    Args:
        response: A whole response of an SDK, a whole text, or a stream, which is read to its end.
        dialect: As for `split`.
        policy: As for `split`.
        start: As for `split`.
        source: As for `split`.
    """
    whole = [response] if isinstance(response, str | bytes) else response
    events = split(whole, dialect, policy, start=start, source=source)

    def told(found: list[Event]) -> str:
        return fold(found, policy).answer

    return gathered(events, told)

# What all adapters share: two verbs in order, errors of a provider, and nothing lost.

import pytest

from thoughtstream.adapters.fields import Fields, text_at
from thoughtstream.adapters.recognise import ADAPTERS
from thoughtstream.adapters.surface import Surface, error_message
from thoughtstream.errors import MisuseError, WireError
from thoughtstream.events import AnswerDelta, Notice, ReplyEnd

every_adapter = pytest.mark.parametrize("name", sorted(ADAPTERS))


class Echo(Surface):
    """Says `a`, then `b`; `error` fails it."""

    def _read(self, chunk: Fields) -> None:
        for name in ("a", "b"):
            self._turn.say(text_at(chunk, name, ""))
        self._end(text_at(chunk, "why", ""))
        if chunk.get("error"):
            self._fail({"code": "c", "message": "m"}, "error")


def test_what_was_told_before_a_broken_field_comes_with_the_next_call() -> None:
    adapter = Echo()

    with pytest.raises(WireError, match=r"^b: expected text, got int"):
        adapter.feed({"a": "1", "b": 2})
    assert adapter.feed({"a": "3"}) == [AnswerDelta("1"), AnswerDelta("3")]


def test_the_last_reason_counts() -> None:
    adapter = Echo()
    adapter.feed({"a": "1", "why": "stop"})
    adapter.feed({})
    end = adapter.finish()[-1]

    assert isinstance(end, ReplyEnd)
    assert (end.outcome, end.finish_reason) == ("answered", "stop")


def test_an_error_of_the_provider_fails_the_reply() -> None:
    adapter = Echo()
    events = adapter.feed({"a": "1", "error": 1}) + adapter.finish()

    assert events[1] == Notice("provider-error", "the provider sent an error (error): c: m")
    assert isinstance(events[-1], ReplyEnd)
    assert events[-1].outcome == "failed"


def test_the_caller_knows_better() -> None:
    adapter = Echo()
    adapter.feed({"error": 1})
    end = adapter.finish("cancelled")[-1]

    assert isinstance(end, ReplyEnd)
    assert end.outcome == "cancelled"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({}, "no message"),
        ({"message": "m"}, "m"),
        ({"type": "t"}, "t"),
        ({"status": "s", "message": "m"}, "s: m"),
        ({"code": 500, "type": "t", "message": "m"}, "500: m"),
    ],
)
def test_an_error_is_told_in_a_sentence(error: Fields, said: str) -> None:
    assert error_message(error, "x") == f"the provider sent an error (x): {said}"


@every_adapter
def test_after_the_end_there_is_nothing_more(name: str) -> None:
    adapter = ADAPTERS[name]()
    adapter.finish()

    with pytest.raises(MisuseError, match="`feed` was called after `finish`"):
        adapter.feed({})
    with pytest.raises(MisuseError, match="`finish` was called after `finish`"):
        adapter.finish()


@every_adapter
@pytest.mark.parametrize("chunk", [None, "text", b"bytes", 1, []])
def test_what_is_no_object_is_refused(name: str, chunk: object) -> None:
    adapter = ADAPTERS[name]()

    with pytest.raises(WireError, match=r"^chunk: expected an object, got "):
        adapter.feed(chunk)
    assert [type(event) for event in adapter.finish("failed")] == [ReplyEnd]


@every_adapter
def test_an_object_that_says_nothing_tells_nothing(name: str) -> None:
    adapter = ADAPTERS[name]()

    assert adapter.feed({}) == []
    assert adapter.feed({"novel": {"field": [1]}}) == []
    assert [type(event) for event in adapter.finish()] == [ReplyEnd]

# The answer of a whole response.

import asyncio

from tests.streams.sources import AsyncStream, Stream, arriving, chat_chunk, completion, promised
from thoughtstream.core.policy import Policy
from thoughtstream.streams.answer_of import answer_of

TEXT = "<think>A title? Hm.</think>\n\nBirds of Peru"


def test_any_kind_of_response_will_do() -> None:
    for response in (
        TEXT,
        TEXT.encode(),
        completion(TEXT),
        [TEXT],
        Stream([chat_chunk(letter) for letter in TEXT]),
        [completion(TEXT)],
    ):
        assert answer_of(response) == "Birds of Peru"


def test_an_async_one_has_to_be_awaited() -> None:
    chunk = chat_chunk(TEXT)

    assert asyncio.run(answer_of(AsyncStream([chunk]))) == "Birds of Peru"
    assert asyncio.run(answer_of(promised(AsyncStream([chunk])))) == "Birds of Peru"
    assert asyncio.run(answer_of(arriving(TEXT))) == "Birds of Peru"


def test_a_thought_that_was_cut_off_is_no_title() -> None:
    assert answer_of("<think>The user is asking for a ti") == ""
    assert answer_of(completion("The user is asking for"), "think.deepseek_r1") == ""


def test_dialect_policy_start_and_source_can_be_given() -> None:
    assert answer_of("a[/THINK] b", "mistral.think_token", start="inside") == "b"
    assert answer_of("<think>a", policy=Policy(unclosed="answer")) == "<think>a"
    assert answer_of({"message": {"content": "a"}}, source="ollama") == "a"

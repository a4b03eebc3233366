# Real consumers read what our encoders write, over HTTP: npm's `ai`, `@ag-ui/client` and
# `@ai-sdk/openai-compatible`, and the OpenAI SDK. What they saw is compared with what was told.

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletionChunk

import thoughtstream as ts
from tests.real.replies import REPLIES, SIGNED

NODE = Path(__file__).parent / "node"
SECONDS = 120

Seen = Mapping[str, Any]
Parts = list[tuple[str, str]]

SIGNATURE = {"type": "thinking", "signature": "c2lnbmVk"}
Call = tuple[str, str, dict[str, int]]

CALLS: list[Call] = [("call-a", "add", {"a": 1, "b": 2}), ("call-b", "subtract", {"a": 5, "b": 3})]
EMPTY_CALL: Call = ("call-c", "add", {})

# What a consumer that can't take text back must see: (kind, text), in order.
PARTS: Mapping[str, Parts] = {
    "plain": [("reasoning", "Two and two."), ("text", "It is four: ✅.")],
    "empty_second": [
        ("reasoning", "First."),
        ("text", "One. "),
        ("reasoning", ""),
        ("text", "Two."),
    ],
    "unclosed": [("reasoning", "I need more to")],
    "died": [("text", "Well. "), ("reasoning", "I need more to")],
    "interleaved": [
        ("reasoning", "Both sums."),
        ("text", "One moment."),
        ("tool", "add"),
        ("tool", "subtract"),
        ("reasoning", "And a third."),
        ("tool", "add"),
    ],
    "reclassified": [("text", "Two and two. Four.")],
    "held": [("reasoning", "Two and two. "), ("text", "Four.")],
    "answer_after_all": [("reasoning", "Four it is."), ("text", "<think>Four it is.")],
    "attribute": [("reasoning", "Two & two"), ("text", "Four.")],
}

every_reply = pytest.mark.parametrize("reply", REPLIES)


def seen_by(script: str, urls: Iterable[str]) -> dict[str, Seen]:
    """Run a consumer once for all addresses; return what it saw, by address."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("node was not found: the consumers of our encoders are npm packages")
    done = subprocess.run(
        [node, NODE / script, *urls], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {each["url"]: each for each in lines}


def every(server: str, place: str) -> list[str]:
    """Addresses of every reply at a place, and of one that is told slowly."""
    quick = [f"{server}/quick/{place.format(name)}" for name in REPLIES]
    return [*quick, f"{server}/slow/{place.format('plain')}"]


def joined(parts: Parts, kind: str) -> str:
    return "".join(text for each, text in parts if each == kind)


def test_every_reply_has_its_expectation() -> None:
    assert PARTS.keys() == REPLIES.keys()


# The AI SDK's UI message stream


@pytest.fixture(scope="module")
def ui(replies_server: str) -> dict[str, Seen]:
    return seen_by("ui_consumer.mjs", every(replies_server, "ui/{}"))


@every_reply
def test_the_ai_sdk_sees_each_thought_and_the_answer(
    ui: dict[str, Seen], replies_server: str, reply: str
) -> None:
    seen = ui[f"{replies_server}/quick/ui/{reply}"]

    assert seen["errors"] == (["the stream of the model failed"] if reply == "died" else [])
    parts = [part for part in seen["message"]["parts"] if part["type"] != "step-start"]
    assert [ui_part(part) for part in parts] == PARTS[reply]
    assert {part["state"] for part in parts} <= {"done", "input-available"}


def test_the_ai_sdk_shows_text_while_it_comes(ui: dict[str, Seen], replies_server: str) -> None:
    assert ui[f"{replies_server}/quick/ui/plain"]["snapshots"] > 5


def test_the_ai_sdk_gets_calls_signatures_and_counts(
    ui: dict[str, Seen], replies_server: str
) -> None:
    message = ui[f"{replies_server}/quick/ui/interleaved"]["message"]

    calls = [part for part in message["parts"] if part["type"].startswith("tool-")]
    told = [(call["toolCallId"], call["type"][5:], call["input"]) for call in calls]
    assert told == [*CALLS, EMPTY_CALL]
    reasoning = [part for part in message["parts"] if part["type"] == "reasoning"]
    assert reasoning[0]["providerMetadata"] == {"thoughtstream": SIGNATURE}
    counts = {"inputTokens": 20, "outputTokens": 11, "reasoningTokens": 5, "totalTokens": 31}
    assert message["metadata"] == {"usage": counts}


def test_the_ai_sdk_reads_over_silences(ui: dict[str, Seen], replies_server: str) -> None:
    quick, slow = (ui[f"{replies_server}/{pace}/ui/plain"] for pace in ("quick", "slow"))

    assert (slow["message"], slow["errors"]) == (quick["message"], [])


def ui_part(part: Seen) -> tuple[str, str]:
    if part["type"].startswith("tool-"):
        return "tool", part["type"][5:]
    return part["type"], part["text"]


# AG-UI

PUT_RIGHT: Mapping[str, Parts] = {
    "reclassified": PARTS["held"],
    "answer_after_all": [("text", "<think>Four it is.")],
}


@pytest.fixture(scope="module")
def ag_ui(replies_server: str) -> dict[str, Seen]:
    urls = every(replies_server, "ag-ui/{}") + every(replies_server, "ag-ui/{}/put-right")
    return seen_by("ag_ui_consumer.mjs", urls)


@pytest.mark.parametrize("put_right", [False, True], ids=["plain", "put-right"])
@every_reply
def test_an_ag_ui_client_sees_each_thought_and_the_answer(
    ag_ui: dict[str, Seen], replies_server: str, reply: str, *, put_right: bool
) -> None:
    seen = ag_ui[f"{replies_server}/quick/ag-ui/{reply}" + ("/put-right" if put_right else "")]

    assert seen["complaints"] == []
    question, *messages = seen["messages"]
    assert question["id"] == "question"
    wanted = PUT_RIGHT.get(reply, PARTS[reply]) if put_right else PARTS[reply]
    found = [(AG_UI_KINDS[each["role"]], each["content"]) for each in messages]
    assert joined(found, "reasoning") == joined(wanted, "reasoning")
    assert joined(found, "text") == joined(wanted, "text")
    assert len([0 for kind, _ in found if kind == "reasoning"]) == len(
        [0 for kind, _ in wanted if kind == "reasoning"]
    )


@every_reply
def test_an_ag_ui_run_ends_as_the_reply_did(
    ag_ui: dict[str, Seen], replies_server: str, reply: str
) -> None:
    seen = ag_ui[f"{replies_server}/quick/ag-ui/{reply}"]

    last = "RUN_ERROR" if reply == "died" else "RUN_FINISHED"
    assert seen["events"][-1] == last
    assert seen["ended"].get("error") == ("stream-failed" if reply == "died" else None)


def test_an_ag_ui_client_gets_calls_signatures_and_counts(
    ag_ui: dict[str, Seen], replies_server: str
) -> None:
    seen = ag_ui[f"{replies_server}/quick/ag-ui/interleaved"]
    by_role = {each["role"]: each for each in reversed(seen["messages"])}

    calls = by_role["assistant"]["toolCalls"]
    told = [(each["id"], each["function"]["name"], each["function"]["arguments"]) for each in calls]
    assert [(*head, json.loads(text or "{}")) for *head, text in told] == [*CALLS, EMPTY_CALL]
    assert json.loads(by_role["reasoning"]["encryptedValue"]) == SIGNATURE
    counts = {"inputTokens": 20, "outputTokens": 11, "reasoningTokens": 5, "totalTokens": 31}
    assert seen["ended"] == {"outcome": "success", "usage": [counts]}


def test_an_ag_ui_client_reads_over_silences(ag_ui: dict[str, Seen], replies_server: str) -> None:
    quick, slow = (ag_ui[f"{replies_server}/{pace}/ag-ui/plain"] for pace in ("quick", "slow"))

    assert (slow["events"], slow["complaints"]) == (quick["events"], [])


AG_UI_KINDS = {"reasoning": "reasoning", "assistant": "text"}

# OpenAI chunks, read by the AI SDK's compatible provider


@pytest.fixture(scope="module")
def compatible(replies_server: str) -> dict[str, Seen]:
    styles = ("reasoning_content", "reasoning", "both")
    urls = [url for style in styles for url in every(replies_server, f"chunks/{style}/{{}}")]
    return seen_by("openai_compatible_consumer.mjs", urls)


@pytest.mark.parametrize("style", ["reasoning_content", "reasoning", "both"])
@every_reply
def test_the_compatible_provider_sees_each_thought_and_the_answer(
    compatible: dict[str, Seen], replies_server: str, reply: str, style: str
) -> None:
    seen = compatible[f"{replies_server}/quick/chunks/{style}/{reply}"]

    assert seen["errors"] == (["the stream of the model failed"] if reply == "died" else [])
    assert seen["reasoning"] == joined(PARTS[reply], "reasoning")
    assert seen["text"] == joined(PARTS[reply], "text")
    assert seen["finishReason"] == REASONS.get(reply, "stop")


def test_the_compatible_provider_gets_calls_and_counts(
    compatible: dict[str, Seen], replies_server: str
) -> None:
    seen = compatible[f"{replies_server}/quick/chunks/reasoning/interleaved"]

    assert [tuple(call) for call in seen["calls"]] == [*CALLS, EMPTY_CALL]
    assert (seen["usage"]["inputTokens"], seen["usage"]["outputTokens"]) == (20, 11)
    assert seen["usage"]["reasoningTokens"] == 5


def test_the_compatible_provider_reads_over_silences(
    compatible: dict[str, Seen], replies_server: str
) -> None:
    quick, slow = (
        compatible[f"{replies_server}/{pace}/chunks/reasoning/plain"] for pace in ("quick", "slow")
    )

    assert {**slow, "url": ""} == {**quick, "url": ""}


REASONS = {"unclosed": "length", "died": "error", "interleaved": "tool-calls"}

# OpenAI chunks, read by the OpenAI SDK, and by us again


@pytest.mark.parametrize("style", ["reasoning_content", "reasoning", "both"])
@every_reply
def test_the_openai_sdk_reads_our_chunks(replies_server: str, reply: str, style: str) -> None:
    chunks, failure = read_with_sdk(f"{replies_server}/quick/chunks/{style}/{reply}")

    assert failure == ("the stream of the model failed" if reply == "died" else None)
    deltas = [choice.delta for chunk in chunks for choice in chunk.choices]
    field = "reasoning" if style == "reasoning" else "reasoning_content"
    thought = "".join((each.model_extra or {}).get(field) or "" for each in deltas)
    assert thought == joined(PARTS[reply], "reasoning")
    assert "".join(each.content or "" for each in deltas) == joined(PARTS[reply], "text")


def test_the_openai_sdk_reads_over_silences(replies_server: str) -> None:
    chunks, failure = read_with_sdk(f"{replies_server}/slow/chunks/reasoning/plain")

    assert failure is None
    assert "".join(each.choices[0].delta.content or "" for each in chunks) == "It is four: ✅."


def read_with_sdk(base_url: str) -> tuple[Sequence[ChatCompletionChunk], str | None]:
    chunks: list[ChatCompletionChunk] = []
    with openai.OpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
        try:
            chunks.extend(client.chat.completions.create(model="tiny", messages=[], stream=True))
        except openai.APIError as error:
            return chunks, error.message
    return chunks, None


ROUND = [name for name in REPLIES if name not in ("died", "reclassified", "answer_after_all")]


@pytest.mark.parametrize("style", ["reasoning_content", "reasoning", "both", "tags"])
@pytest.mark.parametrize("reply", ROUND)
def test_what_the_sdk_reads_splits_into_the_same_reply(
    replies_server: str, reply: str, style: str
) -> None:
    wanted = ts.fold(REPLIES[reply]())
    got = ts.fold(split_by_sdk(f"{replies_server}/quick/chunks/{style}/{reply}"))

    thoughts = [thought.text for thought in wanted.thoughts if thought.text]
    if style != "tags" and reply == "interleaved":
        assert [got.thoughts[0].text, got.thoughts[1].text] == thoughts
    assert "".join(thought.text for thought in got.thoughts) == "".join(thoughts)
    assert got.answer == wanted.answer
    assert got.outcome == wanted.outcome


def split_by_sdk(base_url: str) -> list[ts.Event]:
    async def read() -> list[ts.Event]:
        async with openai.AsyncOpenAI(base_url=base_url, api_key="none") as client:
            stream = client.chat.completions.create(model="tiny", messages=[], stream=True)
            return [event async for event in ts.split(stream)]

    return asyncio.run(read())


def test_the_signature_of_the_replies_is_the_one_that_is_expected() -> None:
    assert SIGNED == SIGNATURE

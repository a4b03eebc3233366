"""OpenAI Chat Completions, and everything that speaks it: chunks and whole completions.

Quirks, each with a recording in tests/corpus/openai-chat:

- reasoning under five names: `reasoning_details[]` (OpenRouter, MiniMax with `reasoning_split`),
  `reasoning_content` (DeepSeek, SGLang, llama.cpp, Fireworks, Kimi, GLM, xAI), `reasoning` (vLLM,
  Groq, OpenRouter, Ollama), `reasoning_text`, `thinking`; several names in one chunk are mirrors
  (Together) and are told once, by that order;
- a reasoning field and content in one chunk: the field comes first;
- `content` as a list of parts (Mistral, Databricks), or with markers in it (MiniMax, Groq `raw`);
- `extra_content.google`: a flag for thoughts, signatures on tool calls (Google);
- `encrypted_content` beside the reasoning (xAI);
- tool calls in pieces merged by `index`; servers that number every call 0; calls without an index;
- usage in the last chunk, on every chunk, in a choice (Kimi) or in `x_groq`; reasoning tokens
  within the completion's, or beside them (xAI);
- a last chunk that repeats the whole message: not told twice;
- an `error` object within the stream (OpenRouter, vLLM, llama.cpp);
- completions of bare text: `choices[].text`.
"""

from thoughtstream.adapters.chat_message import ChatMessage
from thoughtstream.adapters.chat_usage import chat_usage
from thoughtstream.adapters.fields import (
    Fields,
    fields_of,
    int_at,
    list_at,
    object_at,
    text_at,
)
from thoughtstream.adapters.surface import error_message, over
from thoughtstream.adapters.turn import Turn
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike
from thoughtstream.core.splitter import Start
from thoughtstream.events import Event, Outcome


class OpenAIChat:
    """Turns chunks of chat completions, or whole ones, into events.

    Args:
        dialect: How the model marks thoughts in content, where it does. policy: What you want
        done about it. start: Where content begins; native reasoning before it means outside a
        thought. choice: Which choice `feed` and `finish` tell.
    """

    def __init__(
        self,
        dialect: DialectLike = "thinking",
        policy: Policy | None = None,
        *,
        start: Start = "auto",
        choice: int = 0,
    ) -> None:
        self._dialect = dialect
        self._policy = policy
        self._start: Start = start
        self._choice = choice
        self._choices: dict[int, _Choice] = {}
        self._finished = False

    def feed(self, chunk: object) -> list[Event]:
        """Take the next chunk, or a whole completion, and return what it settles for `choice`.

        Raises:
            WireError: If a field is not of its documented type; the message names it. What the
                chunk told before that field comes with the next call.
            MisuseError: If `finish` was already called.
        """
        self._read(chunk, only=self._choice)
        return self._of(self._choice).turn.taken()

    def finish(self, outcome: Outcome | None = None) -> list[Event]:
        """End the reply of `choice`: close what is open and say how it ended."""
        self._close("finish")
        return self._of(self._choice).finish(outcome)

    def feed_choices(self, chunk: object) -> list[tuple[int, Event]]:
        """Take the next chunk and return what it settles, with the index of each choice."""
        self._read(chunk, only=None)
        return [
            (index, event)
            for index, choice in self._choices.items()
            for event in choice.turn.taken()
        ]

    def finish_choices(self, outcome: Outcome | None = None) -> list[tuple[int, Event]]:
        """End the reply of every choice."""
        self._close("finish_choices")
        self._of(self._choice)
        return [
            (index, event)
            for index, choice in self._choices.items()
            for event in choice.finish(outcome)
        ]

    def _read(self, chunk: object, *, only: int | None) -> None:
        if self._finished:
            raise over("feed")
        fields = fields_of(chunk, "chunk")
        for at, each in enumerate(list_at(fields, "choices", "")):
            path = f"choices[{at}]"
            choice = fields_of(each, path)
            index = int_at(choice, "index", path) or 0
            if only is None or index == only:
                self._of(index).read(choice, path)
        self._read_rest(fields)

    def _read_rest(self, fields: Fields) -> None:
        """Read what belongs to no choice: usage, errors."""
        if usage := object_at(fields, "usage", "") or _groq_usage(fields):
            self._of(self._choice).turn.usage(chat_usage(usage, "usage"))
        if fields.get("error"):
            self._of(self._choice).fail(fields, "error")

    def _of(self, index: int) -> "_Choice":
        choice = self._choices.get(index)
        if choice is None:
            turn = Turn(self._dialect, self._policy, self._start)
            choice = self._choices[index] = _Choice(turn)
        return choice

    def _close(self, verb: str) -> None:
        if self._finished:
            raise over(verb)
        self._finished = True


class _Choice:
    """One choice of a completion: its turn, its message, and why it ended."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._message = ChatMessage(turn)
        self._reason: str | None = None
        self._failed = False
        self._streamed = False

    def read(self, choice: Fields, path: str) -> None:
        if choice.get("delta") is not None:
            self._streamed = True
            self._message.read(object_at(choice, "delta", path), f"{path}.delta")
        elif not self._streamed:
            message = object_at(choice, "message", path)
            self._message.read(message, f"{path}.message", whole=True)
            self.turn.say(text_at(choice, "text", path))
        self._reason = text_at(choice, "finish_reason", path) or self._reason
        if choice.get("usage"):
            place = f"{path}.usage"
            self.turn.usage(chat_usage(object_at(choice, "usage", path), place))
        if choice.get("error"):
            self.fail(choice, f"{path}.error")

    def fail(self, holder: Fields, path: str) -> None:
        self._failed = True
        error = holder.get("error")
        said = {"message": error} if isinstance(error, str) else fields_of(error, path)
        self.turn.notice("provider-error", error_message(said, path))

    def finish(self, outcome: Outcome | None) -> list[Event]:
        failed = self._failed or self._reason == "error"
        self._message.close()
        self.turn.finish(self._reason, outcome or ("failed" if failed else None))
        return self.turn.taken()


def _groq_usage(fields: Fields) -> Fields:
    if fields.get("x_groq") is None:
        return {}
    return object_at(object_at(fields, "x_groq", ""), "usage", "x_groq")

"""The machine: text in, cut anywhere, events out.

    ANSWER --opener--> BLANK --text--> THOUGHT --closer--> ANSWER
    BLANK --closer--> ANSWER              an empty thought
    THOUGHT, BLANK --aside--> PASSING     answer text within a thought; then BLANK again
    ANSWER --header of a tool--> PASSING  text for a tool; then ANSWER again

This file owns where in a reply we are. Which markers count there is in `lexicon.py`, what is
undecided in `undecided.py`, whitespace in `answer.py`, code in `fences.py`. Text that no marker
can begin in takes the short way at the top of `feed`; text in which none is complete glides. The
laws that it keeps are tested in `tests/property`.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Literal

from thoughtstream.core import limits
from thoughtstream.core.answer import Answer
from thoughtstream.core.channels import block_of, name_of
from thoughtstream.core.dialect import Channels, Dialect
from thoughtstream.core.fences import Fences
from thoughtstream.core.lexicon import Kind, lexicon_for, until
from thoughtstream.core.marker_tree import Mark, Role, Situation
from thoughtstream.core.open_thought import OpenThought
from thoughtstream.core.policy import Policy
from thoughtstream.core.resolve import DialectLike, dialects_of
from thoughtstream.core.tags import closes_itself, name_of_tag
from thoughtstream.core.undecided import LONG, Found, Undecided
from thoughtstream.core.whitespace import first_visible
from thoughtstream.errors import MisuseError
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Outcome,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
)

Start = Literal["auto", "outside", "inside", "hold"]
"""Where a reply begins.

`auto`: where its dialect says; text is taken back if a lone closer shows that it was a thought.
`outside`, `inside`: there, and no text is ever taken back. `hold`: no text comes out until the
first marker decides.
"""

_DEFAULT = Policy()
_OVER = "`{}` was called after `finish`: a splitter takes one reply"
_NO_CHANNELS = Channels((), (), (), ())


class _State(Enum):
    ANSWER = auto()
    BLANK = auto()
    THOUGHT = auto()
    PASSING = auto()


class Splitter:
    """Splits one reply into thoughts and answer, piece by piece.

    Args:
        dialect: How the model marks its thoughts: a `Dialect`, a name, several of either, or
        "auto". policy: What you want done about it. start: Where the reply begins.
    """

    __slots__ = (
        "_alarm", "_answer", "_calm", "_delta", "_fences", "_finished", "_index", "_length",
        "_lexicon", "_marked", "_origin", "_out", "_policy", "_resumes", "_situation",
        "_skipped", "_state", "_takes_back", "_thought", "_undecided", "_unfenced", "_wrapped",
    )  # fmt: skip

    def __init__(
        self,
        dialect: DialectLike = "thinking",
        policy: Policy | None = None,
        *,
        start: Start = "auto",
    ) -> None:
        policy = policy or _DEFAULT
        dialects = dialects_of(dialect) if policy.extraction == "on" else ()
        protects = policy.code == "protect" and bool(dialects)
        self._policy = policy
        self._takes_back = start == "auto"
        self._lexicon = lexicon_for(dialects, lone_closers=policy.lone_closer != "keep")
        self._out: list[Event] = []
        self._answer = Answer(policy.answer_whitespace, self._out, holds=start == "hold")
        self._fences = Fences() if protects else None
        self._undecided = Undecided(protects=protects)
        self._thought = OpenThought(None, "", 0)

        self._length = 0  # of the reply so far
        self._origin = 0  # where in the reply the text under the scan begins
        self._index = 0  # of the next thought
        self._skipped = 0
        self._wrapped = False  # inside the wrapper of an answer
        self._marked = False  # a marker of a thought has been met
        self._resumes = False  # a thought goes on behind the text that passes
        self._finished = False

        self._situation: Situation
        self._delta: Callable[[str], Event]
        starts = {each.start for each in dialects}
        self._begin_reply(inside=start == "inside" or (start == "auto" and starts == {"inside"}))

    @property
    def thinking(self) -> bool:
        """Whether a thought is open whose start was told."""
        return self._state is _State.THOUGHT

    def take_index(self) -> int:
        """Hand out the index of the next thought, to one that the text does not hold."""
        self._index += 1
        return self._index - 1

    @property
    def finished(self) -> bool:
        """Whether `finish` was called."""
        return self._finished

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the reply and return what it settles.

        A piece may end inside a marker; that tail is held until the next call decides it, so an
        empty list means "not enough text yet", not "nothing".

        Returns:
            Events in reply order. Joining every `marker` and `text` over all calls gives back
            exactly the text that was fed.

        Raises:
            MisuseError: If `finish` was already called.
        """
        if text and self._alarm not in text and (self._unfenced or "\n" not in text):
            self._length += len(text)
            self._undecided.before = text
            return [self._delta(text)]
        if self._finished:
            raise MisuseError(_OVER.format("feed"))
        self._length += len(text)
        if self._calm and (events := self._glide(text)) is not None:
            return events
        self._scan(text)
        self._answer.rest()
        self._settle()
        return self._handed_over()

    def finish(
        self, finish_reason: str | None = None, outcome: Outcome | None = None
    ) -> list[Event]:
        """End the reply: release what is held, close what is open, and say how it ended.

        `finish_reason` is the provider's word, passed on; `outcome` is for who knows better than
        the text how it ended: "failed", "cancelled". Raises `MisuseError` if called twice.
        """
        if self._finished:
            raise MisuseError(_OVER.format("finish"))
        self._undecided.final = True
        self._scan("")
        cut = self._close_thought_left_open()
        self._answer.close()
        counts = Counts(thoughts=self._index, skipped=self._skipped, characters=self._length)
        self._out.append(ReplyEnd(outcome or self._outcome(cut=cut), finish_reason, counts))
        self._finished, self._alarm = True, ""
        return self._handed_over()

    def _handed_over(self) -> list[Event]:
        out = self._out[:]
        self._out.clear()
        return out

    # The ways of text: gliding, or a scan from marker to marker

    def _glide(self, text: str) -> list[Event] | None:
        """Pass text on in which no marker is complete, but for the tail that may begin one.

        None, and nothing done, if a marker is complete or what it means depends on code around it.
        """
        undecided = self._undecided
        if undecided.held:
            text = undecided.held + text
        passed, tail = text, ""
        if found := self._situation.find(text):
            start = found.start()
            passed, tail = text[:start], text[start:]
            if found.lastindex or len(tail) > LONG:
                return None
        fences = self._fences
        if fences and self._delta is AnswerDelta and not fences.lets_pass(passed, tail):
            return None
        undecided.held = tail
        if tail:
            self._alarm = ""
        else:
            self._set_alarm()
        if not passed:
            return []
        undecided.before = passed[-1]
        return [self._delta(passed)]

    def _scan(self, text: str) -> None:
        undecided = self._undecided
        text = undecided.joined(text)
        self._origin = self._length - len(text)
        at = 0
        while at < len(text):
            at = self._step(text, at)
        if text and not (undecided.held or undecided.tag):
            undecided.before = text[-1]

    def _step(self, text: str, at: int) -> int:
        """Take text from `at` on, up to and with the next marker; return where it left off."""
        answering = self._state is _State.ANSWER
        if answering and self._fences and self._fences.inside:
            return self._step_out_of_fence(self._fences, text, at)
        if self._answer.blank if answering else self._state is _State.BLANK:
            return self._step_from_blank(text, at)
        found = self._undecided.next_marker(self._situation, text, at)
        return self._step_to(found, self._situation, text, at)

    def _step_from_blank(self, text: str, at: int) -> int:
        """Up to the first visible character some markers count, behind it others."""
        situation = self._situation
        visible = first_visible(text, at, len(text)) if situation.alarm.strip() else len(text)
        if visible == len(text) or text[visible] == situation.alarm:
            found = self._undecided.next_marker(situation, text, at)
            visible = first_visible(text, at, found[1])
            if visible == found[1]:
                return self._step_to(found, situation, text, at)
        if self._state is _State.BLANK:
            self._begin_thought()
            return at
        situation = self._lexicon.answer(top=False, fresh=False, wrapped=self._wrapped)
        found = self._undecided.next_marker(situation, text, visible)
        return self._step_to(found, situation, text, at)

    def _step_to(self, found: Found, situation: Situation, text: str, at: int) -> int:
        mark, start, end = found
        if start > at:
            self._take(text[at:start])
            if self._situation is not situation or (self._fences and self._fences.inside):
                return start  # that text changes what counts behind it: look again
        if mark:
            return self._cross(mark, text[start:end], self._origin + start) - self._origin
        if start < end:
            self._undecided.keep(text, start)
        return end

    def _step_out_of_fence(self, fences: Fences, text: str, at: int) -> int:
        left = fences.leave(text, at)
        self._say(text[at : left if left >= 0 else None])
        return left if left >= 0 else len(text)

    def _take(self, text: str) -> None:
        match self._state:
            case _State.ANSWER:
                if self._fences:
                    self._fences.advance(text)
                self._say(text)
            case _State.BLANK:
                self._thought.pad += text
                if len(self._thought.pad) > limits.BLANK:
                    self._begin_thought()
            case _State.THOUGHT:
                self._out.append(self._thought.delta(text))
            case _:
                self._say(text)

    def _settle(self) -> None:
        """Say whether the next text may glide, and as what."""
        thinking = self._state is _State.THOUGHT
        speaking = self._state is _State.ANSWER and self._answer.idle
        self._calm = (thinking or speaking) and self._undecided.tag is None
        self._delta = AnswerDelta
        if thinking:
            self._delta = self._thought.delta if self._thought.derived else ThoughtDelta
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Say which character the next text must not have, to pass without any search."""
        self._alarm = ""
        if self._undecided.held or not self._calm:
            return
        fences = self._fences if self._delta is AnswerDelta else None
        self._unfenced = fences is None or fences.inside
        if fences is None or (fences.line is None and not fences.inside):
            self._alarm = self._situation.alarm
        elif fences.line is None:
            self._alarm = "\n"

    # Crossing a marker: each returns where in the reply text goes on

    def _cross(self, mark: Mark, raw: str, at: int) -> int:
        match self._state:
            case _State.ANSWER:
                self._cross_in_answer(mark, raw, at)
            case _State.PASSING:
                return self._cross_in_passing(mark, raw, at)
            case _ if mark.role is Role.YIELD:
                self._end_thought("")
                return at
            case _ if mark.role is Role.ASIDE:
                self._end_thought("")
                self._answer.say(raw)
                self._pass_through(until(mark.dialect, mark.ends), resumes=True)
            case _State.BLANK:
                return self._cross_in_blank(mark, raw, at)
            case _:
                self._cross_in_thought(mark, raw)
        return at + len(raw)

    def _cross_in_answer(self, mark: Mark, raw: str, at: int) -> None:
        match mark.role:
            case Role.OPEN | Role.OPEN_TAG | Role.EMPTY:
                self._answer.meet()
                self._open(mark, raw, at)
            case Role.HEADER:
                self._cross_header(mark.dialect, raw, at)
            case Role.CLOSE:
                self._meet_lone_closer(raw, at)
                self._enter_answer(wrapped=self._wrapped or mark.dialect.closer_wraps)
            case Role.TOOL:
                self._answer.say(raw)
                self._pass_through(until(mark.dialect, mark.ends), resumes=False)
            case Role.LEAD:
                self._answer.take_out(raw, "label")
                self._expect()
            case _:
                self._wrapped = mark.role is Role.WRAP
                self._answer.take_out(raw, "answer-wrapper")
                self._expect()

    def _cross_header(self, dialect: Dialect, header: str, at: int) -> None:
        match block_of(header, dialect.channels or _NO_CHANNELS):
            case "thought":
                self._answer.meet()
                self._await_text((dialect, ""), header, at, name_of(header))
            case "answer":
                self._wrapped = True
                self._answer.take_out(header, "answer-wrapper")
                self._expect()
            case _:
                self._answer.say(header)
                self._pass_through(until(dialect), resumes=False)

    def _cross_in_passing(self, mark: Mark, raw: str, at: int) -> int:
        if mark.role is Role.CLOSE:
            self._answer.say(raw)
            at += len(raw)
        if self._resumes:
            self._await_text(self._thought.kind, "", at)
        else:
            self._enter_answer(wrapped=self._wrapped)
        return at

    def _cross_in_blank(self, mark: Mark, raw: str, at: int) -> int:
        thought = self._thought
        match mark.role:
            case Role.OPEN | Role.OPEN_TAG | Role.EMPTY if thought.takes_echo(raw):
                self._open(mark, thought.marker + thought.pad + raw, thought.at)
            case Role.CLOSE:
                self._end_thought(raw, mark.dialect)
            case _:
                self._begin_thought()
                return at
        return at + len(raw)

    def _cross_in_thought(self, mark: Mark, raw: str) -> None:
        thought = self._thought
        if mark.role is Role.CLOSE and not thought.depth:
            self._end_thought(raw, mark.dialect)
            return
        if mark.role is Role.CLOSE:
            thought.depth -= 1
        elif thought.depth < limits.NESTING and not closes_itself(raw):
            thought.depth += 1
        self._out.append(thought.delta(raw))

    def _meet_lone_closer(self, raw: str, at: int) -> None:
        first, self._marked = not self._marked, True
        if not first or self._policy.lone_closer != "reclassify" or self._answer.silent:
            self._answer.take_out(raw, "stray-closer")
        elif self._answer.holds:
            self._await_text(None, "", 0)
            self._thought.pad = self._answer.withdraw()
            self._begin_thought()
            self._end_thought(raw)
            self._answer.forget()
        elif self._takes_back:
            self._answer.meet()
            self._out.append(Reclassified(0, at, "thought", self._index, raw))
            self._index += 1
            self._answer.forget()
        else:
            self._answer.take_out(raw, "late-closer")

    # Thoughts

    def _open(self, mark: Mark, marker: str, at: int) -> None:
        name = mark.name or (name_of_tag(marker) if mark.dialect.any_tag else "")
        self._await_text((mark.dialect, name), marker, at, name)
        text = self._thought.read() if mark.role is Role.OPEN_TAG else ""
        if text:
            self._thought.derived = True
            self._begin_thought()
            self._out.append(ThoughtDelta(text))
        if mark.role is Role.EMPTY or (mark.role is Role.OPEN_TAG and closes_itself(marker)):
            self._end_thought("")

    def _await_text(self, kind: Kind | None, marker: str, at: int, name: str = "") -> None:
        self._state, self._marked = _State.BLANK, True
        self._thought = OpenThought(kind, marker, at, name)
        self._situation = self._lexicon.thought(kind, blank=True)

    def _begin_thought(self) -> None:
        thought = self._thought
        self._state = _State.THOUGHT
        self._situation = self._lexicon.thought(thought.kind, blank=False)
        self._out.append(thought.start(self._index, self._policy.default_type))
        if thought.pad:
            self._out.append(thought.delta(thought.pad))

    def _end_thought(
        self, closer: str, dialect: Dialect | None = None, *, complete: bool = True
    ) -> None:
        if self._state is not _State.BLANK or self._tells_blank(closer):
            self._out.append(ThoughtEnd(self._index, closer, complete))
            self._index += 1
        self._enter_answer(wrapped=dialect is not None and dialect.closer_wraps)

    def _tells_blank(self, closer: str) -> bool:
        """Begin a thought that has no text, or leave it out."""
        whole = self._thought.marker + self._thought.pad + closer
        if whole and not self._policy.skips_empty:
            self._begin_thought()
            return True
        if whole:
            self._out.append(Removed(whole, "empty-thought"))
            self._skipped += 1
        return False

    def _close_thought_left_open(self) -> bool:
        """Close a thought that the reply left open; whether there was one."""
        thought, index = self._thought, self._index
        as_answer = self._policy.unclosed == "answer"
        match self._state:
            case _State.BLANK if not thought.marker + thought.pad:
                return False
            case _State.BLANK if as_answer:
                self._answer.say(thought.marker + thought.pad)
            case _State.BLANK | _State.THOUGHT:
                self._end_thought("", complete=False)
                if as_answer:
                    self._out.append(Reclassified(thought.at, self._length, "answer", index))
                    self._answer.regain()
            case _:
                return False
        return True

    # The answer

    def _begin_reply(self, *, inside: bool) -> None:
        if inside:
            self._answer.meet()
            self._await_text(None, "", 0)
        else:
            self._enter_answer()
        self._settle()

    def _enter_answer(self, *, wrapped: bool = False) -> None:
        self._state, self._wrapped = _State.ANSWER, wrapped
        if self._fences:
            self._fences.break_line()
        self._expect()

    def _say(self, text: str) -> None:
        blank = self._answer.blank
        self._answer.say(text)
        if blank is not self._answer.blank and self._state is _State.ANSWER:
            self._expect()

    def _expect(self) -> None:
        """Look for the markers that count in the answer from here on."""
        top, fresh = not self._marked and self._answer.silent, self._answer.blank
        self._situation = self._lexicon.answer(top=top, fresh=fresh, wrapped=self._wrapped)

    def _pass_through(self, situation: Situation, *, resumes: bool) -> None:
        self._state, self._situation, self._resumes = _State.PASSING, situation, resumes

    def _outcome(self, *, cut: bool) -> Outcome:
        if cut and self._policy.unclosed != "answer":
            return "cut-in-thought"
        if not self._answer.silent:
            return "answered"
        return "thought-only" if self._index else "empty"

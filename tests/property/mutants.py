"""Machines with one mistake each, and for every law a trial that the true machine passes.

Each mistake is one that a program in this field makes, or nearly made here. That a law's trial
fails on its mutants shows that the law can fail.
"""

import html
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise

from tests.property.examined import make_examined, repeated, work
from tests.property.held import held_bytes
from tests.property.laws import (
    Machine,
    Make,
    alone,
    balanced,
    bounded,
    chunk_free,
    events_of,
    foreign_untouched,
    linear,
    lossless,
    make_splitter,
    one_machine,
    prompt,
    total,
)
from tests.property.replies import Setting
from tests.property.stream_laws import (
    Split,
    closes_before_the_error,
    same_from_bytes,
    split_now,
    stops_with_its_consumer,
)
from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.fold import Reply, fold
from thoughtstream.core.policy import Policy
from thoughtstream.core.splitter import Start
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.streams.decoding import Chunk
from thoughtstream.streams.split import split
from thoughtstream.testing import chunkings

KILLED = "killed"
"""The property of a test that says which law killed which mutant."""

REPLY = "<think>a < b</think>\n\nc <thi\ud800 </think> d `<think>` <b>x</b> <think>e</think><"
CUT_SHORT = "a<think>b"


class Wrapped:
    """A machine that passes everything on to another."""

    def __init__(self, make: Make, setting: Setting) -> None:
        self.make, self.setting = make, setting
        self.inner: Machine = make(setting)

    def feed(self, text: str) -> list[Event]:
        return self.inner.feed(text)

    def finish(self) -> list[Event]:
        return self.inner.finish()


# 1. Chunk-free


class LooksAtEachChunkAlone(Wrapped):
    """No hold-back: what a chunk does not show is not there."""

    inside = False

    def feed(self, text: str) -> list[Event]:
        start: Start = "inside" if self.inside else "outside"
        events = events_of(self.make, replace(self.setting, start=start), [text])[:-1]
        last = events[-1] if events else None
        self.inside = isinstance(last, ThoughtEnd) and not last.complete
        return events[:-1] if self.inside else events


class WantsATagToBeAChunk(Wrapped):
    """A tag is a tag where a chunk is that tag and nothing else."""

    def feed(self, text: str) -> list[Event]:
        match text:
            case "<think>":
                return [ThoughtStart(0, text, "think")]
            case "</think>":
                return [ThoughtEnd(0, text)]
            case _:
                return [AnswerDelta(text)] if text else []


class StripsTheFirstTextOfAChunk(Wrapped):
    """Whitespace behind a marker goes only if it is in the same chunk."""

    def feed(self, text: str) -> list[Event]:
        events = super().feed(text)
        for before, event in pairwise(events):
            if isinstance(before, ThoughtEnd) and isinstance(event, AnswerDelta):
                event.text = event.text.lstrip() or event.text
        return events


# 2. Lossless


class ForgetsWhatIsHeld(Wrapped):
    """The end of the stream throws away what might have become a tag."""

    def finish(self) -> list[Event]:
        return [
            event for event in super().finish()
            if not isinstance(event, AnswerDelta | ThoughtDelta)
        ]  # fmt: skip


class DropsStrayClosers(Wrapped):
    """A closer without its opener is neither text nor told of."""

    def feed(self, text: str) -> list[Event]:
        return [event for event in super().feed(text) if not isinstance(event, Removed)]


class StripsDeltas(Wrapped):
    """Every piece is stripped on its way out."""

    def feed(self, text: str) -> list[Event]:
        events = super().feed(text)
        for event in events:
            if isinstance(event, AnswerDelta | ThoughtDelta):
                event.text = event.text.strip() or event.text
        return events


class TellsOfNothing(Wrapped):
    """An empty delta for every chunk."""

    def feed(self, text: str) -> list[Event]:
        return [AnswerDelta(""), *super().feed(text)]


# 3. Prompt


class HoldsEverything(Wrapped):
    """All text waits for the end."""

    held = ""

    def feed(self, text: str) -> list[Event]:
        self.held += text
        return []

    def finish(self) -> list[Event]:
        return super().feed(self.held) + super().finish()


class HoldsAFixedTail(HoldsEverything):
    """As many characters are held as the longest marker has, whatever they are."""

    def feed(self, text: str) -> list[Event]:
        whole = self.held + text
        self.held = whole[-len("</think") :]
        return Wrapped.feed(self, whole[: -len("</think")])


class HoldsFromEveryAngle(HoldsEverything):
    """From a `<` on everything is held until a `>` comes."""

    def feed(self, text: str) -> list[Event]:
        whole = self.held + text
        at = whole.rfind("<")
        at = len(whole) if at < 0 or ">" in whole[at:] else at
        self.held = whole[at:]
        return Wrapped.feed(self, whole[:at])


# 4. Linear and bounded


class ReadsAllAgain(Wrapped):
    """Every chunk makes it read the reply from its beginning."""

    seen = ""

    def feed(self, text: str) -> list[Event]:
        self.seen += text
        return self.make(self.setting).feed(self.seen)


class KeepsTheReply(HoldsAFixedTail):
    """All that was fed is kept, in case it is needed."""

    def __init__(self, make: Make, setting: Setting) -> None:
        super().__init__(make, setting)
        self.fed: list[str] = []

    def feed(self, text: str) -> list[Event]:
        self.fed.append(text)
        return Wrapped.feed(self, text)


# 5. Total and balanced


class LeavesAThoughtOpen(Wrapped):
    """A thought that the reply does not close is never closed."""

    def finish(self) -> list[Event]:
        return [event for event in super().finish() if not isinstance(event, ThoughtEnd)]


class EndsTwice(Wrapped):
    """Two ends: one for the last thought, one for the reply."""

    def finish(self) -> list[Event]:
        return [*super().finish(), ReplyEnd("answered")]


class CountsEveryThoughtAsTheFirst(Wrapped):
    """Thoughts all have the same number."""

    def feed(self, text: str) -> list[Event]:
        events = super().feed(text)
        for event in events:
            if isinstance(event, ThoughtStart | ThoughtEnd):
                event.index = 0
        return events


class TrustsItsText(Wrapped):
    """Text that can't be encoded raises."""

    def feed(self, text: str) -> list[Event]:
        return super().feed(text.encode().decode())


def split_and_raise(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """The error of a source comes at once, and closes nothing."""
    machine = make_splitter(setting)
    for chunk in chunks:
        yield from machine.feed(str(chunk))
    yield from machine.finish()


def split_and_swallow(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """The error of a source is nobody's business."""
    try:  # noqa: SIM105 - the mistake in question
        yield from split_now(setting, chunks)
    except Exception:  # noqa: BLE001, S110 - the mistake in question
        pass


_LEFT_OPEN: list[Generator[Chunk]] = []


def split_and_leave_open(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """Who stops reading leaves the source open."""
    _LEFT_OPEN.append(chunks)
    return split(iter(chunks.__next__, None), setting.dialects, setting.policy, start=setting.start)


def split_and_go_on(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """Who stops reading is given the end of the reply all the same."""
    return chain(list(split_now(setting, chunks)))


# 6. One machine


def reads_a_whole_reply_by_another_rule(setting: Setting, reply: str) -> Reply:
    """A second parser, for whole replies, to which a thought without its end is an answer."""
    other = replace(setting, policy=replace(setting.policy, unclosed="answer"))
    return fold(events_of(make_splitter, other, [reply]), other.policy)


def strips_a_whole_reply(setting: Setting, reply: str) -> Reply:
    """A second parser, for whole replies, that tidies first."""
    return fold(events_of(make_splitter, setting, [reply.strip()]), setting.policy)


def split_bytes_one_by_one(setting: Setting, chunks: Generator[Chunk]) -> Iterator[Event]:
    """Every chunk of bytes is decoded on its own."""
    texts = (each if isinstance(each, str) else each.decode(errors="replace") for each in chunks)
    return split_now(setting, (text for text in texts))


# 7. Only the model's text is scanned


class SharesItsState(Wrapped):
    """All machines write into one buffer."""

    held: list[str] = []  # noqa: RUF012 - the mistake in question

    def feed(self, text: str) -> list[Event]:
        self.held.append(text)
        *ready, last = "".join(self.held).splitlines(keepends=True) or [""]
        self.held[:] = [last]
        return super().feed("".join(ready))

    def finish(self) -> list[Event]:
        rest = "".join(self.held)
        self.held.clear()
        return super().feed(rest) + super().finish()


class RemembersTheLastReply(Wrapped):
    """A reply begins where the one before left off."""

    inside = False

    def feed(self, text: str) -> list[Event]:
        if type(self).inside:
            self.inner = self.make(replace(self.setting, start="inside"))
        type(self).inside = text.count("<think>") > text.count("</think>")
        return super().feed(text)


# 8. Foreign markup is untouched


class TakesEveryTag(Wrapped):
    """Whatever looks like a tag opens a thought."""

    def __init__(self, make: Make, setting: Setting) -> None:
        super().__init__(make, replace(setting, dialects=(DIALECTS["any-tag"],)))


class DecodesEntities(Wrapped):
    """Text is unescaped, to be on the safe side."""

    def feed(self, text: str) -> list[Event]:
        return super().feed(html.unescape(text))


class TakesWhatBeginsLikeATag(Wrapped):
    """`<thinkpad>` begins with `<think`."""

    def feed(self, text: str) -> list[Event]:
        return super().feed(text.replace("<thinkpad>", "<think>"))


# The trials

SETTINGS = (
    Setting(),
    Setting(policy=Policy(answer_whitespace="preserve", lone_closer="remove", code="scan")),
    Setting((DIALECTS["think-tags"],), Policy(answer_whitespace="boundary", empty="keep"), "hold"),
)
EIGHT_LINES = "<think>a\nb</think>c\nd <think>e\nf</think>g\n"


def is_chunk_free(make: Make) -> None:
    for setting in SETTINGS:
        chunk_free(make, setting, REPLY, chunkings(REPLY))


def is_lossless(make: Make) -> None:
    for setting in SETTINGS:
        for chunks in chunkings(REPLY):
            lossless(REPLY, events_of(make, setting, chunks))


def is_prompt(make: Make) -> None:
    for setting in SETTINGS:
        prompt(make, setting, REPLY)


def is_linear(make: Make) -> None:
    linear(work(Setting(), repeated("a < b "), 64, make), 4_096)


def is_bounded(make: Make) -> None:
    setting = Setting()
    machine, fresh = make(setting), make(setting)
    for _ in range(100):
        machine.feed("a < b " * 1_000)
    bounded([held_bytes(machine, fresh)], 300_000)


def is_balanced(make: Make) -> None:
    for setting in SETTINGS:
        for chunks in ([REPLY], list(REPLY), [CUT_SHORT]):
            balanced(total(make, setting, chunks))


def closes_in_order(splits: Split) -> None:
    for setting in SETTINGS:
        closes_before_the_error(splits, setting, list(CUT_SHORT))


def stops_at_once(splits: Split) -> None:
    for setting in SETTINGS:
        stops_with_its_consumer(splits, setting, list(REPLY), taken=2)


def has_no_second_parser(whole: Callable[[Setting, str], Reply]) -> None:
    for setting, reply in ((Setting(), CUT_SHORT), (SETTINGS[1], f"{REPLY} ")):
        one_machine(make_splitter, whole, setting, list(reply))


def takes_bytes(splits: Split) -> None:
    whole = "é<think>ü</think>👋".encode()
    same_from_bytes(splits, Setting(), [whole[at : at + 1] for at in range(len(whole))])


def is_alone(make: Make) -> None:
    for setting in SETTINGS:
        alone(make, (setting, list(EIGHT_LINES)), (setting, CUT_SHORT))


def leaves_the_foreign_alone(make: Make) -> None:
    for reply in ("a <b>c</b> &lt;i&gt;", "a <thinkpad> b"):
        foreign_untouched(make, Setting(), [reply])


@dataclass(frozen=True)
class Mutant:
    """A mistake, and the trial of the law that must not let it pass."""

    law: str
    name: str
    says: str
    trial: Callable[[], None]


def _machines(law: str, trial: Callable[[Make], None], *kinds: type[Wrapped]) -> Iterator[Mutant]:
    for kind in kinds:
        make: Make = make_examined if trial is is_linear else make_splitter
        yield Mutant(law, kind.__name__, kind.__doc__ or "", partial(trial, partial(kind, make)))


def _functions(
    law: str, trial: Callable[..., None], *mistakes: Callable[..., object]
) -> Iterator[Mutant]:
    for mistake in mistakes:
        yield Mutant(law, mistake.__name__, mistake.__doc__ or "", partial(trial, mistake))


MUTANTS = (
    *_machines(
        "1 chunk-free", is_chunk_free,
        LooksAtEachChunkAlone, WantsATagToBeAChunk, StripsTheFirstTextOfAChunk,
    ),
    *_machines(
        "2 lossless", is_lossless,
        ForgetsWhatIsHeld, DropsStrayClosers, StripsDeltas, TellsOfNothing,
    ),
    *_machines("3 prompt", is_prompt, HoldsEverything, HoldsAFixedTail, HoldsFromEveryAngle),
    *_machines("4 linear and bounded", is_linear, ReadsAllAgain),
    *_machines("4 linear and bounded", is_bounded, KeepsTheReply),
    *_machines(
        "5 total and balanced", is_balanced,
        LeavesAThoughtOpen, EndsTwice, CountsEveryThoughtAsTheFirst, TrustsItsText,
    ),
    *_functions("5 total and balanced", closes_in_order, split_and_raise, split_and_swallow),
    *_functions("5 total and balanced", stops_at_once, split_and_leave_open, split_and_go_on),
    *_functions(
        "6 one machine", has_no_second_parser,
        reads_a_whole_reply_by_another_rule, strips_a_whole_reply,
    ),
    *_functions("6 one machine", takes_bytes, split_bytes_one_by_one),
    *_machines(
        "7 only the model's text is scanned", is_alone, SharesItsState, RemembersTheLastReply
    ),
    *_machines(
        "8 foreign markup is untouched", leaves_the_foreign_alone,
        TakesEveryTag, DecodesEntities, TakesWhatBeginsLikeATag,
    ),
)  # fmt: skip

LAWS = tuple(dict.fromkeys(mutant.law for mutant in MUTANTS))

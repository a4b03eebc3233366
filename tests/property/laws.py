"""The laws, as functions that raise `Broken` where a machine does not keep one.

Each takes a `make`, which makes the machine for a setting, so that the tests, the mutants, the
long form and the fuzzer all ask the same questions. None looks inside a machine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from tests.property.continuations import continuations, may_begin
from tests.property.replies import Setting
from thoughtstream.core.fold import Reply, fold
from thoughtstream.core.splitter import Splitter
from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.events import (
    AnswerDelta,
    Event,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
)
from thoughtstream.testing import merged, source_text


class Broken(AssertionError):  # noqa: N818 - a law is broken
    """A law does not hold."""


class Machine(Protocol):
    """What a law is about."""

    def feed(self, text: str, /) -> list[Event]: ...

    def finish(self) -> list[Event]: ...


Make = Callable[[Setting], Machine]


def make_splitter(setting: Setting) -> Splitter:
    """Make the machine that all of this is about."""
    return Splitter(setting.dialects, setting.policy, start=setting.start)


def events_of(make: Make, setting: Setting, chunks: Iterable[str]) -> list[Event]:
    """Run a machine over a reply."""
    machine = make(setting)
    events = [event for chunk in chunks for event in machine.feed(chunk)]
    return events + machine.finish()


# 1. Chunk-free


def chunk_free(
    make: Make, setting: Setting, reply: str, cuttings: Iterable[Sequence[str]]
) -> list[Event]:
    """Any cutting of the same reply gives the same merged events; these are returned."""
    whole = merged(events_of(make, setting, [reply]))
    for chunks in cuttings:
        events = merged(events_of(make, setting, chunks))
        _expect(events == whole, "cut as {} it gives {}, but whole {}", chunks, events, whole)
    return whole


# 2. Lossless


def lossless(reply: str, events: Sequence[Event]) -> None:
    """Every character of the reply rides on exactly one event, in order, and none is empty."""
    _expect(source_text(events) == reply, "the source of {} is not {}", events, reply)
    for event in events:
        match event:
            case AnswerDelta(text) | ThoughtDelta(text) | Removed(text):
                _expect(text, "an event holds nothing: {}", events)
            case ReplyEnd():
                told = event.counts.characters
                _expect(told == len(reply), "{} characters are told of {}", told, reply)
            case _:
                pass


# 3. Prompt

Fate = tuple[str, ...]
"""What becomes of one character."""


def prompt(make: Make, setting: Setting, reply: str) -> None:
    """After every character, what is held back is text whose fate is open.

    What becomes of the first character that is held depends on what follows: two continuations
    are found that give it two fates. Anything else could have been let go. With `start="hold"`
    nothing has to come out before the first marker.
    """
    machine, released = make(setting), ""
    for end, letter in enumerate(reply, 1):
        released += source_text(machine.feed(letter))
        seen, at = reply[:end], len(released)
        _expect(seen.startswith(released), "{} is no beginning of {}", released, seen)
        if at < end and (released or setting.start != "hold"):
            _expect_open(make, setting, seen, at)


def _expect_open(make: Make, setting: Setting, seen: str, at: int) -> None:
    fate: Fate | None = None
    for more in continuations(setting.dialects, seen[at:]):
        other = _fates(events_of(make, setting, [seen + more]))[at]
        if fate is None and _awaits(setting, seen[at:], other):
            return
        if fate is not None and fate != other:
            return
        fate = other
    raise Broken(f"{seen[at:]!r} is held behind {seen[:at]!r}, and will be {fate} all the same")


def _awaits(setting: Setting, held: str, fate: Fate) -> bool:
    """Whether held text, even if it has one fate only, waits for what is to be told with it.

    A thought's opener, and whitespace behind it, are told with its first text. Whitespace that a
    policy may take out waits for what follows it. A tool's marker is text of the answer, and
    still a marker.
    """
    if fate[0] == "start":
        held = held.removeprefix(fate[1])
    if fate[0] != "answer" or setting.policy.answer_whitespace in ("seam", "boundary"):
        held = held.lstrip(WHITESPACE)
    return not held or may_begin(setting.dialects, held)


def _plainly(events: Iterable[Event]) -> Iterator[Event]:
    """Events without the derived text of attribute thoughts, which may go on in a later call."""
    derived = False
    for event in events:
        if isinstance(event, ThoughtStart):
            derived = event.source == "attribute"
        if not (derived and isinstance(event, ThoughtDelta)):
            yield event


def _fates(events: Iterable[Event]) -> list[Fate]:
    fates: list[Fate] = []
    for event in _plainly(events):
        match event:
            case AnswerDelta(text):
                fates += [("answer",)] * len(text)
            case ThoughtDelta(text):
                fates += [("thought",)] * len(text)
            case Removed(text, "seam" | "boundary" | "attribute-wins" as why):
                fates += [("removed", why)] * len(text)
            case Removed(text, why):
                fates += [("removed", why, text)] * len(text)
            case ThoughtStart(marker=marker):
                fates += [("start", marker)] * len(marker)
            case ThoughtEnd(marker=marker) | Reclassified(marker=marker):
                fates += [("end", marker)] * len(marker)
            case _:
                pass
    return fates


# 4. Linear and bounded


def linear(work: Callable[[int], int], length: int, *, most: float = 10.0) -> None:
    """The work for a reply of eight times the length is at most ten times the work."""
    once, eightfold = work(length), work(8 * length)
    told = "{} characters are looked at for {}, and {} for {}"
    _expect(eightfold <= most * once, told, once, length, eightfold, 8 * length)


def bounded(sizes: Iterable[int], most: int) -> None:
    """However long the reply, a machine holds no more than this many bytes."""
    for size in sizes:
        _expect(size <= most, "{} bytes are held, and no more than {} may be", size, most)


# 5. Total and balanced


def total(make: Make, setting: Setting, chunks: Iterable[str]) -> list[Event]:
    """No text raises; the events are returned."""
    try:
        return events_of(make, setting, chunks)
    except Exception as error:
        raise Broken(f"{chunks!r} raises {error!r}") from error


def balanced(events: Sequence[Event]) -> None:
    """Every start has its end, thoughts are counted from 0, and one `ReplyEnd` comes last."""
    _expect(events and isinstance(events[-1], ReplyEnd), "no `ReplyEnd` comes last: {}", events)
    index, inside = 0, False
    for event in events[:-1]:
        match event:
            case ThoughtStart():
                _expect(not inside and event.index == index, _DISORDER, event, events)
                inside = True
            case ThoughtDelta() | Removed(why="attribute-wins"):
                _expect(inside, "{} is in no thought: {}", event, events)
            case ThoughtEnd():
                _expect(inside and event.index == index, _DISORDER, event, events)
                inside, index = False, index + 1
            case AnswerDelta() | Removed():
                _expect(not inside, "{} is inside a thought: {}", event, events)
            case Reclassified(now="thought"):
                in_order = not inside and event.index == index == event.start == 0
                _expect(in_order, _DISORDER, event, events)
                index += 1
            case Reclassified():
                _expect(not inside and event.index == index - 1, _DISORDER, event, events)
            case _:
                raise Broken(f"{event!r} has no place here: {events!r}")
    end = events[-1]
    counted = isinstance(end, ReplyEnd) and end.counts.thoughts == index
    _expect(counted and not inside, "a thought is left open, or not counted: {}", events)


# 6. One machine


def one_machine(
    make: Make, whole: Callable[[Setting, str], Reply], setting: Setting, chunks: Sequence[str]
) -> None:
    """A whole reply at once is the same as its chunks, folded."""
    at_once = whole(setting, "".join(chunks))
    folded = fold(events_of(make, setting, chunks), setting.policy)
    _expect(folded == at_once, "folded it is {}, but at once {}", folded, at_once)


# 7. Only the model's text is scanned


def alone(make: Make, ours: tuple[Setting, Sequence[str]], other: tuple[Setting, str]) -> None:
    """Another reply, split between our chunks, changes nothing in ours."""
    setting, chunks = ours
    expected = events_of(make, setting, chunks)
    machine, neighbour = make(setting), make(other[0])
    events: list[Event] = []
    for chunk in chunks:
        events += machine.feed(chunk)
        neighbour.feed(other[1])
    neighbour.finish()
    events += machine.finish()
    _expect(events == expected, "beside {} comes {}, but alone {}", other, events, expected)


# 8. Foreign markup is untouched


def foreign_untouched(make: Make, setting: Setting, chunks: Sequence[str]) -> None:
    """A reply without any marker is one answer, to the letter."""
    events = merged(events_of(make, setting, chunks))
    text = "".join(chunks)
    expected = [AnswerDelta(text)] if text else []
    _expect(events[:-1] == expected, "{} has no marker, and gives {}", text, events)


def _expect(holds: object, words: str, *facts: object) -> None:
    if not holds:
        raise Broken(words.format(*map(repr, facts)))


_DISORDER = "{} is out of order: {}"

"""Tool calls of one reply: pieces that name a call by the provider's key, into balanced events.

Our indices count from 0 in the order in which calls begin, whatever the provider's keys are.
"""

from collections.abc import Hashable, Mapping

from thoughtstream.events import Event, ToolCallDelta, ToolCallEnd, ToolCallStart


class _Call:
    """One tool call: what is known of it, and whether it was told."""

    __slots__ = ("id", "index", "name", "provider")

    def __init__(self) -> None:
        self.index = -1  # not told so far
        self.id = ""
        self.name = ""
        self.provider: dict[str, object] = {}

    def learn(self, call_id: str, name: str, provider: Mapping[str, object]) -> None:
        self.id = self.id or call_id
        self.name = self.name or name
        self.provider.update(provider)

    def is_another(self, call_id: str, name: str) -> bool:
        """Whether a piece under the same key begins another call: some servers number all 0."""
        return bool(name and call_id and self.id and call_id != self.id)


class Calls:
    """The tool calls of one reply."""

    __slots__ = ("_count", "_open")

    def __init__(self) -> None:
        self._open: dict[Hashable, _Call] = {}
        self._count = 0

    @property
    def any(self) -> bool:
        """Whether any call was told."""
        return self._count > 0

    def write(
        self,
        key: Hashable,
        call_id: str = "",
        name: str = "",
        arguments: str = "",
        provider: Mapping[str, object] | None = None,
    ) -> list[Event]:
        """Take the next piece of a call; a call begins when its name is known or arguments come."""
        events: list[Event] = []
        call = self._open.get(key)
        if call and call.is_another(call_id, name):
            events += self.end(key)
            call = None
        if call is None:
            call = self._open[key] = _Call()
        call.learn(call_id, name, provider or {})
        if call.index < 0 and (call.name or arguments):
            events.append(self._begin(call))
        if arguments:
            events.append(ToolCallDelta(call.index, arguments))
        return events

    def end(self, key: Hashable, *, complete: bool = True) -> list[Event]:
        """End a call, if it is open."""
        call = self._open.pop(key, None)
        if call is None:
            return []
        events = [] if call.index >= 0 else [self._begin(call)]
        return [*events, ToolCallEnd(call.index, complete)]

    def end_all(self, *, complete: bool = True) -> list[Event]:
        """End every call that is open, in order."""
        return [event for key in [*self._open] for event in self.end(key, complete=complete)]

    def _begin(self, call: _Call) -> Event:
        call.index, self._count = self._count, self._count + 1
        return ToolCallStart(call.index, call.id, call.name, call.provider)

"""The thought that is open, or about to be: its marker is read, its text may still be blank."""

from dataclasses import dataclass, field

from thoughtstream.core import limits
from thoughtstream.core.lexicon import Kind
from thoughtstream.core.tags import read_attributes
from thoughtstream.core.whitespace import WHITESPACE
from thoughtstream.events import Event, Removed, Source, ThoughtDelta, ThoughtStart


@dataclass(slots=True)
class OpenThought:
    """What is known of a thought before it is over."""

    kind: Kind | None
    """None where the prompt opened it, or a lone closer showed it."""
    marker: str
    at: int
    """Where in the reply its marker begins."""
    name: str = ""
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    pad: str = ""
    """Whitespace behind the marker, before any text."""
    depth: int = 0
    """How many inner tags of its name are open."""
    derived: bool = False
    """Its text is an attribute's; a body loses to it."""

    def takes_echo(self, opener: str) -> bool:
        """Whether an opener that is repeated before any text joins its marker."""
        length = len(self.marker) + len(self.pad) + len(opener)
        return not self.marker or length <= limits.ECHO

    def read(self) -> str:
        """Read the attributes of its tag and return the text that they hold, if any."""
        self.attributes = read_attributes(self.marker)
        values = (self.attributes.get(name, "") for name in ("thought", "content"))
        return next((value for value in values if value.strip(WHITESPACE)), "")

    def start(self, index: int, default_type: str) -> ThoughtStart:
        """Return the event that begins it."""
        declared = self.attributes.get("thought_type") or self.attributes.get("type")
        source: Source = "attribute" if self.derived else "marker"
        type_ = declared or default_type
        return ThoughtStart(index, self.marker, self.name, type_, self.attributes, source)

    def delta(self, text: str) -> Event:
        """Return the event for the next text in its body."""
        return Removed(text, "attribute-wins") if self.derived else ThoughtDelta(text)

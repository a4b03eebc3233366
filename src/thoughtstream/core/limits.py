"""Every bound of the core, in one place, each with its reason.

Beyond a limit text is plain text: a limit never raises and never loses a character. Whether
something is within a limit depends on the reply alone, never on how it was cut.
"""

MARKER = 65_536
"""Longest tag with attributes, in code points. Whole thoughts are written into attributes."""

NESTING = 16
"""Deepest nesting of one tag name inside a thought; deeper openers are text."""

ECHO = 256
"""Longest opening marker that repeated openers, and whitespace between them, may grow to."""

BLANK = 4_096
"""Most whitespace that is waited for at the start of a thought or beside a marker."""

HOLD = 1_048_576
"""Most text that `start="hold"` keeps back while it waits for the first marker."""

NAME = 64
"""Longest name of a tag or an attribute, and most whitespace round an `=` or in a closing tag."""

BARE_VALUE = 256
"""Longest attribute value without quotes."""

HEADER = 96
"""Longest free part between two control tokens of a channel header."""

PROMPT_TAIL = 4_096
"""How much of the end of a rendered prompt is looked at to find the start state."""

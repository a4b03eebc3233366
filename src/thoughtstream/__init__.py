"""thoughtstream separates what a language model thinks from what it says.

import thoughtstream as ts

reply = ts.split_text("<think>2 and 2 is 4</think>Four.")
reply.thoughts[0].text, reply.answer  # "2 and 2 is 4", "Four."
"""

from thoughtstream.core.catalogue import DIALECTS
from thoughtstream.core.dialect import Channels, Dialect
from thoughtstream.core.fold import Reply, Thought, fold
from thoughtstream.core.models import dialect_for
from thoughtstream.core.policy import Policy
from thoughtstream.core.response_template import dialect_from_response_template
from thoughtstream.core.splitter import Splitter
from thoughtstream.errors import (
    LateCloserWarning,
    LimitError,
    MissingExtraError,
    MisuseError,
    StoreError,
    ThoughtstreamError,
    WireError,
)
from thoughtstream.events import (
    AnswerDelta,
    Counts,
    Event,
    Notice,
    Reclassified,
    Removed,
    ReplyEnd,
    ThoughtDelta,
    ThoughtEnd,
    ThoughtStart,
    ToolCallDelta,
    ToolCallEnd,
    ToolCallStart,
    Usage,
)
from thoughtstream.streams.answer import only_answer
from thoughtstream.streams.split import split, split_snapshots, split_text

__all__ = [
    "DIALECTS",
    "AnswerDelta",
    "Channels",
    "Counts",
    "Dialect",
    "Event",
    "LateCloserWarning",
    "LimitError",
    "MissingExtraError",
    "MisuseError",
    "Notice",
    "Policy",
    "Reclassified",
    "Removed",
    "Reply",
    "ReplyEnd",
    "Splitter",
    "StoreError",
    "Thought",
    "ThoughtDelta",
    "ThoughtEnd",
    "ThoughtStart",
    "ThoughtstreamError",
    "ToolCallDelta",
    "ToolCallEnd",
    "ToolCallStart",
    "Usage",
    "WireError",
    "dialect_for",
    "dialect_from_response_template",
    "fold",
    "only_answer",
    "split",
    "split_snapshots",
    "split_text",
]

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
    GapError,
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
    Envelope,
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
from thoughtstream.streams.aggregate import Choice, ToolCall, aggregate
from thoughtstream.streams.answer import only_answer
from thoughtstream.streams.answer_of import answer_of
from thoughtstream.streams.audiences import Audiences
from thoughtstream.streams.broadcast import broadcast
from thoughtstream.streams.coalesce import coalesce
from thoughtstream.streams.enveloped import enveloped
from thoughtstream.streams.filtered import filtered
from thoughtstream.streams.recording import play, record
from thoughtstream.streams.split import split, split_snapshots, split_text
from thoughtstream.streams.stopped import stopped_at
from thoughtstream.streams.timing import Timing, timing

__all__ = [
    "DIALECTS",
    "AnswerDelta",
    "Audiences",
    "Channels",
    "Choice",
    "Counts",
    "Dialect",
    "Envelope",
    "Event",
    "GapError",
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
    "Timing",
    "ToolCall",
    "ToolCallDelta",
    "ToolCallEnd",
    "ToolCallStart",
    "Usage",
    "WireError",
    "aggregate",
    "answer_of",
    "broadcast",
    "coalesce",
    "dialect_for",
    "dialect_from_response_template",
    "enveloped",
    "filtered",
    "fold",
    "only_answer",
    "play",
    "record",
    "split",
    "split_snapshots",
    "split_text",
    "stopped_at",
    "timing",
]

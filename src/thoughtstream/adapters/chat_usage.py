"""Token counts of chat completions: thought tokens always within output tokens.

xAI counts `completion_tokens` without reasoning (its total shows it); all others count it in.
"""

from thoughtstream.adapters.fields import Fields, int_at, object_at
from thoughtstream.events import Usage


def chat_usage(usage: Fields, path: str) -> Usage:
    """Return the counts of a `usage` object."""
    details = object_at(usage, "completion_tokens_details", path)
    thought = int_at(details, "reasoning_tokens", f"{path}.completion_tokens_details")
    if thought is None:
        thought = int_at(usage, "reasoning_tokens", path)
    prompt = int_at(usage, "prompt_tokens", path)
    output = int_at(usage, "completion_tokens", path)
    total = int_at(usage, "total_tokens", path)
    if output is not None and thought and total == (prompt or 0) + output + thought:
        output += thought
    return Usage(prompt, output, thought)

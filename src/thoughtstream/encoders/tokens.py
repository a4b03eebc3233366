"""Token counts of a reply, gathered from one or more `Usage` events."""

from thoughtstream.events import Usage


def joined(before: Usage | None, usage: Usage) -> Usage:
    """Return counts brought up to date: a count that is not told again stays as it was."""
    if before is None:
        return usage
    return Usage(
        _newer(before.input_tokens, usage.input_tokens),
        _newer(before.output_tokens, usage.output_tokens),
        _newer(before.thought_tokens, usage.thought_tokens),
        before.estimated or usage.estimated,
        {**before.provider, **usage.provider},
    )


def total(usage: Usage) -> int:
    """Return all tokens; thought tokens are among the output tokens already."""
    return (usage.input_tokens or 0) + (usage.output_tokens or 0)


def _newer(before: int | None, after: int | None) -> int | None:
    return before if after is None else after

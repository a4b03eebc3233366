"""Dialects from a Hugging Face `response_template`, version 1, as in a `tokenizer_config.json`.

A template says per field of a message what opens and what closes it. Only where thoughts and the
answer begin and end is read; how a field's text is parsed further stays with whoever wants it. Text
that the template would throw away stays in the answer. A template that a dialect can't express is
refused with the name of the field, never half understood.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, cast

from thoughtstream.core.dialect import Dialect
from thoughtstream.errors import MisuseError

_THOUGHT_FIELDS = ("reasoning_content", "thinking", "reasoning")
_ANSWER_FIELD = "content"
_SHORTEST_PREFIX = 3
"""Fewer literal characters cannot tell a tool call from text."""

_BLANK = r"(?:\\[sn]|\n| )[*+?]"
_LEADING_BLANK = re.compile(rf"\A{_BLANK}")
_TRAILING_BLANK = re.compile(rf"{_BLANK}\Z")
_GROUP = re.compile(r"\(\?:((?:\\.|[^\\()])*)\)", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\|")
_EDGES = ("", "^", "$", r"\A", r"\Z")
_LITERAL = re.compile(r"(?:\\(?:[^\w]|[nt])|[^\\^$.*+?{}\[\]|()])*", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_TAG = re.compile(r"\s*<[A-Za-z][\w.:-]*>\s*")


@dataclass(frozen=True, slots=True)
class _Delimiter:
    """What opens or closes a field: some texts, the newlines beside them, an edge of the reply."""

    texts: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    edge: bool = False

    @property
    def spellings(self) -> tuple[str, ...]:
        """The texts, each also with the newline beside it."""
        texts = self.texts
        texts += tuple("\n" + text for text in texts if self.before)
        return texts + tuple(text + "\n" for text in texts if self.after)


_NOTHING = _Delimiter()


def dialect_from_response_template(
    template: Mapping[str, object], name: str = "response-template"
) -> Dialect:
    """Return the dialect that a response template describes.

    Args:
        template: The object under `response_template`.
        name: What to call the dialect.

    Raises:
        MisuseError: If the template has no thoughts or says something that a dialect can't express;
            the message names the field.
    """
    fields = _fields_of(template)
    thought_field = next((each for each in _THOUGHT_FIELDS if each in fields), None)
    if thought_field is None:
        raise MisuseError(f"`fields` must have one of {_listed(_THOUGHT_FIELDS)} for thoughts")
    opens, closes = _thought_delimiters(thought_field, fields.pop(thought_field))
    wrapper = _wrapper(fields.pop(_ANSWER_FIELD, {}), template)
    return Dialect(
        name,
        about="from a Hugging Face response template",
        opens=opens.texts,
        closes=closes.texts,
        fold_case=False,
        after_open=opens.after,
        before_close=closes.before,
        after_close=closes.after,
        implicit_closers=tuple(_tool_openers(fields)),
        answer_opens=wrapper.opens,
        answer_closes=wrapper.closes,
        special=wrapper.special,
        start="inside" if opens.edge else "from-prompt-tail",
    )


@dataclass(frozen=True, slots=True)
class _Wrapper:
    opens: tuple[str, ...]
    closes: tuple[str, ...]

    @property
    def special(self) -> bool:
        """Whether it is made of tokens: a plain tag may also be part of an answer."""
        return not any(_TAG.fullmatch(text) for text in self.opens)


def _fields_of(template: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    if (version := template.get("version", 1)) != 1:
        raise MisuseError(f"`version` of a response template must be 1; got {version!r}")
    fields = _object(template.get("fields"), "`fields`")
    return {name: _object(field, f"field `{name}`") for name, field in fields.items()}


def _thought_delimiters(name: str, field: Mapping[str, object]) -> tuple[_Delimiter, _Delimiter]:
    if field.get("content", "text") != "text" or "transform" in field:
        _refuse(name, "a thought must be plain text, without `transform`")
    opens = _delimiter(name, field, "open") or _Delimiter(edge=True)
    closes = _delimiter(name, field, "close")
    if closes is None or not closes.texts:
        _refuse(name, "a thought must have a text that closes it")
    return opens, closes


def _wrapper(field: Mapping[str, object], template: Mapping[str, object]) -> _Wrapper:
    opens = (_delimiter(_ANSWER_FIELD, field, "open") or _NOTHING).spellings
    closes = (_delimiter(_ANSWER_FIELD, field, "close") or _NOTHING).spellings
    wrapper = _Wrapper(opens, closes)
    if not opens or not wrapper.special or "start_anchor" not in template:
        return wrapper
    # Where blocks have openers, what stands before an opener belongs to no block.
    return _Wrapper(opens + _texts("start_anchor", template["start_anchor"]), closes)


def _tool_openers(fields: Mapping[str, Mapping[str, object]]) -> Iterable[str]:
    for name, field in fields.items():
        if "open" in field:
            yield from _texts(name, field["open"])
        elif "open_pattern" in field:
            yield _literal_prefix(name, _text(name, field["open_pattern"]))


def _delimiter(name: str, field: Mapping[str, object], side: str) -> _Delimiter | None:
    """Read `open` or `open_pattern`, `close` or `close_pattern`; None if there is neither."""
    pattern = f"{side}_pattern"
    if side in field and pattern in field:
        _refuse(name, f"`{side}` and `{pattern}` exclude each other")
    if side in field:
        return _Delimiter(_texts(name, field[side]))
    if pattern in field:
        return _read_pattern(name, _text(name, field[pattern]))
    return None


# --- Regular expressions that are literal texts but for whitespace beside them --------------------


def _read_pattern(name: str, pattern: str) -> _Delimiter:
    before, body, after = _without_blanks(pattern)
    group = _GROUP.fullmatch(body)
    parts = [_without_blanks(part) for part in _BAR.split(group[1] if group else body)]
    texts = [text for _, text, _ in parts if text not in _EDGES]
    for text in texts:
        if not _LITERAL.fullmatch(text):
            _refuse(name, f"{pattern!r} is not a text, or several, with whitespace beside it")
    return _Delimiter(
        texts=tuple(dict.fromkeys(map(_unescaped, texts))),
        before=max([before, *(before for before, _, _ in parts)], key=len),
        after=max([after, *(after for _, _, after in parts)], key=len),
        edge=len(texts) < len(parts),
    )


def _literal_prefix(name: str, pattern: str) -> str:
    _, body, _ = _without_blanks(pattern)
    rest = _LITERAL.sub("", body, count=1)
    prefix = _unescaped(body.removesuffix(rest))
    if rest.startswith(("*", "?", "{")):
        prefix = prefix[:-1]  # the last character need not be there
    if len(prefix) < _SHORTEST_PREFIX:
        _refuse(name, f"{pattern!r} does not begin with a text that a tool call can be told by")
    return prefix


def _without_blanks(pattern: str) -> tuple[str, str, str]:
    """Return the newlines in front, the pattern without whitespace beside it, those behind."""
    front = _LEADING_BLANK.sub("", pattern)
    body = _TRAILING_BLANK.sub("", front)
    return _newlines(pattern.removesuffix(front)), body, _newlines(front.removeprefix(body))


def _newlines(blank: str) -> str:
    if not blank:
        return ""
    return "\n" if blank.endswith("?") else "\n*"


def _unescaped(literal: str) -> str:
    return _ESCAPE.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), literal)


# --- Where `object` becomes a type ---------------------------------------------------------------


def _object(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise MisuseError(f"{what} of a response template must be an object; got {value!r}")
    return cast("Mapping[str, object]", value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        _refuse(name, f"a delimiter must be a text; got {value!r}")
    return value


def _texts(name: str, value: object) -> tuple[str, ...]:
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    return tuple(_text(name, each) for each in values)


def _refuse(name: str, reason: str) -> NoReturn:
    raise MisuseError(f"field `{name}` of the response template: {reason}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)

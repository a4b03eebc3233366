"""The standard library's html.parser with a subclass by hand: what one writes in ten minutes."""

import sys
from html.parser import HTMLParser

from bench.contender import CollectingStream, Contender

NAMES = ("think", "thinking")


class _Parser(HTMLParser):
    """Tags of thoughts move the depth; everything else is put back as it was written."""

    def __init__(self, thought: list[str], answer: list[str], *, inside: bool) -> None:
        super().__init__(convert_charrefs=False)
        self._thought = thought
        self._answer = answer
        self._inside = inside

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in NAMES:
            self._put(self.get_starttag_text() or "")
        elif not self._inside:
            self._inside = True
            self._put(dict(attrs).get("thought") or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NAMES:
            self._thought.append(dict(attrs).get("thought") or "")
        else:
            self._put(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in NAMES:
            self._inside = False
        else:
            self._put(f"</{tag}>")  # its letter case is not kept

    def handle_data(self, data: str) -> None:
        self._put(data)

    def handle_entityref(self, name: str) -> None:
        self._put(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._put(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._put(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._put(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self._put(f"<?{data}>")

    def _put(self, text: str) -> None:
        (self._thought if self._inside else self._answer).append(text)


class _Stream(CollectingStream):
    def __init__(self, tag: str, *, prefill: bool) -> None:
        super().__init__()
        del tag  # both names always
        self._parser = _Parser(self._thought, self._answer, inside=prefill)
        self.step = self._parser.feed

    def feed(self, chunk: str) -> None:
        self.step(chunk)

    def finish(self) -> None:
        self._parser.close()


PEER = Contender(
    name="html.parser, by hand",
    package="",
    version=f"Python {sys.version_info.major}.{sys.version_info.minor}",
    calls="a subclass of html.parser.HTMLParser: feed / close",
    open=_Stream,
)

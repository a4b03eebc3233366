"""Every exception of thoughtstream.

    ThoughtstreamError
    ├── MisuseError      you called it in a way that cannot work      (500)
    ├── LimitError       something is larger than a named limit       (413)
    ├── WireError        a provider sent an object of the wrong shape (502)
    ├── GapError         a reader is too far behind: items are gone    (410)
    ├── StoreError       a store could not do what was asked          (503)
    └── MissingExtraError  the part you called needs an extra         (501)

    LateCloserWarning    a closing marker showed too late that shown text was a thought

Callers branch on blame, not on mechanism. Text never raises: a model can write anything.
`http_status` is what a server should answer with.
"""

from typing import ClassVar


class ThoughtstreamError(Exception):
    """Anything that thoughtstream raises on purpose."""

    http_status: ClassVar[int] = 500


class MisuseError(ThoughtstreamError, ValueError):
    """The call cannot work as written; the message says what was wanted."""

    http_status: ClassVar[int] = 500


class LimitError(ThoughtstreamError):
    """Something is larger than a named limit."""

    http_status: ClassVar[int] = 413


class WireError(ThoughtstreamError):
    """A provider sent an object whose shape is not the documented one."""

    http_status: ClassVar[int] = 502


class GapError(ThoughtstreamError):
    """A reader missed items that are no longer kept; reading again goes on behind the gap.

    `missed` is how many are gone, None where nobody knows; `position` is where reading goes on.
    """

    http_status: ClassVar[int] = 410

    def __init__(self, message: str, *, position: int = 0, missed: int | None = None) -> None:
        super().__init__(message)
        self.position = position
        self.missed = missed


class StoreError(ThoughtstreamError):
    """A store could not do what was asked of it."""

    http_status: ClassVar[int] = 503


class MissingExtraError(ThoughtstreamError, ImportError):
    """The part that was called needs an extra that is not installed."""

    http_status: ClassVar[int] = 501


class LateCloserWarning(UserWarning):
    """A lone closing marker showed that text already passed on as answer was a thought."""

"""What goes to a server and comes back: requests, pages, their links and forms."""

from dataclasses import dataclass
from typing import Literal

Pairs = tuple[tuple[str, str], ...]  # names and their values

FieldKind = Literal[
    "text", "search", "hidden", "select", "radio", "checkbox", "submit", "image", "button", "reset",
    "textarea", "password", "email", "tel", "url", "file", "number", "range", "date", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """One thing to ask a server for."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    body: bytes = b""
    content_type: str = ""
    headers: Pairs = ()  # besides those of every request


@dataclass(frozen=True, slots=True)
class Page:
    """What came back: decoded text under the address it was finally served from."""

    url: str  # after redirects
    text: str  # empty when the answer is not text
    requested_url: str = ""
    status: int = 200
    headers: Pairs = ()  # names in lower case
    media_type: str = "text/html"
    body_bytes: int = 0
    fetched_at: float = 0.0  # seconds since the epoch, UTC
    elapsed_s: float = 0.0
    redirects: int = 0  # followed on the way

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string."""
        return next((value for key, value in self.headers if key == name.lower()), "")


@dataclass(frozen=True, slots=True)
class Link:
    """An <a> or <area> with an address worth following: absolute, http(s), without fragment."""

    url: str
    text: str = ""
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a select, or one radio button of a group."""

    value: str
    label: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One control of a form, as the page has it before anyone touches it."""

    name: str  # empty: a browser never sends it
    kind: FieldKind
    value: str = ""
    label: str = ""  # label, aria-label, title, placeholder or nearby text, in this order
    choices: tuple[Choice, ...] = ()
    checked: bool = False
    disabled: bool = False
    required: bool = False
    max_length: int | None = None
    least: str = ""  # the min and max of a number or a date, as the page states them
    most: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A way to ask, in document order of its fields."""

    action: str  # absolute
    method: Literal["GET", "POST"] = "GET"
    fields: tuple[Field, ...] = ()
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    name: str = ""  # id, name and class attributes, for classifiers
    role: str = ""
    text: str = ""  # the words a person sees inside it
    index: int = 0  # position among the forms of its page

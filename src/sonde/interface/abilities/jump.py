"""Jumping to any page of an answer: the one number in a request that moves from page to page."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from sonde.interface.results.contrast import Answer
from sonde.model import Field, Form, Pairs, Request
from sonde.page.submit import fill

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Jump:
    """Where the number stands, its value on page 2, and by how much it grows."""

    place: Literal["path", "query", "body"]
    name: str  # of a parameter; the position of a segment of the path
    second: int
    step: int

    @classmethod
    def between(cls, second: Request, third: Request) -> Self | None:
        """What the requests for pages 2 and 3 differ in; None unless it is one growing number."""
        parts, others = _parts(second), _parts(third)
        changed = [(part, other) for part, other in zip(parts, others, strict=False) if part != other]
        if len(parts) != len(others) or len(changed) != 1:
            return None
        (place, name, before), (_, _, after) = changed[0]
        if not (before.isdecimal() and after.isdecimal() and int(after) > int(before)):
            return None
        return cls(place, name, int(before), int(after) - int(before))

    @classmethod
    def guessed(cls, first: Request, second: Request, *, size: int, sent: Pairs = ()) -> Self | None:
        """What page 2 has more than page 1 and what was `sent`; None unless it is a number of pages or results."""
        before = Counter(_parts(first))
        parts = [part for part in _parts(second) if not before[part] and part[1:] not in sent]
        added = [part for part in parts if part[2].isdecimal()]
        if len(added) != 1:
            return None
        ((place, name, number),) = added
        step = {"1": 1, "2": 1, str(size): size, str(size + 1): size}.get(number, 0)
        return cls(place, name, int(number), step) if step else None

    def to(self, page: int, second: Request) -> Request:
        """The request for a page of the answer whose page 2 is asked for by `second`."""
        number = str(self.second + (page - 2) * self.step)
        parts = urlsplit(second.url)
        if self.place == "body":
            pairs = _changed(parse_qsl(second.body.decode(), keep_blank_values=True), self.name, number)
            return replace(second, body=urlencode(pairs).encode())
        if self.place == "query":
            query = urlencode(_changed(parse_qsl(parts.query, keep_blank_values=True), self.name, number))
            return replace(second, url=urlunsplit(parts._replace(query=query)))
        segments = parts.path.split("/")
        segments[int(self.name)] = number
        return replace(second, url=urlunsplit(parts._replace(path="/".join(segments))))

    def page(self, request: Request, second: Request) -> int | None:
        """The page that a request asks for, if it differs from the one for page 2 in the number only."""
        wanted, parts = _parts(second), _parts(request)
        if len(parts) != len(wanted) or request.method != second.method:
            return None
        changed = [part for part, other in zip(parts, wanted, strict=True) if part != other]
        if not changed:
            return 2
        place, name, value = changed[0]
        if len(changed) > 1 or (place, name) != (self.place, self.name) or not value.isdecimal() or len(value) > 9:
            return None
        page, rest = divmod(int(value) - self.second, self.step)
        return page + 2 if not rest and page > -2 else None

    def linked(self, answer: Answer, second: Request, *, buttons: bool) -> set[int]:
        """The pages of an answer that one page of it links to, or has numbered buttons for."""
        requests = [Request(url) for url in answer.urls]
        for form in answer.forms if buttons else ():
            requests += [fill(_only(form, field), {}, button=field.name) for field in form.fields if _is_button(field)]
        return {number for request in requests if (number := self.page(request, second)) is not None}


def _changed(pairs: list[tuple[str, str]], name: str, number: str) -> list[tuple[str, str]]:
    return [(key, number if key == name else value) for key, value in pairs]


def _parts(request: Request) -> list[tuple[Literal["path", "query", "body"], str, str]]:
    """Everything a request says, each with its place."""
    parts = urlsplit(request.url)
    found: list[tuple[Literal["path", "query", "body"], str, str]] = []
    found += [("path", str(i), segment) for i, segment in enumerate(parts.path.split("/"))]
    query: Pairs = tuple(parse_qsl(parts.query, keep_blank_values=True))
    found += [("query", name, value) for name, value in query]
    if request.content_type.startswith(_FORM) or (request.body and not request.content_type):
        body = parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True)
        found += [("body", name, value) for name, value in body]
    return found


def _is_button(field: Field) -> bool:
    return field.kind in ("submit", "image") and field.value.isdecimal() and not field.disabled


def _only(form: Form, button: Field) -> Form:
    """The form as it is sent when this one of several buttons of the same name is pressed."""
    kept = tuple(field for field in form.fields if field is button or field.kind not in ("submit", "image"))
    return replace(form, fields=kept)

"""What the browser is told for one of its requests."""

import json
from dataclasses import dataclass

from sonde.model import Page

_RETURNED = frozenset({"content-type", "set-cookie", "link", "etag", "last-modified", "content-disposition"})


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers and body, as a browser takes them."""

    status: int
    headers: dict[str, str]
    body: bytes


STAY = Reply(204, {}, b"")  # a browser that goes somewhere and gets this stays where it is


def reply_of(page: Page, body: bytes, *, origin: str = "") -> Reply:
    """A page as a reply; `origin` is where a script of another host asked from."""
    headers: dict[str, str] = {}
    for name, value in page.headers:
        if name in _RETURNED:
            headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return Reply(page.status, headers | _sharing(origin), body)


def _sharing(origin: str) -> dict[str, str]:
    """What lets the page's own script read an answer of another host."""
    if not origin:
        return {}
    return {"access-control-allow-origin": origin, "access-control-allow-credentials": "true"}


def leading_to(url: str) -> Reply:
    """A page that leads on: the browser must ask for the address a redirect ended at, to be there."""
    target = json.dumps(url).replace("<", "\\u003c")
    body = f"<!doctype html><script>location.replace({target})</script>".encode()
    return Reply(200, {"content-type": "text/html; charset=utf-8"}, body)

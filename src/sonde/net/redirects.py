"""Where an answer sends us next, and when to stop following. Pure."""

from dataclasses import dataclass
from urllib.parse import urljoin

from yarl import URL

from sonde.errors import FetchError, RefusedError
from sonde.model import Pairs
from sonde.net.target import parse_target, short

REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Ask:
    """One request as it goes out: a hop of a fetch."""

    target: URL
    method: str = "GET"
    body: bytes = b""
    content_type: str = ""
    headers: Pairs = ()  # besides those of every request


def next_ask(ask: Ask, *, status: int, location: str, max_length: int) -> Ask | None:
    """The request a redirect asks for, as a browser would make it; None when the answer is no redirect.

    A 303, and a 301 or 302 after a POST, turn into a GET without body. Raises FetchError when the address
    cannot be used, RefusedError when it is not http or https.
    """
    if status not in REDIRECTS or not location:
        return None
    here = str(ask.target)
    try:
        target = parse_target(urljoin(here, location.strip()), max_length=max_length)
    except RefusedError as error:
        raise RefusedError(f"{short(here)} redirects where we do not follow: {error}", url=here) from error
    except (FetchError, ValueError) as error:
        message = f"{short(here)} redirects to {short(location)!r}, which is not a web address"
        raise FetchError(message, url=here) from error
    headers = ask.headers if target.origin() == ask.target.origin() else ()
    if status in (307, 308) or ask.method == "GET":
        return Ask(target, ask.method, ask.body, ask.content_type, headers)
    return Ask(target, headers=headers)


class Trail:
    """The hops of one fetch; knows when they go in circles."""

    def __init__(self, first: Ask, *, limit: int) -> None:
        self._first = first
        self._limit = limit
        self._count = 0
        self._seen = {(first.method, first.target)}

    @property
    def redirects(self) -> int:
        """How many were followed."""
        return self._count

    def follow(self, ask: Ask, *, new_cookie: bool) -> None:
        """Note a hop, or raise FetchError when it is one too many.

        Coming back to an address is a loop, unless the answer that sent us there set a cookie: that is how
        sites test for them.
        """
        here = str(self._first.target)
        key = (ask.method, ask.target)
        self._count += 1
        if key in self._seen and not new_cookie:
            raise FetchError(f"{short(here)} redirects in a circle, back to {short(str(ask.target))}", url=here)
        if self._count > self._limit:
            raise FetchError(f"{short(here)} redirects more than {self._limit} times", url=here)
        self._seen.add(key)

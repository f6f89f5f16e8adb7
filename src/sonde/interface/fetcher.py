"""What an interface is learned and asked through: something that fetches."""

from collections.abc import Collection
from typing import Protocol

from sonde.errors import StatusError
from sonde.model import Page, Request

_PAST_THE_END = (400, 404, 410, 416)


class Fetcher(Protocol):
    """Turns a request into a page; raises FetchError, never returns a half-read body."""

    async def fetch(self, request: Request) -> Page: ...


async def fetch_next(
    fetcher: Fetcher, request: Request | None, *, ends: Collection[int] = _PAST_THE_END
) -> Page | None:
    """The next part of an answer; None where there is none, also where the site says so with one of these errors."""
    if request is None:
        return None
    try:
        return await fetcher.fetch(request)
    except StatusError as error:
        if error.status in ends:
            return None
        raise

"""The form in use: its values as they are now, and where questions lead without it."""

import logging
from urllib.parse import urlsplit

from sonde.errors import FormError, StatusError
from sonde.interface.ask import refreshed, request_for, same_form
from sonde.interface.direct import Direct
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.interface.results.contrast import read_page
from sonde.interface.said import shows_marker
from sonde.interface.segments import place_of_change
from sonde.model import Page, Query, Request

logger = logging.getLogger(__name__)

_EXPIRED = (400, 401, 403, 409, 419, 422, 440)


class Asking:
    """Puts questions to a form that may have to be read again."""

    def __init__(self, fetcher: Fetcher, interface: SearchInterface, *, is_fresh: bool) -> None:
        self.ask = interface.ask
        self.session: tuple[str, str] | None = None  # what addresses begin with now, and did when the form was learned
        self._fetcher = fetcher
        self._interface = interface
        self._is_fresh = is_fresh
        self._direct = Direct()

    async def first_page(self, query: Query) -> Page:
        """The first page of an answer: where redirects are known to lead, or by the form.

        Hidden values that expired are read again once.
        """
        direct = self._direct.request(query)
        if direct is not None:
            try:
                return await self._fetcher.fetch(direct)
            except StatusError as error:
                logger.info("not to be had directly url=%s status=%d", error.url, error.status)
                self._direct = Direct()
        page = await self._by_form(query)
        self._direct.note(query, page)
        return page

    async def _by_form(self, query: Query) -> Page:
        if not self._is_fresh or self.ask.fresh_each:
            await self._read_form()
        try:
            return await self._fetcher.fetch(request_for(self.ask, query))
        except StatusError as error:
            if error.status == 404 and error.page is not None and self.says_nothing(error.page, query):
                return error.page
            if not self.ask.fresh or error.status not in _EXPIRED:
                raise
            logger.info("form values expired url=%s status=%d", error.url, error.status)
            await self._read_form()
            return await self._fetcher.fetch(request_for(self.ask, query))

    def says_nothing(self, page: Page, query: Query) -> bool:
        """Whether a page is the site's way to say that nothing was found."""
        return shows_marker(read_page(page).tree, self._interface.nothing, query.words)

    async def renew(self) -> None:
        """Visits the form, which begins a session and brings fresh values; where questions led before is forgotten."""
        self._direct = Direct()
        await self._read_form()

    async def _read_form(self) -> None:
        page = await self._fetcher.fetch(Request(self.ask.page))
        form = same_form(read_page(page).forms, self.ask)
        if form is None and self.ask.fresh:
            raise FormError(f"the search form is no longer on {self.ask.page}", url=self.ask.page)
        self.ask = refreshed(self.ask, form) if form is not None else self.ask
        self._is_fresh = True
        first = self._interface.ask.action
        place = place_of_change(first, self.ask.action)
        self.session = (_before(self.ask.action, place), _before(first, place)) if place is not None else None


def _before(url: str, place: int) -> str:
    """What stands before and at a place in the path of an address."""
    return "/".join(urlsplit(url)._replace(query="").geturl().split("/")[: place + 3]) + "/"

"""The simulated site beside its search: a front page, texts, a listing, and forms that a crawler must leave alone."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from aiohttp import web

from sonde.lab.corpora.record import Record
from sonde.lab.served import pages
from sonde.lab.served.address import record_url
from sonde.lab.served.replies import Replies
from sonde.lab.served.shell import Shell
from sonde.lab.traits import Traits

_LISTED = 50  # documents on one page of the listing


class SidePages:
    """Answers for everything that neither searches nor is a record; counts the forms that were sent."""

    def __init__(
        self, traits: Traits, records: Sequence[Record], shell: Shell, replies: Replies, submissions: Counter[str]
    ) -> None:
        self._traits = traits
        self._records = records
        self._shell = shell
        self._replies = replies
        self._submissions = submissions

    def routes(self) -> list[web.RouteDef]:
        """Where they are."""
        return [
            web.get("/", self._home),
            web.get("/help", self._help),
            web.get("/about", self._about),
            web.get("/browse", self._browse),
            web.get("/robots.txt", self._robots),
            web.post("/login", self._login),
            web.post("/subscribe", self._subscribe),
            web.get("/language", self._language),
        ]

    async def _home(self, request: web.Request) -> web.Response:
        records = self._records
        count = min(self._traits.featured, len(records))
        chosen = [(i + 1) * len(records) // (count + 1) for i in range(count)]
        featured = [(record_url(i), records[i]) for i in chosen]
        html = pages.front_page(self._shell, featured, size=len(records), token=self._replies.token())
        return self._replies.page(html)

    async def _help(self, request: web.Request) -> web.Response:
        return self._replies.page(pages.help_page(self._shell, token=self._replies.token()))

    async def _about(self, request: web.Request) -> web.Response:
        return self._replies.page(pages.about_page(self._shell, token=self._replies.token()))

    async def _browse(self, request: web.Request) -> web.Response:
        number = request.query.get("page", "1")
        start = (int(number) - 1) * _LISTED if number.isdecimal() else -1
        if not self._traits.listing or not 0 <= start < len(self._records):
            raise web.HTTPNotFound
        end = min(start + _LISTED, len(self._records))
        entries = [(record_url(i), self._records[i].title) for i in range(start, end)]
        more = end < len(self._records)
        html = pages.listing_page(self._shell, entries, page=int(number), more=more, token=self._replies.token())
        return self._replies.page(html)

    async def _robots(self, request: web.Request) -> web.Response:
        if self._traits.robots is None:
            raise web.HTTPNotFound
        return web.Response(text=self._traits.robots)

    async def _login(self, request: web.Request) -> web.Response:
        self._submissions["login"] += 1
        return self._replies.message(403, "Sign in", "Unknown user or wrong password.")

    async def _subscribe(self, request: web.Request) -> web.Response:
        self._submissions["newsletter"] += 1
        return self._replies.message(200, "Thank you", "We have sent you a letter to confirm your address.")

    async def _language(self, request: web.Request) -> web.Response:
        self._submissions["language"] += 1
        response = web.Response(status=302, headers={"Location": "/"})
        response.set_cookie("language", quote(request.query.get("to", "en")))
        return response

"""The simulated site as a web application: every trait honoured, every request counted."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qsl, quote
from zlib import crc32

from aiohttp import web

from sonde.lab.search.engine import Engine
from sonde.lab.search.hit_count import shown_total
from sonde.lab.search.inputs import form_inputs
from sonde.lab.served import pages
from sonde.lab.served.address import Addresses, Ask, BadAddressError, record_url
from sonde.lab.served.answer_page import AnswerPages
from sonde.lab.served.faults import Faults, cut_answer, drop_connection
from sonde.lab.served.json_answer import json_answer
from sonde.lab.served.replies import Replies
from sonde.lab.served.sessions import COOKIE, Sessions, current_session
from sonde.lab.served.shell import Shell
from sonde.lab.served.side_pages import SidePages

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class LabServer:
    """One simulated site. `requests`, `submissions` and `queries` tell a test what was really sent."""

    def __init__(self, engine: Engine, *, name: str = "The Record Office") -> None:
        self.engine = engine
        self.traits = engine.traits
        self.url = ""  # where it runs, once it does
        self.requests = 0
        self.statuses: Counter[int] = Counter()
        self.submissions: Counter[str] = Counter()  # by form: search, pager, login, newsletter, language
        self.queries: list[str] = []  # words searched for, once per search, not per page
        self._shell = Shell(self.traits, name=name, inputs=form_inputs(engine))
        self._addresses = Addresses(self.traits)
        self._answers = AnswerPages(engine, self._shell, self._addresses)
        self._sessions = Sessions(self.traits.seed, once=self.traits.token_once)
        self._faults = Faults(self.traits)
        self._replies = Replies(self.traits, self._shell, self._sessions)
        self._side_pages = SidePages(self.traits, engine.records, self._shell, self._replies, self.submissions)

    def app(self) -> web.Application:
        """The site as an aiohttp application."""
        app = web.Application(middlewares=[self._serve])
        app.add_routes([
            web.get("/record/{number}", self._record),
            web.get("/view", self._record),
            web.route("*", "/search", self._search),
            web.get("/search/page/{page}", self._search),
            web.get("/results", self._search),
            web.get("/results/page/{page}", self._search),
            *self._side_pages.routes(),
        ])  # fmt: skip
        return app

    def record_urls(self) -> list[str]:
        """The full address of every document, in the order of the corpus."""
        return [self.url.rstrip("/") + record_url(document) for document in range(len(self.engine.records))]

    @web.middleware
    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Counts the request, lets it fail when it is its turn, and shows errors in the site's own looks."""
        self.requests += 1
        session = request.cookies.get(COOKIE, "")
        if self.traits.token:
            current_session.set(session or self._sessions.start())
        if self.traits.delay_s:
            await asyncio.sleep(self.traits.delay_s)
        # A failing robots.txt would close the site to every crawler, which no trait asks for.
        fault = self._faults.next() if request.path != "/robots.txt" else "none"
        if fault == "drop":
            return drop_connection(request)
        response: web.StreamResponse
        if fault == "error":
            response = self._replies.message(500, "Internal error", "Something broke. Try again later.")
        elif fault == "throttle":
            response = self._replies.message(429, "Too many requests", "Please wait a moment.")
            response.headers["Retry-After"] = str(self.traits.retry_after_s)
        else:
            response = await self._answered(request, handler)
        self.statuses[response.status] += 1
        if self.traits.token and not session:
            response.set_cookie(COOKIE, current_session.get(), httponly=True)
        if fault == "cut" and isinstance(response, web.Response):
            return await cut_answer(request, response)
        return response

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            return self._replies.message(error.status, error.reason, "There is no such page.")
        except BadAddressError as error:
            return self._replies.message(400, "Bad request", str(error))

    async def _search(self, request: web.Request) -> web.StreamResponse:
        posted, result_link = request.method == "POST", request.path.startswith("/results")
        by_post = self.traits.method == "POST"
        if result_link and not by_post:
            raise web.HTTPNotFound
        params = await self._params(request)
        ask = self._addresses.read(request.path, params) if posted == by_post or result_link else None
        if ask is None and self.traits.answers != "html":
            return web.json_response({"error": f"the parameter {self._addresses.field} is missing"}, status=400)
        if ask is None:
            return self._replies.message(200, "Search", "Type one or more words into the search box.")
        if self.traits.token and not self._has_token(request, params, needs_field=not result_link):
            return self._replies.message(403, "Session expired", "Please open the search form again.")
        if not result_link:
            self._note(ask, by_button=self.traits.paging == "buttons" and "page" in params)
        if posted and self.traits.redirect_post:
            return web.Response(status=303, headers={"Location": self._addresses.link(ask)})
        return self._answer(ask)

    def _answer(self, ask: Ask) -> web.Response:
        traits = self.traits
        if traits.title_redirect and not ask.start and not ask.where:
            found = self.engine.titles.get(ask.words.casefold())
            if found is not None:
                return web.Response(status=302, headers={"Location": record_url(found)})
        answer = self.engine.search(ask.words, where=ask.where, order=ask.order)
        lists = self._answers.lists(ask, answer)
        length = max(len(ids) for _, ids in lists)
        if ask.start and ask.start >= length:
            if traits.past_end == "404":
                raise web.HTTPNotFound
            if traits.past_end == "repeat":
                ask = ask.at(max(0, length - 1) // ask.size * ask.size)
        if traits.answers != "html":
            total = shown_total(answer.total, traits.count)
            ids = [document for _, found in lists for document in found.tolist()]
            return json_answer(
                ask, ids, total, traits=traits, addresses=self._addresses, records=self.engine.records,
                url_of=self._link_to, root=self.url,
            )  # fmt: skip
        html = self._answers.page(ask, answer, lists, url_of=self._link_to, token=self._replies.token())
        return self._replies.page(html)

    def _note(self, ask: Ask, *, by_button: bool) -> None:
        if by_button:
            self.submissions["pager"] += 1
        elif not ask.start:
            self.submissions["search"] += 1
            self.queries.append(ask.words)

    def _link_to(self, document: int, words: str) -> str:
        """The address a result links to: one of four for the same document when the site is careless."""
        url = record_url(document)
        if not self.traits.duplicate_urls:
            return url
        variant = (crc32(words.encode()) + document) % 4
        return (url, f"{url}?from={quote(words)}", f"/view?id={document + 1}", f"{url}#hit")[variant]

    async def _record(self, request: web.Request) -> web.Response:
        number = request.match_info.get("number") or request.query.get("id", "")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.engine.records):
            raise web.HTTPNotFound
        document = int(number) - 1
        other = f"/view?id={number}" if self.traits.duplicate_urls and request.path != "/view" else ""
        html = pages.record_page(
            self._shell,
            self.engine.records[document],
            url=self.url.rstrip("/") + record_url(document),
            other_url=other,
            token=self._replies.token(),
        )
        return self._replies.page(html)

    async def _params(self, request: web.Request) -> Mapping[str, str]:
        """The submitted fields, in the site's charset; the last value of a repeated one."""
        charset = self.traits.charset
        sent = request.raw_path.partition("?")[2].encode("utf-8", "replace")
        if request.method == "POST":
            sent = await request.read()
            if request.content_type == "application/json":
                return {name: str(value) for name, value in json.loads(sent).items()}
        return dict(
            parse_qsl(sent.decode(charset, "replace"), keep_blank_values=True, encoding=charset, errors="replace")
        )

    def _has_token(self, request: web.Request, params: Mapping[str, str], *, needs_field: bool) -> bool:
        session = request.cookies.get(COOKIE, "")
        return self._sessions.accepts(session, params.get("token", "")) if needs_field else bool(session)

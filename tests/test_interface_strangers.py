"""Sites that a stranger brings: forms, lists and pagers that say nothing of themselves in the usual terms."""

import json
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from urllib.parse import quote, unquote, urlencode

import pytest
from aiohttp import web

from interface_sites import ENTRIES, SUBJECTS, Entry, Library, check_every_result_is_found_once, visit
from sonde.interface.forms.candidates import unfit
from sonde.interface.forms.scripted import from_scripts
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

URL = "http://site.example/"


class Advanced(Library):
    """A page of its own for the search: menus, dates and a box that nothing calls a search."""

    def forms(self) -> str:
        return '<a href="/find">Find a volume</a>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/find":
            return self.html(
                '<form action="/volumes" name="adv"><fieldset><legend>Volume</legend><label for="a">Author</label>'
                '<select id="a" name="a1"><option value="">-- all --</option><option>Ada Brandt</option>'
                '<option>Mira Lind</option></select><label for="b">Shelf number</label><input id="b" name="s1">'
                '<label for="c">Printed from</label><input id="c" name="d1"><label for="d">until</label>'
                '<input id="d" name="d2"><label for="e">Text of the volume</label><input id="e" name="x_7">'
                '<label for="f">Order</label><select id="f" name="o"><option value="n">newest first</option>'
                '<option value="o">oldest first</option></select></fieldset><input type="submit" value="Show volumes">'
                '<input type="reset" value="Reset"></form>'
            )
        if request.path == "/volumes":
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("x_7", "").strip()

    def page_link(self, words: str, page: int) -> str:
        return escape(f"/volumes?{urlencode({'x_7': words, 'page': page})}")


class LinkAsButton(Library):
    """A register by postback: a link sends the form and another opens the next page; there is no button."""

    def forms(self) -> str:
        return ""

    def front(self) -> str:
        return self.form("", "")

    def form(self, words: str, content: str) -> str:
        return (
            '<form id="f" method="post" action="/search"><input type="hidden" name="target" value="">'
            '<input type="hidden" name="argument" value=""><script>function post(a, b) {var f = document.forms.f; '
            "f.target.value = a; f.argument.value = b; f.submit();}</script>"
            f'<label>Name or keyword <input name="box" value="{escape(words)}"></label> '
            f"""<a href="javascript:post('go','')">Search</a>{content}</form>"""
        )

    async def search(self, request: web.Request) -> web.StreamResponse:
        sent = await request.post()
        words, target = str(sent.get("box", "")), sent.get("target")
        page = int(str(sent["argument"])) if target == "page" else 1
        found = self.find(words) if target in ("go", "page") else []
        if not found:
            return self.html(self.form(words, "<p>No record." if target else ""))
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        return self.html(self.form(words, self.results(shown, words) + self.pager(found, words, page)))

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        last = (len(found) - 1) // self.page_size + 1
        links = (f"""<a href="javascript:post('page','{n}')">{n}</a>""" for n in range(1, last + 1) if n != page)
        return f"<p>{' '.join(links)}</p>"


class RowsThatOpen(Library):
    """Rows that a click opens, and a button that a click follows."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        rows = "".join(
            f"<tr onclick=\"window.location='/entry/{entry.number}'\"><td>{entry.title}</td><td>{entry.author}</td></tr>"
            for entry in shown
        )
        return f"<table><tr><th>Title</th><th>Author</th></tr>{rows}</table>"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        go = f"location.href='{self.page_link(words, page + 1)}'"
        return f'<button onclick="{go}">Next</button>' if page * self.page_size < len(found) else ""


class MoreVolumes(Library):
    """Nothing in the link to the next page says next, and links that narrow the answer look like it."""

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        narrow = f'<a href="{escape("/search?" + urlencode({"q": words, "century": 19}))}">nineteenth century</a>'
        more = f'<p><a href="{self.page_link(words, page + 1)}">further volumes</a></p>'
        return narrow + (more if page * self.page_size < len(found) else "")

    async def search(self, request: web.Request) -> web.StreamResponse:
        if "century" in request.query:
            found = self.find(request.query["q"])[-3:]
            return self.html(self.results(found, request.query["q"]))
        return await super().search(request)


class Fragments(Library):
    """A button says where the rest of the list is, which comes without a page around it."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/part":
            return await super().handle(request)
        words, page = request.query["q"], int(request.query["page"])
        found = self.find(words)
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        return web.Response(text=self.items(shown, words) + self.pager(found, words, page), content_type="text/html")

    def items(self, shown: Sequence[Entry], words: str) -> str:
        return "".join(f'<div class="hit">{self.result(entry, words)}</div>' for entry in shown)

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return f'<div id="list">{self.items(shown, words)}</div>'

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        rest = escape("/part?" + urlencode({"q": words, "page": page + 1}))
        return f'<button hx-get="{rest}">Load more</button>' if page * self.page_size < len(found) else ""


class Feed(Library):
    """The form is answered by a feed."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        words, start = await self.words_of(request), int(request.query.get("start", "0"))
        found = self.find(words)
        items = "".join(
            f"<item><title>{entry.title}</title><link>{self.url}entry/{entry.number}</link>"
            f"<description><![CDATA[<p>{entry.text[:60]}</p>]]></description></item>"
            for entry in found[start : start + 10]
        )
        after = escape(f"{self.url}search?{urlencode({'q': words, 'start': start + 10})}")
        more = f'<atom:link rel="next" href="{after}"/>' if start + 10 < len(found) else ""
        return web.Response(
            text=f'<?xml version="1.0"?><rss><channel><title>Volumes</title><os:totalResults>{len(found)}'
            f"</os:totalResults>{more}{items}</channel></rss>",
            content_type="application/rss+xml",
        )


class ScriptedAddress(Library):
    """The form itself goes nowhere: its script puts the words into a path."""

    def forms(self) -> str:
        return (
            "<form onsubmit=\"location.href='/find/' + encodeURIComponent(this.w.value); return false\">"
            '<input name="w" placeholder="Search"><button>Search</button></form>'
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path.startswith("/find/"):
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        return unquote(request.path.removeprefix("/find/"))

    def page_link(self, words: str, page: int) -> str:
        return f"/find/{quote(words)}?page={page}"


class NamedRegister(Library):
    """The button names the register that it searches; the form is sent by POST."""

    def forms(self) -> str:
        return (
            '<form action="/search" method="post"><input name="phrase"><input type="submit" value="Search the register">'
            "</form>"
        )

    async def words_of(self, request: web.Request) -> str:
        sent = await request.post()
        return str(sent.get("phrase", request.query.get("q", "")))


SITES = [
    Advanced, LinkAsButton, RowsThatOpen, MoreVolumes, Fragments, Feed, ScriptedAddress, NamedRegister,
]  # fmt: skip


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.__name__)
async def test_the_search_is_found_and_its_answers_are_read_to_the_end(site: type[Library]) -> None:
    await check_every_result_is_found_once(site())


async def test_a_link_that_narrows_an_answer_is_not_followed_for_the_next_page() -> None:
    class Narrowing(MoreVolumes):
        def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
            return f'<a href="{escape("/search?" + urlencode({"q": words, "century": 19}))}">nineteenth century</a>'

    async with visit(Narrowing()) as learned:
        assert learned.interface.paging.kind == "none"


async def test_a_count_in_a_feed_is_read() -> None:
    async with visit(Feed()) as learned:
        assert await learned.total("river") == len(learned.library.find("river"))


@pytest.mark.parametrize("button", ["Search and register", "Register", "Find friends, register", "Delete the register"])
def test_a_button_that_registers_is_not_pressed(button: str) -> None:
    html = f'<form action="/x" method="post"><input name="q"><input type="submit" value="{button}"></form>'
    assert unfit(find_forms(parse_html(html), URL)[0], URL)


def test_several_inputs_that_nobody_explains_are_not_sent_for_want_of_a_better_form() -> None:
    html = '<form action="/x"><input name="a"><select name="b"><option>1<option>2</select><button>Go</button></form>'
    assert unfit(find_forms(parse_html(html), URL)[0], URL)


def test_only_scripts_that_put_what_was_typed_into_an_address_are_searches() -> None:
    script = """<script>function go() { window.location = "/q?words=" + document.getElementById('w').value; }
    function home() { location.href = "/start?from=" + page; } location.href = '/in';
    function out() { location.href = 'http://other.example/?q=' + box.value; }</script>"""
    found = from_scripts(parse_html(script), URL, URL)
    assert [(one.ask.action, one.ask.query_field) for one in found] == [("http://site.example/q", "words")]


class Articles(Library):
    """A service that refuses parameters it does not know, and lists extracts of what it searches."""

    def __init__(self) -> None:
        about = [" ".join(SUBJECTS[number % 12 :: 3]) for number in range(len(ENTRIES))]
        super().__init__(
            [replace(entry, text=f"{entry.text} {more}") for entry, more in zip(ENTRIES, about, strict=True)]
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        known = {"filter[q]", "page[number]"}
        if request.path != "/api" or not set(request.query) <= known:
            status = 400 if request.path == "/api" else 404
            return web.Response(text='{"errors": [{"title": "no"}]}', status=status, content_type="application/json")
        found = self.find(request.query["filter[q]"]) if request.query.get("filter[q]") else list(self.entries)
        page = int(request.query.get("page[number]", "1"))
        shown = [{"id": str(e.number), "title": e.title} for e in found[(page - 1) * 10 : page * 10]]
        more = {"next": f"/api?{urlencode(dict(request.query) | {'page[number]': page + 1})}"}
        links = more if page * 10 < len(found) else {}
        data = {"data": shown, "meta": {"total": len(found)}, "links": links}
        return web.Response(text=json.dumps(data), content_type="application/json")


async def test_a_parameter_takes_words_though_what_it_finds_does_not_show_them() -> None:
    async with visit(Articles(), start="api") as learned:
        assert learned.interface.ask.query_field == "filter[q]"


class SessionInPath(Library):
    """Every address begins with a session that ends after a while; a record links to itself, then to its author."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.session = ""
        self.over = 0  # the last session that has ended

    def forms(self) -> str:
        return ""

    def front(self) -> str:
        return super().front() + '<a href="/begin">Search the catalogue</a>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/begin":
            self.begun += 1
            raise web.HTTPFound(f"/s{self.begun}x/menu")
        session, _, path = request.path.strip("/").partition("/")
        if not path:
            return await super().handle(request)
        if int(session.strip("sx")) <= self.over:
            return self.html('<p>The session is over. <a href="/begin">Begin again</a></p>')
        if path.startswith("entry/"):
            return self.entry(request)
        self.session = session
        form = f'<form action="/{session}/find"><input name="q"><button>Search</button></form>'
        return await self.search(request) if path == "find" else self.html(form)

    def result(self, entry: Entry, words: str) -> str:
        session, author = self.session, quote(entry.author)
        return (
            f'<a href="/{session}/entry/{entry.number}">{entry.title}</a> by '
            f'<a href="/{session}/find?q={author}">{entry.author}</a>'
        )

    def page_link(self, words: str, page: int) -> str:
        return escape(f"/{self.session}/find?{urlencode({'q': words, 'page': page})}")


async def test_results_are_read_on_when_the_session_in_their_addresses_is_another() -> None:
    library = SessionInPath()
    async with visit(library) as learned:
        begun, before = library.begun, {result.url for result in await learned.ask("river")}
        library.over = library.begun
        results = await learned.ask("river")
        assert {int(result.url.rpartition("/")[2]) for result in results} == {e.number for e in library.find("river")}
        assert library.begun > begun
        assert {result.url for result in results} == before
        library.over = library.begun
        assert library.find("river")[0].text in (await learned.site.get(results[0])).text

"""The form of the page that was named comes before the box that every page of the site has, if it can be learned."""

from collections.abc import Sequence
from itertools import count
from urllib.parse import urlencode

import pytest
from aiohttp import web

from interface_sites import Entry, Library, make_entries, visit
from sonde.model import Query

KINDS = ("book", "map", "letter")
SHELVES = tuple(f"shelf {letter}" for letter in "abcdefghi")
ENTRIES = make_entries(230)


def kind_of(entry: Entry) -> str:
    return KINDS[entry.number % 3]


def shelf_of(entry: Entry) -> str:
    return SHELVES[entry.number // 3 % len(SHELVES)]


class Shelves(Library):
    """Has a box on every page that finds news, and a form of its own on one page."""

    page_size = 100

    def __init__(self) -> None:
        super().__init__(ENTRIES)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/query":
            return await self.own_page(request)
        if request.path.startswith("/news/"):
            return self.html(f"<h1>News {request.path.rpartition('/')[2]}</h1><p>We open at nine.</p>")
        return await super().handle(request)

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        raise NotImplementedError

    def find(self, words: str) -> list[Entry]:
        """Entries whose title holds the text, as the form of the stacks finds them."""
        return [entry for entry in self.entries if words.lower() in entry.title.lower()]

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = (await self.words_of(request)).lower()
        news = [number for number in range(1, 40) if 0 < len(words) <= 8 and number * len(words) % 5 < 2]
        items = "".join(f'<li><a href="/news/{n}">News {n}</a> for everyone who visits us</li>' for n in news)
        return self.html(f"<ul class=news>{items}</ul>" if news else "<p>No news.</p>")


class Tickets(Shelves):
    """Asks by POST with a token that must be the visitor's cookie, and leads to an address with the answer.

    Each menu stands on "unset", which no entry is; the menus beside them turn that round. Signs on buttons change
    the form, one button sends it.
    """

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        token = request.cookies.get("token", "")
        if request.method == "POST":
            sent = await request.post()
            if not token or sent.get("token") != token:
                return self.html("<p>Missing or invalid token.</p>", status=400)
            if "update" not in sent:
                return self.html(self.own_form(token) + "<p>The form was changed.</p>")
            names = ("title", "title_how", "shelf", "shelf_how", "kind", "kind_how")
            values = {name: str(sent.get(name, "")) for name in names}
            raise web.HTTPSeeOther(f"/query?{urlencode(values)}")
        token = token or f"t{len(self.seen)}"
        response = self.html(self.own_form(token) + self.answer(dict(request.query)))
        response.set_cookie("token", token)
        return response

    def own_form(self, token: str) -> str:
        shelves, kinds = ("".join(f"<option>{value}</option>" for value in values) for values in (SHELVES, KINDS))
        how = "<option value='' selected>is</option><option value='!'>is not</option>"
        return (
            f'<form id="query" method="post" action="/query"><input type="hidden" name="token" value="{token}">'
            '<input type="submit" name="rm_0" value="&ndash;">Shelf '
            f'<select name="shelf_how">{how}</select><select name="shelf"><option label="unset"></option>{shelves}'
            '</select><input type="submit" name="rm_1" value="&ndash;">Title <select name="title_how">'
            '<option value="~" selected>contains</option><option value="">is</option><option value="!">is not</option>'
            '</select><input type="text" name="title"><input type="submit" name="rm_2" value="&ndash;">Kind '
            f'<select name="kind_how">{how}</select><select name="kind"><option label="unset"></option>{kinds}</select>'
            '<input type="submit" name="add_0" value="+"><input type="submit" name="update" value="Update"></form>'
        )

    def answer(self, sent: dict[str, str]) -> str:
        page = int(sent.pop("page", "1"))
        found = [entry for entry in self.entries if self.fits(entry, sent)]
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        rows = "".join(
            f'<tr><td><a href="/entry/{e.number}">#{e.number}</a></td><td><a href="/entry/{e.number}">{e.title}</a></td>'
            f"<td>{kind_of(e)}</td><td>{shelf_of(e)}</td></tr>"
            for e in shown
        )
        links = "".join(
            f'<a href="/query?{urlencode({**sent, "page": n})}">{n}</a> '
            for n in range(1, -(-len(found) // self.page_size) + 1)
            if n != page
        )
        rows = rows or '<tr><td colspan="4">No entries found</td></tr>'
        return f"<h1>Stacks <span>({len(found)} matches)</span></h1><table class=found>{rows}</table><p>{links}</p>"

    def fits(self, entry: Entry, sent: dict[str, str]) -> bool:
        title, how = sent.get("title", "").lower(), sent.get("title_how", "~")
        is_titled = title in entry.title.lower() if how == "~" else (title == entry.title.lower()) == (how == "")
        on_shelf = (sent.get("shelf", "") == shelf_of(entry)) == (sent.get("shelf_how", "") == "")
        is_kind = (sent.get("kind", "") == kind_of(entry)) == (sent.get("kind_how", "") == "")
        return is_titled and on_shelf and is_kind


class Advanced(Shelves):
    """Asks by GET for words, an author and a shelf, at the address of the box of every page."""

    page_size = 20

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        shelves = "".join(f"<option>{value}</option>" for value in SHELVES)
        return self.html(
            '<h1>Advanced search</h1><form action="/search"><input type="hidden" name="in" value="stacks">'
            'Words <input name="q"> Author <input name="author"> <select name="shelf"><option value="">All shelves'
            f'</option>{shelves}</select> <button name="go" value="1">Search</button></form>'
        )

    async def search(self, request: web.Request) -> web.StreamResponse:
        if request.query.get("in") != "stacks":
            return await super().search(request)
        shelf, author = request.query.get("shelf", ""), request.query.get("author", "").lower()
        found = [
            entry
            for entry in self.find(request.query.get("q", ""))
            if shelf in ("", shelf_of(entry)) and author in entry.author.lower()
        ]
        page = int(request.query.get("page", "1"))
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        if not shown:
            return self.html("<p>Nothing in the stacks.</p>")
        following = f"/search?{urlencode({**request.query, 'page': page + 1})}"
        more = f'<a href="{following}">Next page</a>' if page * self.page_size < len(found) else ""
        return self.html(f"<p>{len(found)} entries.</p>{self.results(shown, '')}{more}")


class Catalogue(Shelves):
    """Posts to itself with a view state, in the manner of ASP.NET, beside the box of every page."""

    page_size = 230

    def __init__(self) -> None:
        super().__init__()
        self.states = count(1)
        self.good: set[str] = set()

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        content = "<h1>Catalogue</h1>"
        if request.method == "POST":
            sent = await request.post()
            if sent.get("__VIEWSTATE") not in self.good or "ctl00$find" not in sent:
                return self.html("<p>The state of the page is not valid.</p>", status=500)
            content += self.listed(str(sent.get("ctl00$title", "")))
        state = f"s{next(self.states)}"
        self.good.add(state)
        return self.html(
            f'<form method="post" action="./query" id="aspnetForm"><input type="hidden" name="__VIEWSTATE" '
            f'value="{state}">Title <input name="ctl00$title"><input type="submit" name="ctl00$find" value="Search titles">'
            f"{content}</form>"
        )

    def find(self, words: str) -> list[Entry]:
        return [entry for entry in self.entries if words.lower() in f"{entry.title} {entry.text}".lower()]

    def listed(self, words: str) -> str:
        found = self.find(words) if words else []
        return f"<p>{len(found)} titles</p>{self.results(found, words)}" if found else "<p>No such title.</p>"


@pytest.mark.parametrize("site", [Advanced, Catalogue])
async def test_the_form_of_the_named_page_is_learned_beside_the_box_of_every_page(site: type[Shelves]) -> None:
    async with visit(site(), start="query") as learned:
        for words in ("castle", "north", "river g"):
            found = {result.url for result in await learned.ask(words)}
            assert found == learned.library.urls(words), words


async def test_menus_that_stand_on_unset_are_set_so_that_everything_is_found() -> None:
    async with visit(Tickets(), start="query") as learned:
        interface = learned.interface
        assert interface.ask.method == "POST"
        assert interface.abilities.browse
        found = [result.url async for page in learned.site.search(Query("")) for result in page.results]
        assert len(found) == len(set(found)) == len(ENTRIES)
        for words in ("castle", "north", "river g"):
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words), words
        assert await learned.total("castle") == len(learned.library.find("castle"))
        pressed = {name for body in learned.library.sent for name in ("rm_0", "rm_1", "rm_2", "add_0") if name in body}
        assert not pressed


async def test_menus_of_the_named_form_narrow_its_answers() -> None:
    async with visit(Advanced(), start="query") as learned:
        assert dict(learned.interface.abilities.splits).keys() == {"shelf"}
        assert ("in", "stacks") in learned.interface.ask.send


class Useless(Shelves):
    """Has a form of its own that always answers the same; the box of every page searches the library."""

    find = Library.find
    search = Library.search

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        return self.html(
            '<form action="/query"><input name="find"><button>Find in this list</button></form>'
            + self.results(self.entries[:20], "")
        )


class Sorted(Useless):
    """Has a form of its own that sorts what the page lists."""

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        listed = sorted(self.entries[:20], key=lambda entry: entry.title if "sort" in request.query else entry.number)
        size = int(request.query.get("size", "20"))
        return self.html(
            '<form action="/query"><select name="sort"><option>title<option>number</select><select name="size">'
            f"<option>20<option>10</select><button>Show</button></form>{self.results(listed[:size], '')}"
        )


@pytest.mark.parametrize("site", [Useless, Sorted])
async def test_where_the_named_form_does_not_search_the_box_of_every_page_is_used(site: type[Shelves]) -> None:
    async with visit(site(), start="query") as learned:
        assert learned.interface.ask.action == f"{learned.library.url}search"
        assert {result.url for result in await learned.ask("castle")} == learned.library.urls("castle")


class ListsFirst(Catalogue):
    """Lists some titles before anything is asked; no other words of the page are in titles."""

    find = Shelves.find

    def front(self) -> str:
        return "<h1>Willkommen</h1>"

    async def own_page(self, request: web.Request) -> web.StreamResponse:
        if request.method == "GET":
            self.good.add("s0")
            form = (
                '<form method="post" action="./query"><input type="hidden" name="__VIEWSTATE" value="s0">Title '
                '<input name="ctl00$title"><input type="submit" name="ctl00$find" value="Search"></form>'
            )
            return self.html(form + self.results(self.entries[:30], ""))
        return await super().own_page(request)


async def test_words_of_the_records_that_a_page_lists_are_asked_first() -> None:
    async with visit(ListsFirst(), start="query") as learned:
        assert learned.interface.ask.method == "POST"
        asked = [body for body in learned.library.sent if "title=" in body]
        titles = " ".join(entry.title.lower() for entry in ENTRIES)
        assert asked[1].split("title=")[1].split("&")[0] in titles  # the first one is nonsense
        assert {result.url for result in await learned.ask("castle")} == learned.library.urls("castle")


def test_the_entries_are_spread_over_shelves_and_kinds() -> None:
    combinations: Sequence[tuple[str, str]] = [(shelf_of(entry), kind_of(entry)) for entry in ENTRIES]
    assert len(set(combinations)) == len(SHELVES) * len(KINDS)

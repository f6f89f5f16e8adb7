"""What search applications of many kinds do that no list of known systems foresees: one small site for each."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from random import Random
from time import monotonic
from urllib.parse import quote, urlencode

import pytest
from aiohttp import web

from interface_sites import ENTRIES, Entry, Library, check_every_result_is_found_once, visit
from sonde.model import Field, Form
from sonde.page.dom import parse_html
from sonde.page.script_links import script_forms


class FlatLines(Library):
    """Results, pager and the way home are links of one kind in one element, parted by line breaks only."""

    def frame(self, content: str, title: str) -> str:
        return f"<title>{title}</title><body>{self.forms()}{content}<a href=/>home</a> <a href=/help>help</a>"

    def count(self, found: Sequence[Entry], words: str) -> str:
        return ""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return "".join(
            f"<a href={self.link(entry, words)}>{entry.title}</a> - {entry.text[:50]}<br>" for entry in shown
        )

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        more = page * self.page_size < len(found)
        return f"<a href={self.page_link(words, page + 1)}>&gt;&gt;&gt;</a> " if more else ""


class Preformatted(FlatLines):
    """The same as lines of preformatted text, with a count in front."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        lines = (f'<a href="{self.link(entry, words)}">{entry.title}</a>      {entry.text[:40]}\n' for entry in shown)
        return f"<pre>{len(shown)} lines\n\n{''.join(lines)}\n"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        more = page * self.page_size < len(found)
        return (f'<a href="{self.page_link(words, page + 1)}">[next {self.page_size}]</a>' if more else "") + "</pre>"


@pytest.mark.parametrize("library", [FlatLines, Preformatted])
async def test_a_pager_and_a_way_home_between_bare_links_are_no_results(library: type[Library]) -> None:
    await check_every_result_is_found_once(library())


class Semicolons(Library):
    """One program for everything, told apart by parameters that semicolons part; several links for each result."""

    def __init__(self) -> None:
        super().__init__([replace(entry, text=f"sig{entry.number:04} {entry.text}") for entry in ENTRIES])

    def forms(self) -> str:
        return '<form action="/run"><input type="hidden" name="do" value="search"><input name="q"><button>Search</button></form>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        query = dict(part.partition("=")[::2] for part in request.query_string.replace("&", ";").split(";"))
        if request.path != "/run":
            return await super().handle(request)
        if query.get("do") == "search":
            return self.html(self.answer(query.get("q", ""), int(query.get("page", 1))), title="Search")
        entry = next(entry for entry in self.entries if str(entry.number) == query["n"])
        return self.html(self.document(entry) if query["do"] == "show" else f"<pre>{entry.number}</pre>")

    def answer(self, words: str, page: int) -> str:
        found = self.find(words)
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        rows = "".join(
            f'<tr><td><a class="who" href="/run?do=search;q={quote(entry.author)}">{entry.author}</a></td>'
            f'<td><a href="/run?do=show;n={entry.number}">{entry.title}</a><br>{entry.text[:60]}</td>'
            f'<td class="more"><a href="/run?do=show;n={entry.number}">show</a> | '
            f'<a href="/run?do=history;n={entry.number}">history</a> | <a href="/run?do=raw;n={entry.number}">raw</a></td></tr>'
            for entry in shown
        )
        more = f'<a href="/run?do=search;q={words};page={page + 1}">next</a>' if page * 10 < len(found) else ""
        return f"<table>{rows}</table>{more}" if shown else "<p>No match for your words.</p>"

    def urls(self, words: str) -> set[str]:
        return {f"{self.url}run?do=show;n={entry.number}" for entry in self.find(words)}


async def test_parameters_may_be_parted_by_semicolons_and_links_within_a_result_are_not_results() -> None:
    await check_every_result_is_found_once(Semicolons())


class NamedLikeAWord(Library):
    """One program for everything whose name is a word of the documents."""

    def forms(self) -> str:
        return '<form action="/river.cgi"><input type="search" name="q"><button>Search</button></form>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/river.cgi":
            number = request.query.get("entry")
            entry = next((entry for entry in self.entries if str(entry.number) == number), None)
            return self.html(self.document(entry)) if entry is not None else await self.search(request)
        return await super().handle(request)

    def link(self, entry: Entry, words: str) -> str:
        return f"/river.cgi?entry={entry.number}"

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page).replace("/search", "/river.cgi")

    def urls(self, words: str) -> set[str]:
        return {f"{self.url}river.cgi?entry={entry.number}" for entry in self.find(words)}


async def test_a_word_that_is_part_of_every_address_finds_its_documents() -> None:
    await check_every_result_is_found_once(NamedLikeAWord())


class Sessions(Library):
    """Every page gives all its links a new session number."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = Random(3)

    def frame(self, content: str, title: str) -> str:
        return super().frame(content, title).replace("SESSION", f"{self.rng.getrandbits(64):016x}")

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}?sid=SESSION"

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page) + "&amp;sid=SESSION"


class WaysBack(Library):
    """A link to a document says how to come back to the list."""

    def link(self, entry: Entry, words: str) -> str:
        back = urlencode({"back": "/search?" + urlencode({"q": words, "page": 1})})
        return f"/entry/{entry.number}?{back}"


@pytest.mark.parametrize(("library", "parameter"), [(Sessions, "sid"), (WaysBack, "back")])
async def test_a_parameter_that_belongs_to_the_answer_is_left_out(library: type[Library], parameter: str) -> None:
    site = library()
    await check_every_result_is_found_once(site)
    async with visit(site) as learned:
        assert learned.interface.drop_parameters == (parameter,)


class Views(Library):
    """The same parameter goes with every link of an answer, but the document needs it."""

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}?shelf={'b' if words in ('river', 'letter') else 'a'}"

    def entry(self, request: web.Request) -> web.Response:
        if "shelf" not in request.query:
            return self.html("<p>On which shelf?</p>")
        return super().entry(request)


async def test_a_parameter_that_the_document_needs_stays() -> None:
    async with visit(Views()) as learned:
        assert learned.interface.drop_parameters == ()


class Frames(Library):
    """The start page is a set of frames; the search form is in one of them."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            frames = '<FRAMESET COLS="20%,*"><FRAME SRC="menu.htm"><FRAME SRC="main.htm"></FRAMESET>'
            return web.Response(
                text=f"<HTML><HEAD><TITLE>Archive</TITLE></HEAD>{frames}</HTML>", content_type="text/html"
            )
        if request.path == "/menu.htm":
            return web.Response(text='<A HREF="/news.htm">News</A>', content_type="text/html")
        if request.path == "/main.htm":
            return self.html(self.front())
        return await super().handle(request)


async def test_a_search_form_in_a_frame_is_found() -> None:
    await check_every_result_is_found_once(Frames())


_SENDING_SCRIPT = """
function goTo(what, where) {
    if (!f.onsubmit || f.onsubmit() != false) { f.target_name.value = what; f.elements['where'].value = where; f.submit(); }
}
"""


class PostBacks(Library):
    """One form around the whole page; the pager's links fill in its hidden fields by script and send it."""

    page_size = 2

    def frame(self, content: str, title: str) -> str:
        return (
            f'<html lang="en"><title>{title}</title><body><form name="f" method="post" action="/search">'
            '<input type="hidden" name="target_name"><input type="hidden" name="where">'
            f"<script>{_SENDING_SCRIPT}</script>{content}</form></body></html>"
        )

    def box(self, words: str) -> str:
        return f'<input name="words" value="{escape(words)}"><input type="submit" name="go" value="Search">'

    def front(self) -> str:
        return super().front() + self.box("")

    async def search(self, request: web.Request) -> web.StreamResponse:
        sent = await request.post()
        words, page = str(sent.get("words", "")), 1
        if sent.get("target_name") == "list" and "go" not in sent:
            page = int(str(sent["where"]).removeprefix("Page$"))
        found = self.find(words)
        if not found:
            return self.html(self.box(words) + self.nothing(words))
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        return self.html(self.box(words) + self.results(shown, words) + self.row(len(found), page))

    def row(self, count: int, page: int) -> str:
        """Five numbers at a time, then dots that lead to the next five."""
        first, last = (page - 1) // 5 * 5 + 1, (count + 1) // self.page_size
        numbers = range(first, min(last, first + 4) + 1)
        cells = [self.cell(str(number), number) if number != page else f"<b>{number}</b>" for number in numbers]
        return " ".join([*cells, self.cell("...", first + 5) if last > first + 4 else ""])

    def cell(self, label: str, number: int) -> str:
        return f"<a href=\"javascript:goTo('list','Page${number}')\">{label}</a>"


async def test_links_that_fill_in_a_form_by_script_and_send_it_are_followed() -> None:
    library = PostBacks()
    assert len(library.find("river")) > 5 * library.page_size
    await check_every_result_is_found_once(library)
    async with visit(library) as learned:
        assert "numbered buttons" in str(learned.interface)


def test_a_script_that_does_more_than_fill_in_hidden_fields_and_submit_is_not_understood() -> None:
    form = Form("http://s.example/", "POST", (Field("page", "hidden"), Field("q", "text", "river")))
    script = "function show(n) { f.page.value = n; } function send(n) { f.other.value = n; f.submit(); }"
    links = '<a href="javascript:show(2)">2</a><a href="javascript:send(2)">2</a><a onclick="pop(2)" href="#">2</a>'
    assert script_forms(parse_html(f"<script>{script}</script>{links}"), [form]) == []


def test_a_script_link_is_read_with_numbers_texts_and_fixed_values() -> None:
    form = Form("http://s.example/", "POST", (Field("page", "hidden"), Field("do", "hidden"), Field("go", "submit")))
    script = "function turn(n){document.forms[0].page.value=n;document.getElementById('do').value='turn';document.forms[0].submit()}"
    tree = parse_html(f'<script>{script}</script><a href="#" onclick="return turn(7)">7</a>')
    (sent,) = script_forms(tree, [form])
    assert [(field.name, field.value) for field in sent.fields] == [("page", "7"), ("do", "turn"), ("", "")]
    assert sent.fields[-1].label == "7"


@pytest.mark.parametrize(
    ("script", "link"),
    [
        ("function a(){" * 20_000, "a(1)"),
        ("", " " * 100_000),
        ("", "return " * 20_000),
        ("x.value = " * 20_000, "a(1)"),
    ],
)
def test_a_script_bomb_is_read_in_no_time(script: str, link: str) -> None:
    form = Form("http://s.example/", "POST", (Field("page", "hidden"),))
    tree = parse_html(f"<script>{script}</script><a href='#' onclick='{link}'>2</a>")
    started = monotonic()
    assert script_forms(tree, [form]) == []
    assert monotonic() - started < 5


class Icons(Library):
    """The link of a table row is a picture that says the same in every row; the title is another column."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        rows = "".join(
            f'<tr><td><a href="{self.link(entry, words)}" title="View record"><i class="eye"></i></a></td>'
            f"<td>{entry.number}</td><td>{entry.title}</td><td>{entry.text}</td></tr>"
            for entry in shown
        )
        return f"<table><tr><th></th><th>No</th><th>Name</th><th>Text</th></tr>{rows}</table>"


async def test_the_title_is_the_first_telling_column_where_the_link_is_a_picture() -> None:
    async with visit(Icons()) as learned:
        titles = {result.title for result in await learned.ask("river")}
        assert titles == {entry.title for entry in learned.library.find("river")}

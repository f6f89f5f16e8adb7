"""Radio buttons, check boxes, ranges and text inputs of one attribute: what each does is found by probing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.yaml.file import dump_interface, load_interface
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits
from sonde.net.client import Client, NetOptions
from sonde.site_crawl import Crawl, CrawlOptions

OPTIONS = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)


def deeds(count: int, *, seed: int = 3) -> list[Record]:
    """Deeds with a notary, a parish and a day; a few parishes and notaries have most of them."""
    rng, texts = Random(seed), synthetic_corpus(count, seed)
    found = []
    for record in texts:
        notary = f"{rng.choice(('Ada', 'Bo', 'Cy', 'Di', 'Eve'))} Notary{int(rng.paretovariate(0.9)) % 60}"
        parish = f"Parish{int(rng.paretovariate(0.8)) % 30}"
        day = f"{1700 + int(rng.triangular(0, 150, 120))}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        pairs = (("notary", notary), ("parish", parish), ("day", day), ("price", str(int(rng.lognormvariate(5, 1)))))
        found.append(replace(record, attributes=pairs))
    return found


DEEDS = Engine(deeds(320))
SHELVES = Engine(list(synthetic_corpus(320, 5)))


def reachable(records: Sequence[Record], *, cap: int) -> int:
    """Documents that some notary and parish together show."""
    cells = Counter((record.attribute("notary"), record.attribute("parish")) for record in records)
    return sum(min(count, cap) for count in cells.values())


async def crawled(server: LabServer, folder: Path) -> tuple[set[str], Crawl]:
    async with Crawl(server.url, into=folder, options=CrawlOptions(net=OPTIONS)) as crawl:
        return {document.url async for document in crawl}, crawl


@pytest.mark.parametrize("menus", ["radio", "check"])
async def test_radio_buttons_and_check_boxes_are_menus(menus: str, tmp_path: Path) -> None:
    traits = Traits.from_settings({"box": False, "selects": 2, "menus": menus, "cap": 40})
    async with serve(SHELVES.with_traits(traits)) as server:
        found, _ = await crawled(server, tmp_path / "copy")
        assert found == set(server.record_urls())
        assert not any(server.queries)


@pytest.mark.parametrize(
    "traits",
    [
        Traits(box=False, ranges=1, cap=30, blank="everything"),
        Traits(box=False, ranges=1, cap=30, blank="everything", method="POST", redirect_post=True, layout="table"),
        Traits(box=False, ranges=2, cap=20, blank="everything", count="hidden", layout="cards"),
        Traits(box=False, ranges=1, cap=30, blank="nothing"),
    ],
    ids=["dates", "dates by post", "dates and prices, no count", "nothing without a bound"],
)
async def test_a_form_of_ranges_alone_is_crawled_completely(traits: Traits, tmp_path: Path) -> None:
    async with serve(DEEDS.with_traits(traits)) as server:
        found, _ = await crawled(server, tmp_path / "copy")
        assert found == set(server.record_urls())
        assert not any(server.queries)


@pytest.mark.parametrize("blank", ["everything", "nothing"])
async def test_a_form_of_text_inputs_for_attributes_is_crawled_by_their_values(blank: str, tmp_path: Path) -> None:
    traits = Traits.from_settings({"box": False, "fields": 2, "cap": 30, "blank": blank, "featured": 4})
    async with serve(DEEDS.with_traits(traits)) as server:
        found, crawl = await crawled(server, tmp_path / "copy")
        assert len(found) >= 0.97 * reachable(DEEDS.records, cap=30)
        assert {box.attribute.lower() for box in crawl.interface.abilities.boxes} == {"notary", "parish"}
        assert not crawl.interface.ask.query_field


async def test_ranges_and_boxes_are_written_down_and_read_back(tmp_path: Path) -> None:
    traits = Traits(ranges=2, fields=2, cap=30, blank="everything")
    async with serve(DEEDS.with_traits(traits)) as server, Client(OPTIONS, start_url=server.url) as client:
        interface: SearchInterface = await learn(client, server.url)
    able = interface.abilities
    assert {(item.low, item.unit) for item in able.ranges} == {("in_day_from", "%Y-%m-%d"), ("in_price_from", "1")}
    boxes = {(box.name, box.attribute.lower()) for box in able.boxes}
    assert boxes == {("in_notary", "notary"), ("in_parish", "parish")}
    assert interface.ask.query_field == "q"
    path = tmp_path / "interface.yaml"
    path.write_text(dump_interface(interface), encoding="utf-8")
    assert load_interface(path) == interface


TOWNS = ("Aarburg", "Brenz", "Calw", "Dorlisheim", "Egelsee", "Fluorn")


class Register:
    """A land register by town and kind: one page that posts to itself with a state good for a few questions.

    A question with a state that is used up, or outside of a session, is answered with the bare form.
    """

    def __init__(self) -> None:
        self.left: dict[str, int] = {}
        self.entries = [(i, TOWNS[i % 6], ("house", "farm")[i // 6 % 2]) for i in range(1, 161)]

    def form(self) -> str:
        state = f"s{len(self.left)}"
        self.left[state] = 3
        towns = "".join(f"<option>{town}</option>" for town in TOWNS)
        return (
            f'<form method="post" action="/" id="search"><input type="hidden" name="__VIEWSTATE" value="{state}">'
            f'<select name="ctl$town"><option value="">All towns</option>{towns}</select><select name="ctl$kind"><option '
            'value="">Any</option><option>house</option><option>farm</option></select><input type="submit" '
            'name="ctl$go" value="Search"></form>'
        )

    async def page(self, request: web.Request) -> web.Response:
        sent = await request.post()
        state, session = str(sent.get("__VIEWSTATE", "")), request.cookies.get("visit", "")
        self.left[state], self.left[session] = self.left.get(state, 0) - 1, self.left.get(session, 0) - 1
        shown = ""
        if self.left[state] >= 0 and self.left[session] >= 0 and "ctl$go" in sent:
            found = [e for e in self.entries if sent["ctl$town"] in ("", e[1]) and sent["ctl$kind"] in ("", e[2])]
            items = "".join(f'<li><a href="/entry/{i}">Entry {i}: {k} at {t}</a></li>' for i, t, k in found[:15])
            shown = f"<p>{len(found)} entries</p><ul>{items}</ul>"
        response = web.Response(text=f"<title>Register</title>{self.form()}{shown}", content_type="text/html")
        if self.left[session] < 0:
            fresh = f"v{len(self.left)}"
            self.left[fresh] = 20
            response.set_cookie("visit", fresh)
        return response

    async def entry(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        return web.Response(
            text=f"<title>Entry {number}</title><p>Plot k{number * 7919}.</p>", content_type="text/html"
        )

    def app(self) -> web.Application:
        app = web.Application()
        app.add_routes([web.route("*", "/", self.page), web.get("/entry/{number}", self.entry)])
        return app


async def test_a_form_without_words_is_crawled_though_its_state_and_session_end_again_and_again(tmp_path: Path) -> None:
    register = Register()
    async with TestServer(register.app()) as server:
        url = str(server.make_url("/"))
        async with Crawl(url, into=tmp_path / "copy", options=CrawlOptions(net=OPTIONS)) as crawl:
            found = {document.url async for document in crawl}
    assert len(found) == len(register.entries)


async def test_a_menu_that_is_filled_only_after_another_was_chosen_does_no_harm(tmp_path: Path) -> None:
    entries = [(i, TOWNS[i % 6], f"Street {i % 6}-{i % 4}") for i in range(1, 121)]

    def form(town: str) -> str:
        towns = "".join(f"<option{' selected' * (one == town)}>{one}</option>" for one in TOWNS)
        streets = "".join(f"<option>{street}</option>" for street in sorted({s for _, t, s in entries if t == town}))
        return (
            f'<form action="/list" role="search"><select name="town" onchange="submit()"><option value="">Any</option>'
            f'{towns}</select><select name="street"><option value="">Any</option>{streets}</select></form>'
        )

    async def front(request: web.Request) -> web.Response:
        return web.Response(text=f"<title>Streets</title>{form('')}", content_type="text/html")

    async def listed(request: web.Request) -> web.Response:
        town, street = request.query.get("town", ""), request.query.get("street", "")
        found = [e for e in entries if town in ("", e[1]) and street in ("", e[2])]
        items = "".join(f'<li><a href="/entry/{i}">Entry {i}</a> {s}, {t}</li>' for i, t, s in found[:25])
        text = f"<title>Found</title>{form(town)}<p>{len(found)} found</p><ul>{items}</ul>"
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", front), web.get("/list", listed), web.get("/entry/{number}", Register().entry)])
    async with TestServer(app) as server:
        url = str(server.make_url("/"))
        async with Crawl(url, into=tmp_path / "copy", options=CrawlOptions(net=OPTIONS)) as crawl:
            assert len({document.url async for document in crawl}) == len(entries)


AUTHORS = ("Ada Brandt", "Jon Okafor", "Mira Lind", "Paul Serra", "Uma Weiss", "Otto Falk")


def catalogue() -> tuple[web.Application, int]:
    """Books by author and town. The front page names authors, so that words of it find something in their input."""
    rng = Random(5)
    books = [(i, rng.choice(AUTHORS), rng.choice(TOWNS)) for i in range(1, 151)]

    async def front(request: web.Request) -> web.Response:
        text = (
            '<title>Books</title><form action="/find" role="search"><label>Author <input name="a"></label><label>Town '
            f'<input name="t"></label><button>Search</button></form><p>We have {", ".join(AUTHORS[:4])} and others.</p>'
        )
        return web.Response(text=text, content_type="text/html")

    async def find(request: web.Request) -> web.Response:
        wanted = [request.query.get(name, "").lower().split() for name in ("a", "t")]
        found = [
            book for book in books
            if all(word in text.lower().split() for asked, text in zip(wanted, book[1:], strict=True) for word in asked)
        ]  # fmt: skip
        items = "".join(
            f'<li><a href="/book/{i}">Volume {i}</a><dl><dt>Author</dt><dd>{a}</dd><dt>Town</dt><dd>{t}</dd></dl></li>'
            for i, a, t in found[:20]
        )
        text = f"<p>{len(found)} books</p><ol>{items}</ol>" if found else "<p>Nothing was found.</p>"
        return web.Response(text=f"<title>Found</title>{text}", content_type="text/html")

    async def book(request: web.Request) -> web.Response:
        number, author, town = books[int(request.match_info["number"]) - 1]
        text = (
            f"<title>Volume {number}</title><h1>Volume {number}</h1><p>Shelf mark x{number * 7919} of the tower.</p>"
            f"<dl><dt>Author</dt><dd>{author}</dd><dt>Town</dt><dd>{town}</dd></dl>"
        )
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", front), web.get("/find", find), web.get("/book/{number}", book)])
    return app, len(books)


@pytest.mark.parametrize("documents", ["full", "results"])
async def test_an_input_for_authors_is_not_taken_for_a_box_for_words(
    documents: Literal["full", "results"], tmp_path: Path
) -> None:
    app, count = catalogue()
    async with TestServer(app) as server:
        url = str(server.make_url("/"))
        options = CrawlOptions(net=OPTIONS, documents=documents)
        async with Crawl(url, into=tmp_path / "copy", options=options) as crawl:
            found = [document async for document in crawl]
    assert {(box.name, box.attribute) for box in crawl.interface.abilities.boxes} == {("a", "Author"), ("t", "Town")}
    assert not crawl.interface.ask.query_field
    assert len(found) == count

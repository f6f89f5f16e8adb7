"""Menus beside or instead of the search box: which of them narrow an answer is found by probing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from sonde.interface.abilities.browse import Shown
from sonde.interface.inputs.menus import MAX_VALUES, joint_settings, menus_of, narrows
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.yaml.file import dump_interface, load_interface
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits
from sonde.net.client import Client, NetOptions
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.site_crawl import Crawl, CrawlOptions

RECORDS = list(synthetic_corpus(900, 5))
ENGINE = Engine(RECORDS)
OPTIONS = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)
MENUS = Traits(box=False, selects=2, cap=40, page_size=20)


@asynccontextmanager
async def learned(traits: Traits) -> AsyncIterator[tuple[LabServer, SearchInterface]]:
    async with serve(ENGINE.with_traits(traits)) as server, Client(OPTIONS, start_url=server.url) as client:
        yield server, await learn(client, server.url)


@pytest.mark.parametrize(
    "traits",
    [
        MENUS,
        replace(MENUS, method="POST", redirect_post=True),
        replace(MENUS, method="POST", token=True),
        replace(MENUS, count="hidden", layout="table"),
        replace(MENUS, decoys=("login", "newsletter", "language"), layout="cards", paging="numbered"),
    ],
    ids=["plain", "post and redirect", "post with a token", "no count, in a table", "with decoys"],
)
async def test_a_form_without_a_box_is_crawled_completely(traits: Traits, tmp_path: Path) -> None:
    async with serve(ENGINE.with_traits(traits)) as server:
        options = CrawlOptions(net=OPTIONS, documents="results")
        async with Crawl(server.url, into=tmp_path / "copy", options=options) as crawl:
            found = {document.url async for document in crawl}
        assert found == set(server.record_urls())
        assert crawl.coverage.estimate == pytest.approx(1.0, abs=0.01)
        assert set(server.submissions) <= {"search", "pager"}
        assert not any(server.queries)  # not a single keyword


async def test_menus_that_narrow_are_told_apart_and_written_down(tmp_path: Path) -> None:
    async with learned(Traits(selects=2, cap=40, blank="everything")) as (_, interface):
        names = {name: len(values) for name, values in interface.abilities.splits}
        assert names == {"in_region": 8, "in_topic": 40}
        assert interface.abilities.browse
        path = tmp_path / "interface.yaml"
        path.write_text(dump_interface(interface), encoding="utf-8")
        assert load_interface(path) == interface


async def test_a_site_that_finds_nothing_without_words_is_not_browsed() -> None:
    async with learned(Traits(cap=40, blank="nothing")) as (_, interface):
        assert not interface.abilities.browse
        assert interface.abilities.words


async def test_menus_halve_the_queries_that_words_alone_need(tmp_path: Path) -> None:
    queries = []
    for selects in (2, 0):
        traits = Traits(selects=selects, cap=40, page_size=40, blank="everything" if selects else "nothing")
        async with serve(ENGINE.with_traits(traits)) as server:
            options = CrawlOptions(net=OPTIONS, documents="results")
            async with Crawl(server.url, into=tmp_path / str(selects), options=options) as crawl:
                async for _ in crawl:
                    if crawl.progress.documents >= 0.99 * len(RECORDS):
                        break
                queries.append(crawl.progress.queries)
    assert queries[0] < 0.6 * queries[1]


PAGE = """<!doctype html><title>Register</title><form action="/list" role="search"><label>Town
<select name="town"><option value="">All towns</option>{options}</select></label>
<label>Order <select name="order"><option>rising</option><option>falling</option></select></label>
<label><input type="radio" name="kind" value="" checked> any</label>
<label><input type="radio" name="kind" value="house"> house</label>
<label><input type="radio" name="kind" value="farm"> farm</label><button>Show</button></form>"""
TOWNS = ("Aarburg", "Brenz", "Calw", "Dorlisheim", "Egelsee", "Fluorn")


def register() -> web.Application:
    """A land register: 240 entries by town and kind, in rising or falling order, ten shown at most, no count."""
    entries = [(i, TOWNS[i % 6], ("house", "farm")[i // 6 % 2]) for i in range(1, 241)]

    async def front(request: web.Request) -> web.Response:
        options = "".join(f"<option>{town}</option>" for town in TOWNS)
        return web.Response(text=PAGE.format(options=options), content_type="text/html")

    async def listed(request: web.Request) -> web.Response:
        town, kind = request.query.get("town", ""), request.query.get("kind", "")
        found = [entry for entry in entries if town in ("", entry[1]) and kind in ("", entry[2])]
        if request.query.get("order") == "falling":
            found.reverse()
        items = "".join(f'<li><a href="/entry/{i}">Entry {i}: {k} at {t}</a> in the book of {1800 + i}</li>'
                        for i, t, k in found[:20])  # fmt: skip
        return web.Response(text=f"<title>Entries</title><ul>{items}</ul>", content_type="text/html")

    async def entry(request: web.Request) -> web.Response:
        number = request.match_info["number"]
        return web.Response(text=f"<title>Entry {number}</title><p>Plot {number}.</p>", content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", front), web.get("/list", listed), web.get("/entry/{number}", entry)])
    return app


async def test_a_menu_that_only_sorts_is_not_taken_for_one_that_narrows() -> None:
    async with TestServer(register()) as server:
        url = str(server.make_url("/"))
        async with Client(OPTIONS, start_url=url) as client:
            interface = await learn(client, url)
    assert {name for name, _ in interface.abilities.splits} == {"town", "kind"}


def test_a_menu_with_too_many_values_is_left_alone() -> None:
    options = "".join(f"<option value='{i}'>{i}</option>" for i in range(50_000))
    page = f"<form role=search><select name=who>{options}</select><select name=a><option>x<option>y</select></form>"
    [form] = find_forms(parse_html(page), "http://example.org/", "utf-8")
    assert [menu.name for menu in menus_of(form)] == ["a"]
    assert MAX_VALUES < 50_000


@pytest.mark.parametrize(
    ("totals", "is_part"), [((20, 70), True), ((98, 99), False), ((100, 100), False), ((0, 5), True)]
)
def test_values_that_only_leave_a_little_out_do_not_narrow(totals: tuple[int, int], is_part: bool) -> None:
    whole = Shown(frozenset({"a", "b"}), 100)
    parts = [Shown(frozenset({f"{total}"}), total) for total in totals]
    assert narrows(whole, parts) is is_part


def test_all_menus_that_stand_on_any_are_set_together() -> None:
    menu = "<select name={}><option value=''>Any{}</select>"
    many = menu.format("many", "".join(f"<option>{number}" for number in range(40)))
    few = menu.format("few", "<option>x<option>y")
    order = "<select name=order><option>title<option>year</select>"
    form = find_forms(parse_html(f"<form>{many}{few}{order}</form>"), "http://site.example/")[0]
    settings = joint_settings(form, 4)
    assert [tuple(name for name, _ in pairs) for pairs in settings] == [("many", "few")] * 4
    assert [dict(pairs)["few"] for pairs in settings] == ["x", "y", "x", "y"]
    assert len({dict(pairs)["many"] for pairs in settings}) == 4

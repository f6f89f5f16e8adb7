"""Services that give fewer records than they are asked for, without saying so: all of every answer is read."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from aiohttp import web

from json_service import OTHERS, SUBJECTS, serve
from sonde.interface.json.model import JsonAnswer, JsonPaging
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.interface.model import Ask, SearchInterface
from sonde.model import Query
from sonde.net.client import Client

MOST = 50


def text_of(number: int) -> str:
    """Every entry has "walk"; a subject is in a few of them, and "quiet" in 70 of 120."""
    mood = "quiet" if number % 12 < 7 else "loud"
    subject, other = SUBJECTS[number * number % 7], OTHERS[number % 15]
    return f"A {mood} walk along the {subject} with {other}, mark k{number}"


ENTRIES: list[dict[str, Any]] = [{"id": n, "title": f"Walk {n}", "text": text_of(n)} for n in range(120)]
Reader = Callable[[web.Request, list[dict[str, Any]], int], dict[str, Any]]


def number(request: web.Request, name: str, default: int) -> int:
    return int(request.query.get(name, default))


def by_offset(request: web.Request, found: list[dict[str, Any]], size: int) -> dict[str, Any]:
    return {"hits": found[number(request, "offset", 0) :][:size]}


def by_page(request: web.Request, found: list[dict[str, Any]], size: int) -> dict[str, Any]:
    return {"hits": found[(number(request, "page", 1) - 1) * size :][:size]}


def by_cursor(request: web.Request, found: list[dict[str, Any]], size: int) -> dict[str, Any]:
    start = int(request.query.get("cursor", "c0")[1:])
    on = {"next_cursor": f"c{start + size}"} if start + size < len(found) else {}
    return {"hits": found[start:][:size], **on}


def by_address(request: web.Request, found: list[dict[str, Any]], size: int) -> dict[str, Any]:
    start = number(request, "offset", 0)
    on = {"next": str(request.url.update_query(offset=start + size))} if start + size < len(found) else {"next": None}
    return {"hits": found[start:][:size], **on}


def by_page_as_asked(request: web.Request, found: list[dict[str, Any]], size: int) -> dict[str, Any]:
    """Pages are counted by the size that was asked for, though fewer records are shown."""
    return {"hits": found[(number(request, "page", 1) - 1) * number(request, "limit", 10) :][:size]}


@asynccontextmanager
async def service(reader: Reader, *, total: bool, blank: bool, most: int = MOST) -> AsyncIterator[tuple[str, Client]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        asked = request.query.get("q", "").lower().split()
        found = [e for e in ENTRIES if all(word in e["text"].lower().replace(",", "").split() for word in asked)]
        found = found if asked or blank else []
        value = reader(request, found, min(most, number(request, "limit", 10)))
        return web.json_response(value | ({"total": len(found)} if total else {}))

    async with serve(handle, "/api/walks") as (url, client):
        yield f"{url}api/walks", client


async def ids(client: Client, interface: SearchInterface, words: str) -> list[str]:
    site = JsonSite(client, interface)
    return [result.title async for page in site.search(Query(words)) for result in page.results]


READERS = (by_offset, by_page, by_cursor, by_address, by_page_as_asked)


@pytest.mark.parametrize("blank", [True, False], ids=["lists all", "needs words"])
@pytest.mark.parametrize("total", [True, False], ids=["counts", "no count"])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
async def test_a_size_that_is_cut_in_silence_is_learned_as_what_comes(reader: Reader, total: bool, blank: bool) -> None:
    async with service(reader, total=total, blank=blank) as (url, client):
        # Of these words only one finds more than fit into one answer.
        interface = await learn(client, f"{url}?q=walk", rng=Random(0), seeds=["walk", "river", "stone"])
        rule = interface.json
        assert rule is not None
        assert (rule.paging.size_parameter, rule.paging.size, interface.paging.page_size) == ("limit", MOST, MOST)
        assert rule.total == ("total" if total else "")
        assert rule.exact == total
        for words, count in (("walk", 120), ("quiet", 70), ("k7", 1)):
            found = await ids(client, interface, words)
            assert len(found) == len(set(found)) == count
        assert f"limit={MOST} brought {MOST} records" in " ".join(interface.evidence)


@pytest.mark.parametrize("total", [True, False], ids=["counts", "no count"])
@pytest.mark.parametrize("reader", READERS[:4], ids=lambda reader: reader.__name__)
async def test_a_cut_that_no_sounding_showed_loses_nothing(reader: Reader, total: bool) -> None:
    async with service(reader, total=total, blank=False) as (url, client):
        interface = await learn(client, f"{url}?q=river", rng=Random(0), seeds=["river", "stone", "garden"])
        rule = interface.json
        assert rule is not None
        assert rule.paging.size_parameter == "limit"
        assert len(await ids(client, interface, "walk")) == 120


async def test_a_size_that_is_honoured_is_asked_for() -> None:
    async with service(by_offset, total=True, blank=True, most=10_000) as (url, client):
        interface = await learn(client, f"{url}?q=walk", rng=Random(0), seeds=["walk", "river"])
        assert interface.json is not None
        assert interface.json.paging.size == 1000
        assert interface.paging.page_size == 120  # no more was seen to come


async def test_pages_counted_by_the_size_asked_for_are_read_by_what_comes() -> None:
    paging = JsonPaging("page", parameter="page", size_parameter="limit", size=1000)
    rule = JsonAnswer("hits", key="id", title="title", total="total", paging=paging)
    async with service(by_page_as_asked, total=True, blank=True) as (url, client):
        interface = SearchInterface(url, Ask(url, url, "q"), json=rule)
        assert len(set(await ids(client, interface, "walk"))) == 120

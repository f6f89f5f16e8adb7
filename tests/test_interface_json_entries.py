"""The way in to a service: what it lists, names or describes leads to its search."""

from random import Random
from typing import Any

import pytest
from aiohttp import web

from json_service import OTHERS, SUBJECTS, serve
from sonde.errors import NoSearchFormError, StatusError
from sonde.interface.json.describe import document_addresses
from sonde.interface.json.entry import addresses
from sonde.interface.json.same_page import description_address
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.interface.results.contrast import read_page
from sonde.model import Page, Query

BOOKS = [
    {
        "id": number,
        "title": f"The {SUBJECTS[number % 7]} {OTHERS[number % 15]} {number}",
        "text": f"A tale {('that', 'with', 'from')[number % 3]} {OTHERS[number * 4 % 15]} and night, told as k{number}.",
    }
    for number in range(80)
]
PARAMETERS = [
    {"name": name, "in": "query", "schema": {"type": kind}}
    for name, kind in (("matching", "string"), ("limit", "integer"), ("offset", "integer"))
]
DESCRIPTION = {
    "openapi": "3.1.0",
    "paths": {
        "/status": {"get": {}},
        "/v1/books/find": {"get": {"summary": "Search", "parameters": PARAMETERS}},
        "/v1/shelves/{shelf}": {"get": {}},
        "/v1/books/{number}": {"get": {}},
    },
}


def found(request: web.Request, name: str, fields: tuple[str, ...] = ("id", "title", "text")) -> Any:
    asked = request.query.get(name, "").lower()
    limit, offset = int(request.query.get("limit", 10)), int(request.query.get("offset", 0))
    books = [book for book in BOOKS if asked in f"{book['title']} {book['text']}".lower()]
    shown = [{field: book[field] for field in fields} for book in books[offset : offset + limit]]
    return {"count": len(books), "results": shown}


async def listed(request: web.Request) -> web.Response:
    """An entry that lists collections: one takes words, and with /two a second one."""
    base = str(request.url.origin())
    if request.path in ("/", "/two"):
        more = {"papers": f"{base}/papers"} if request.path == "/two" else {}
        return web.json_response({"books": f"{base}/books", "shelves": f"{base}/shelves", **more})
    if request.path in ("/books", "/papers"):
        return web.json_response(found(request, "search"))
    if request.path == "/shelves":
        return web.json_response([{"name": f"shelf {place}", "room": place % 3} for place in range(6)])
    return web.json_response({"detail": "Not found."}, status=404)


async def described(request: web.Request) -> web.Response:
    """Nothing is at the door; a description names the search, which gives titles, and where the texts are."""
    if request.path == "/docs":
        page = "<html><body><div id='d'></div><script>draw({url: '/openapi.json'})</script></body></html>"
        return web.Response(text=page, content_type="text/html")
    if request.path == "/openapi.json":
        return web.json_response(DESCRIPTION)
    if request.path == "/v1/books/find" and request.query.get("matching"):
        return web.json_response(found(request, "matching", ("id", "title")))
    last = request.path.rpartition("/")[2]
    if request.path.startswith("/v1/books/") and last.isdigit() and int(last) < len(BOOKS):
        return web.json_response(BOOKS[int(last)])
    return web.json_response({"detail": "Not found."}, status=404)


async def test_the_one_collection_that_takes_words_is_searched() -> None:
    async with serve(listed) as (url, client):
        learned = await learn(client, url, rng=Random(0))
        assert (learned.ask.action, learned.ask.query_field, learned.site) == (f"{url}books", "search", url)


async def test_several_collections_that_take_words_are_named() -> None:
    async with serve(listed) as (url, client):
        with pytest.raises(NoSearchFormError, match=r"several searches.*/books, .*/papers"):
            await learn(client, f"{url}two", rng=Random(0))


@pytest.mark.parametrize("start", ["", "docs"])
async def test_a_description_leads_to_the_search_and_to_the_texts(start: str) -> None:
    async with serve(described) as (url, client):
        learned = await learn(client, f"{url}{start}", rng=Random(0))
        assert (learned.ask.action, learned.ask.query_field) == (f"{url}v1/books/find", "matching")
        assert learned.json is not None
        assert (learned.json.fetch, learned.json.detail) == (True, f"{url}v1/books/{{key}}")
        site = JsonSite(client, learned)
        page = await anext(site.search(Query("k31")))
        assert "told as k31" in (await site.get(page.results[0])).text


async def test_an_address_that_is_not_there_is_no_entry() -> None:
    async with serve(described) as (url, client):
        with pytest.raises(StatusError, match="no such page"):
            await learn(client, f"{url}v1/boks", rng=Random(0))


def test_addresses_are_told_by_their_look_and_their_name() -> None:
    text = """{"a": "http://s.example/a", "title": "b", "_links": {"child": [{"href": "c", "title": "d"}]},
      "other": "http://t.example/", "open": "/e/{id}", "self": "http://s.example/", "out": "/logout"}"""
    assert addresses(Page("http://s.example/", text)) == ["http://s.example/a", "http://s.example/c"]


def test_addresses_of_documents_near_the_search_come_first() -> None:
    found = document_addresses(DESCRIPTION, "http://s.example/openapi.json", "http://s.example/v1/books/find")
    assert found == ["http://s.example/v1/books/{key}", "http://s.example/v1/shelves/{key}"]
    assert document_addresses({"paths": {}}, "http://s.example/", "http://s.example/") == []


@pytest.mark.parametrize("address", ["http://other.example/openapi.json", "/manual.json"])
def test_only_descriptions_of_the_same_site_are_taken(address: str) -> None:
    page = Page("http://s.example/docs", f"<html><body><script>draw('{address}')</script></body></html>")
    assert description_address(read_page(page)) is None

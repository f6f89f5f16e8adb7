"""Services in the manner of those one meets: each is learned from its address alone and gives all its records."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from aiohttp import web

from json_service import Exchange, serve
from sonde.interface.json.endpoint import learn_endpoint
from sonde.interface.json.learn import learn_way
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Query, Request, Result
from sonde.net.client import Client
from sonde.text.words import distinct_words

RECORDS = list(synthetic_corpus(180, vocabulary=900))
WORDS = [distinct_words(f"{record.title} {record.text}") for record in RECORDS]
COMMON = max(set().union(*WORDS), key=lambda word: (sum(word in held for held in WORDS), word))

Answer = Callable[[web.Request], Any]
Found = list[tuple[int, Record]]


def find(words: str, *, blank: bool = True) -> Found:
    """The records that hold all the words; all or none for no words."""
    asked = distinct_words(words)
    if not asked and not blank:
        return []
    return [(i, record) for i, record in enumerate(RECORDS) if asked <= WORDS[i]]


def number(request: web.Request, name: str, default: int, *, most: int = 1000) -> int:
    return min(most, int(request.query.get(name, default)))


def docs(request: web.Request) -> Any:
    rows, start = number(request, "rows", 10), number(request, "start", 0)
    found = find(request.query.get("q", "*").replace("*", ""))
    shown = [{"id": f"doc-{i}", "title_s": r.title, "body_t": r.text, "_version_": 10**18 + i} for i, r in found]
    header = {"status": 0, "QTime": len(found) % 7, "params": dict(request.query)}
    return {
        "responseHeader": header,
        "response": {"numFound": len(found), "start": start, "docs": shown[start:][:rows]},
    }


def packages(request: web.Request) -> Any:
    rows, start = number(request, "rows", 10, most=100), number(request, "start", 0)
    found = find(request.query.get("q", ""))
    shown = [
        {"name": f"set-{i}", "title": r.title, "notes": r.text, "tags": [{"id": "t", "name": "x"}], "num_tags": 1}
        for i, r in found[start:][:rows]
    ]
    return {"help": "…", "success": True, "result": {"count": len(found), "sort": "", "results": shown, "facets": {}}}


def works(request: web.Request) -> Any:
    if unknown := set(request.query) - {"search", "per-page", "page"}:
        raise web.HTTPForbidden(
            text=json.dumps({"error": f"{unknown} is no parameter"}), content_type="application/json"
        )
    size, page = number(request, "per-page", 25), number(request, "page", 1)
    if size > 60:
        raise web.HTTPBadRequest(text='{"error": "per-page must be between 1 and 60"}', content_type="application/json")
    found = find(request.query.get("search", ""))
    shown = [
        {
            "id": f"{request.url.origin()}/W{i}",
            "display_name": r.title,
            "abstract": {"text": r.text},
            "relevance": 1 / (i + 1),
        }
        for i, r in found[(page - 1) * size :][:size]
    ]
    return {"meta": {"count": len(found), "page": page, "per_page": size}, "results": shown}


def volumes(request: web.Request) -> Any:
    if not request.query.get("q"):
        raise web.HTTPBadRequest(
            text='{"error": {"code": 400, "message": "Missing query"}}', content_type="application/json"
        )
    size, start = number(request, "maxResults", 10, most=40), number(request, "startIndex", 0)
    found = find(request.query["q"])
    value: dict[str, Any] = {"kind": "volumes", "totalItems": len(found)}
    if shown := found[start:][:size]:
        value["items"] = [
            {"kind": "volume", "id": f"v{i}", "info": {"title": r.title, "description": r.text}} for i, r in shown
        ]
    return value


def odata(request: web.Request) -> Any:
    top, skip = number(request, "$top", 20), number(request, "$skip", 0)
    found = find(request.query.get("$search", ""))
    value: dict[str, Any] = {"@odata.context": "$metadata#Things"}
    value["value"] = [{"Key": i, "Title": r.title, "Text": r.text} for i, r in found[skip:][:top]]
    if skip + top < len(found):
        value["@odata.nextLink"] = str(request.url.update_query({"$top": top, "$skip": skip + top}))
    return value


def linked_data(request: web.Request) -> Any:
    page = number(request, "page", 1)
    found = find(request.query.get("search", ""))
    members = [{"@id": f"/things/{i}", "@type": "Thing", "name": r.title, "text": r.text} for i, r in found]
    view = {"@id": request.path_qs, "@type": "View"}
    if page * 30 < len(found):
        view["next"] = str(request.rel_url.update_query(page=page + 1))
    return {"@type": "Collection", "member": members[(page - 1) * 30 :][:30], "totalItems": len(found), "view": view}


def tokens(request: web.Request) -> Any:
    start = int(request.query.get("pageToken", "t0")[1:])
    found = find(request.query.get("query", ""))
    value: dict[str, Any] = {
        "items": [{"etag": f"e{i}", "headline": r.title, "story": r.text} for i, r in found[start:][:15]]
    }
    if start + 15 < len(found):
        value["nextPageToken"] = f"t{start + 15}"
    return value


def bare(request: web.Request) -> Any:
    """A list alone, with neither count nor pages."""
    return [{"n": i, "t": r.title, "x": r.text} for i, r in find(request.query.get("text", ""))]


SERVICES: dict[Answer, tuple[str, str, str, str, str]] = {  # query field, records, total, paging, size
    docs: ("q", "response.docs", "response.numFound", "offset start", "rows=1000"),
    packages: ("q", "result.results", "result.count", "offset start", "rows=100"),
    works: ("search", "results", "meta.count", "page page", "per-page=60"),
    volumes: ("q", "items", "totalItems", "offset startIndex", "maxResults=40"),
    odata: ("$search", "value", "", "address ", "$top=1000"),
    linked_data: ("search", "member", "totalItems", "address ", "=0"),
    tokens: ("query", "items", "", "carry pageToken", "=0"),
    bare: ("text", "", "", "none ", "=0"),
}


@asynccontextmanager
async def service(answer: Answer) -> AsyncIterator[tuple[str, Client]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        return web.json_response(answer(request))

    async with serve(handle, "/api/things") as (url, client):
        yield f"{url}api/things", client


@pytest.mark.parametrize("answer", SERVICES, ids=lambda answer: answer.__name__)
async def test_a_service_is_learned_from_its_address_alone(answer: Answer) -> None:
    field, records, total, paging, size = SERVICES[answer]
    # A service that shows nothing unasked can only be asked with words that are on it.
    seeds = [COMMON, RECORDS[3].text.split()[0]] if answer is volumes else []
    async with service(answer) as (url, client):
        interface = await learn(client, url, rng=Random(0), seeds=seeds)
        rule = interface.json
        assert rule is not None
        assert (interface.ask.query_field, rule.records, rule.total) == (field, records, total)
        assert f"{rule.paging.kind} {rule.paging.parameter}" == paging
        assert f"{rule.paging.size_parameter}={rule.paging.size}" == size
        assert not rule.fetch
        results: list[Result] = []
        async for page in JsonSite(client, interface).search(Query(COMMON)):
            results += page.results
        truth = {" ".join(record.title.split()): record.text for _, record in find(COMMON)}
        assert {result.title for result in results} == set(truth)
        assert len(results) == len({result.url for result in results}) == len(find(COMMON))
        assert all(" ".join(truth[result.title].split()) in " ".join(result.snippet.split()) for result in results)


async def test_an_address_with_its_parameter_needs_no_guessing() -> None:
    async with service(docs) as (url, client):
        interface = await learn(client, f"{url}?wt=json&q={COMMON}&rows=5", rng=Random(0))
        assert interface.json is not None
        assert interface.ask.send == (("wt", "json"), ("rows", "5"))
        assert (interface.json.paging.size_parameter, interface.json.paging.size) == ("rows", 1000)


def things(request: web.Request) -> Any:
    """Resources with a page[number], their text in attributes, and a second list that belongs to them."""
    page, size = number(request, "page[number]", 1), number(request, "page[size]", 20, most=50)
    found = find(request.query.get("filter[search]", ""))
    shown = found[(page - 1) * size :][:size]
    data = [
        {"type": "thing", "id": str(i), "attributes": {"label": r.title, "body": f"<p>{r.text}</p>", "on": "2020-01-01"},
         "relationships": {"by": {"data": {"type": "person", "id": str(i % 3)}}}}
        for i, r in shown
    ]  # fmt: skip
    people = [
        {"type": "person", "id": str(n), "attributes": {"name": f"Person {n}"}} for n in {i % 3 for i, _ in shown}
    ]
    return {
        "jsonapi": {"version": "1.0"},
        "data": data,
        "included": people,
        "meta": {"total": {"resources": len(found)}},
    }


async def test_resources_with_related_ones_are_told_apart() -> None:
    async with service(things) as (url, client):
        interface = await learn(client, url, rng=Random(0))
        rule = interface.json
        assert rule is not None
        assert (interface.ask.query_field, rule.records, rule.key) == ("filter[search]", "data", "id")
        assert (rule.total, rule.title, rule.text) == ("meta.total.resources", "attributes.label", ("attributes.body",))
        assert (rule.paging.kind, rule.paging.parameter) == ("page", "page[number]")
        assert (rule.paging.size_parameter, rule.paging.size) == ("page[size]", 50)


async def test_a_nested_body_is_learned_from_traffic_and_driven_on() -> None:
    async def handle(request: web.Request) -> web.StreamResponse:
        body = await request.json()
        if set(body) - {"query", "from", "size"}:
            return web.json_response({"error": {"type": "parsing_exception"}}, status=400)
        found = find(body["query"]["match"]["all"]["query"], blank=False)
        hits = [{"_id": f"x{i}", "_score": 1 / (i + 1), "_source": {"name": r.title, "full": r.text}} for i, r in found]
        shown = hits[body["from"] :][: min(60, body["size"])]
        return web.json_response({"took": 2, "hits": {"total": {"value": len(found), "relation": "eq"}, "hits": shown}})

    async with serve(handle, "/index/_find") as (base, client):
        url = f"{base}index/_find?pretty=0"
        seen = []
        for word in (COMMON, sorted(WORDS[5])[0]):
            body = {"query": {"match": {"all": {"query": word, "operator": "and"}}}, "from": 0, "size": 10}
            request = Request(url, "POST", json.dumps(body).encode(), "application/json")
            seen.append((word, Exchange(request, await client.fetch(request))))
        way = learn_endpoint(seen)
        assert way is not None
        interface = await learn_way(client, way, url, rng=Random(0), seeds=[COMMON])
        rule = interface.json
        assert rule is not None
        assert (rule.records, rule.total) == ("hits.hits", "hits.total.value")
        assert (rule.paging.kind, rule.paging.parameter, rule.paging.first) == ("offset", "from", 0)
        assert (rule.paging.size_parameter, rule.paging.size) == ("size", 60)
        results = [
            result async for page in JsonSite(client, interface).search(Query(COMMON)) for result in page.results
        ]
        assert len({result.url for result in results}) == len(find(COMMON))

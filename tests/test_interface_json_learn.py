"""Services that answer in JSON are learned by probing and copied with few requests."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import web

import sonde
from json_service import Exchange
from json_service import serve as serve_json
from sonde.errors import ConfigError, NoSearchFormError, TooLargeError
from sonde.interface.json.endpoint import learn_endpoint
from sonde.interface.json.learn import learn_way
from sonde.interface.json.model import JsonAnswer, JsonPaging
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve
from sonde.lab.traits import Answers, Layout, Paging, Traits
from sonde.lab.truth import compare
from sonde.model import Page, Query, Request, Result
from sonde.net.client import Client, NetOptions

ENGINE = Engine(list(synthetic_corpus(240, vocabulary=1500)))
SEEDS = [word.strip(".").lower() for word in ENGINE.records[0].text.split()[3:6]]


@asynccontextmanager
async def lab(**traits: Any) -> AsyncIterator[tuple[LabServer, Client]]:
    async with (
        serve(ENGINE, Traits(**traits)) as server,
        Client(NetOptions(delay_s=0), start_url=server.url) as client,
    ):
        yield server, client


async def all_results(client: Client, interface: SearchInterface, words: str) -> list[Result]:
    found: list[Result] = []
    async for page in JsonSite(client, interface).search(Query(words)):
        found += page.results
    return found


CASES: list[tuple[Layout, Paging, Answers, bool, str, str]] = [
    ("list", "next", "json", False, "results", "address"),
    ("list", "cursor", "extracts", True, "results", "carry"),
    ("cards", "path", "json", False, "", "header"),
    ("cards", "numbered", "json", True, "", "page"),
    ("table", "offset", "json", False, "rows", "offset"),
    ("table", "none", "json", False, "rows", "none"),
    ("definitions", "numbered", "json", True, "hits.hits", "page"),
]


@pytest.mark.parametrize(("layout", "paging", "answers", "sized", "records", "kind"), CASES)
async def test_any_shape_of_answer_is_learned(
    layout: Layout, paging: Paging, answers: Answers, sized: bool, records: str, kind: str
) -> None:
    async with lab(layout=layout, paging=paging, answers=answers, per_page_links=sized) as (server, client):
        interface = await learn(client, server.url + "search", rng=Random(0), seeds=SEEDS)
        rule = interface.json
        assert rule is not None
        assert (rule.records, rule.paging.kind) == (records, kind)
        assert (rule.paging.size_parameter, rule.paging.size) == (("size", 100) if sized else ("", 0))
        assert rule.fetch == (answers == "extracts")
        assert rule.total
        assert rule.exact
        assert len(server.queries) <= 45  # soundings, however they page

        word = SEEDS[0]
        truth = {ENGINE.records[i].title for i in ENGINE.search(word).ids.tolist()}
        found = await all_results(client, interface, word)
        assert {result.title for result in found} == truth
        document = await JsonSite(client, interface).get(found[0])
        record = next(record for record in ENGINE.records if record.title == document.title)
        assert " ".join(record.text.split()) in " ".join(document.text.split())


async def test_a_service_is_copied_whole_with_a_tenth_of_the_requests_of_its_pages(tmp_path: Path) -> None:
    async with lab(answers="json", layout="cards", per_page_links=True) as (server, _):
        net = NetOptions(delay_s=0)
        async with sonde.crawl(
            server.url + "search", into=tmp_path, seeds=tuple(SEEDS), net=net, max_queries=40
        ) as crawl:
            async for _ in crawl:
                pass
        truth = compare(sonde.open(tmp_path).documents(), ENGINE.records)
        assert truth.coverage >= 0.98
        assert all(document.fetched_at for document in sonde.open(tmp_path).documents())
        assert not truth.extra
        assert server.requests < 120
        assert "Link header" in str(crawl.interface)
        requests = server.requests
        async with sonde.crawl(server.url + "search", into=tmp_path, net=net, max_queries=41) as again:
            async for _ in again:
                pass
        assert again.interface == crawl.interface
        assert server.requests - requests < 8


async def test_an_endpoint_is_learned_from_the_traffic_of_a_page() -> None:
    async with lab(answers="json", method="POST", paging="numbered", layout="list") as (server, client):
        seen = []
        for word in SEEDS[:2]:
            for path, body in (
                ("about", None),
                ("search", {"q": word, "page": 1, "lang": "en"}),
            ):
                data = json.dumps(body).encode() if body else b""
                address = server.url + path
                request = Request(address, "POST", data, "application/json") if body else Request(address)
                seen.append((word, Exchange(request, await client.fetch(request))))
        way = learn_endpoint(seen)
        assert way is not None
        assert json.loads(way.ask.body) == {"q": "{query}", "page": 1, "lang": "en"}
        interface = await learn_way(client, way, server.url, rng=Random(0), seeds=SEEDS)
        assert interface.json is not None
        assert (interface.json.paging.kind, interface.json.paging.parameter) == ("page", "page")
        truth = {ENGINE.records[i].title for i in ENGINE.search(SEEDS[0]).ids.tolist()}
        assert {result.title for result in await all_results(client, interface, SEEDS[0])} == truth


def _json(url: str, value: Any) -> Exchange:
    return Exchange(Request(url), Page(url, json.dumps(value), media_type="application/json"))


def test_traffic_that_does_not_depend_on_the_words_is_no_endpoint() -> None:
    ads = [{"text": f"buy {i} things now"} for i in range(5)]
    seen = [(word, _json(f"http://s.example/ads?for={word}", {"ads": ads})) for word in ("tea", "rice")]
    seen += [("tea", _json("http://s.example/poll", [{"n": 1}, {"n": 2}]))]
    seen += [("tea", Exchange(Request("http://s.example/p?q=tea"), Page("http://s.example/p", "<p>tea</p>")))]
    assert learn_endpoint(seen) is None
    assert learn_endpoint([]) is None


@pytest.mark.parametrize(
    ("url", "action", "field"),
    [
        ("http://s.example/find?lang=en&q=green+tea", "http://s.example/find", "q"),
        ("http://s.example/find/green%20tea/1?lang=en", "http://s.example/find/{query}/1", ""),
    ],
)
def test_the_words_are_found_in_parameters_and_in_the_path(url: str, action: str, field: str) -> None:
    hits = [{"name": f"Green tea {i}", "text": f"green tea of kind {i}"} for i in range(4)]
    way = learn_endpoint([("green tea", _json(url, {"hits": hits}))])
    assert way is not None
    assert (way.ask.action, way.ask.query_field, way.ask.send) == (action, field, (("lang", "en"),))


Handler = Callable[[web.Request], web.StreamResponse]


@asynccontextmanager
async def service(handler: Handler, **net: Any) -> AsyncIterator[tuple[str, Client]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        return handler(request)

    async with serve_json(handle, **net) as running:
        yield running


async def test_what_a_page_says_of_the_answer_it_wants_goes_along_with_every_query(tmp_path: Path) -> None:
    kind = "application/vnd.entries+json"

    def handler(request: web.Request) -> web.StreamResponse:
        if request.headers["Accept"] != kind:
            return web.Response(text="<p>for people</p>", content_type="text/html")
        start = int(request.query.get("from", 0))
        found = [r for r in ENGINE.records if request.query["q"] in r.text.lower().replace(".", "").split()]
        shown = [{"heading": r.title, "entry": r.text} for r in found[start : start + 10]]
        more = {"on": str(request.rel_url.update_query({"from": start + 10}))} if found[start + 10 :] else {}
        return web.json_response({"entries": shown, "next": more})

    async with service(handler) as (url, client):
        requests = [(word, Request(f"{url}find?q={word}", headers=(("accept", kind),))) for word in SEEDS[:2]]
        seen = [(word, Exchange(request, await client.fetch(request))) for word, request in requests]
        way = learn_endpoint(seen)
        assert way is not None
        interface = await learn_way(client, way, url, rng=Random(0), seeds=SEEDS)
        assert interface.ask.headers == (("accept", kind),)
        truth = {ENGINE.records[i].title for i in ENGINE.search(SEEDS[0]).ids.tolist()}
        assert {result.title for result in await all_results(client, interface, SEEDS[0])} == truth
    path = tmp_path / "interface.yaml"
    save_interface(interface, path)
    assert load_interface(path) == interface
    path.write_text(path.read_text(encoding="utf-8").replace(f"- {kind}", '- "a\\r\\nHost: b"'), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"ask\.headers cannot hold 'accept'"):
        load_interface(path)


def strict(request: web.Request) -> web.StreamResponse:
    """A service that refuses what it does not know, allows few sizes, and describes itself."""
    if request.path == "/openapi.json":
        parameters = [{"name": name, "in": "query", "schema": {"type": kind}}
                      for name, kind in (("sort", "string"), ("matching", "string"), ("at_most", "integer"), ("part", "integer"))]  # fmt: skip
        return web.json_response({"openapi": "3.1.0", "paths": {"/entries": {"get": {"parameters": parameters}}}})
    if request.path != "/entries":
        raise web.HTTPNotFound
    if set(request.query) - {"sort", "matching", "at_most", "part"}:
        return web.json_response({"detail": "unknown parameter"}, status=422)
    size, part = int(request.query.get("at_most", 10)), int(request.query.get("part", 0))
    if size > 40:
        return web.json_response({"detail": "at_most must be between 1 and 40"}, status=400)
    word = request.query.get("matching", "").lower()
    found = (
        [(i, r) for i, r in enumerate(ENGINE.records) if word in r.text.lower().replace(".", "").split()]
        if word
        else []
    )
    shown = [{"no": i, "heading": r.title, "entry": r.text} for i, r in found[part * size :][:size]]
    return web.json_response({"entries": shown, "of": len(found)})


async def test_a_strict_service_is_learned_from_its_description_and_its_refusals() -> None:
    async with service(strict) as (url, client):
        interface = await learn(client, url + "entries", rng=Random(0), seeds=SEEDS)
        assert interface.json is not None
        assert interface.ask.query_field == "matching"
        assert interface.found_by == "openapi"
        paging = interface.json.paging
        assert (paging.kind, paging.parameter, paging.first) == ("page", "part", 0)
        assert (paging.size_parameter, paging.size) == ("at_most", 40)
        assert (interface.json.records, interface.json.total, interface.json.key) == ("entries", "of", "no")
        assert (interface.json.title, interface.json.text) == ("heading", ("entry",))


async def test_a_description_as_start_address_leads_to_the_service() -> None:
    async with service(strict) as (url, client):
        interface = await learn(client, url + "openapi.json", rng=Random(0), seeds=SEEDS)
        assert interface.ask.action == url + "entries"


async def test_an_address_that_searches_nothing_says_what_to_do() -> None:
    async with service(lambda request: web.json_response({"status": "ok", "uptime": 3})) as (url, client):
        with pytest.raises(
            NoSearchFormError, match=r"no parameter .* takes words.*Give the address with the parameter"
        ):
            await learn(client, url + "health", rng=Random(0))


async def test_an_answer_beyond_the_limit_is_refused() -> None:
    big = "[" + ",".join(['{"title": "tea"}'] * 20_000) + "]"
    page = web.Response
    async with service(lambda request: page(text=big, content_type="application/json"), max_body_bytes=100_000) as (
        url,
        client,
    ):
        with pytest.raises(TooLargeError, match="limit"):
            await learn(client, url + "all", rng=Random(0))


@pytest.mark.parametrize(
    "text", ["[" * 100_000 + "]" * 100_000, '{"n": ' + "9" * 100_000 + "}", "{broken", "null", "[]"]
)
async def test_no_json_crashes_learning(text: str) -> None:
    async with service(lambda request: web.Response(text=text, content_type="application/json")) as (url, client):
        with pytest.raises(NoSearchFormError):
            await learn(client, url + "api", rng=Random(0))


def heavy(request: web.Request) -> web.StreamResponse:
    size, start = int(request.query.get("n", 1)), int(request.query.get("from", 0))
    shown = [{"id": i, "text": f"entry {i} " + "x" * 1000} for i in range(start, min(50, start + size))]
    return web.json_response({"hits": shown, "total": 50})


async def test_an_answer_that_grows_too_large_is_asked_for_in_smaller_parts() -> None:
    paging = JsonPaging("offset", parameter="from", first=0, size_parameter="n", size=100)
    rule = JsonAnswer("hits", key="id", total="total", paging=paging)
    async with service(heavy, max_body_bytes=15_000) as (url, client):
        interface = SearchInterface(url, Ask(url, url + "find", "q"), json=rule)
        assert len(await all_results(client, interface, "entry")) == 50


async def test_what_was_learned_is_written_and_read_back(tmp_path: Path) -> None:
    async with lab(answers="extracts", paging="cursor") as (server, client):
        interface = await learn(client, server.url + "search", rng=Random(0), seeds=SEEDS)
    path = tmp_path / "interface.yaml"
    save_interface(interface, path)
    assert load_interface(path) == interface
    assert "For the next part 'next_cursor' is sent back as 'after'." in str(interface)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("kind: carry", "kind: carrry"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"json.paging.kind is 'carrry'; use one of none, header"):
        load_interface(path)
    path.write_text(text.replace("  records: results", "  recrods: results"), encoding="utf-8")
    path.write_text(text.replace("  body: ''", "  body: '{broken'"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"ask\.body is no JSON object"):
        load_interface(path)
    path.write_text(text.replace("  records: results", "  recrods: results"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"unknown key json.recrods; did you mean 'records'"):
        load_interface(path)

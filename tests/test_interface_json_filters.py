"""Services that cut their answers: parameters that narrow to one value of a field are found and used."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import web

import sonde
from json_service import serve
from sonde.interface.json.columns import Column, names_for, stated_in, values_of
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.records import JsonSounding
from sonde.interface.learn import learn
from sonde.interface.model import Ask, SearchInterface
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Page, Request
from sonde.net.client import NetOptions
from sonde.text.words import distinct_words

CAP = 50
KINDS = ("essay", "letter", "map", "novel", "poem", "report", "speech", "tale")
DESCRIPTION = {
    "openapi": "3.0.0",
    "paths": {
        "/records": {
            "get": {
                "summary": "Search the records",
                "parameters": [
                    {"in": "query", "name": "q", "schema": {"type": "string"}},
                    {"in": "query", "name": "limit", "schema": {"type": "integer"}},
                    {"in": "query", "name": "offset", "schema": {"type": "integer"}},
                    {"in": "query", "name": "genre", "schema": {"type": "string", "enum": [*KINDS, "diary"]}},
                ],
            }
        }
    },
}
ENOUGH = 400  # records, where nothing is crawled


def _made(count: int, *, years: int = 20) -> list[dict[str, Any]]:
    """Records with a kind, a year, subjects and an author, some of them more often than others."""
    rng = Random(7)
    return [
        {
            "id": i,
            "title": record.title,
            "body": record.text,
            "kind": KINDS[min(rng.randrange(len(KINDS)), rng.randrange(len(KINDS)))],
            "meta": {"year": 1900 + rng.randrange(years), "by": f"author {rng.randrange(count // 3)}"},
            "subjects": sorted({f"s{rng.randrange(9)}", f"s{rng.randrange(9)}"}),
            "language": "en",
        }
        for i, record in enumerate(synthetic_corpus(count, vocabulary=1200))
    ]


@dataclass
class Service:
    """Finds records by all words of `q` and by `filters` (parameter -> field), and shows 50 of them at most."""

    records: list[dict[str, Any]]
    filters: dict[str, str]
    needs_words: bool = False
    strict: bool = False  # refuses parameters it does not know
    refuses_blank: bool = False  # the parameter for words, that is; without it all records are found
    extra: Callable[[], dict[str, Any]] = dict
    asked: int = 0
    held: list[tuple[dict[str, Any], frozenset[str], dict[str, list[str]]]] = field(init=False)

    def __post_init__(self) -> None:
        self.held = [(r, frozenset(distinct_words(f"{r['title']} {r['body']}")), values_of(r)) for r in self.records]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        if request.path == "/openapi.json":
            return web.json_response(DESCRIPTION)
        if request.path != "/records":
            raise web.HTTPNotFound
        if self.refuses_blank and not request.query.get("q", "x"):
            raise web.HTTPBadRequest(text='{"error": "empty q"}', content_type="application/json")
        if self.strict and set(request.query) - {"q", "limit", "offset", *self.filters}:
            raise web.HTTPBadRequest(text='{"error": "unknown parameter"}', content_type="application/json")
        wanted = distinct_words(request.query.get("q", ""))
        values = [(request.query[name], where) for name, where in self.filters.items() if name in request.query]
        found = [
            record
            for record, held, own in self.held
            if wanted <= held and all(value in own.get(where, ()) for value, where in values)
        ]
        found = [] if self.needs_words and not wanted else found
        start = int(request.query.get("offset", 0))
        size = min(25, int(request.query.get("limit", 10)))
        shown = found[:CAP][start:][:size]
        return web.json_response({"count": len(found), "records": shown, **self.extra()})


async def _learned(service: Service, question: str = "records?q=") -> SearchInterface:
    async with serve(service.handle) as (url, client):
        words = [record["body"].split()[0] for record in service.records[:3]]
        return await learn(client, url + question, rng=Random(0), seeds=words)


SMALL = _made(ENOUGH)


@pytest.mark.parametrize("strict", [False, True])
async def test_fields_that_narrow_when_sent_as_parameters_become_menus(strict: bool) -> None:
    service = Service(SMALL, {"kind": "kind", "year": "meta.year", "subject": "subjects"}, strict=strict)
    interface = await _learned(service)
    splits = {name: set(values) for name, values in interface.abilities.splits}
    assert interface.abilities.cap == CAP
    assert splits == {
        "kind": set(KINDS),
        "year": {str(1900 + n) for n in range(20)},
        "subject": {f"s{n}" for n in range(9)},
    }
    assert "'kind' narrows to one of 8 values" in str(interface)


async def test_a_field_with_many_values_is_asked_for_those_that_records_show() -> None:
    interface = await _learned(Service(SMALL, {"filter[by]": "meta.by"}))
    assert [(box.name, box.attribute) for box in interface.abilities.boxes] == [("filter[by]", "meta.by")]


async def test_parameters_that_do_not_bind_are_no_menus() -> None:
    interface = await _learned(Service(SMALL, {}))
    assert interface.abilities.cap == CAP
    assert (interface.abilities.splits, interface.abilities.boxes) == ((), ())


async def test_a_parameter_is_found_by_the_addresses_in_an_answer() -> None:
    links = {
        "facets": [{"label": "Essays", "self": "/records?k=essay&q="}, {"label": "Maps", "self": "/records?k=map"}]
    }
    interface = await _learned(Service(SMALL, {"k": "kind"}, extra=lambda: links))
    assert [name for name, _ in interface.abilities.splits] == ["k"]


async def test_a_description_names_the_parameter_and_all_its_values() -> None:
    interface = await _learned(Service(SMALL, {"genre": "kind"}, strict=True), "openapi.json")
    splits = dict(interface.abilities.splits)
    assert list(splits) == ["genre"]
    assert set(splits["genre"]) == {*KINDS, "diary"}


async def test_a_service_that_needs_words_is_narrowed_together_with_them() -> None:
    interface = await _learned(Service(SMALL, {"kind": "kind"}, needs_words=True))
    assert [name for name, _ in interface.abilities.splits] == ["kind"]
    assert not interface.abilities.boxes


async def test_a_parameter_for_words_that_must_not_be_blank_is_left_out() -> None:
    interface = await _learned(Service(SMALL, {"kind": "kind"}, refuses_blank=True), "records?q=walk")
    assert interface.abilities.browse
    assert [name for name, _ in interface.abilities.splits] == ["kind"]


async def test_whole_answers_need_no_menus() -> None:
    service = Service(SMALL[:CAP], {"kind": "kind"})
    interface = await _learned(service)
    assert interface.abilities.splits == ()


async def test_a_cut_service_is_listed_whole_by_its_menus(tmp_path: Path) -> None:
    records = _made(1500, years=50)
    service = Service(records, {"kind": "kind", "year": "meta.year"})
    async with serve(service.handle) as (url, _):
        net = NetOptions(delay_s=0)
        async with sonde.crawl(f"{url}records?q=", into=tmp_path, net=net, max_queries=80) as crawl:
            async for _ in crawl:
                pass
    held = {document.title for document in sonde.open(tmp_path).documents()}
    assert len(held) >= 0.99 * len({record["title"] for record in records})


def test_names_are_tried_as_the_site_may_spell_them() -> None:
    ask = Ask("http://h/find", "http://h/find", "srsearch", send=(("srkind", ""), ("format", "json")))
    column = Column("info.kind")
    names = names_for(column, {"srkind": (), "format": ()}, ask, JsonAnswer("hits"))
    assert {"info.kind", "kind", "srkind", "filter[kind]", "kinds"} <= set(names)
    assert "format" not in names


def test_parameters_of_addresses_within_an_answer_are_read_with_their_values() -> None:
    text = '{"self": "/find?q=x&year=1999", "other": "/elsewhere?z=1", "hits": [{"link": "?year=2001"}]}'
    page = Page("http://h/find?q=x", text, media_type="application/json")
    found = stated_in(
        [JsonSounding("x", Request(page.url), page)], Ask(page.url, "http://h/find", "q", send=(("n", "1"),))
    )
    assert found == {"n": (), "q": ("x",), "year": ("1999", "2001")}

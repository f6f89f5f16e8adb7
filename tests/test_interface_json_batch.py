"""Services that list extracts: the texts of many records are had at once where their documentation shows how."""

import asyncio
from html import escape
from random import Random
from typing import Any

from aiohttp import web

from json_service import serve
from sonde.interface.json.batch import Batcher
from sonde.interface.json.model import JsonBatch
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.interface.yaml.file import dump_interface, load_interface
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Page, Query, Request
from sonde.text.words import distinct_words

RECORDS = list(synthetic_corpus(160, vocabulary=700))
NAMES = [f"item {i:03d}" for i in range(len(RECORDS))]
WORDS = [distinct_words(record.text) for record in RECORDS]
FIRST = [distinct_words(" ".join(record.text.split()[:6])) for record in RECORDS]
COMMON = max(set().union(*WORDS), key=lambda word: (sum(word in held for held in WORDS), word))
AT_ONCE = 12


class Service:
    """Answers words with extracts, names with texts; its bare address leads to its documentation."""

    def __init__(self, *examples: str, at_once: int = AT_ONCE, narrow: bool = False) -> None:
        self.examples = examples
        self.narrow = narrow  # words are looked for at the beginning of texts, unless asked for in all of them
        self.at_once = at_once
        self.asked: list[web.Request] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request)
        asked = request.query
        if request.path != "/service":
            raise web.HTTPNotFound
        if asked.get("do") == "help":
            return _page(*self.examples) if asked.get("about") == "find-texts" else _page()
        if asked.get("do") == "delete":
            return web.json_response({"deleted": True})
        if asked.get("do") != "find":
            return _page("/service?do=help&about=find-words", "/service?do=help&about=find-texts", "/about")
        return web.json_response(self.texts(asked["names"]) if "names" in asked else self.extracts(asked))

    def texts(self, names: str) -> Any:
        wanted = names.split("|")[: self.at_once]
        found = {name: RECORDS[NAMES.index(name)] for name in wanted if name in NAMES}
        return {"of": {name: {"name": name, "body": [{"plain": record.text}]} for name, record in found.items()}}

    def extracts(self, asked: Any) -> Any:
        wanted = distinct_words(asked.get("words", ""))
        searched = FIRST if self.narrow and asked.get("within") != "texts" else WORDS
        found = [i for i, held in enumerate(searched) if wanted and wanted <= held]
        start, size = int(asked.get("start", 0)), min(40, int(asked.get("rows", 10)))
        shown = found[start:][:size]
        hits = [{"name": NAMES[i], "note": f"{' '.join(RECORDS[i].text.split()[:9])} ..."} for i in shown]
        return {"hits": hits, "found": len(found), "first": start}

    def sent(self, name: str) -> list[web.Request]:
        return [request for request in self.asked if name in request.query]


def _page(*links: str) -> web.Response:
    linked = "".join(f'<li><a href="{escape(link)}">{escape(link)}</a>' for link in links)
    return web.Response(text=f"<html><body><h1>Help</h1><ul>{linked}</ul></body></html>", content_type="text/html")


def _url(base: str) -> str:
    return f"{base}service?do=find&words={COMMON}&form=json"


READS = "/service?do=find&names=one%7Ctwo&part=body"


async def test_texts_come_many_at_a_time_where_the_documentation_shows_how() -> None:
    service = Service("/service?do=find&words=anything", READS)
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
        assert interface.json is not None
        batch = interface.json.batch
        assert (batch.separator, batch.size, batch.key, batch.records) == ("|", AT_ONCE, "name", "of.*")
        assert "12 at a time" in str(interface)
        before = len(service.asked)
        site = JsonSite(client, interface)
        async for page in site.search(Query(COMMON)):
            results = page.results
            break
        documents = await asyncio.gather(*(site.get(result) for result in results))
        truth = dict(zip(NAMES, (record.text for record in RECORDS), strict=True))
        assert len(documents) > AT_ONCE
        assert all(document.text.split() == truth[document.title].split() for document in documents)
        assert len(service.asked) - before == 1 + -(-len(documents) // AT_ONCE)


async def test_a_documented_setting_that_finds_more_is_sent_along() -> None:
    service = Service(f"/service?do=find&words={COMMON}&within=texts", READS, narrow=True)
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
        site = JsonSite(client, interface)
        totals = [page.total async for page in site.search(Query(COMMON))]
    assert ("within", "texts") in interface.ask.send
    assert totals[0] == sum(COMMON in held for held in WORDS) > sum(COMMON in held for held in FIRST)


async def test_a_documented_setting_that_finds_no_more_is_left_out() -> None:
    service = Service(f"/service?do=find&words={COMMON}&order=age", READS)
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
    assert interface.ask.send == (("do", "find"), ("form", "json"))
    assert service.sent("order")


async def test_the_way_to_ask_for_many_texts_is_kept_in_the_file(tmp_path: Any) -> None:
    service = Service(READS)
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
    assert interface.json is not None
    assert interface.json.batch.address
    (tmp_path / "interface.yaml").write_text(dump_interface(interface), encoding="utf-8")
    assert load_interface(tmp_path / "interface.yaml") == interface


async def test_an_example_that_would_change_something_is_never_sent() -> None:
    service = Service("/service?do=delete&names=one%7Ctwo", "/service?do=find&delete=1&names=one%7Ctwo")
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
    assert interface.json is not None
    assert not interface.json.batch.address
    assert not service.sent("delete")
    assert not [request for request in service.asked if request.query.get("do") == "delete"]


async def test_an_example_that_brings_no_more_than_extracts_is_left() -> None:
    service = Service("/service?do=find&names=one%7Ctwo&part=head")
    service.texts = lambda names: {"of": {n: {"name": n, "note": "short"} for n in names.split("|")}}  # type: ignore[method-assign]
    async with serve(service.handle) as (base, client):
        interface = await learn(client, _url(base), rng=Random(0))
    assert interface.json is not None
    assert not interface.json.batch.address
    assert service.sent("names")


class _Texts:
    """Gives a text for each key but those with an x."""

    def __init__(self) -> None:
        self.requests: list[str] = []

    async def fetch(self, request: Request) -> Page:
        self.requests.append(request.url)
        await asyncio.sleep(0.01)
        keys = [key for key in request.url.rpartition("=")[2].split("%7C") if "x" not in key]
        rows = ",".join(f'{{"k": "{key}", "t": "text of {key}"}}' for key in keys)
        return Page(request.url, f"[{rows}]", media_type="application/json")


async def test_what_is_asked_for_together_goes_into_one_request() -> None:
    source = _Texts()
    batcher = Batcher(source, JsonBatch("http://h/?k={keys}", "|", 4, key="k", records="", text=("t",)))
    texts = await asyncio.gather(*(batcher.text(key) for key in ("a", "b", "x", "d", "e", "f|g", "")))
    assert [text for text, _ in texts] == ["text of a", "text of b", "", "text of d", "text of e", "", ""]
    assert len(source.requests) == 2
    again = await batcher.text("a")
    assert again[0] == "text of a"
    assert len(source.requests) == 3

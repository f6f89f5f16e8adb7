"""Services whose questions are parameters within a text of a JSON body, several questions to a body."""

import json
from random import Random
from urllib.parse import parse_qs

from aiohttp import web

from interface_sites import Library, serve
from sonde.interface.json.ask import json_request, number_names, parameters_in
from sonde.interface.json.endpoint import ask_of
from sonde.interface.json.learn import learn_way
from sonde.interface.json.site import JsonSite
from sonde.interface.json.ways import Way
from sonde.interface.model import SearchInterface
from sonde.model import Page, Query, Request
from sonde.net.client import Client, NetOptions


class Queries(Library):
    """At most 60 records of an answer, counted by pages from 0; the drawn page links to its documents by their key."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/queries":
            return await super().handle(request)
        asked = json.loads(await request.text())["requests"][0]
        sent = parse_qs(asked["params"], keep_blank_values=True)
        words, page, size = sent["query"][0], int(sent["page"][0]), min(50, int(sent["size"][0]))
        found = self.find(words) if words.strip() else list(self.entries)
        shown = found[:60][page * size : (page + 1) * size]
        hits = [{"key": f"{entry.number:03}", "name": entry.title} for entry in shown]
        return web.json_response({"results": [{"hits": hits, "found": len(found), "page": page}]})

    def entry(self, request: web.Request) -> web.Response:
        number = request.path.rpartition("/")[2]
        if not number.isdigit() or not 0 < int(number) <= len(self.entries):
            return self.html("<p>There is no such entry.</p>", status=404)
        return self.html(self.document(self.entries[int(number) - 1]), title=self.entries[int(number) - 1].title)

    def request(self, words: str) -> Request:
        body = {"requests": [{"index": "all", "params": f"query={words}&page=0&size=8"}]}
        return Request(f"{self.url}queries", "POST", json.dumps(body).encode(), "application/json")

    def drawn(self) -> Page:
        links = "".join(f'<a href="/entry/{number:03}">volume {number}</a>' for number in range(1, 9))
        return Page(self.url, f"<html lang=en><body>{links}</body></html>")


async def learned(library: Queries, client: Client) -> SearchInterface:
    ask = ask_of(library.request("river"), "river")
    assert ask is not None
    seeds = ("river", "water", "people")
    return await learn_way(client, Way(ask), library.url, root=library.drawn(), rng=Random(0), seeds=seeds)


async def test_such_a_service_is_asked_to_the_end_and_its_documents_are_had_where_the_page_links_to() -> None:
    async with (
        serve(Queries()) as library,
        Client(NetOptions(delay_s=0, retries=0, repeat_posts=True), start_url=library.url) as client,
    ):
        assert isinstance(library, Queries)
        interface = await learned(library, client)
        assert interface.json is not None
        assert (interface.json.total, interface.json.paging.kind) == ("results.*.found", "page")
        assert (interface.json.paging.parameter, interface.json.paging.first) == ("requests.0.params.page", 0)
        assert interface.json.detail == f"{library.url}entry/{{key}}"
        assert interface.abilities.words
        assert interface.abilities.operator == "and"
        site = JsonSite(client, interface)
        for words in ("river", "river water", "light & music"):
            results = [result async for page in site.search(Query(words)) for result in page.results]
            wanted = [f"{library.url}entry/{entry.number:03}" for entry in library.find(words)]
            assert [result.url for result in results] == wanted[:60]


def test_a_text_is_taken_for_parameters_only_where_all_of_it_reads_so() -> None:
    assert parameters_in("query=a%20b&page=0&list=") == [("query", "a b"), ("page", "0"), ("list", "")]
    assert parameters_in("query=a") == []
    assert parameters_in("rock & roll = loud") == []
    assert parameters_in("{ search(q: $q) { id } }") == []


def test_words_and_numbers_are_written_into_such_a_text_as_into_an_address() -> None:
    library = Queries()
    library.url = "http://a.test/"
    ask = ask_of(library.request("river"), "river")
    assert ask is not None
    assert number_names(ask) == ["requests.0.params.page", "requests.0.params.size"]
    body = json_request(ask, Query("rock & roll"), {"requests.0.params.page": "3"}).body
    sent = json.loads(body)["requests"][0]
    assert parse_qs(sent["params"]) == {"query": ["rock & roll"], "page": ["3"], "size": ["8"]}
    assert sent["index"] == "all"

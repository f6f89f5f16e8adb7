"""Services that take a POST and go on with a cursor: it is put into the body, where nothing stood before."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import web

from json_service import Exchange, serve
from sonde.interface.json.ask import empty_names
from sonde.interface.json.endpoint import learn_endpoint
from sonde.interface.json.learn import learn_way
from sonde.interface.json.site import JsonSite
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Query, Request
from sonde.net.client import Client
from sonde.text.words import distinct_words

RECORDS = list(synthetic_corpus(180, vocabulary=900))
WORDS = [distinct_words(f"{record.title} {record.text}") for record in RECORDS]
COMMON = max(set().union(*WORDS), key=lambda word: (sum(word in held for held in WORDS), word))
OPERATION = "query Find($text: String!, $after: String) { works(text: $text, after: $after) { total edges { node } } }"
SIZE = 12


def find(words: str) -> list[tuple[int, Record]]:
    """The records that hold all the words; none for no words."""
    asked = distinct_words(words)
    return [(i, record) for i, record in enumerate(RECORDS) if asked and asked <= WORDS[i]]


class Service:
    """Variables with a cursor that is null at first; the answer to a nonsense word has a cursor too."""

    parameter = "variables.after"

    def __init__(self) -> None:
        self.asked = 0

    def body(self, words: str) -> dict[str, Any]:
        return {"operationName": "Find", "query": OPERATION, "variables": {"text": words, "after": None}}

    def read(self, body: dict[str, Any]) -> tuple[str, Any]:
        return body["variables"]["text"], body["variables"].get("after")

    def cursor(self, position: int) -> str:
        return f"c{position}"

    def position(self, cursor: Any) -> int:
        """Where a cursor leads to; a wrong one is an error."""
        if not isinstance(cursor, str) or cursor != self.cursor(int(cursor.strip("c"))):
            raise web.HTTPBadRequest(text='{"errors": [{"message": "not a cursor"}]}')
        return int(cursor.strip("c"))

    def answer(self, shown: list[dict[str, Any]], total: int, after: int) -> Any:
        going_on = {"hasNextPage": after < total, "endCursor": self.cursor(after)}
        return {"data": {"works": {"total": total, "edges": [{"node": node} for node in shown], "pageInfo": going_on}}}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        words, cursor = self.read(await request.json())
        start = self.position(cursor) if cursor else 0
        found = find(words)
        shown = [{"id": f"w{i}", "title": r.title, "about": r.text} for i, r in found[start : start + SIZE]]
        return web.json_response(self.answer(shown, len(found), start + len(shown)))


class Undeclared(Service):
    """The cursor is no variable at first: the operation alone says that there may be one."""

    def body(self, words: str) -> dict[str, Any]:
        return {"query": OPERATION, "variables": {"text": words}}


class Digits(Service):
    """Cursors are text, though they look like numbers."""

    def cursor(self, position: int) -> str:
        return str(position)


class Plain(Service):
    """A body of its own kind, in which the cursor is empty text; no count is stated, and the last part has no cursor."""

    parameter = "paging.from_token"

    def body(self, words: str) -> dict[str, Any]:
        return {"find": words, "lang": None, "paging": {"from_token": "", "size": SIZE}}

    def read(self, body: dict[str, Any]) -> tuple[str, Any]:
        return body["find"], body["paging"]["from_token"]

    def answer(self, shown: list[dict[str, Any]], total: int, after: int) -> Any:
        return {"hits": shown, "nextToken": self.cursor(after) if after < total else ""}


SERVICES = [Service, Undeclared, Digits, Plain]


@asynccontextmanager
async def learned(service: Service) -> AsyncIterator[tuple[Client, SearchInterface]]:
    """The service's interface, learned from two requests of its own page."""
    async with serve(service.handle, "/find") as (base, client):
        seen = []
        for word in (COMMON, sorted(WORDS[5])[0]):
            request = Request(f"{base}find", "POST", json.dumps(service.body(word)).encode(), "application/json")
            seen.append((word, Exchange(request, await client.fetch(request))))
        way = learn_endpoint(seen)
        assert way is not None
        yield client, await learn_way(client, way, f"{base}find", rng=Random(0), seeds=[COMMON])


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.__name__)
async def test_the_cursor_of_an_answer_goes_into_the_body_until_all_is_read(service: type[Service]) -> None:
    running = service()
    async with learned(running) as (client, interface):
        assert interface.json is not None
        assert (interface.json.paging.kind, interface.json.paging.parameter) == ("carry", running.parameter)
        before = running.asked
        site = JsonSite(client, interface)
        results = [result async for page in site.search(Query(COMMON)) for result in page.results]
        found = find(COMMON)
        assert [result.title for result in results] == [record.title for _, record in found]
        assert running.asked - before == -(-len(found) // SIZE)


async def test_what_was_learned_is_told_and_read_back_from_the_file(tmp_path: Path) -> None:
    async with learned(Service()) as (client, interface):
        assert "'data.works.pageInfo.endCursor' is sent back as 'variables.after'" in str(interface)
        save_interface(interface, tmp_path / "interface.yaml")
        again = load_interface(tmp_path / "interface.yaml")
        results = [r async for page in JsonSite(client, again).search(Query(COMMON)) for r in page.results]
        assert len(results) == len(find(COMMON))


def test_members_of_a_body_without_a_value_may_take_a_cursor() -> None:
    def names(body: Any) -> list[str]:
        return empty_names(Ask("http://a.test/", "http://a.test/", "", method="POST", body=json.dumps(body)))

    assert names({"q": "{query}", "after": None, "in": {"token": "", "size": 0, "all": False}}) == ["after", "in.token"]
    assert names({"q": "{query}"}) == []
    assert names({"query": "query($a: Int, $b: [ID!])", "variables": {"a": 1}}) == ["variables.b"]
    assert names({"query": "how much is $100: a question", "variables": ["x"]}) == []
    assert empty_names(Ask("http://a.test/", "http://a.test/", "q")) == []
    assert names([{"query": "river", "after": None}]) == []

"""A site's search interface is learned by probing: over HTTP, against every trait of the simulated site."""

import random
import re
from dataclasses import dataclass, replace

import pytest

from python_library import python_library
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.site import WebSite
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits
from sonde.model import Query, Result
from sonde.net.client import Client, NetOptions

RECORDS = python_library()[::8][:800]
ENGINE = Engine(RECORDS)
BASE = Traits(cap=100, page_size=10)
WORDS = ("string", "file", "object", "encoding", "zzyzx")
OPTIONS = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)

VARIANTS = {
    "a link to the next page": BASE,
    "numbered pages": replace(BASE, paging="numbered"),
    "an offset in the address": replace(BASE, paging="offset"),
    "a cursor": replace(BASE, paging="cursor"),
    "a page number in the path": replace(BASE, paging="path"),
    "buttons that page on": replace(BASE, paging="buttons"),
    "one page for everything": replace(BASE, paging="none"),
    "cards with three links each": replace(BASE, layout="cards"),
    "a table": replace(BASE, layout="table"),
    "a flat definition list": replace(BASE, layout="definitions"),
    "a form sent by POST": replace(BASE, method="POST"),
    "a redirect after POST": replace(BASE, method="POST", redirect_post=True),
    "a token in a form sent by POST": replace(BASE, method="POST", token=True),
    "a token in a form sent by GET": replace(BASE, token=True),
    "a rounded hit count": replace(BASE, count="rounded"),
    "no hit count": replace(BASE, count="hidden"),
    "any of the words": replace(BASE, operator="or"),
    "parts of words": replace(BASE, substring=True),
    "words of three letters or more": replace(BASE, min_length=3),
    "stop words refused": replace(BASE, stop_words="english", unusable="refused"),
    "several addresses for one document": replace(BASE, duplicate_urls=True),
    "an exact title that leads to the document": replace(BASE, title_redirect=True),
    "two lists of results": replace(BASE, two_lists=True),
    "links that narrow the answer": replace(BASE, facets=True),
    "links that sort": replace(BASE, sort_links=True),
    "links for the page size": replace(BASE, per_page_links=True, paging="numbered"),
    "records on the front page": replace(BASE, featured=3),
    "a page past the end that repeats the last": replace(BASE, past_end="repeat", paging="numbered"),
    "a page past the end that is an error": replace(BASE, past_end="404"),
    "decoy forms first": replace(BASE, decoys=("login", "newsletter", "language")),
    "answers that fail at random": replace(BASE, error_rate=0.08, drop_rate=0.04, seed=3),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What one question brought: results in order, and the totals that were stated."""

    results: list[Result]
    totals: list[int | None]
    pages: int


async def ask(site: WebSite, words: str) -> Reading:
    pages = [page async for page in site.search(Query(words))]
    return Reading([result for page in pages for result in page.results], [page.total for page in pages], len(pages))


def number_of(result: Result) -> int:
    """The document that an address of the simulated site leads to, from 0."""
    match = re.search(r"/record/(\d+)|[?&]id=(\d+)", result.url)
    assert match is not None, result
    return int(match[1] or match[2]) - 1


async def learn_site(server: LabServer, client: Client) -> tuple[SearchInterface, WebSite]:
    interface = await learn(client, server.url)
    return interface, WebSite(client, interface)


async def check_every_result_is_reached_once(traits: Traits) -> None:
    async with serve(ENGINE, traits) as server, Client(OPTIONS, start_url=server.url) as client:
        interface, site = await learn_site(server, client)
        for words in WORDS:
            truth = server.engine.search(words)
            reading = await ask(site, words)
            found = [number_of(result) for result in reading.results]
            assert sorted(found) == sorted(truth.ids.tolist()), f"{words}: {interface}"
            assert all(result.title == RECORDS[number_of(result)].title for result in reading.results)
            if traits.count == "exact" and found:
                assert set(reading.totals) == {truth.total}, f"{words}: {interface}"
            if traits.count == "hidden":
                assert interface.count is None, f"{interface}"
    assert set(server.submissions) <= {"search", "pager"}


@pytest.mark.parametrize("variant", VARIANTS)
async def test_every_result_is_reached_exactly_once_on_a_site_with(variant: str) -> None:
    await check_every_result_is_reached_once(VARIANTS[variant])


@pytest.mark.parametrize("seed", range(10))
async def test_every_result_is_reached_exactly_once_whatever_the_traits(seed: int) -> None:
    await check_every_result_is_reached_once(Traits.random(random.Random(seed)))

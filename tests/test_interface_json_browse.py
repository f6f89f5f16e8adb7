"""Services that list everything for no words: learned, and copied with one query."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from aiohttp import web

import sonde
from json_service import OTHERS, SUBJECTS, serve
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.model import Query
from sonde.net.client import Client, NetOptions

NET = NetOptions(delay_s=0, retries=0)
ENTRIES = [
    {"id": n, "title": f"Walk {n}", "text": f"Along the {SUBJECTS[n % 7]} with {OTHERS[n % 15]} and mark k{n}"}
    for n in range(150)
]
Blank = Literal["lists all", "left out", "nothing", "refused", "a few"]


@asynccontextmanager
async def service(blank: Blank, *, total: bool = True) -> AsyncIterator[tuple[str, list[str]]]:
    """A service, and the words it was asked for."""
    asked: list[str] = []

    async def handle(request: web.Request) -> web.StreamResponse:
        words = request.query.get("q")
        asked.append(words or "")
        if not words and blank == "refused":
            return web.json_response({"error": "what for?"}, status=422)
        found = ENTRIES
        if words or (words is not None and blank == "left out") or blank == "nothing":
            wanted = (words or "").lower()
            found = [entry for entry in ENTRIES if wanted in str(entry["text"]).lower().split()]
        elif blank == "a few":
            found = ENTRIES[:6]
        size, page = min(50, int(request.query.get("size", 20))), int(request.query.get("page", 1))
        value: dict[str, Any] = {"list": found[(page - 1) * size : page * size]}
        return web.json_response(value | ({"found": len(found)} if total else {}))

    async with serve(handle, "/walks") as (url, _):
        yield f"{url}walks", asked


@pytest.mark.parametrize("total", [True, False], ids=["counts", "no count"])
@pytest.mark.parametrize(
    ("blank", "browses"),
    [("lists all", True), ("left out", True), ("nothing", False), ("refused", False), ("a few", False)],
)
async def test_whether_no_words_find_everything_is_learned(
    blank: Blank, browses: bool, total: bool, tmp_path: Path
) -> None:
    async with service(blank, total=total) as (url, _), Client(NET, start_url=url) as client:
        interface = await learn(client, f"{url}?q=river", rng=Random(0), seeds=["river", "stone"])
        abilities = interface.abilities
        assert (abilities.browse, abilities.counts) == (browses, "exact" if total else "none")
        assert abilities.page_size == interface.paging.page_size > 20
        assert abilities.words
        site = JsonSite(client, interface)
        if blank != "refused":
            found = [result.url async for page in site.search(Query()) for result in page.results]
            assert (len(set(found)) == len(ENTRIES)) == browses
    save_interface(interface, tmp_path / "interface.yaml")
    assert load_interface(tmp_path / "interface.yaml") == interface


async def test_a_service_that_lists_everything_is_copied_with_one_query(tmp_path: Path) -> None:
    async with service("lists all") as (url, asked):
        async with sonde.crawl(f"{url}?q=river", into=tmp_path, net=NET, seeds=("river", "stone")) as crawl:
            interface = crawl.interface
            before = len(asked)
            documents = [document.title async for document in crawl]
        assert interface.abilities.browse
        assert len(documents) == len(set(documents)) == len(ENTRIES)
        assert asked[before:] == ["", "", ""]
        assert crawl.stop is not None
        assert crawl.stop.reason in ("exhausted", "estimate reached")
        assert crawl.coverage.estimate == 1.0


@pytest.mark.parametrize("blank", ["lists all", "nothing"])
async def test_words_are_asked_where_no_count_tells_that_all_is_there(blank: Blank, tmp_path: Path) -> None:
    async with service(blank, total=False) as (url, asked):
        async with sonde.crawl(
            f"{url}?q=river", into=tmp_path, net=NET, seeds=("river", "stone"), max_queries=40
        ) as crawl:
            documents = {document.title async for document in crawl}
        assert len(documents) >= 0.98 * len(ENTRIES)
        assert len(set(asked)) > 5

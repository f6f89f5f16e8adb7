"""Answers that come at the same time are taken together, and each as if it had come alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from discover_web import SHOP, BookCritic, SmallWeb, WordStrategy, page, small_web
from sonde.discover.engine import Discovery
from sonde.discover.model import Verdict, Visit, WebPage
from sonde.discover.store import DiscoveryStore
from sonde.errors import StoreError
from sonde.model import Page, Request


class AllAtOnce:
    """A web whose answers come together, as many as are asked for at a time."""

    def __init__(self, web: SmallWeb) -> None:
        self.web = web

    async def fetch(self, request: Request) -> Page:
        await asyncio.sleep(0.02)
        return await self.web.fetch(request)


class Watchful(BookCritic):
    """Notes in which order pages are judged and taken; cannot make anything of pages that say so."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def judge(self, page: WebPage) -> Verdict:
        self.events.append("judged")
        if page.title == "Odd":
            raise ValueError("cannot make anything of it")
        return super().judge(page)

    def watch(self, visit: Visit) -> None:
        self.events.append("taken")


async def discover(web: SmallWeb, seeds: list[str]) -> tuple[Discovery, Watchful, list[tuple[str, str]], set[str]]:
    critic = Watchful()
    async with await DiscoveryStore.open() as store:
        discovery = Discovery(AllAtOnce(web), store, critic, WordStrategy(), concurrency=64, watch=critic.watch)
        await discovery.run(seeds)
        urls = {url async for facts in store.page_facts() for _, url, _ in facts}
        return discovery, critic, await store.failures(), urls


def front_pages(number: int, **made: Any) -> dict[str, str]:
    words = [f"host{at} of many, with words of its own {at * 7919}" for at in range(number)]
    return {f"h{at}.test/": page(f"Host {at}", body=f"<p>{words[at]}</p>", **made) for at in range(number)}


async def test_answers_that_come_together_are_all_judged_before_the_first_is_taken() -> None:
    pages = front_pages(8)
    discovery, critic, _, _ = await discover(SmallWeb(pages), [f"http://{key}" for key in pages])
    assert discovery.progress.pages == 8
    assert critic.events == ["judged"] * 8 + ["taken"] * 8


async def test_a_page_that_nobody_can_read_takes_no_other_page_with_it() -> None:
    pages = front_pages(8) | {"odd.test/": page("Odd")}
    discovery, _, failures, urls = await discover(SmallWeb(pages), [f"http://{key}" for key in pages])
    assert failures == [("http://odd.test/", "ValueError")]
    assert (discovery.progress.pages, discovery.progress.failures) == (8, 1)
    assert "http://odd.test/" not in urls


async def test_links_that_lead_to_one_page_at_the_same_time_store_it_once() -> None:
    web = SmallWeb({"shop.test/": page("Shop", body=SHOP)})
    for at in range(6):
        web.redirects[f"h{at}.test/"] = "shop.test/"
    discovery, _, _, urls = await discover(web, [f"http://h{at}.test/" for at in range(6)])
    assert urls == {"http://shop.test/"}
    assert (discovery.progress.pages, discovery.progress.relevant) == (1, 1)


async def test_a_link_that_many_pages_name_at_the_same_time_is_followed_once() -> None:
    pages = front_pages(8, links=[("http://shared.test/", "the same for all")])
    web = SmallWeb(pages | {"shared.test/": page("Shared", body=SHOP)})
    discovery, _, _, _ = await discover(web, [f"http://{key}" for key in pages])
    assert web.asked["shared.test/"] == 1
    assert discovery.progress.links == 9


async def test_a_whole_web_read_together_ends_with_the_pages_and_forms_of_one_read_page_by_page() -> None:
    together, _, _, urls = await discover(small_web(), ["http://site0.test/", "http://site1.test/"])
    async with await DiscoveryStore.open() as store:
        alone = Discovery(small_web(), store, BookCritic(), WordStrategy())
        await alone.run(["http://site0.test/", "http://site1.test/"])
        assert urls == {url async for facts in store.page_facts() for _, url, _ in facts}
    assert together.progress.relevant == alone.progress.relevant > 5


async def test_what_ends_many_fetches_is_told_by_its_name_and_not_as_a_group() -> None:
    class Full(AllAtOnce):
        async def fetch(self, request: Request) -> Page:
            await super().fetch(request)
            raise StoreError("disk full", path=Path("archive"))

    pages = front_pages(8)
    async with await DiscoveryStore.open() as store:
        discovery = Discovery(Full(SmallWeb(pages)), store, BookCritic(), WordStrategy(), concurrency=64)
        with pytest.raises(StoreError, match="disk full"):
            await discovery.run([f"http://{key}" for key in pages])

"""Sonde downloads the hidden web: pages behind a search box that no link leads to.

Point it at a site, crawl it, use what it brought:

    site = await sonde.inspect("https://example.org")
    async with sonde.crawl(site, into="example", max_queries=200) as crawl:
        async for document in crawl:
            print(document.title, crawl.coverage)
    found = sonde.open("example").search("liver cirrhosis", k=10)

The command line does the same: see `sonde --help`.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Literal

from sonde._version import VERSION
from sonde.browser.chromium import Browser
from sonde.interface.model import SearchInterface
from sonde.interface.rendered.decide import Render, learn_site
from sonde.interface.wary import WaryFetcher
from sonde.model import Budget, Coverage, Document, Outcome, Query, Stop, Topic
from sonde.net.client import Client, NetOptions
from sonde.planner import DEFAULT_POLICY, Costs, StopRules
from sonde.saved_page import SavedPage, inspect_page
from sonde.site_crawl import Crawl, CrawlOptions
from sonde.store.copy import Copy
from sonde.store.topic import read_topic

__all__ = [
    "Budget", "Copy", "Costs", "Coverage", "Crawl", "CrawlOptions", "Document", "NetOptions", "Outcome", "Query",
    "SavedPage", "SearchInterface", "Stop", "StopRules", "Topic", "__version__", "crawl", "inspect", "inspect_page",
    "open", "read_topic",
]  # fmt: skip

__version__ = VERSION


async def inspect(url: str, *, net: NetOptions | None = None, render: Render = "auto") -> SearchInterface:
    """Finds the search interface of a site and learns how to use it; print it to read what was learned."""
    # Only search forms are ever submitted, so a POST may be repeated like a GET.
    options = replace(net or NetOptions(), repeat_posts=True)
    async with Client(options, start_url=url) as client, Browser(client) as browser:
        return await learn_site(WaryFetcher(client), browser, url, render=render, rng=Random(0))


def crawl(
    site: str | Path | SearchInterface,
    *,
    into: str | Path,
    max_queries: int | None = None,
    max_requests: int | None = None,
    max_documents: int | None = None,
    max_time_s: float | None = None,
    policy: str = DEFAULT_POLICY,
    seeds: tuple[str, ...] = (),
    costs: Costs | None = None,
    topic: Topic | None = None,
    topic_attributes: tuple[str, ...] = (),
    ranking_weight: float = 0.5,
    documents: Literal["full", "results"] = "full",
    rules: StopRules | None = None,
    render: Render = "auto",
    net: NetOptions | None = None,
) -> Crawl:
    """A crawl of a site into a folder, new or to be resumed: use it with `async with` and `async for`."""
    options = CrawlOptions(
        budget=Budget(max_queries, max_requests, max_documents, max_time_s),
        policy=policy,
        seeds=seeds,
        costs=costs or Costs(),
        topic=topic,
        topic_attributes=topic_attributes,
        ranking_weight=ranking_weight,
        documents=documents,
        rules=rules or StopRules(),
        render=render,
        net=net or NetOptions(),
    )
    return Crawl(site, into=into, options=options)


def open(folder: str | Path) -> Copy:
    """What a crawl has brought, also while it is still running."""
    return Copy(folder)

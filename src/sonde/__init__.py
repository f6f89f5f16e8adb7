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
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.model import Budget, Coverage, Document, Outcome, Query, Stop
from sonde.net.client import Client, NetOptions
from sonde.planner import DEFAULT_POLICY, StopRules
from sonde.saved_page import SavedPage, inspect_page
from sonde.site_crawl import Crawl, CrawlOptions, WaryFetcher
from sonde.store.copy import Copy

__all__ = [
    "Budget", "Copy", "Coverage", "Crawl", "CrawlOptions", "Document", "NetOptions", "Outcome", "Query",
    "SavedPage", "SearchInterface", "Stop", "StopRules", "__version__", "crawl", "inspect", "inspect_page", "open",
]  # fmt: skip

__version__ = VERSION


async def inspect(url: str, *, net: NetOptions | None = None) -> SearchInterface:
    """Finds the search interface of a site and learns how to use it; print it to read what was learned."""
    # Only search forms are ever submitted, so a POST may be repeated like a GET.
    options = replace(net or NetOptions(), repeat_posts=True)
    async with Client(options, start_url=url) as client:
        return await learn(WaryFetcher(client), url, rng=Random(0))


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
    documents: Literal["full", "results"] = "full",
    rules: StopRules | None = None,
    net: NetOptions | None = None,
) -> Crawl:
    """A crawl of a site into a folder, new or to be resumed: use it with `async with` and `async for`."""
    options = CrawlOptions(
        budget=Budget(max_queries, max_requests, max_documents, max_time_s),
        policy=policy,
        seeds=seeds,
        documents=documents,
        rules=rules or StopRules(),
        net=net or NetOptions(),
    )
    return Crawl(site, into=into, options=options)


def open(folder: str | Path) -> Copy:
    """What a crawl has brought, also while it is still running."""
    return Copy(folder)

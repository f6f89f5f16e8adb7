"""Where the time of one document goes: each stage alone, on the pages of the throughput benchmark."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.pages import detail_page
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Coverage, Document, Outcome, Page, Query
from sonde.net.record import Exchange
from sonde.page.attributes import attributes
from sonde.page.boilerplate import learn_boilerplate
from sonde.page.document import DocumentReader
from sonde.page.dom import parse_html
from sonde.page.furniture import Furniture
from sonde.page.guard import safe_html
from sonde.page.hashes import content_hash, near_hash
from sonde.page.maintext import text_blocks
from sonde.page.template import template
from sonde.planner import Completeness, Statistics, make_policy
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store
from sonde.store.warc import WarcArchive

PAGES = 300


def measure_stages() -> dict[str, float]:
    """CPU milliseconds per page of every stage but the download."""
    records = synthetic_corpus(PAGES, seed=1, mean_words=1200)
    html = [detail_page(number, record.text) for number, record in enumerate(records)]
    trees = [parse_html(text) for text in html]
    reader = DocumentReader(learn_boilerplate(trees[:5]))
    furniture = Furniture(reader.boilerplate.blocks if reader.boilerplate else frozenset())
    pages = [Page(f"http://example.org/{number}", text) for number, text in enumerate(html)]
    documents = [reader.read(page) for page in pages]
    return {
        "guard": _ms(safe_html, html),
        "guard and parse": _ms(parse_html, html),
        "text blocks": _ms(lambda tree: text_blocks(tree, furniture=furniture), trees),
        "attributes": _ms(lambda tree: attributes(tree, ()), trees),
        "skeleton": _ms(template, html),
        "fingerprints": _ms(lambda d: (content_hash(d.title, d.text), near_hash(d.text)), documents),
        "document in all (the rows above)": _ms(reader.read, pages),
        "statistics, policy, completeness": _observe_ms(documents),
        "durable store": asyncio.run(_store_ms(documents)),
        "archive (WARC, gzip)": asyncio.run(_archive_ms(html)),
    }


def _ms(function: Callable[[Any], object], items: Sequence[Any]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for item in items:
            function(item)
        best = min(best, time.process_time() - start)
    return 1000 * best / len(items)


def _outcome(documents: Sequence[Document]) -> Outcome:
    new = tuple(Document(d.url, d.title, d.text, d.attributes, id=number) for number, d in enumerate(documents))
    return Outcome(Query("word"), tuple(range(len(new))), new)


def _observe_ms(documents: Sequence[Document]) -> float:
    statistics = Statistics()
    policy, completeness = make_policy("sonde", statistics=statistics), Completeness(statistics=statistics)
    outcome = _outcome(documents)
    start = time.process_time()
    policy.observe(outcome)
    completeness.observe(outcome)
    completeness.coverage()
    policy.choose()
    return 1000 * (time.process_time() - start) / len(documents)


async def _store_ms(documents: Sequence[Document]) -> float:
    with (
        tempfile.TemporaryDirectory() as name,
        CrawlFolder.open_for_crawl(name, site_url="http://example.org") as folder,
    ):
        async with await Store.open(folder) as store:
            outcome = _outcome(documents)
            start = time.process_time()
            await store.stage(outcome.new, query=outcome.query)
            await store.record(outcome, traffic=Traffic(), coverage=Coverage())
            return 1000 * (time.process_time() - start) / len(documents)


async def _archive_ms(html: Sequence[str]) -> float:
    bodies = [text.encode() for text in html]
    headers = (("Content-Type", "text/html; charset=utf-8"), ("Server", "benchmark"))
    with tempfile.TemporaryDirectory() as name:
        start = time.process_time()
        async with WarcArchive(Path(name)) as archive:
            for number, body in enumerate(bodies):
                url = f"http://example.org/{number}"
                archive.record(
                    Exchange("GET", url, 1.7e9, headers, status=200, reason="OK", response_headers=headers, body=body)
                )
        return 1000 * (time.process_time() - start) / len(bodies)

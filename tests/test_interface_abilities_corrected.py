"""A crawl that begins with a wrong belief about the search says in its report what was corrected."""

import random
from dataclasses import replace
from html import unescape
from pathlib import Path

from sonde.interface.learn import learn
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from sonde.model import Abilities, Budget
from sonde.net.client import Client, NetOptions
from sonde.site_crawl import Crawl, CrawlOptions

WORDS = [f"{a}{b}" for a in ("ka", "lo", "mi", "nu", "pe") for b in ("bel", "dor", "fin", "gas")]
OPTIONS = NetOptions(delay_s=0, concurrency=8)


def narrow_site() -> Engine:
    """Few words, of which each finds far more than the site shows, always the same first."""
    rng = random.Random(1)
    records = [Record(id=str(i), title=f"No {i}", text=" ".join(rng.sample(WORDS, 5))) for i in range(600)]
    return Engine(records, Traits(cap=20, rank="static", operator="or"))


async def test_a_wrong_belief_is_corrected_and_reported(tmp_path: Path) -> None:
    async with serve(narrow_site()) as server:
        async with Client(OPTIONS, start_url=server.url) as client:
            interface = await learn(client, server.url, seeds=WORDS[:3])
        believed = Abilities(operator="and", exclude="-{}", cap=400)
        given = replace(interface, abilities=believed)
        options = CrawlOptions(net=OPTIONS, budget=Budget(max_queries=60))
        async with Crawl(given, into=tmp_path / "copy", options=options) as crawl:
            async for _ in crawl:
                pass
    report = unescape((tmp_path / "copy" / "report.html").read_text())
    assert "operator was 'and' and is now 'or'" in report
    assert "cap was 400 and is now None" in report

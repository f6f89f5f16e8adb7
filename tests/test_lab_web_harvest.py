"""From examples to documents on the simulated web, compared with its truth."""

from pathlib import Path

import pytest

from sonde.discover.crawl_all import CrawlAll
from sonde.discover.examples import read_seeds, read_training
from sonde.discover.run import DiscoverOptions, DiscoveryRun
from sonde.errors import ConfigError
from sonde.lab.web.folder import write_web
from sonde.lab.web.harvest import compare_harvest, harvest_summary, harvest_table
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.material import builtin_material
from sonde.lab.web.recipe import Domain, Recipe
from sonde.lab.web.server import serve_web
from sonde.model import Budget
from sonde.net.client import NetOptions
from sonde.site_crawl import CrawlOptions

RECIPE = Recipe(
    seed=4, domains={"auto": Domain(hosts=25, form_share=0.5, second_share=0.2)}, other_hosts=5, hubs=2, examples=12,
    records=(12, 15), failing=0, slow=0, noise=0.2, other_forms=0.0,
)  # fmt: skip
WEB = LabWeb(RECIPE, builtin_material())


async def test_what_is_found_and_crawled_is_told_from_what_was_missed(tmp_path: Path) -> None:
    folder, given = tmp_path / "found", tmp_path / "web"
    write_web(given, WEB)
    truth = given / "auto" / "truth.jsonl"
    async with serve_web(WEB) as server:
        net = NetOptions(resolve=(f"*=127.0.0.1:{server.port}",), delay_s=0.0, ignore_robots=True)
        run = DiscoveryRun(
            folder,
            seeds=read_seeds(given / "auto" / "seeds.txt"),
            training=read_training(given / "auto" / "examples", given / "auto" / "negatives"),
            options=DiscoverOptions(max_pages=80, net=net),
        )
        await run.run()
        before = compare_harvest(folder, truth)
        await CrawlAll(folder, options=CrawlOptions(net=net, budget=Budget(max_requests=120))).run()
    after = compare_harvest(folder, truth)
    said = harvest_summary(after)
    there = WEB.truth("auto").forms
    assert said["forms"] == said["reachable"] == len(there)
    assert said["found"] == run.progress.relevant - int(str(said["wrong"]))
    assert 0 < int(str(said["found"])) <= len(there)
    assert harvest_summary(before)["documents"] == 0
    assert 0 < int(str(said["documents"])) <= int(str(said["records_behind_crawled"]))
    crawled = [one for one in after if one.documents]
    assert all(one.documents <= one.records for one in crawled)
    assert crawled[0].action in harvest_table(after)


def test_a_truth_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="sonde lab web"):
        compare_harvest(tmp_path, tmp_path / "truth.jsonl")

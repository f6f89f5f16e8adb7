"""The simulated web over HTTP: hosts by the Host header, and the files that go with it."""

import json
from pathlib import Path

import pytest

from sonde.discover.examples import read_seeds, read_training
from sonde.errors import ConfigError, StatusError
from sonde.lab.web.catalogue import CatalogueRecipe, CatalogueWeb
from sonde.lab.web.data import read_material
from sonde.lab.web.folder import write_web
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.material import builtin_material
from sonde.lab.web.recipe import Recipe, read_recipe
from sonde.lab.web.server import BACKLINKS, Backlinks, serve_web
from sonde.model import Request
from sonde.net.client import Client, NetOptions

SMALL = Recipe(seed=7, examples=4, slow=0.0).scaled(0.02)
WEB = LabWeb(SMALL, builtin_material())


async def test_any_host_is_reached_through_one_port() -> None:
    catalogue = CatalogueWeb(CatalogueRecipe(domains=("camera",), sites=1, targets=(20, 20)))
    async with serve_web(WEB, catalogue) as server:
        options = NetOptions(resolve=(f"*=127.0.0.1:{server.port}",), delay_s=0.0, ignore_robots=True)
        async with Client(options, start_url=WEB.seeds("book")[0]) as client:
            for url in (*WEB.seeds("book")[:4], *WEB.seeds("job")[:4], *catalogue.sites("camera")):
                page = await client.fetch(Request(url))
                expected = catalogue.page(url) if url in catalogue.sites("camera") else WEB.page(url)
                assert page.text == expected.text
            with pytest.raises(StatusError):
                await client.fetch(Request("http://nowhere.example/"))


async def test_backward_links_are_found_by_a_search_engine() -> None:
    async with serve_web(WEB, WEB.training.web, Backlinks(lambda: WEB.training)) as server:
        options = NetOptions(resolve=(f"*=127.0.0.1:{server.port}",), delay_s=0.0, ignore_robots=True)
        url = WEB.training.paths("book")[0][0].url
        async with Client(options, start_url=url) as client:
            page = await client.fetch(Request(f"http://{BACKLINKS}/search?q=link:{url}"))
    sources = [source for source, _ in WEB.training.backlinks(url)]
    assert sources
    assert all(source in page.text for source in sources)


async def test_a_taken_port_is_an_error_with_a_remedy() -> None:
    async with serve_web(WEB) as server:
        with pytest.raises(ConfigError, match="another port"):
            async with serve_web(WEB, port=server.port):
                pass


def test_the_folder_holds_what_a_discovery_needs(tmp_path: Path) -> None:
    write_web(tmp_path, WEB)
    assert read_recipe(tmp_path / "recipe.yaml") == SMALL
    for domain in SMALL.domains:
        folder = tmp_path / domain
        assert list(read_seeds(folder / "seeds.txt")) == WEB.seeds(domain)
        training = read_training(folder / "examples", folder / "negatives")
        assert sum(bool(example.forms) for example in training.examples) == SMALL.examples
        assert sorted(map(repr, training.paths)) == sorted(map(repr, WEB.training.paths(domain)))
        rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
        assert {row["host"] for row in rows if not row["is_beside"]} == set(WEB.truth(domain).forms)
        assert all(row["records"] > 0 for row in rows)


def test_a_data_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="swde_pages"):
        read_material(tmp_path)

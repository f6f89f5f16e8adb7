"""`sonde mine`: sites are mined over HTTP, resumed, exported; what cannot work is refused before the first request."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cli_run import sonde
from drawn_sites import chromium_processes
from sonde.browser.chromium import find_chromium
from sonde.discover.export import export_mined
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import Findings
from sonde.discover.mine_run import MineOptions, MiningRun
from sonde.discover.model import Outlink, WebPage
from sonde.discover.probing import PLACE
from sonde.discover.validators.choose import make_validator
from sonde.discover.validators.function import FunctionValidator
from sonde.discover.xcrawl.bounded import Bounded
from sonde.errors import ConfigError, MissingExtraError
from sonde.lab.web.catalogue import SEARCH, CatalogueRecipe, CatalogueWeb
from sonde.lab.web.server import WebServer, serve_web
from sonde.model import Page
from sonde.net.client import NetOptions

HOME = "http://camera-1.example/"


@pytest.fixture(scope="module")
def web() -> CatalogueWeb:
    return CatalogueWeb(CatalogueRecipe(domains=("camera",), sites=1, targets=(40, 50), news=20))


@pytest.fixture
async def server(web: CatalogueWeb) -> AsyncIterator[WebServer]:
    async with serve_web(web) as server:
        yield server


def mining(folder: Path, web: CatalogueWeb, server: WebServer, **options: object) -> MiningRun:
    options.setdefault("render", "never")
    net = NetOptions(delay_s=0, resolve=(f"*=127.0.0.1:{server.port}",))
    validator = options.pop("validator", None) or make_validator("table", web.examples("camera"))
    return MiningRun(
        folder,
        sites=() if options.get("search") else [HOME],
        validator=validator,  # type: ignore[arg-type]
        examples=web.examples("camera"),
        options=MineOptions(net=net, **options),  # type: ignore[arg-type]
    )


def exported(folder: Path) -> list[dict[str, object]]:
    file = folder / "pages.jsonl"
    export_mined(DiscoveryFolder.open_to_read(folder), "jsonl", file)
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("method", ["best", "xcrawl"])
async def test_the_pages_like_the_examples_are_found_with_their_attributes(
    tmp_path: Path, web: CatalogueWeb, server: WebServer, method: str
) -> None:
    run = mining(tmp_path / "out", web, server, method=method)
    stop = await run.run()
    assert stop.reason == "exhausted"
    pages = exported(tmp_path / "out")
    targets = web.targets("camera")["camera-1.example"]
    assert {page["url"] for page in pages} <= targets
    assert len(pages) >= 0.95 * len(targets) if method == "best" else pages
    assert all(page["attributes"] and page["accepted"] for page in pages)


async def test_a_mining_cut_short_goes_on_as_if_it_had_never_been(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    whole = mining(tmp_path / "whole", web, server)
    await whole.run()
    asked = server.requests
    for most in (10, 25, None):
        await mining(tmp_path / "parts", web, server, max_pages=most).run()
    assert exported(tmp_path / "parts") == exported(tmp_path / "whole")
    assert server.requests - asked <= asked + 2 * 3  # nothing but robots.txt is asked for again


async def test_the_report_draws_hubs_and_the_pages_they_list(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    await mining(tmp_path / "out", web, server).run()
    report = (tmp_path / "out" / "report.html").read_text()
    assert "Hubs and authorities" in report
    assert "<circle" in report
    assert "<script" not in report
    assert "holds a mining" in sonde("interfaces", tmp_path / "out").err
    said = sonde("status", tmp_path / "out").out
    assert "accepted" in said
    assert "interfaces" not in said


async def test_the_table_has_a_column_for_every_attribute(tmp_path: Path, web: CatalogueWeb, server: WebServer) -> None:
    await mining(tmp_path / "out", web, server, max_pages=60).run()
    file = tmp_path / "pages.csv"
    number = export_mined(DiscoveryFolder.open_to_read(tmp_path / "out"), "csv", file)
    header, *rows = file.read_text().splitlines()
    assert header.startswith("url,title,accepted,")
    assert header.count(",") > 4
    assert len(rows) >= number > 0


async def test_a_search_engine_leads_to_the_sites_that_have_such_pages(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    run = mining(tmp_path / "out", web, server, search=f"http://{SEARCH}/")
    stop = await run.run()
    assert stop.reason == "exhausted"
    targets = web.targets("camera")["camera-1.example"]
    assert len({page["url"] for page in exported(tmp_path / "out")} & targets) >= 0.95 * len(targets)


async def test_twenty_reviews_and_a_search_engine_are_enough_without_other_pages(tmp_path: Path) -> None:
    web = CatalogueWeb(CatalogueRecipe(domains=("phone", "camera"), sites=2, targets=(40, 50), news=20))
    async with serve_web(web) as server:
        run = MiningRun(
            tmp_path / "out",
            validator=make_validator("text", web.examples("phone")),
            examples=web.examples("phone"),
            options=MineOptions(
                net=NetOptions(delay_s=0, resolve=(f"*=127.0.0.1:{server.port}",)),
                render="never",
                search=f"http://{SEARCH}/",
            ),
        )
        stop = await run.run()
    assert stop.reason == "exhausted"
    targets = set().union(*web.targets("phone").values())
    found = {page["url"] for page in exported(tmp_path / "out")}
    assert len(found & targets) >= 0.9 * len(targets)
    assert len(found & targets) >= 0.9 * len(found)


async def test_a_site_without_end_is_left_when_it_has_had_its_pages(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    def everything(url: str, html: str) -> bool:
        return True

    run = mining(tmp_path / "out", web, server, validator=FunctionValidator(everything), site_pages=15)
    stop = await run.run()
    assert (stop.reason, run.progress.pages) == ("budget", 15)
    assert "1 of 1 sites have had their 15 pages" in stop.detail
    more = mining(tmp_path / "out", web, server, validator=FunctionValidator(everything), site_pages=20)
    await more.run()
    assert more.progress.pages == 20


def test_a_crawler_is_shown_few_links_for_each_page_it_may_have_and_no_traps() -> None:
    class Noting:
        def __init__(self) -> None:
            self.shown: list[str] = []

        def choose(self) -> str | None:
            return "http://x.test/"

        def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
            self.shown += [link.url for link in page.links] if page else []

    noting = Noting()
    crawler = Bounded(noting, max_pages=2)
    links = tuple(Outlink(f"http://x.test/{number}") for number in range(5_000))
    crawler.observe(
        "http://x.test/", WebPage("http://x.test/", links=(Outlink("http://x.test/a/a/a/"), *links)), accepted=False
    )
    assert noting.shown == [f"http://x.test/{number}" for number in range(40)]  # 20 for each page
    assert crawler.choose() == "http://x.test/"
    crawler.observe("http://x.test/", None, accepted=False)
    assert crawler.choose() is None


async def test_a_validator_that_always_fails_ends_the_mining_and_loses_nothing(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    def broken(url: str, html: str) -> bool:
        raise KeyError("resolution")

    run = mining(tmp_path / "out", web, server, validator=FunctionValidator(broken))
    with pytest.raises(ConfigError, match="validator failed on 5 pages in a row"):
        await run.run()
    assert run.progress.pages == 5


async def test_a_validator_that_fails_now_and_then_costs_only_these_pages(
    tmp_path: Path, web: CatalogueWeb, server: WebServer
) -> None:
    table = make_validator("table", web.examples("camera"))

    def moody(url: str, html: str) -> bool:
        if "news" in url:
            raise ValueError("no news")
        return table.accepts(Page(url, html))

    stop = await mining(tmp_path / "out", web, server, validator=FunctionValidator(moody)).run()
    assert stop.reason == "exhausted"
    assert len(exported(tmp_path / "out")) >= 0.9 * len(web.targets("camera")["camera-1.example"])


def save(pages: list[Page], folder: Path) -> Path:
    folder.mkdir()
    for number, page in enumerate(pages):
        (folder / f"{number}.html").write_text(page.text)
    return folder


def test_wrong_input_is_refused_before_the_first_request(tmp_path: Path, web: CatalogueWeb) -> None:
    examples = save(web.examples("camera"), tmp_path / "examples")
    out = tmp_path / "out"
    for told, said in (
        ([HOME, "-o", out], "--examples"),
        (["-o", out, "--examples", examples], "which sites"),
        ([HOME, "-o", out, "--examples", examples, "--validator", "tabel"], "no validator"),
        ([HOME, "-o", out, "--examples", examples, "--validator", "nowhere:f"], "cannot be loaded"),
        ([HOME, "-o", out, "--examples", examples, "--method", "bets"], "no method"),
        ([HOME, "-o", out, "--examples", tmp_path / "none"], "no folder"),
        (["http://", "-o", out, "--examples", examples], "'http://' cannot be used"),
        (["-o", out, "--examples", examples, "--search", "http://"], "engine 'http://' cannot be used"),
        ([HOME, "camera shops", "-o", out, "--examples", examples], "'camera shops' cannot be used"),
    ):
        ran = sonde("mine", *told)
        assert (ran.code, said in ran.err) == (2, True), ran.err
    assert not out.exists()


def test_sites_that_are_all_dead_are_an_error_and_are_tried_again_later(tmp_path: Path, web: CatalogueWeb) -> None:
    examples = save(web.examples("camera"), tmp_path / "examples")
    told = ["mine", HOME, "http://camera-2.example/", "-o", tmp_path / "out", "--examples", examples, "--delay", "0"]
    for _ in range(2):
        ran = sonde(*told, "--render", "never", "--resolve", "*=127.0.0.1:9")
        assert ran.code == 1
        assert "none of the 2 sites could be fetched" in ran.err
    assert Findings(tmp_path / "out").status().counts.failures == 4


async def test_a_dead_site_among_others_is_told(tmp_path: Path, web: CatalogueWeb, server: WebServer) -> None:
    net = NetOptions(delay_s=0, retries=0, resolve=(f"camera-1.example=127.0.0.1:{server.port}", "*=127.0.0.1:9"))
    run = MiningRun(
        tmp_path / "out",
        sites=[HOME, "http://gone.example/"],
        validator=make_validator("table", web.examples("camera")),
        options=MineOptions(net=net, render="never"),
    )
    stop = await run.run()
    assert stop.reason == "exhausted"
    assert stop.detail.endswith("; 1 could not be fetched")


def test_examples_without_any_table_name_another_validator(tmp_path: Path) -> None:
    examples = save([Page("http://x.test/", "<p>Only words.</p>")], tmp_path / "examples")
    ran = sonde("mine", HOME, "-o", tmp_path / "out", "--examples", examples)
    assert ran.code == 2
    assert "--validator text" in ran.err


def test_a_function_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_check.py").write_text("def is_camera(url, html):\n    return 'sensor' in html\n")
    monkeypatch.chdir(tmp_path)
    validator = make_validator("my_check:is_camera", [])
    assert validator.accepts(Page("http://x.test/", "<p>sensor</p>"))
    assert not validator.accepts(Page("http://x.test/", "<p>lens</p>"))
    with pytest.raises(ConfigError, match="cannot be loaded"):
        make_validator("my_check:is_lens", [])


async def test_a_menu_that_a_script_opens_is_looked_into(tmp_path: Path) -> None:
    try:
        find_chromium()
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    web = CatalogueWeb(CatalogueRecipe(domains=("camera",), sites=1, targets=(40, 41), news=5, scripted=1.0))
    async with serve_web(web) as server:
        run = mining(tmp_path / "out", web, server, render="auto", max_pages=6)
        await run.run()
    assert chromium_processes() == {}
    with_menu = [page for page in Findings(tmp_path / "out").mined() if any(one.path == PLACE for one in page.links)]
    assert with_menu

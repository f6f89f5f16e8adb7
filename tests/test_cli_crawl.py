"""`sonde crawl`: what it accepts, resuming, settings, and bad input."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import sonde as library
from cli_run import DOCUMENTS, FAST, fixed_site, small_site, sonde
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.lab.process import SiteProcess
from sonde.lab.traits import Traits
from sonde.store.copy import Copy
from sonde.store.folder import CrawlFolder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site"), Traits(decoys=("login",))) as site:
        yield site


@pytest.fixture(scope="module")
def interface(site: SiteProcess) -> library.SearchInterface:
    return asyncio.run(library.inspect(site.url, net=library.NetOptions(delay_s=0)))


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_result_is_told_in_words(site: SiteProcess) -> None:
    ran = sonde("crawl", site.url, "-o", "office", *FAST, "--max-queries", "2", "-q")
    assert ran.code == 3
    assert "documents in office" in ran.out
    assert "The budget was used up: 2 of 2 queries used" in ran.out
    assert ran.err == ""


def test_the_same_crawl_goes_on_where_a_limit_stopped_it(site: SiteProcess) -> None:
    first = sonde("crawl", site.url, "-o", "office", *FAST, "--max-documents", "30", "--json")
    assert (first.code, first.last["stopped_by"]) == (3, "budget")
    held = {document.url for document in Copy("office").documents()}
    assert 30 <= len(held) < DOCUMENTS
    again = sonde("crawl", "office", *FAST, "--json")
    assert again.code == 0, again.err
    assert again.last["documents"] == DOCUMENTS
    assert held < {document.url for document in Copy("office").documents()}
    assert Copy("office").status().runs == 2


def test_an_interface_that_was_saved_can_be_crawled(interface: library.SearchInterface) -> None:
    save_interface(interface, Path("site.yaml"))
    ran = sonde("crawl", "site.yaml", "-o", "office", *FAST, "--documents", "results", "--json")
    assert ran.code == 0, ran.err
    assert ran.last["documents"] == DOCUMENTS
    assert ran.last["requests"] < DOCUMENTS
    assert load_interface(Path("office/interface.yaml")) == interface


def test_a_host_can_be_sent_to_another_address(site: SiteProcess) -> None:
    there = "*=" + site.url.removeprefix("http://").rstrip("/")
    ran = sonde("crawl", "http://reports.example/", "-o", "office", *FAST, "--max-queries", "1", "--resolve", there)
    assert ran.code == 3, ran.err
    addresses = {document.url for document in Copy("office").documents()}
    assert addresses
    assert all(address.startswith("http://reports.example/") for address in addresses)


def test_settings_come_from_flag_environment_and_file_in_this_order(
    interface: library.SearchInterface,
) -> None:
    save_interface(interface, Path("site.yaml"))
    Path("sonde.toml").write_text("delay = 0\nconcurrency = 8\nmax_queries = 3\ncontact = 'a@b.org'\n")
    assert sonde("crawl", "site.yaml", "-o", "a", "--json").last["queries"] == 3
    env = {"SONDE_MAX_QUERIES": "2"}
    assert sonde("crawl", "site.yaml", "-o", "b", "--json", env=env).last["queries"] == 2
    ran = sonde("crawl", "site.yaml", "-o", "c", "--json", "--max-queries", "1", env=env)
    assert ran.last["queries"] == 1


def test_log_lines_can_be_json(interface: library.SearchInterface) -> None:
    save_interface(interface, Path("site.yaml"))
    ran = sonde("crawl", "site.yaml", "-o", "office", *FAST, "--max-queries", "1", "--log-json")
    entries = [json.loads(line) for line in ran.err.splitlines()]
    answered = [entry for entry in entries if entry["event"] == "query answered"]
    assert len(answered) == 1
    assert answered[0]["new"] > 0
    assert answered[0]["level"] == "info"


def test_a_dead_host_is_an_error_in_one_sentence() -> None:
    ran = sonde("crawl", "http://127.0.0.1:1/", "-o", "office", "-q")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "error: 127.0.0.1 cannot be reached: it refuses connections\n"


def test_a_site_whose_robots_forbid_the_results_is_left_alone(tmp_path: Path) -> None:
    with small_site(tmp_path, Traits(robots="User-agent: *\nDisallow: /search\n")) as closed:
        ran = sonde("crawl", closed.url, "-o", "office", "--delay", "0", "-q")
    assert (ran.code, ran.out) == (1, "")
    assert "robots.txt" in ran.err
    assert "--ignore-robots" in ran.err


LOGIN = '<form method="post"><input name="user"><input type="password" name="word"><button>Go</button></form>'
FOREVER = '<form role="search"><input type="search" name="q"></form><a href="/a">A</a> <a href="/b">B</a>'


@pytest.mark.parametrize(
    ("page", "status", "said"),
    [
        ("<p>Nothing to ask here.</p>", 200, "no search form on http://127.0.0.1:"),
        (LOGIN, 200, "password"),
        (FOREVER, 200, "the same for every word"),
        ("<p>Go away.</p>", 403, "403"),
    ],
)
def test_a_site_that_cannot_be_searched_is_an_error(page: str, status: int, said: str) -> None:
    with fixed_site(page, status=status) as url:
        ran = sonde("crawl", url, "-o", "office", "--delay", "0", "-q")
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert Copy("office").status().stop is not None


def test_verbose_adds_the_traceback() -> None:
    ran = sonde("crawl", "nowhere.yaml", "-o", "office", "-v")
    assert ran.code == 2
    assert "Traceback" in ran.err
    assert "error: nowhere.yaml does not exist" in ran.err


def test_a_typo_in_the_interface_is_named_with_the_nearest_key(interface: library.SearchInterface) -> None:
    saved = Path("site.yaml")
    save_interface(interface, saved)
    saved.write_text(saved.read_text().replace("query_field:", "query_feild:"))
    ran = sonde("crawl", "site.yaml", "-o", "office")
    assert ran.code == 2
    assert "site.yaml" in ran.err
    assert "query_feild" in ran.err
    assert "'query_field'" in ran.err
    assert not Path("office").exists()


def test_the_folder_of_another_crawl_is_left_alone(site: SiteProcess) -> None:
    CrawlFolder.open_for_crawl("office", site_url="https://elsewhere.example/").close()
    Path("office/interface.yaml").write_text("site: https://elsewhere.example/\n")
    before = Path("office/crawl.db").read_bytes()
    ran = sonde("crawl", site.url, "-o", "office")
    assert ran.code == 1
    assert "holds the crawl of https://elsewhere.example/" in ran.err
    assert Path("office/crawl.db").read_bytes() == before


def test_a_folder_in_use_is_left_alone(site: SiteProcess) -> None:
    with CrawlFolder.open_for_crawl("office", site_url=site.url):
        ran = sonde("crawl", site.url, "-o", "office")
    assert ran.code == 1
    assert "in use by another crawl" in ran.err

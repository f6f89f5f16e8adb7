"""What is done with a crawl afterwards: search, export, status, report; and config and demo."""

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sonde.cli.demo as demonstration
from cli_run import DOCUMENTS, FAST, small_site, sonde, write_corpus
from sonde.lab.corpora.corpus import read_corpus
from sonde.lab.demo import DemoSite
from sonde.lab.process import SiteProcess
from sonde.model import Coverage, Outcome, Query
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def office(site: SiteProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crawls") / "office"
    ran = sonde_crawl(site.url, folder)
    assert ran == 0
    return folder


def sonde_crawl(url: str, folder: Path) -> int:
    return sonde("crawl", url, "-o", folder, *FAST, "-q").code


def test_words_find_documents(office: Path) -> None:
    title = read_corpus(write_corpus(office.parent / "corpus.jsonl"))[3].title
    ran = sonde("search", office, *title.split(), "-k", "2", "--json", "-q")
    assert ran.code == 0, ran.err
    assert title in ran.last["title"] or title in json.loads(ran.out.splitlines()[0])["title"]
    assert set(ran.last) == {"url", "title", "snippet", "score", "id"}
    assert title in sonde("search", office, title).out
    nothing = sonde("search", office, "zzzzqqq")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "nothing found\n")


def test_documents_are_exported_to_a_file_or_to_stdout(office: Path, tmp_path: Path) -> None:
    out = tmp_path / "office.csv"
    ran = sonde("export", office, "--format", "csv", "-o", out)
    assert (ran.code, ran.out) == (0, "")
    assert f"{DOCUMENTS} documents written to" in ran.err
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == DOCUMENTS
    assert list(rows[0]) == ["url", "title", "text", "attributes", "query", "rank", "fetched_at"]
    lines = [json.loads(line) for line in io.StringIO(sonde("export", office).out)]
    assert [line["url"] for line in lines] == [row["url"] for row in rows]


def test_an_unknown_format_is_a_usage_error(office: Path) -> None:
    ran = sonde("export", office, "--format", "xml")
    assert (ran.code, ran.out) == (2, "")
    assert "jsonl or csv" in ran.err


def test_the_status_of_a_crawl_is_told_in_words_and_numbers(office: Path, site: SiteProcess) -> None:
    ran = sonde("status", office)
    assert ran.code == 0
    assert site.url in ran.out
    assert f"documents  {DOCUMENTS}" in ran.out
    last = sonde("status", office, "--json").last
    assert last["documents"] == DOCUMENTS
    assert (last["site"], last["running"], last["runs"]) == (site.url, False, 1)


def test_a_query_of_which_only_the_first_page_was_read_is_counted_and_told_apart(tmp_path: Path) -> None:
    outcomes = [
        Outcome(Query("jazz"), pages=3),
        Outcome(Query("blues", peek=True), total=90, complete=False, pages=1),
        Outcome(Query("opera"), complete=False, pages=1, error="budget"),
    ]

    async def fill() -> None:
        with CrawlFolder.open_for_crawl(tmp_path, site_url="http://site.test/") as folder:
            async with await Store.open(folder) as store:
                for outcome in outcomes:
                    await store.record(outcome, traffic=Traffic(), coverage=Coverage())

    asyncio.run(fill())
    last = sonde("status", tmp_path, "--json").last
    assert (last["queries"], last["peeks"]) == (3, 1)
    assert "queries    3 (of which 1 read only the first page)" in sonde("status", tmp_path).out
    assert sonde("report", tmp_path).code == 0
    assert "of which only the first page</dt><dd>1<" in (tmp_path / "report.html").read_text()


def test_the_report_is_written_and_named(office: Path, tmp_path: Path) -> None:
    assert sonde("report", office).out == f"{office}/report.html\n"
    copied = tmp_path / "copy.html"
    assert sonde("report", office, "-o", copied).out == f"{copied}\n"
    assert copied.read_text().lstrip().lower().startswith("<!doctype html>")


@pytest.mark.parametrize("command", [["search", "nowhere", "word"], ["export", "nowhere"], ["status", "nowhere"]])
def test_a_folder_without_a_crawl_is_an_error(command: list[str]) -> None:
    ran = sonde(*command)
    assert (ran.code, ran.out) == (1, "")
    assert "no crawl in nowhere" in ran.err


def test_config_show_prints_each_value_with_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sonde.toml").write_text("max_time = '1h30m'\n")
    ran = sonde("config", "show", env={"SONDE_SEED": "jazz,blues"})
    lines = {line.split()[0]: line for line in ran.out.splitlines()}
    assert lines["max_time"].split()[1:] == ["5400.0", "sonde.toml"]
    assert "jazz, blues" in lines["seed"]
    assert lines["seed"].endswith("SONDE_SEED")
    assert lines["delay"].split()[1:] == ["auto", "default"]
    first = json.loads(sonde("config", "show", "--json").out.splitlines()[0])
    assert first == {"name": "max_queries", "value": None, "source": "default"}


@pytest.fixture
def small_demo(site: SiteProcess, office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = tuple(read_corpus(write_corpus(office.parent / "corpus.jsonl")))

    @contextmanager
    def demo_site() -> Iterator[DemoSite]:
        yield DemoSite(site.url, records, site)

    monkeypatch.setattr(demonstration, "demo_site", demo_site)


@pytest.mark.usefixtures("small_demo")
def test_the_demonstration_ends_with_the_truth_beside_the_estimate(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    for _ in range(2):  # the second removes the first
        ran = sonde("demo", "-o", folder)
        assert ran.code == 0, ran.err
        assert f"True coverage       100.0 %: {DOCUMENTS} of {DOCUMENTS}" in ran.out
        assert "Estimated coverage" in ran.out
        assert f"sonde search {folder}" in ran.out
    assert sonde("status", folder, "--json").last["runs"] == 1


@pytest.mark.usefixtures("small_demo")
def test_the_demonstration_removes_nothing_but_a_demonstration(tmp_path: Path) -> None:
    kept = tmp_path / "thesis.tex"
    kept.write_text("years of work")
    ran = sonde("demo", "-o", tmp_path)
    assert ran.code == 2
    assert "Choose another folder" in ran.err
    assert kept.read_text() == "years of work"

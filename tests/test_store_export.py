"""Exports and the copy: what other programs get from a crawl."""

import asyncio
import csv
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from sonde.errors import ConfigError, StoreError
from sonde.model import Coverage, Document, Outcome, Query, Stop
from sonde.store.copy import Copy
from sonde.store.export import COLUMNS
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

SITE = "http://site.test/"

JAZZ = Document(
    url=f"{SITE}jazz",
    title='Jazz, "cool"',
    text="two\nlines, ä 東京",
    attributes=(("Author", "Miles"), ("Author", "Gil"), ("Year", "1949")),
    fetched_at=1_700_000_000.9,
    id=0,
)
PLAIN = Document(url=f"{SITE}plain", id=1)
ODD = Document(url=f"{SITE}odd", title="NUL \0", text="lone \ud800 surrogate", id=2)


def make_crawl(path: Path, outcomes: Sequence[Outcome], *, aside: Sequence[int] = ()) -> Copy:
    async def fill() -> None:
        with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
            async with await Store.open(folder) as store:
                for number, outcome in enumerate(outcomes, start=1):
                    coverage = Coverage(0.5, 0.4, 0.6, 6.0)
                    await store.record(outcome, traffic=Traffic(number, 100 * number, 0, 1.0), coverage=coverage)
                await store.set_aside(aside, "another kind of page")
                await store.set_stop(Stop("exhausted"), traffic=Traffic(9, 900, 1, 2.0))

    asyncio.run(fill())
    return Copy(path)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    first = Outcome(Query("jazz"), seen=(0,), new=(JAZZ,))
    second = Outcome(Query(values=(("year", "1949"),)), seen=(0, 1, 2), new=(PLAIN, ODD))
    return make_crawl(tmp_path / "crawl", [first, second])


def test_json_lines_hold_every_field_of_every_document(copy: Copy, tmp_path: Path) -> None:
    assert copy.export(tmp_path / "out.jsonl") == 3
    lines = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    first, second, third = (json.loads(line) for line in lines)
    assert first == {
        "url": JAZZ.url,
        "title": JAZZ.title,
        "text": JAZZ.text,
        "attributes": {"Author": ["Miles", "Gil"], "Year": "1949"},
        "query": "jazz",
        "rank": 1,
        "fetched_at": "2023-11-14T22:13:20Z",
    }
    assert (second["query"], second["rank"], second["fetched_at"]) == ("year=1949", 2, "")
    assert (third["title"], third["text"]) == (ODD.title, ODD.text)


def test_csv_is_read_back_by_a_csv_reader(copy: Copy, tmp_path: Path) -> None:
    assert copy.export(tmp_path / "out.csv", "csv") == 3
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        first, second, third = csv.DictReader(file)
    assert tuple(first) == COLUMNS
    assert (first["title"], first["text"]) == (JAZZ.title, JAZZ.text)
    assert json.loads(first["attributes"]) == {"Author": ["Miles", "Gil"], "Year": "1949"}
    assert second["attributes"] == "{}"
    assert third["text"] == "lone ? surrogate"


def test_documents_set_aside_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    outcome = Outcome(Query("jazz"), seen=(0, 1), new=(JAZZ, PLAIN))
    copy = make_crawl(tmp_path / "crawl", [outcome], aside=[0])
    assert copy.export(tmp_path / "out.jsonl") == 1
    assert json.loads((tmp_path / "out.jsonl").read_text())["url"] == PLAIN.url
    assert copy.export(tmp_path / "out.jsonl", include_aside=True) == 2
    assert [document.id for document in copy.documents()] == [1]
    assert len(list(copy.documents(include_aside=True))) == 2


def test_a_dash_writes_to_stdout_and_leaves_it_open(copy: Copy, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    copy.export("-")
    print("after")
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert [json.loads(line)["rank"] for line in lines[:3]] == [1, 2, 3]
    assert lines[3] == "after"


def test_an_export_that_fails_leaves_the_old_file_alone(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("old")
    database = copy.folder.database
    data = bytearray(database.read_bytes())
    data[8192:] = os.urandom(len(data) - 8192)
    database.write_bytes(data)
    with pytest.raises(StoreError, match=r"crawl\.db"):
        copy.export(tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["crawl", "out.jsonl"]


def test_an_export_into_a_folder_that_is_not_there_is_a_clear_error(copy: Copy, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/out\.jsonl"):
        copy.export(tmp_path / "nowhere" / "out.jsonl")


def test_an_unknown_format_names_the_known_ones(copy: Copy, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="choose jsonl or csv"):
        copy.export(tmp_path / "out.xml", "xml")  # type: ignore[arg-type]


def test_the_status_adds_up(tmp_path: Path) -> None:
    outcome = Outcome(Query("jazz"), seen=(0, 1), new=(JAZZ, PLAIN))
    status = make_crawl(tmp_path / "crawl", [outcome], aside=[1]).status()
    assert (status.documents, status.aside, status.queries, status.runs) == (1, 1, 1, 1)
    assert (status.requests, status.bytes, status.errors, status.seconds) == (9, 900, 1, 2.0)
    assert status.coverage == Coverage(0.5, 0.4, 0.6, 6.0)
    assert status.stop == Stop("exhausted")
    assert status.site_url == SITE
    assert status.size_bytes > 4096
    assert not status.is_running


def test_an_empty_crawl_exports_nothing(tmp_path: Path) -> None:
    copy = make_crawl(tmp_path / "crawl", [])
    assert copy.export(tmp_path / "out.csv", "csv") == 0
    assert (tmp_path / "out.csv").read_bytes() == b"url,title,text,attributes,query,rank,fetched_at\r\n"
    assert copy.status().documents == 0
    assert list(copy.outcomes()) == []


def test_a_copy_can_be_used_while_the_crawl_runs(tmp_path: Path) -> None:
    make_crawl(tmp_path / "crawl", [Outcome(Query("jazz"), seen=(0,), new=(JAZZ,))])
    with CrawlFolder.open_for_crawl(tmp_path / "crawl", site_url=SITE):
        copy = Copy(tmp_path / "crawl")
        assert copy.status().is_running
        assert [document.title for document in copy.documents()] == [JAZZ.title]

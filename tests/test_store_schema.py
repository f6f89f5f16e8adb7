"""The tables of crawl.db and the page that documents them."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sonde.store.folder import CrawlFolder
from sonde.store.schema import connect_to_read

DOCUMENTED = (Path(__file__).parents[1] / "docs" / "crawl-folder.md").read_text("utf-8")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    CrawlFolder.open_for_crawl(tmp_path, site_url="http://site.test/").close()
    with closing(connect_to_read(tmp_path / "crawl.db")) as connection:
        yield connection


def test_every_table_and_column_is_documented(database: sqlite3.Connection) -> None:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert len(tables) == 8
    for table in tables:
        found = re.search(rf"^\*\*{table}\*\*(.*?)(?=^\*\*|^## )", DOCUMENTED, re.M | re.S)
        assert found, table
        if table != "staged_document":
            columns = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
            assert columns <= set(re.findall(r"`(\w+)`", found[1])), table


def test_every_file_of_the_folder_is_documented(tmp_path: Path) -> None:
    folder = CrawlFolder(tmp_path)
    for path in (folder.database, folder.interface, folder.report, folder.lock_file):
        assert f"`{path.name}`" in DOCUMENTED
    assert f"`{folder.archive.name}/00001.warc.gz`" in DOCUMENTED
    assert f"`{folder.index.name}/`" in DOCUMENTED


def test_the_documented_questions_can_be_asked(database: sqlite3.Connection) -> None:
    questions = re.findall(r"```sql\n(.*?)```", DOCUMENTED, re.S)[0].split(";")
    assert len(questions) > 4
    for question in questions:
        database.execute(question)


def test_a_reading_connection_cannot_write(database: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        database.execute("DELETE FROM document")


@pytest.mark.parametrize(
    ("question", "index"),
    [
        ("SELECT id FROM document WHERE url = 'u'", "document_url"),
        ("SELECT min(id) FROM document WHERE content_hash = 5", "document_content"),
        ("SELECT count(*) FROM document WHERE aside <> ''", "document_aside"),
    ],
)
def test_the_frequent_questions_use_an_index(database: sqlite3.Connection, question: str, index: str) -> None:
    plan = " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {question}"))
    assert index in plan

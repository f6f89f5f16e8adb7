"""The folder of a crawl: whose it is, who may write to it, and what it must not be."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

import sonde
from sonde.errors import FolderInUseError, SchemaVersionError, StoreError
from sonde.model import Document
from sonde.store.copy import Copy
from sonde.store.folder import CrawlFolder
from sonde.store.reader import read_meta
from sonde.store.rows import document_row
from sonde.store.schema import SCHEMA_VERSION, connect_to_read
from sonde.store.writer import Writer

SITE = "http://site.test/"

HOLD_THE_FOLDER = """
import sys
import tempfile
from sonde.store.folder import CrawlFolder
with CrawlFolder.open_for_crawl(sys.argv[1], site_url="http://site.test/"):
    print("open", flush=True)
    sys.stdin.read()
"""


def python(*arguments: str) -> subprocess.Popen[str]:
    source = str(Path(sonde.__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-c", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source},
        text=True,
    )


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    path = tmp_path / "crawls" / "registry"
    with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
        assert folder.database == path / "crawl.db"
        assert folder.site_url == SITE


def test_a_folder_in_use_names_the_process_that_has_it(tmp_path: Path) -> None:
    with python(HOLD_THE_FOLDER, str(tmp_path)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(FolderInUseError, match=f"process {holder.pid}"):
            CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)
        assert CrawlFolder.open_to_read(tmp_path).is_running()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    assert not CrawlFolder.open_to_read(tmp_path).is_running()
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()


def test_one_process_cannot_crawl_into_a_folder_twice(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE), pytest.raises(FolderInUseError):
        CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()


@pytest.mark.parametrize("url", ["https://site.test/", "http://SITE.test:80", "http://site.test/#top"])
def test_small_differences_of_the_address_are_the_same_site(tmp_path: Path, url: str) -> None:
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()
    CrawlFolder.open_for_crawl(tmp_path, site_url=url).close()


@pytest.mark.parametrize("url", ["http://other.test/", "http://site.test:8080/", "http://site.test/books"])
def test_a_folder_of_another_site_is_refused_with_both_names(tmp_path: Path, url: str) -> None:
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()
    (tmp_path / "interface.yaml").write_text(f"site: {SITE}\n")
    with pytest.raises(StoreError, match=f"{SITE}, not of {url}"):
        CrawlFolder.open_for_crawl(tmp_path, site_url=url)
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()  # the refusal left it unlocked


def _crawl_id(folder: CrawlFolder) -> object:
    with closing(connect_to_read(folder.database)) as connection:
        return read_meta(connection, "crawl_id")


def test_a_folder_in_which_nothing_was_learned_or_stored_is_taken_over(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url="http://mistyped.test/") as folder:
        writer = Writer(folder.database)
        writer.begin_run(1.0)
        writer.close()
        first = _crawl_id(folder)
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        assert folder.site_url == SITE
        assert _crawl_id(folder) != first
        with closing(connect_to_read(folder.database)) as connection:
            assert connection.execute("SELECT count(*) FROM run").fetchone() == (0,)


def test_a_folder_with_a_stored_document_is_not_taken_over(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        writer = Writer(folder.database)
        document = Document(f"{SITE}1", "One", "Words of one document.", (), 1.0, 1, 1)
        writer.stage([("word", *document_row(document))])
        writer.close()
    with pytest.raises(StoreError, match="Choose another folder"):
        CrawlFolder.open_for_crawl(tmp_path, site_url="http://other.test/")


def test_a_folder_with_other_things_in_it_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StoreError, match=r"thesis\.tex"):
        CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]


def test_an_interface_learned_beforehand_may_lie_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "interface.yaml").write_text("start: http://site.test/\n")
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()


def test_a_crawl_killed_before_its_first_table_can_begin_again(tmp_path: Path) -> None:
    (tmp_path / "crawl.lock").write_text("1234\n")
    (tmp_path / "crawl.db").touch()
    with pytest.raises(StoreError, match="holds no crawl yet"):
        CrawlFolder.open_to_read(tmp_path)
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "registry"
    path.touch()
    with pytest.raises(StoreError, match="is a file"):
        CrawlFolder.open_for_crawl(path, site_url=SITE)


def test_a_folder_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()
    with closing(sqlite3.connect(tmp_path / "crawl.db")) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(SchemaVersionError, match="Upgrade Sonde"):
        CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)
    with pytest.raises(SchemaVersionError, match="Upgrade Sonde"):
        CrawlFolder.open_to_read(tmp_path)


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "crawl.db")) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(StoreError, match="not one of a crawl"):
        CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)


def test_a_damaged_database_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "crawl.db").write_bytes(b"this was a database once, a long time ago" * 100)
    with pytest.raises(StoreError, match="damaged"):
        CrawlFolder.open_for_crawl(tmp_path, site_url=SITE)


def test_reading_where_no_crawl_is_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="sonde crawl URL -o"):
        CrawlFolder.open_to_read(tmp_path / "nothing")


AS_NOBODY = """
import os, sys
from sonde.errors import StoreError
from sonde.store.copy import Copy
from sonde.store.folder import CrawlFolder
os.setgid(65534); os.setuid(65534)
print(Copy(sys.argv[1]).status().site_url)
try:
    CrawlFolder.open_for_crawl(sys.argv[1], site_url="http://site.test/")
except StoreError as error:
    print(type(error).__name__, error)
try:
    CrawlFolder.open_for_crawl(sys.argv[1] + "/inside", site_url="http://site.test/")
except StoreError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody without permissions")
def test_a_folder_that_may_not_be_written_can_be_read_and_says_so() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        path = Path(name) / "crawl"
        os.chmod(name, 0o755)
        CrawlFolder.open_for_crawl(path, site_url=SITE).close()
        os.chmod(path, stat.S_IRUSR | stat.S_IXUSR | stat.S_IROTH | stat.S_IXOTH)
        with python(AS_NOBODY, str(path)) as process:
            output, _ = process.communicate()
        os.chmod(path, 0o755)
    read, crawl, make = output.splitlines()
    assert read == SITE
    assert crawl.startswith("StoreError no permission to use")
    assert make.startswith("StoreError no permission to use")


def test_the_size_of_a_folder_counts_its_files(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        before = Copy(folder).status().size_bytes
        folder.archive.mkdir()
        (folder.archive / "00001.warc.gz").write_bytes(b"x" * 1000)
        assert Copy(folder).status().size_bytes == before + 1000

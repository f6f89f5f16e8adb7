"""Wrong usage of every command: one sentence that says what to do, the right exit code, and nothing begun."""

import os
import subprocess
from pathlib import Path
from threading import Thread

import pytest

from cli_run import command, environment, sonde
from sonde.store.folder import CrawlFolder

URL = "http://127.0.0.1:9/"  # nobody listens there

WRONG = [
    (["crawl", "example.org", "-o", "x"], "such as https://example.org"),
    (["crawl", URL], "-o DIR"),
    (["crawl", "ftp://example.org", "-o", "x"], "http://"),
    (["crawl", "http://", "-o", "x"], "names no host. Write it in full"),
    (["crawl", "http://two words/", "-o", "x"], "names no host"),
    (["crawl", "http://a.example:99999/", "-o", "x"], "Port out of range"),
    (["crawl", "http://me:secret@a.example/", "-o", "x"], "user name or password"),
    (["crawl", "missing.yaml", "-o", "x"], "sonde inspect URL -o missing.yaml"),
    (["crawl", "list.yaml", "-o", "x"], "it holds no keys"),
    (["crawl", "broken.yaml", "-o", "x"], "broken.yaml is not valid YAML"),
    (["crawl", "part.yaml", "-o", "x"], "lacks the key 'ask'. Make a whole one"),
    (["crawl", URL, "-o", "x", "--max-time", "half an hour"], "30m"),
    (["crawl", URL, "-o", "x", "--max-queries", "-1"], "at least 0"),
    (["crawl", URL, "-o", "x", "--policy", "adaptiv"], "'adaptive'"),
    (["crawl", URL, "-o", "x", "--policy", "topic"], "--topic"),
    (["crawl", URL, "-o", "x", "--cost", "money=1"], "Known: query, result, document"),
    (["crawl", URL, "-o", "x", "--resolve", "here"], "HOST=ADDRESS:PORT"),
    (["crawl", URL, "-o", "x", "--delay", "-1"], "delay is '-1'"),
    (["crawl", URL, "-o", "x", "--config", "no.toml"], "there is no no.toml. Check --config"),
    (["crawl", URL, "-o", "x", "--config", "empty"], "Is a directory. Check --config"),
    (["crawl", URL, "-o", "x", "--topic-examples", "empty"], "files that end in"),
    (["crawl", URL, "-o", "x", "-v", "-q"], "contradict"),
    (["crawl", URL, "--no-such-option"], "--no-such-option"),
    (["crawl", "empty", "-o", "x", "--all"], "Leave -o out"),
    (["inspect", "page.html"], "--url"),
    (["inspect", "page.html", "--url", "https://example.org", "-o", "site.yaml"], "-o"),
    (["inspect", "empty", "--url", "https://example.org"], "cannot read empty: Is a directory"),
    (["inspect", "http://"], "Write it in full, such as https://example.org"),
    (["inspect", URL, "-o", "empty"], "name a file in a folder that exists"),
    (["inspect", URL, "-o", "nowhere/site.yaml"], "name a file in a folder that exists"),
    (["inspect", URL, "-o", "file/site.yaml"], "name a file in a folder that exists"),
    (["inspect", URL, "--render", "maybe"], "write auto, never or always"),
    (["discover", "-o", "x"], "--seeds FILE"),
    (["discover", "-o", "x", "--topic", "books", "--seeds", "nowhere"], "cannot read the seeds in nowhere"),
    (["discover", "-o", "x", "--topic", "books", "--seeds", "file"], "there is no address in file"),
    (["discover", "-o", "x", "--examples", "empty", "--seeds", "seeds"], "no saved pages in empty"),
    (["mine", "-o", "x", URL, "--examples", "nowhere"], "there is no folder nowhere"),
    (["mine", "-o", "x", URL, "--examples", "empty"], "no saved pages in empty"),
    (["mine", "-o", "x", URL, "--validator", "tabel"], "Choose one of table"),
    (["config", "show", "--config", "no.toml"], "there is no no.toml"),
    (["demo", "-o", "file"], "file is a file, not a folder"),
    (["search", "crawl"], "Missing argument 'WORDS'"),
    (["search", "crawl", "word", "-k", "0"], "-k"),
    (["export", "crawl", "--format", "xml"], "choose jsonl or csv"),
    (["report", "crawl", "-o", "nowhere/report.html"], "cannot write nowhere/report.html"),
    (["lab", "serve", "nowhere.txt"], ".jsonl"),
    (["lab", "serve", "synthetic:5", "--paging", "numberd"], "numbered"),
    (["lab", "coverage", "nowhere"], "there is no corpus nowhere"),
    (["lab", "coverage", "synthetic:50", "--policies", "adaptiv"], "'adaptive'"),
    (["lab", "ranking", "synthetic:50", "--ranking-weight", "3"], "from 0"),
    (["lab", "papers", "--data", "nowhere"], "there is no folder nowhere"),
]
NO_CRAWL = [
    *([name, folder, *words] for folder in ("nowhere", "empty", "file", "other")
      for name, *words in (["search", "word"], ["topk", "word"], ["export"], ["status"], ["report"])),
    ["crawl", "empty"],
    ["crawl", "other"],
]  # fmt: skip
FAILS = [
    *((arguments, "no crawl in") for arguments in NO_CRAWL),
    *((["interfaces", folder], "no discovery in") for folder in ("nowhere", "empty", "file", "other", "crawl")),
    (["crawl", URL, "-o", "file"], "file is a file, not a folder. Choose another"),
    (["crawl", "crawl", "--all"], "no discovery in crawl"),
    (["crawl", URL, "-o", "other"], "Choose a new folder with -o"),
    (["crawl", URL, "-o", "crawl"], "holds the crawl of http://site.test/"),
    (["export", "crawl", "-o", "empty"], "empty is a folder, and a file is to be written there"),
    (["export", "crawl", "-o", "nowhere/x.csv"], "Make it, or choose another place with -o"),
]


@pytest.fixture(autouse=True)
def _working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with some things that are not what a command takes."""
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("other").mkdir()
    Path("other/thesis.tex").write_text("years of work")
    Path("file").write_text("")
    Path("seeds").write_text(URL)
    Path("list.yaml").write_text("[1]")
    Path("broken.yaml").write_text("a: [")
    Path("part.yaml").write_text("site: http://a.example/")
    CrawlFolder.open_for_crawl("crawl", site_url="http://site.test/").close()
    Path("crawl/interface.yaml").write_text("site: http://site.test/\n")


def everything() -> set[str]:
    """What is in the working directory; searching a crawl may build its index."""
    return {str(path) for path in Path().rglob("*") if path.parts[0] != "crawl"}


@pytest.mark.parametrize(
    ("arguments", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_usage_says_what_to_do_and_begins_nothing(arguments: list[str], said: str) -> None:
    before = everything()
    ran = sonde(*arguments, env={"COLUMNS": "200"})
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1 or ran.err.startswith("Usage:")
    assert everything() == before


@pytest.mark.parametrize(
    ("arguments", "said"), FAILS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_folder_that_is_not_what_a_command_takes_is_left_alone(arguments: list[str], said: str) -> None:
    before = everything()
    ran = sonde(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: ")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert everything() == before


def test_an_export_into_a_pipe_leaves_it_a_pipe() -> None:
    os.mkfifo("pipe")
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append(Path("pipe").read_bytes()))
    reader.start()
    ran = sonde("export", "crawl", "--format", "csv", "-o", "pipe")
    reader.join()
    assert ran.code == 0, ran.err
    assert read[0].startswith(b"url,title")
    assert Path("pipe").is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="this system has no device that is always full")
def test_a_full_disk_behind_stdout_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            command(["status", "crawl"]), stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False
        )
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: cannot use stdout: No space left")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(("closed", "code", "said"), [(">&-", 2, "Name a file to write to with -o"), ("2>&-", 0, "")])
def test_a_stream_that_was_closed_is_done_without(closed: str, code: int, said: str) -> None:
    line = ["sh", "-c", f'exec "$@" {closed}', "sh", *command(["export", "crawl"])]
    ran = subprocess.run(line, capture_output=True, text=True, env=environment(), check=False)
    assert ran.returncode == code
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr

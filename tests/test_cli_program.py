"""`sonde` as a program: its streams, its exit codes, signals, a terminal."""

import json
import os
import pty
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli_run import DOCUMENTS, FAST, command, environment, program, small_site, start, write_corpus
from sonde import __version__
from sonde.lab.process import SiteProcess
from sonde.lab.traits import Traits
from sonde.store.copy import Copy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site"), Traits(delay_s=0.02, cap=10)) as site:
        yield site


def test_the_package_is_the_program(tmp_path: Path) -> None:
    ran = program("--version", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, f"sonde {__version__}\n", "")


def test_a_crawl_prints_one_object_on_stdout_and_log_lines_on_stderr(site: SiteProcess, tmp_path: Path) -> None:
    ran = program("crawl", site.url, "-o", "office", *FAST, "--json", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) == 1
    assert set(ran.last) == {
        "documents", "queries", "peeks", "requests", "bytes", "seconds", "coverage", "stopped_by", "folder"
    }  # fmt: skip
    assert 0.97 * DOCUMENTS < ran.last["documents"] <= DOCUMENTS, ran.last
    assert set(ran.last["coverage"]) == {"estimate", "low", "high"}
    assert ran.last["stopped_by"] in ("exhausted", "estimate reached", "yield too low")
    assert ran.last["folder"] == "office"
    assert "query answered" in ran.err
    assert "\x1b" not in ran.err
    assert (tmp_path / "office" / "report.html").exists()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_crawl_cleanly(site: SiteProcess, tmp_path: Path, number: int, code: int) -> None:
    with start("crawl", site.url, "-o", "office", "--delay", "0", "--json", cwd=tmp_path) as running:
        assert running.stderr is not None
        assert any("query answered" in line for line in running.stderr)
        running.send_signal(number)
        out, err = running.communicate(timeout=30)
    assert running.returncode == code, err
    assert "Traceback" not in err
    last = json.loads(out)
    assert last["stopped_by"] == "interrupted"
    assert last["documents"] == len(list(Copy(tmp_path / "office").documents())) > 0


def test_a_terminal_shows_live_progress_and_no_log(site: SiteProcess, tmp_path: Path) -> None:
    arguments = ("crawl", site.url, "-o", "office", *FAST, "--max-queries", "15")
    out, seen = on_a_terminal(arguments, tmp_path, environment(TERM="xterm", NO_COLOR="1"))
    assert "documents in office" in out
    for words in ("crawling", "queries", "requests", "documents", "coverage", "estimated", "budget left"):
        assert words in seen
    assert "query answered" not in seen
    assert re.search("\x1b\\[[0-9;]*3[0-9]", seen) is None


def on_a_terminal(arguments: tuple[str, ...], cwd: Path, env: dict[str, str]) -> tuple[str, str]:
    """What a program writes to stdout, and to a terminal on stderr."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command(arguments), stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=cwd, env=env
    ) as running:
        os.close(theirs)
        seen = b"".join(iter(lambda: _read(ours), b""))
        out, _ = running.communicate(timeout=30)
    os.close(ours)
    return out, seen.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other side was closed
        return b""


def test_a_reader_that_leaves_early_is_no_error(site: SiteProcess, tmp_path: Path) -> None:
    assert program("crawl", site.url, "-o", "office", *FAST, "--max-queries", "1", cwd=tmp_path).code == 3
    with start("export", "office", cwd=tmp_path) as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == ""


def test_a_corpus_is_served_until_ctrl_c(tmp_path: Path) -> None:
    write_corpus(tmp_path / "reports.jsonl")
    with start("lab", "serve", "reports.jsonl", "--count", "rounded", "--decoy", "login", cwd=tmp_path) as running:
        assert running.stdout is not None
        url = running.stdout.readline().strip()
        with urlopen(url, timeout=20) as front:
            page = front.read().decode()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
    assert "Reports Archive" in page
    assert 'type="password"' in page
    assert (running.returncode, err) == (0, "")

"""The examples run as they are, against a site on this machine."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli_run import environment, small_site
from sonde.interface.yaml.file import load_interface
from sonde.lab.process import SiteProcess

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def run(name: str, *arguments: str, cwd: Path) -> str:
    """What an example prints; it must end well and say nothing on stderr."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment(), check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_every_example_is_tested() -> None:
    tested = Path(__file__).read_text()
    assert [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in tested] == []


def test_an_interface_is_learned_and_corrected(site: SiteProcess, tmp_path: Path) -> None:
    out = run("correct_an_interface.py", site.url, "site.yaml", "people", cwd=tmp_path)
    assert f"Search interface of {site.url}" in out
    assert load_interface(tmp_path / "site.yaml").seeds == ("people",)


def test_a_site_is_crawled_and_its_copy_used(site: SiteProcess, tmp_path: Path) -> None:
    out = run("crawl_a_site.py", site.url, "office", "5", cwd=tmp_path)
    assert "of 5 documents used" in out
    word = out.split()[1].lower()  # of the first title
    used = run("use_a_crawl.py", "office", word, cwd=tmp_path)
    assert f"documents of {site.url}" in used
    assert "brought" in used
    assert word in used.lower()

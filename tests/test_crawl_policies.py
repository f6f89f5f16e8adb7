"""The published policies in a real crawl over HTTP: stop words, a limit, a resumed folder, costs."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sonde as library
from cli_run import DOCUMENTS, FAST, small_site, sonde
from sonde.interface.yaml.file import save_interface
from sonde.lab.process import SiteProcess
from sonde.lab.traits import Traits

LEARNERS = ("adaptive", "adaptive-zipf", "adaptive-capped")
LISTS = ("generic", "random-16k", "random-1m")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site"), Traits(cap=15, stop_words="english")) as process:
        yield process


@pytest.fixture(scope="module")
def saved(site: SiteProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "interface.yaml"
    save_interface(asyncio.run(library.inspect(site.url, net=library.NetOptions(delay_s=0))), path)
    return path


@pytest.mark.parametrize("policy", LEARNERS)
def test_policies_that_learn_their_words_find_nearly_everything(policy: str, saved: Path, tmp_path: Path) -> None:
    ran = sonde("crawl", saved, "-o", tmp_path / "c", "--policy", policy, *FAST, "--json", "-q")
    assert ran.code == 0, ran.err
    assert ran.last["documents"] >= 0.9 * DOCUMENTS


@pytest.mark.parametrize("policy", [*LEARNERS, *LISTS])
def test_a_resumed_crawl_asks_what_an_unbroken_one_asks(policy: str, saved: Path, tmp_path: Path) -> None:
    for folder, stops in (("whole", (12,)), ("broken", (5, 12))):
        for stop in stops:
            limit = ("--max-queries", str(stop), "--seed", "report", "--target", "0")
            ran = sonde("crawl", saved, "-o", tmp_path / folder, "--policy", policy, *limit, *FAST, "-q")
            assert ran.code == 3, ran.err
    asked = [
        [outcome.query.words for outcome in library.open(tmp_path / folder).outcomes()]
        for folder in ("whole", "broken")
    ]
    assert asked[0] == asked[1]
    assert len(set(asked[0])) == 12


def test_what_was_spent_is_told(saved: Path, tmp_path: Path) -> None:
    costs = ("--cost", "query=2", "--cost", "result=0.5")
    ran = sonde("crawl", saved, "-o", tmp_path / "c", *costs, "--max-queries", "3", *FAST, "-q")
    results = sum(len(outcome.seen) for outcome in library.open(tmp_path / "c").outcomes())
    assert f"Spent {6 + 0.5 * results:g}: 3 queries" in ran.out


@pytest.mark.parametrize(
    ("cost", "said"),
    [("query=0", "above zero"), ("document=-1", "above zero"), ("pages=1", "is no kind of cost"), ("2", "above zero")],
)
def test_wrong_costs_are_an_error_before_the_first_request(cost: str, said: str, tmp_path: Path) -> None:
    ran = sonde("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "c", "--cost", cost)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "c").exists()

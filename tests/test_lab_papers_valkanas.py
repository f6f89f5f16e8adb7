"""The experiments of Valkanas 2011 on a small corpus of ours."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.cli.lab_papers import write
from sonde.lab.corpora.record import Record
from sonde.lab.papers.corpora import thinned
from sonde.lab.papers.experiment import Experiment
from sonde.lab.papers.valkanas import CONFIGURATIONS, PLAIN, TABLE_2, experiments, first_words
from sonde.lab.search.engine import Engine
from sonde.text.frequency import frequent_words


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Experiment]:
    """The experiments on videos with random words and views."""
    folder, rng = tmp_path_factory.mktemp("data"), random.Random(1)
    words = ["food", *frequent_words("en", 400)]
    weights = [1 / (rank + 3) for rank in range(len(words))]
    videos = [
        {
            "title": " ".join(rng.choices(words, weights, k=5)),
            "tags": rng.choices(words, weights, k=6),
            "views": rng.randint(10, 10**6),
        }
        for _ in range(250)
    ]
    (folder / "youtube_trending.jsonl").write_text("\n".join(map(json.dumps, videos)))
    return {experiment.name: experiment for experiment in experiments(folder, quick=True)}


def test_every_figure_of_section_5_has_its_experiment(results: dict[str, Experiment]) -> None:
    assert [experiment.figure for experiment in results.values()] == [
        "Figure 1", "Figure 2", "Table 2", "Figure 3", "Figure 4",
    ]  # fmt: skip
    for experiment in results.values():
        assert all(len(row) == len(experiment.columns) for row in experiment.rows)


def test_no_configuration_harvests_more_than_the_best_case(results: dict[str, Experiment]) -> None:
    labels = set()
    for name in ("valkanas-harvest", "valkanas-harvest-jaccard"):
        for curve in results[name].curves:
            labels.add(curve.label)
            assert all(0 <= share <= 1 for share in curve.y)
    assert labels == set(CONFIGURATIONS)


def test_published_terms_stand_beside_ours(results: dict[str, Experiment]) -> None:
    table = results["valkanas-first-terms"]
    assert all(len(terms.split()) == len(table.rows) for terms in TABLE_2.values())
    assert table.rows[0] == ("soup", "food") * len(PLAIN)
    assert table.rows[2][:4] == ("twitter", table.rows[2][1], "homemade", table.rows[2][3])


def test_a_corpus_without_the_first_word_is_begun_with_another() -> None:
    words = frequent_words("en", 300)
    site = Engine([Record(str(i), word, f"{word} soup") for i, word in enumerate(words)])
    assert len(site.search(first_words(site)[-1]).ids) > 0
    assert first_words(Engine([Record("a", "food", ""), Record("b", "soup", "")])) == ("food",)


@pytest.mark.parametrize("name", ["valkanas-terms", "valkanas-documents"])
def test_overlap_is_the_same_both_ways_and_whole_with_oneself(results: dict[str, Experiment], name: str) -> None:
    grid = [row[1:] for row in results[name].rows]
    assert all(grid[i][i] == 1 for i in range(len(grid)))
    assert all(grid[i][j] == grid[j][i] for i in range(len(grid)) for j in range(i))
    assert "One distance with two weights" in results[name].note


def test_a_grid_is_drawn(results: dict[str, Experiment], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = {path.name for path in write(results["valkanas-terms"], tmp_path)}
    assert names == {f"valkanas-terms.{ending}" for ending in ("md", "csv", "png", "svg")}


@given(st.integers(1, 400), st.integers(1, 400))
def test_a_thinned_corpus_keeps_the_order_and_its_spread(size: int, documents: int) -> None:
    records = [Record(str(i), "", "") for i in range(size)]
    kept = [int(record.id) for record in thinned(records, documents)]
    assert len(kept) == min(size, documents)
    assert kept == sorted(set(kept))
    assert max((b - a for a, b in pairwise(kept)), default=1) <= -(-size // documents)

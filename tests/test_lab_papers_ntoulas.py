"""The experiments of Ntoulas 2005 on small corpora of ours."""

import csv
import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.cli.lab_papers import write
from sonde.errors import ConfigError
from sonde.lab.papers.experiment import POINTS, Curve, Experiment, as_csv, as_markdown, curve_of, curves_as_csv
from sonde.lab.papers.known import run_papers
from sonde.lab.papers.ntoulas import experiments, same_from, share_for
from sonde.text.frequency import frequent_words

CORPORA = ("medline_ohsumed", "films_wikipedia", "web_directory_awesome", "youtube_trending")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Corpora of random English words, some much more frequent than others, under the names of the real ones."""
    folder, rng = tmp_path_factory.mktemp("data"), random.Random(1)
    words = frequent_words("en", 600)
    weights = [1 / (rank + 3) for rank in range(600)]
    for name in CORPORA:
        texts = [" ".join(rng.choices(words, weights, k=12)) for _ in range(60)]
        lines = [
            json.dumps({"title": f"n{i}", "text": text, "topic": f"t{i % 9}", "language": "en-US" if i % 3 else "fr"})
            for i, text in enumerate(texts)
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
    return folder


@pytest.fixture(scope="module")
def results(data: Path) -> dict[str, Experiment]:
    return {experiment.name: experiment for experiment in experiments(data, quick=True)}


def test_every_figure_of_section_4_has_its_experiment(results: dict[str, Experiment]) -> None:
    figures = {experiment.figure for experiment in results.values()}
    assert figures == {*(f"Figure {n}" for n in range(10, 17)), "Table 1", "Section 4.5"}
    assert all(experiment.published for experiment in results.values())


def test_rows_fit_their_columns_and_coverage_never_falls(results: dict[str, Experiment]) -> None:
    for experiment in results.values():
        assert experiment.rows
        assert all(len(row) == len(experiment.columns) for row in experiment.rows)
        for curve in experiment.curves:
            assert list(curve.y) == sorted(curve.y)
            assert 0 <= curve.y[0] <= curve.y[-1] <= 1


def test_the_adaptive_policy_beats_random_words_as_published(results: dict[str, Experiment]) -> None:
    ours = {row[0]: row[3] for row in results["ntoulas-pubmed"].rows}
    assert ours["adaptive"] > ours["random-1m"]  # type: ignore[operator]


def test_a_tighter_limit_takes_more_queries(results: dict[str, Experiment]) -> None:
    queries = {(row[0], row[1]): row[4] for row in results["ntoulas-tight-limit"].rows}
    assert queries["adaptive", 1000] >= queries["adaptive", 10_000]  # type: ignore[operator]


def test_languages_are_told_apart_by_what_documents_state(results: dict[str, Experiment]) -> None:
    experiment = results["ntoulas-languages"]
    assert "20 in other languages" in experiment.corpus
    for _, _, coverage, english, other, _ in experiment.rows:
        assert min(english, other) <= coverage <= max(english, other)  # type: ignore[type-var, operator]


@given(st.lists(st.integers(0, 10**6), max_size=400))
def test_a_curve_keeps_its_ends_and_few_points(numbers: list[int]) -> None:
    curve = curve_of("c", numbers, numbers)
    assert len(curve.x) == len(curve.y) == min(len(numbers), POINTS)
    assert not numbers or (curve.x[0], curve.x[-1]) == (numbers[0], numbers[-1])


def test_resource_units_buy_what_they_paid_for() -> None:
    assert share_for(10, [5, 9, 12], [0.1, 0.2, 0.3]) == 0.2
    assert share_for(4, [5, 9, 12], [0.1, 0.2, 0.3]) == 0


def test_crawls_ask_the_same_from_where_their_orders_differ_by_two_places_at_most() -> None:
    assert same_from([list("abcdef"), list("abcdef")]) == 1
    assert same_from([list("abcdef"), list("xbcdfe")]) == 2
    assert same_from([list("abcdef"), list("uvwxyz")]) is None


def test_an_experiment_is_written_as_markdown_csv_and_figure(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    curve = Curve("adaptive", (1.0, 2.0), (0.1, 0.2))
    experiment = Experiment("one", "Ntoulas 2005", "Figure 1", "much.", ("a", "b"), ((1, None), ("x", 0.25)), (curve,))
    names = {path.name for path in write(experiment, tmp_path / "out")}
    assert names == {"one.md", "one.csv", "one-curves.csv", "one.png", "one.svg"}
    assert all((tmp_path / "out" / name).stat().st_size for name in names)
    assert "| x | 0.250 |" in as_markdown(experiment)
    assert list(csv.reader(io.StringIO(as_csv(experiment)))) == [["a", "b"], ["1", ""], ["x", "0.25"]]
    assert curves_as_csv(experiment).splitlines()[1] == "adaptive,1.0,0.1"


def test_unknown_papers_and_folders_are_errors_at_once(data: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'ntoulas'"):
        run_papers(["ntulas"], data, quick=True)
    with pytest.raises(ConfigError, match="--data"):
        run_papers([], tmp_path / "nowhere", quick=True)

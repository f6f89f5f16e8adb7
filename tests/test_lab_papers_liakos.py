"""The experiments of Liakos 2015 on small corpora of ours."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.lab.papers.experiment import Experiment, as_markdown
from sonde.lab.papers.liakos import TOPICS, experiments
from sonde.lab.papers.liakos_queries import FIGURE_9, NUMBERS
from sonde.lab.papers.liakos_topics import DMOZ, document_sizes
from sonde.text.frequency import frequent_words

LABELS = {
    "web_directory_awesome": TOPICS,
    "stackexchange_closed": ("startups", "economics"),
    "medline_ohsumed": ("Cardiovascular Diseases", "Neoplasms"),
    "films_wikipedia": ("1940s", "1950s"),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Corpora whose topics have words of their own beside common ones, under the names of the real ones."""
    folder, rng = tmp_path_factory.mktemp("data"), random.Random(1)
    words = frequent_words("en", 900)[100:]
    for corpus, labels in LABELS.items():
        lines = []
        for i in range(160):
            place = i % len(labels)
            own = rng.choices(words[place * 40 : place * 40 + 40], k=8)
            text = " ".join([*own, *rng.choices(words, k=8)])
            record = {"title": own[0], "text": text, "topic": labels[place]}
            lines.append(json.dumps(record | {"decade": labels[place], "cast": own[1:3]}))
        (folder / f"{corpus}.jsonl").write_text("\n".join(lines))
    return folder


@pytest.fixture(scope="module")
def results(data: Path) -> dict[str, Experiment]:
    return {experiment.name: experiment for experiment in experiments(data, quick=True)}


def test_every_figure_of_section_4_has_its_experiment(results: dict[str, Experiment]) -> None:
    figures = {experiment.figure for experiment in results.values()}
    single = {f"Figure {n}" for n in (5, 6, 7, 8, 9, 15, 16)}
    assert figures == {*single, "Figures 10 to 14", "Sections 4.2 and 4.5", "Section 4.9"}
    assert all(experiment.published and experiment.corpus for experiment in results.values())


def test_rows_fit_their_columns_and_recall_never_falls(results: dict[str, Experiment]) -> None:
    for experiment in results.values():
        assert experiment.rows
        assert all(len(row) == len(experiment.columns) for row in experiment.rows)
        assert as_markdown(experiment).count("\n|") == len(experiment.rows) + 2
        for curve in experiment.curves:
            assert list(curve.y) == sorted(curve.y)
            assert 0 <= curve.y[0] <= curve.y[-1] <= 1


def test_query_documents_differ_in_size_on_a_small_topic_too(results: dict[str, Experiment]) -> None:
    sizes = [row[2] for row in results["liakos-query-document"].rows]
    assert len(set(sizes)) > 1
    assert sizes == sorted(sizes, reverse=True)  # type: ignore[type-var]


@given(st.integers(2, 5000))
def test_sizes_of_query_documents_leave_half_of_the_topic_to_look_for(on_topic: int) -> None:
    sizes = document_sizes((1000, 100, 50), on_topic)
    assert all(1 <= size <= max(1, on_topic // 2) for size in sizes)
    assert on_topic < 2000 or sizes == (1000, 100, 50)
    assert on_topic < 80 or len(set(sizes)) == 3


def test_published_queries_stand_beside_ours(results: dict[str, Experiment]) -> None:
    rows = results["liakos-precision"].rows
    shown = {(row[0], row[1]): row for row in rows}
    assert shown["perfect", 3][2:4] == ("roster", 0.7136)
    assert all(row[2] is None for row in rows if row[0] == "topic")
    assert all(len(terms) == len(NUMBERS) for terms in FIGURE_9.values())
    assert all(0 <= row[5] <= 1 for row in rows)  # type: ignore[operator]


def test_the_first_queries_come_from_the_query_document_alone(results: dict[str, Experiment]) -> None:
    first = {row[4] for row in results["liakos-precision"].rows if row[1] == 1 and row[0] != "topic"}
    assert len(first) == 1  # Algorithm 1: results feed the Word Collection only after N queries


def test_caps_shrink_with_the_corpus_and_never_below_a_page(data: Path) -> None:
    assert DMOZ.open(data, 50).traits.cap == 20
    assert len(DMOZ.open(data, 50).records) == 50

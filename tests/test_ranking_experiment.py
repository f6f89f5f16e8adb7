"""The lab's ranking experiment: a site that prefers popular documents, and copies tried on questions never issued."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from sonde.errors import ConfigError
from sonde.lab.conditions import Condition
from sonde.lab.corpora.corpus import read_corpus
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.experiment import Source
from sonde.lab.ranking_experiment import fresh_questions, measure_ranking, run_policy
from sonde.lab.ranking_experiment_copy import HeldPart, Shown, with_text
from sonde.lab.ranking_experiment_report import ranking_row, ranking_table
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.text.frequency import frequent_words
from sonde.text.words import words as split_words


def videos(*views: str) -> list[Record]:
    return [
        Record(str(i), "a soup video", "", (("views", seen), ("tags", "soup, bread"))) for i, seen in enumerate(views)
    ]


def test_of_equally_good_matches_the_popular_ones_come_first() -> None:
    site = Engine(videos("5", "5,000", "", "70"), Traits(rank="popularity", popularity="views"))
    assert site.search("soup").ids.tolist() == [1, 3, 0, 2]


def test_a_popularity_that_no_document_has_is_an_error_that_names_those_there_are() -> None:
    site = Engine(videos("5", "6"), Traits(rank="popularity", popularity="likes"))
    with pytest.raises(ConfigError, match="tags, views"):
        site.search("soup")


def test_a_drawn_popularity_is_the_same_for_the_same_seed() -> None:
    records = list(synthetic_corpus(50, 1))
    answers = [
        Engine(records, Traits(rank="popularity", seed=seed)).search(records[0].title.split()[0]).ids.tolist()
        for seed in (1, 1, 2)
    ]
    assert answers[0] == answers[1]


def test_the_longest_attribute_is_the_text_where_there_is_none() -> None:
    assert [record.text for record in with_text(videos("5", "6"))] == ["soup, bread"] * 2
    written = [Record("1", "a", "its own text", (("tags", "x"),))]
    assert with_text(written) == written


def test_a_copy_finds_only_what_it_holds() -> None:
    engine = Engine(list(synthetic_corpus(80, 2)))
    held = HeldPart(Shown(engine), np.array([3, 5, 8]))
    word = engine.vocabulary[int(np.argmax(engine.index.frequencies))]
    expected = [i for i in (3, 5, 8) if i in engine.postings(word)]
    assert held.matching([word], limit=10).tolist() == expected
    assert held.frequency(word) == len(expected)
    assert held.counts(np.array([3]), [word]).anywhere[0, 0] == sum(part == word for part in held_words(engine, 3))


def held_words(engine: Engine, position: int) -> list[str]:
    record = engine.records[position]
    return split_words(f"{record.title}\n{record.text}")


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of frequent words, so that the generic words a trial begins with find something."""
    rng, words = random.Random(1), frequent_words("en", 600)[100:]
    texts = [" ".join(words[int(len(words) * rng.random() ** 2)] for _ in range(25)) for _ in range(300)]
    path = tmp_path_factory.mktemp("corpus") / "english.jsonl"
    path.write_text("\n".join(json.dumps({"title": text[:20], "text": text}) for text in texts), encoding="utf-8")
    return path


def test_questions_are_none_that_was_issued_half_of_them_of_two_words(english: Path) -> None:
    site = Engine(read_corpus(english), Traits(cap=10))
    runs = [run_policy(site, "adaptive", 1, 10, 0.5)]
    questions = fresh_questions(site, runs, seed=1, number=20)
    assert sorted(len(question) for question in questions) == [1] * 10 + [2] * 10
    assert {question[0] for question in questions if len(question) == 1}.isdisjoint(o.query.words for o in runs[0])
    assert questions == fresh_questions(site, runs, seed=1, number=20)


def test_an_answer_is_never_better_than_what_is_held(english: Path) -> None:
    condition = Condition("plain", Traits(cap=10, rank="popularity"))
    source = Source(str(english))
    rows = list(
        measure_ranking([source], [condition], ["ranking", "rank-tau-a"], seeds=1, budgets=[20, 40], questions=30)
    )
    assert [(row.policy, row.queries) for row in rows] == [
        (policy, queries) for policy in ("ranking", "rank-tau-a") for queries in (20, 40)
    ]
    for row in rows:
        assert 0 < row.overlap <= row.held + 1e-9
        assert row.documents > 50
        assert 0 <= row.distance <= 1
        assert ranking_row(row)["cap"] == 10
    assert "overlap@10" in ranking_table(rows)

"""Words in nearly the same documents as one whose answer was cut."""

import numpy as np
import pytest

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import run_trial
from sonde.model import Document, Outcome, Query
from sonde.planner.companions import Listed
from sonde.planner.statistics import Statistics
from sonde.planner.twins import Twins

LABELS = ("name", "address", "status", "registered", "office", "active")


def left(found_before: list[str], answer: list[str], word: str, *, asked: str) -> float:
    """What is left of a word's answer after a cut one to the word asked."""
    statistics, numbers = Statistics(), range(len(found_before), len(found_before) + len(answer))
    texts = [*found_before, *answer]
    documents = tuple(Document(url=str(i), text=text, id=i) for i, text in enumerate(texts))
    statistics.observe(Outcome(Query("x"), tuple(range(len(texts))), documents))
    twins = Twins(statistics)
    twins.observe(Listed.of(statistics, statistics.id_of(asked) or 0, numbers))
    return float(twins.left(np.array([statistics.id_of(word)], np.intp))[0])


def test_a_word_in_the_same_documents_shows_nothing_new() -> None:
    assert left(["name address"] * 100, ["name address"] * 50, "address", asked="name") < 0.05


def test_that_two_words_go_together_in_the_answer_to_one_of_them_is_no_proof() -> None:
    assert left([], ["name address"] * 50, "address", asked="name") == 1.0
    assert 0.2 < left(["name address"] * 5, ["name address"] * 50, "address", asked="name") < 0.7


def test_a_word_that_also_stands_alone_shows_much_that_is_new() -> None:
    assert left(["name address"] * 20 + ["address"] * 80, ["name address"] * 50, "address", asked="name") > 0.7


def test_a_word_in_few_documents_of_the_answer_is_not_touched() -> None:
    assert left(["name address"] * 50, ["name address", "name", "name"] * 20, "address", asked="name") == 1.0


@pytest.mark.parametrize("rank", ["bm25", "static"])
def test_the_labels_that_all_records_of_a_register_share_are_not_asked_one_after_the_other(rank: str) -> None:
    towns = [f"town{i}" for i in range(60)]
    texts = [f"{' '.join(LABELS)} {towns[i * i % 60]} keeper{i % 211} no{i}" for i in range(3000)]
    records = [Record(id=str(i), title=f"record {i}", text=text) for i, text in enumerate(texts)]
    trial = run_trial(Engine(records, Traits(cap=100, rank=rank)), "sonde", seeds=["town1"], max_queries=30)
    asked = [step.words for step in trial.steps]
    assert len({*asked} & {*LABELS, "record"}) <= 2
    assert not any(" " in words for words in asked[:20]), "and no label narrows another word"

"""Several words in one query, where any of them will do."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import run_trial
from sonde.model import Abilities, Document, Outcome, Query
from sonde.planner.packs import MOST, ROOM, Pack, Packs
from sonde.planner.statistics import Statistics

EITHER = Abilities(operator="or", either=" ")
CUT = 50


def table(words: int) -> Statistics:
    """One held document for the first word, two for the second, and so on."""
    statistics, number = Statistics(), 0
    for held in range(1, words + 1):
        for _ in range(held):
            document = Document(url=str(number), text=f"word{held:02}", id=number)
            statistics.observe(Outcome(Query("start"), (number,), (document,)))
            number += 1
    return statistics


def places(statistics: Statistics) -> np.ndarray:
    return np.arange(statistics.vocabulary, dtype=np.intp)


def answer(query: Query, *, seen: int, new: int = 0) -> Outcome:
    found = tuple(Document(url=f"new{i}", id=1000 + i) for i in range(new))
    return Outcome(query, tuple(range(seen)), found, seen)


@given(st.lists(st.tuples(st.floats(0, 40), st.floats(0, 40)), min_size=2, max_size=30))
def test_a_pack_fits_under_the_cap_and_is_no_longer_than_sites_take(words: list[tuple[float, float]]) -> None:
    statistics = table(len(words))
    unseen = np.array([new for new, _ in words])
    hits = unseen + np.array([held for _, held in words])
    pack = Packs(statistics).best(places(statistics), unseen, hits, cap=CUT)
    if pack is not None:
        assert 2 <= len(set(pack.terms)) == len(pack.terms) <= MOST
        assert hits[list(pack.terms)].sum() <= ROOM * CUT + 1e-6


def test_many_words_with_little_known_are_preferred_to_one_that_fills_the_cap() -> None:
    statistics = table(6)
    unseen, hits = np.array([8.0, 8, 8, 8, 8, 10]), np.array([9.0, 9, 9, 9, 9, 45])
    pack = Packs(statistics).best(places(statistics), unseen, hits, cap=CUT)
    assert pack is not None
    assert pack.terms == (0, 1, 2, 3, 4)


def test_without_a_cap_the_words_that_bring_most_go_together() -> None:
    statistics = table(12)
    unseen = np.arange(12, dtype=float)
    pack = Packs(statistics).best(places(statistics), unseen, 100 + unseen, cap=float("inf"))
    assert pack is not None
    assert set(pack.terms) == set(range(4, 12))


def test_a_whole_answer_exhausts_its_words_and_a_cut_one_does_not() -> None:
    packs = Packs(table(3))
    whole = packs.query(Pack((0, 1), 2.0), " OR ")
    assert whole.words == "word01 OR word02"
    assert packs.observe(answer(whole, seen=3), is_cut=False) == ()
    cut = packs.query(Pack((0, 1), 2.0), " ")
    assert packs.observe(answer(cut, seen=CUT), is_cut=True) == (0, 1)
    again = packs.best(np.arange(3), np.ones(3), np.ones(3), cap=CUT)
    assert again is None, "only one word is left that was in no cut pack"


def test_a_site_that_takes_no_packs_is_asked_two_of_them() -> None:
    statistics = table(9)
    packs, asked = Packs(statistics), 0
    while (pack := packs.best(places(statistics), np.ones(9), np.ones(9), cap=2.3)) is not None:
        assert packs.observe(answer(packs.query(pack, " "), seen=0), is_cut=False) == pack.terms
        asked += 1
    assert asked == 2


def test_a_pack_is_worth_less_after_packs_that_brought_less_than_expected() -> None:
    packs = Packs(table(9))
    before = packs.worth
    packs.observe(answer(packs.query(Pack((0, 1), 10.0), " "), seen=3, new=1), is_cut=False)
    assert packs.worth < before


def records(count: int) -> list[Record]:
    """Every document has three of a thousand words."""
    texts = (f"w{i % 97:03} x{i % 89:03} y{i % 83:03}" for i in range(count))
    return [Record(id=str(i), title=f"number{i}", text=text) for i, text in enumerate(texts)]


def test_packs_need_a_fraction_of_the_queries_and_miss_nothing() -> None:
    engine = Engine(records(2000), Traits(operator="or", cap=200))
    packed = run_trial(engine, "sonde", seeds=("w001",), abilities=EITHER, until=0.99)
    single = run_trial(engine, "sonde", seeds=("w001",), until=0.99)
    packed_queries, single_queries = packed.queries_to(0.99), single.queries_to(0.99)
    assert packed_queries is not None
    assert single_queries is not None
    assert packed_queries < 0.5 * single_queries


def test_a_site_wrongly_believed_to_take_either_word_is_still_copied() -> None:
    engine = Engine(records(600), Traits(operator="and"))
    trial = run_trial(engine, "sonde", seeds=("w001",), abilities=EITHER, until=0.99)
    assert trial.steps[-1].coverage >= 0.99

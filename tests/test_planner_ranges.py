"""Ranges are swept completely, with few questions, and values of attributes lead from document to document."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.query_tree import best_sweep
from sonde.lab.search.engine import Engine
from sonde.lab.site import to_document
from sonde.lab.traits import Traits
from sonde.model import Abilities, AttributeBox, Outcome, Query, Range
from sonde.planner.ranges import Steps
from sonde.planner.statistics import Statistics
from sonde.planner.tree import Tree
from sonde.text.scale import point_of, text_of, unit_of


class Asked:
    """A site without words, asked by a tree."""

    def __init__(self, records: Sequence[Record], traits: Traits, *, totals: bool = True) -> None:
        self.engine = Engine(records, traits)
        self.totals = totals
        self.ids: dict[int, int] = {}

    def answer(self, query: Query) -> Outcome:
        found = self.engine.search(query.words, where=query.values)
        new = [number for number in found.ids.tolist() if number not in self.ids]
        self.ids |= {number: len(self.ids) + place for place, number in enumerate(new)}
        documents = (to_document(self.engine.records[number], url=str(number)) for number in new)
        described = tuple(replace(d, id=self.ids[n]) for d, n in zip(documents, new, strict=True))
        seen = tuple(self.ids[number] for number in found.ids.tolist())
        return Outcome(query, seen, described, total=found.total if self.totals else None)

    def crawl(self, abilities: Abilities) -> list[Outcome]:
        tree = Tree(abilities, statistics=Statistics())
        outcomes = []
        while (query := tree.choose()) is not None:
            outcomes.append(self.answer(query))
            tree.observe(outcomes[-1])
            assert len(outcomes) < 5000
        return outcomes


def numbered(values: Sequence[int], *, kinds: int = 0) -> list[Record]:
    """Records with a number, and a kind if there are several."""
    return [
        Record(str(i), f"Record {i}", "", (("n", str(value)), *([("kind", f"k{i % kinds}")] if kinds else [])))
        for i, value in enumerate(values)
    ]


def ranged(values: Sequence[int], **more: object) -> Abilities:
    given = Range("n_from", "n_to", str(min(values)), str(max(values) + 1))
    return replace(Abilities(ranges=(given,), browse=True, words=False), **more)  # type: ignore[arg-type]


def reachable(values: Sequence[int], cap: int) -> int:
    return sum(min(count, cap) for count in Counter(values).values())


DISTRIBUTIONS = {
    "even": lambda rng: rng.integers(0, 100_000, 3000),
    "lognormal": lambda rng: np.exp(rng.normal(9, 1.5, 3000)).astype(int),
    "in three heaps": lambda rng: (rng.choice([5000, 50_000, 90_000], 6000) + rng.normal(0, 2000, 6000)).astype(int),
}


@pytest.mark.parametrize("totals", [True, False])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_range_takes_few_more_questions_than_those_of_one_who_knows_all(name: str, totals: bool) -> None:
    values = DISTRIBUTIONS[name](np.random.default_rng(1)).tolist()
    site = Asked(numbered(values), Traits(box=False, ranges=1, cap=50, blank="everything"), totals=totals)
    outcomes = site.crawl(ranged(values))
    assert len(site.ids) >= reachable(values, 50)
    assert len(outcomes) <= (2.0 if totals else 2.5) * best_sweep(values, cap=50)


@settings(max_examples=25, deadline=None)
@given(
    values=st.lists(st.integers(-50, 50) | st.integers(-5000, 5000), min_size=30, max_size=250),
    cap=st.sampled_from([10, 25]),
    totals=st.booleans(),
    blank=st.sampled_from(["everything", "nothing"]),
)
def test_every_document_in_a_range_is_found_and_no_question_is_put_twice(
    values: list[int], cap: int, totals: bool, blank: str
) -> None:
    traits = Traits.from_settings({"box": False, "ranges": 1, "cap": cap, "blank": blank})
    site = Asked(numbered(values), traits, totals=totals)
    outcomes = site.crawl(ranged(values))
    assert len(site.ids) >= reachable(values, cap)
    asked = [outcome.query.values for outcome in outcomes]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("totals", [True, False])
def test_single_values_that_are_too_many_are_split_by_a_menu(totals: bool) -> None:
    values = [i % 20 for i in range(2000)]
    kinds = tuple(f"k{i}" for i in range(7))
    traits = Traits(box=False, ranges=1, selects=1, cap=50)
    site = Asked(numbered(values, kinds=7), traits, totals=totals)
    outcomes = site.crawl(ranged(values, splits=(("kind", kinds),)))
    assert len(site.ids) == 2000
    assert len(outcomes) < 350


def test_a_sweep_that_replays_its_outcomes_goes_on_as_if_never_stopped() -> None:
    values = np.random.default_rng(2).integers(0, 3000, 800).tolist()
    site = Asked(numbered(values), Traits(box=False, ranges=1, cap=20, blank="everything"))
    abilities = ranged(values)
    outcomes = site.crawl(abilities)
    for stop in (1, 5, 30, len(outcomes) - 1):
        again = Tree(abilities, statistics=Statistics())
        for outcome in outcomes[:stop]:
            again.observe(outcome)
        assert again.choose() == outcomes[stop].query


def test_a_part_that_fails_is_put_again_once_and_then_passed_over() -> None:
    values = list(range(600))
    site = Asked(numbered(values), Traits(box=False, ranges=1, cap=50, blank="everything"))
    tree = Tree(ranged(values), statistics=Statistics())
    tree.observe(site.answer(Query()))
    failing = tree.choose()
    tries = 0
    while (query := tree.choose() if tries else failing) is not None:
        if query == failing:
            tries += 1
            tree.observe(Outcome(query, error="timed out", complete=False))
        else:
            tree.observe(site.answer(query))
    assert tries == 2
    assert len(site.ids) >= 540


def people(count: int, *, seed: int) -> list[Record]:
    """Records of an author and a town, some of each with far more than others."""
    rng = np.random.default_rng(seed)
    authors, towns = rng.zipf(1.4, count) % 150, rng.zipf(1.3, count) % 40
    return [
        Record(str(i), f"Record {i}", "", (("author", f"a{author} writer"), ("town", f"t{town}")))
        for i, (author, town) in enumerate(zip(authors, towns, strict=True))
    ]


@pytest.mark.parametrize("blank", ["everything", "nothing"])
def test_values_lead_from_document_to_document_and_are_joined_only_where_they_are_cut(blank: str) -> None:
    records = people(1500, seed=4)
    traits = Traits.from_settings({"box": False, "fields": 2, "cap": 40, "blank": blank})
    site = Asked(records, traits)
    samples = (records[0].attribute("author"),)
    boxes = (AttributeBox("author", "author", samples=samples), AttributeBox("town", "Town"))
    outcomes = site.crawl(Abilities(boxes=boxes, browse=blank == "everything", words=False))
    cells = Counter(record.attributes for record in records)
    assert len(site.ids) >= 0.97 * sum(min(count, 40) for count in cells.values())
    asked = [outcome.query.values for outcome in outcomes]
    assert len(asked) == len(set(asked))
    cut = {outcome.query.values for outcome in outcomes if (outcome.total or 0) > len(outcome.seen)}
    for values in asked:
        if len(values) > 1:
            assert all((pair,) in cut for pair in values)


@given(point=st.integers(1, 3_000_000), unit=st.sampled_from(["1", "0.01", "%Y-%m-%d", "%d.%m.%Y", "%Y-%m"]))
def test_a_step_is_read_back_from_its_text(point: int, unit: str) -> None:
    point = point if "%" not in unit else 400_000 + point % 300_000 if "%d" in unit else 12_000 + point % 24_000
    assert point_of(text_of(point, unit), unit) == point


def test_values_tell_what_they_are_counted_in() -> None:
    assert unit_of(["1999", "2004"]) == "1"
    assert unit_of(["12.5", "3"]) == "0.1"
    assert unit_of(["2020-01-31"]) == "%Y-%m-%d"
    assert unit_of(["31.01.2020"]) == "%d.%m.%Y"
    assert unit_of(["red"]) is None


def test_outermost_parts_have_no_bound_on_their_far_side() -> None:
    steps = Steps.of(Range("low", "high", "10", "19"))
    assert steps is not None
    assert steps.pairs(0, 9) == ()
    assert steps.pairs(0, 3) == (("high", "13"),)
    assert steps.pairs(4, 9) == (("low", "14"),)
    assert steps.pairs(4, 4) == (("low", "14"), ("high", "14"))
    shared = Steps.of(Range("low", "high", "10", "30", steps=("10", "20", "25", "30"), shared=True))
    assert shared is not None
    assert shared.pairs(1, 1) == (("low", "20"), ("high", "25"))

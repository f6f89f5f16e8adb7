"""The query tree: complete, with few questions, whatever the menus are like."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.query_tree import best_query_tree
from sonde.lab.search.engine import Engine
from sonde.lab.site import to_document
from sonde.lab.traits import Traits
from sonde.model import Abilities, AttributeBox, Document, Outcome, Query
from sonde.planner.policies import make_policy
from sonde.planner.splits import Input, Plan
from sonde.planner.statistics import Statistics
from sonde.planner.tree import Tree


def registry(count: int, values: tuple[int, ...], *, skew: float, seed: int) -> list[Record]:
    """Records with one attribute per entry of `values`, which has so many values of unequal frequency."""
    rng = np.random.default_rng(seed)
    columns = []
    for number in values:
        shares = 1 / np.arange(1, number + 1) ** skew
        columns.append(rng.choice(number, size=count, p=rng.permutation(shares / shares.sum())))
    names = [f"menu{i}" for i in range(len(values))]
    return [
        Record(str(i), f"Record {i}", "", tuple((name, f"v{code}") for name, code in zip(names, row, strict=True)))
        for i, row in enumerate(zip(*columns, strict=True))
    ]


class Menus:
    """A site of menus alone, asked by a tree."""

    def __init__(self, records: list[Record], *, cap: int, menus: int, totals: bool = True) -> None:
        self.engine = Engine(records, Traits(box=False, selects=menus, cap=cap))
        self.totals = totals
        self.ids: dict[int, int] = {}
        splits = tuple((facet.name, tuple(sorted(facet.values))) for facet in self.engine.menus)
        self.abilities = Abilities(splits=splits, browse=True, words=False)

    def answer(self, query: Query) -> Outcome:
        found = self.engine.search(query.words, where=query.values)
        new = []
        for number in found.ids.tolist():
            if number not in self.ids:
                self.ids[number] = len(self.ids)
                new.append(number)
        documents = tuple(self._document(number) for number in new)
        seen = tuple(self.ids[number] for number in found.ids.tolist())
        return Outcome(query, seen, documents, total=found.total if self.totals else None)

    def _document(self, number: int) -> Document:
        return replace(to_document(self.engine.records[number], url=str(number)), id=self.ids[number])

    def crawl(self, tree: Tree) -> list[Outcome]:
        outcomes = []
        while (query := tree.choose()) is not None:
            outcomes.append(self.answer(query))
            tree.observe(outcomes[-1])
        return outcomes

    def reachable(self) -> int:
        """Documents that some setting of all menus shows."""
        cells: dict[tuple[int, ...], int] = {}
        for row in np.stack([facet.codes for facet in self.engine.menus], axis=1).tolist():
            cells[tuple(row)] = cells.get(tuple(row), 0) + 1
        assert self.engine.traits.cap is not None
        return sum(min(count, self.engine.traits.cap) for count in cells.values())


@pytest.mark.parametrize(
    ("values", "skew"), [((12, 100, 5), 0.0), ((40, 66, 8), 0.7), ((10, 20, 30), 1.2), ((5, 5, 90), 0.7)]
)
@pytest.mark.parametrize("totals", [True, False])
def test_menus_are_listed_completely_with_hardly_more_questions_than_the_best_tree(
    values: tuple[int, ...], skew: float, totals: bool
) -> None:
    site = Menus(registry(12_000, values, skew=skew, seed=1), cap=50, menus=3, totals=totals)
    outcomes = site.crawl(Tree(site.abilities, statistics=Statistics()))
    assert len(site.ids) >= site.reachable()
    # Without numbers the tree must find out how large the whole is.
    assert len(outcomes) <= (1.3 if totals else 2.5) * best_query_tree(site.engine)


@settings(max_examples=25, deadline=None)
@given(
    values=st.lists(st.integers(2, 9), min_size=1, max_size=4),
    count=st.integers(1, 400),
    cap=st.sampled_from([10, 25]),
    skew=st.sampled_from([0.0, 1.0, 2.0]),
    totals=st.booleans(),
    seed=st.integers(0, 100),
)
def test_every_reachable_document_is_found_and_no_question_is_put_twice(
    values: list[int], count: int, cap: int, skew: float, totals: bool, seed: int
) -> None:
    site = Menus(registry(count, tuple(values), skew=skew, seed=seed), cap=cap, menus=len(values), totals=totals)
    if not site.engine.menus:
        return  # one record: no attribute has two values
    outcomes = site.crawl(Tree(site.abilities, statistics=Statistics()))
    assert len(site.ids) >= site.reachable()
    asked = [outcome.query.values for outcome in outcomes]
    assert len(asked) == len(set(asked))


def test_a_tree_that_replays_its_outcomes_goes_on_as_if_never_stopped() -> None:
    site = Menus(registry(3000, (12, 9, 20), skew=0.8, seed=2), cap=20, menus=3)
    outcomes = site.crawl(Tree(site.abilities, statistics=Statistics()))
    for stop in (1, 7, 60, len(outcomes) - 1):
        again = Tree(site.abilities, statistics=Statistics())
        for outcome in outcomes[:stop]:
            again.observe(outcome)
        assert again.choose() == outcomes[stop].query


def test_documents_without_a_value_are_found_through_another_menu() -> None:
    records = registry(300, (10, 12), skew=0.0, seed=3)
    bare = [Record(r.id, r.title, "", r.attributes[1:] if int(r.id) % 4 == 0 else r.attributes) for r in records]
    site = Menus(bare, cap=40, menus=2)
    site.crawl(Tree(site.abilities, statistics=Statistics()))
    assert len(site.ids) == 300


def test_questions_that_failed_are_put_again_once() -> None:
    site = Menus(registry(500, (10, 12), skew=0.0, seed=4), cap=40, menus=2)
    tree = Tree(site.abilities, statistics=Statistics())
    tree.observe(site.answer(Query()))
    first = tree.choose()
    assert first is not None
    tree.observe(Outcome(first, error="timed out", complete=False))
    asked = []
    while (query := tree.choose()) is not None:
        asked.append(query)
        tree.observe(site.answer(query))
    assert first in asked
    assert len(site.ids) == 500


def test_what_is_missing_falls_to_nothing_while_the_list_grows() -> None:
    site = Menus(registry(2000, (15, 15), skew=0.5, seed=5), cap=50, menus=2)
    tree = Tree(site.abilities, statistics=Statistics())
    tree.observe(site.answer(Query()))
    assert tree.missing() == 2000 - 50
    site.crawl(tree)
    assert tree.missing() == 0


def test_values_never_tried_share_evenly_in_what_is_left() -> None:
    menu = Input.of("colour", ["red", "green", "blue"])
    assert menu.shares().tolist() == pytest.approx([1 / 3] * 3)
    menu.observe(0, found=60, among=100)
    assert menu.shares().tolist() == pytest.approx([0.6, 0.2, 0.2])


def test_the_plan_splits_by_the_menu_that_leaves_full_but_whole_answers() -> None:
    menus = [Input.of("small", [str(i) for i in range(8)]), Input.of("large", [str(i) for i in range(200)])]
    plan = Plan(menus, cap=50, most=5000)
    assert plan.best(frozenset({0, 1}), 250) == 0
    assert plan.best(frozenset({0, 1}), 5000) == 1


def test_words_are_preferred_to_a_menu_with_far_too_many_values() -> None:
    menus = [Input.of("name", [str(i) for i in range(1500)])]
    assert Plan(menus, cap=100, most=500, words=True).best(frozenset({0}), 300) is None
    assert Plan(menus, cap=100, most=500).best(frozenset({0}), 300) == 0


def test_values_of_a_menu_that_only_documents_tell_are_asked_for_as_they_show() -> None:
    site = Menus(registry(900, (30, 4), skew=0.0, seed=3), cap=40, menus=2)
    many, few = sorted(site.abilities.splits, key=lambda split: -len(split[1]))
    known = Abilities(
        splits=((many[0], many[1][:24]), few), boxes=(AttributeBox(many[0], "menu0"),), browse=True, words=False
    )
    outcomes = site.crawl(Tree(known, statistics=Statistics()))
    asked = {value for outcome in outcomes for name, value in outcome.query.values if name == many[0]}
    assert asked == set(many[1])
    assert len(site.ids) == 900


def test_a_part_that_is_cut_is_searched_with_words_of_what_it_showed() -> None:
    rng = np.random.default_rng(5)
    texts = [" ".join(f"w{number}x" for number in rng.integers(0, 60, 5)) for _ in range(2000)]
    plain = registry(2000, (8, 20), skew=1.2, seed=5)
    site = Menus([replace(record, text=text) for record, text in zip(plain, texts, strict=True)], cap=40, menus=2)
    outcomes = site.crawl(Tree(replace(site.abilities, words=True), statistics=Statistics()))
    assert [outcome.query for outcome in outcomes if outcome.query.words and outcome.query.values]
    assert len(site.ids) >= 0.95 * len(plain)


def test_a_form_that_finds_nothing_without_words_is_not_taken_for_listed() -> None:
    abilities = Abilities(splits=(("year", ("1990", "2000")),), browse=True)
    policy = make_policy("sonde", seeds=("river",), abilities=abilities)
    assert isinstance(policy, Tree)
    everything = policy.choose()
    assert everything == Query(reason="everything there is")
    policy.observe(Outcome(everything, seen=(), new=(), complete=True))
    assert policy.missing() != 0

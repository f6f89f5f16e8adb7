"""A choice that looks only at the terms that can still win is the choice among all of them."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.boxes import LEVELS, Boxes, least_of, level_of
from sonde.planner.costs import Costs
from sonde.planner.robust import BEST, Robust
from sonde.planner.statistics import Statistics

WORDS = [f"w{rank}" for rank in range(60)]


def test_a_value_lies_between_the_least_of_its_level_and_of_the_next() -> None:
    values = np.concatenate([np.arange(0, 4000), np.geomspace(1e-3, 3e8, 4000)]).astype(np.float32)
    levels = level_of(values)
    assert levels.max() < LEVELS
    assert np.all(least_of(levels) <= values)
    assert np.all(values < least_of(levels + 1))


def test_a_term_changes_its_box_when_an_answer_touches_it() -> None:
    table = Statistics()
    boxes = Boxes(table, lambda ids: table.held[ids].astype(np.float64))
    for number in range(4):
        document = Document(url=str(number), text="often" if number else "often seldom", id=number)
        table.observe(Outcome(Query(f"q{number}"), (number,), (document,)))
        boxes.update()
    found = boxes.reaching(4, lambda box: box.promise[1] - 0.1)
    assert [table.terms[i] for i in found] == ["often"]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    cap=st.sampled_from([5, 20, 10**6]),
    counted=st.booleans(),
    costs=st.sampled_from([Costs(), Costs(query=2, result=0.1, document=0.5)]),
)
def test_the_best_terms_are_those_of_the_full_computation(seed: int, cap: int, counted: bool, costs: Costs) -> None:
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(2, 2 + len(WORDS))
    texts = [[word for word, is_in in zip(WORDS, rng.random(len(WORDS)) < chances, strict=True) if is_in] or ["w0"]
             for _ in range(300)]  # fmt: skip
    policy, held = Robust(seeds=["w0"], costs=costs), dict[int, int]()
    for _ in range(25):
        query = policy.choose()
        if query is None:
            break
        matches = [place for place, text in enumerate(texts) if query.words in text]
        shown = rng.permutation(matches)[:cap].tolist()
        is_peek = query.peek and len(matches) < query.enough
        new = []
        for place in shown[: 10 if is_peek else cap]:
            if place not in held:
                held[place] = len(held)
                new.append(Document(url=str(place), text=" ".join(texts[place]), id=held[place]))
        seen = tuple(held[place] for place in shown[: 10 if is_peek else cap])
        total = len(matches) if counted else None
        policy.observe(Outcome(query, seen, tuple(new), total, complete=not is_peek, pages=1))
        for scorer in (policy.expectation, policy._hope):
            narrowed = policy._best(scorer)
            ids = policy.candidates.open_ids()
            everything = dict(policy.candidates.top_of(ids, scorer, BEST))
            known = policy.candidates.top_of(np.array(sorted(policy.learned.peeks.known), np.intp), scorer, BEST)
            full = everything | dict(known)
            assert (
                narrowed[:BEST]
                == sorted(full.items(), key=lambda item: (-item[1], policy.statistics.terms[item[0]]))[:BEST]
            )

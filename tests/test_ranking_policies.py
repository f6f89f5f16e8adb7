"""The rank-aware policies: Valkanas 2011 as published, and ours."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import run_trial
from sonde.model import Document, Outcome, Query
from sonde.planner import Setup, Statistics, make_policy
from sonde.planner.ranking.distances import DISTANCES
from sonde.planner.ranking.orderings import Orderings
from sonde.planner.ranking.rank_aware import RankAware

POLICIES = [f"rank-{name}" for name in DISTANCES]


def outcome(words: str, texts: dict[int, str], *, held: frozenset[int] = frozenset()) -> Outcome:
    """An answer that shows these documents in this order."""
    new = tuple(Document(url=f"d{i}", text=text, id=i) for i, text in texts.items() if i not in held)
    return Outcome(Query(words), seen=tuple(texts), new=new)


def test_the_ranking_gain_is_the_mean_distance_of_all_pairs_of_orderings() -> None:
    table, orderings = Statistics(), Orderings(DISTANCES["tau-a"])
    texts = {0: "soup bread", 1: "soup fish", 2: "soup", 3: "soup bread"}
    orders = ((0, 1, 2), (2, 1, 0), (3, 0))
    for order in orders:
        answer = outcome("x", {i: texts[i] for i in order}, held=frozenset(range(table.documents)))
        answer = Outcome(answer.query, seen=order, new=tuple(Document(url=str(i), text=texts[i], id=i) for i in order))
        table.observe(answer)
        orderings.observe(order, table)
    soup, bread, fish = (table.id_of(word) for word in ("soup", "bread", "fish"))
    assert soup is not None
    assert bread is not None
    assert fish is not None
    between = DISTANCES["tau-a"].between
    assert orderings.gain(soup) == pytest.approx(np.mean([between(a, b) for a, b in combinations(orders, 2)]))
    assert orderings.gain(bread) == pytest.approx((between([0], [0]) + 2 * between([0], [3, 0])) / 3)
    assert orderings.gain(fish) == pytest.approx(0)  # the same one document twice


@pytest.mark.parametrize("name", ["tau-a", "tau-b", "footrule", "top-k", "tau-a-jaccard"])
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_bound_is_never_below_the_gain_however_late_it_is_summed_up(name: str, rng: random.Random) -> None:
    table, lazy, eager = Statistics(), Orderings(DISTANCES[name]), Orderings(DISTANCES[name])
    for _ in range(6):
        order = rng.sample(range(8), rng.randint(1, 6))
        new = tuple(Document(url=str(i), text=f"all w{i % 3} v{i % 2}", id=i) for i in order)
        answer = Outcome(Query("x"), seen=tuple(order), new=new)
        table.observe(answer)
        for orderings in (lazy, eager):
            orderings.observe(answer.seen, table)
        terms = np.arange(table.vocabulary)
        gains = np.array([eager.gain(term) for term in terms])
        assert (lazy.most(terms) >= gains - 1e-9).all()
        lazy.gain(rng.randrange(table.vocabulary))
    assert [lazy.gain(term) for term in terms] == pytest.approx(gains)


@pytest.fixture(scope="module")
def site() -> Engine:
    return Engine(list(synthetic_corpus(400, 3)), Traits(cap=20, rank="popularity", seed=1))


def frequent_word(site: Engine) -> str:
    return site.vocabulary[int(np.argmax(site.index.frequencies))]


@pytest.mark.parametrize("name", POLICIES)
def test_what_is_asked_has_the_greatest_gain_of_all_terms(name: str, site: Engine) -> None:
    policy = RankAware(DISTANCES[name.removeprefix("rank-")], weight=0.7, seeds=[frequent_word(site)])
    outcomes: list[Outcome] = []
    run_trial(site, lambda setup: policy, max_queries=12, watch=outcomes.append)
    chosen = policy.choose()
    assert chosen is not None
    ids = policy.candidates.open_ids()
    brute = Orderings(policy.orderings._distance)
    for one in outcomes:
        brute.observe(one.seen, policy.statistics)
    p_new, cost = policy._coverage(ids)
    gains = policy._gain(p_new, np.array([brute.gain(int(term)) for term in ids]), cost)
    allowed = [i for i, term in enumerate(ids) if policy.candidates.refusals.allows(policy.statistics.terms[term])]
    term = policy.statistics.id_of(chosen.words)
    assert term is not None
    own = policy._gain(*(np.array([x]) for x in (_p_new(policy, term), brute.gain(term), 1.0)))[0]
    assert own == pytest.approx(max(own, *gains[allowed]))


def _p_new(policy: RankAware, term: int) -> float:
    return float(policy._coverage(np.array([term]))[0][0])


def test_without_weight_the_choice_is_that_of_coverage_alone(site: Engine) -> None:
    asked = {}
    for name in ("adaptive", "rank-tau-a"):
        trial = run_trial(site, name, seeds=[frequent_word(site)], max_queries=15, ranking_weight=0.0)
        asked[name] = [step.words for step in trial.steps]
    assert asked["rank-tau-a"] == asked["adaptive"]


@pytest.mark.parametrize("name", [*POLICIES, "ranking"])
def test_a_replayed_policy_chooses_the_same_next_query(name: str, site: Engine) -> None:
    outcomes: list[Outcome] = []
    first, again = (make_policy(name, seeds=[frequent_word(site)]) for _ in range(2))
    run_trial(site, lambda setup: first, max_queries=8, watch=outcomes.append)
    for one in outcomes:
        again.observe(one)
    assert len(outcomes) == 8
    assert again.choose() == first.choose()


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
@pytest.mark.parametrize("name", ["rank-tau-a", "sonde"])
def test_a_weight_outside_0_and_1_is_an_error(name: str, weight: float) -> None:
    with pytest.raises(ConfigError, match="ranking weight"):
        make_policy(name, ranking_weight=weight)
    with pytest.raises(ConfigError, match="ranking weight"):
        Setup(ranking_weight=weight)


def test_ours_without_weight_is_coverage_alone(site: Engine) -> None:
    asked = {}
    for name in ("sonde", "ranking"):
        trial = run_trial(site, name, seeds=[frequent_word(site)], max_queries=15, ranking_weight=0.0)
        asked[name] = [step.words for step in trial.steps]
    assert asked["ranking"] == asked["sonde"]


def test_ours_holds_more_of_what_a_site_shows_first_than_coverage_by_frequency() -> None:
    site = Engine(list(synthetic_corpus(2000, 3)), Traits(cap=20, rank="popularity", seed=1))
    firsts = [site.search(site.vocabulary[term]).ids[:10] for term in np.flatnonzero(site.index.frequencies >= 20)]
    held = {}
    for name in ("ranking", "adaptive"):
        documents = run_trial(site, name, seeds=[frequent_word(site)], max_queries=30).documents
        held[name] = np.mean([np.isin(ids, documents).mean() for ids in firsts])
    assert held["ranking"] > held["adaptive"]

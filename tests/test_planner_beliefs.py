"""Beliefs about a site's search that its answers disprove."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Abilities, Document, Outcome, Query
from sonde.planner.beliefs import Beliefs, beliefs_of
from sonde.planner.default import sonde
from sonde.planner.robust import Robust
from sonde.planner.setup import Setup
from sonde.planner.statistics import Statistics

WORDS = [f"{a}{b}" for a in ("ka", "lo", "mi", "nu", "pe") for b in ("bel", "dor", "fin", "gas")]


def site(**traits: object) -> Engine:
    """Few words, many documents, always the same ones first."""
    rng = random.Random(1)
    texts = (" ".join(rng.choices(rng.sample(WORDS, 5), k=rng.randint(5, 20))) for _ in range(1500))
    records = [Record(id=str(i), title="", text=text) for i, text in enumerate(texts)]
    given = {"cap": 20, "rank": "static", "paging": "none"} | traits
    return Engine(records, Traits(**given))  # type: ignore[arg-type]


def crawl(engine: Engine, policy: Robust, *, queries: int) -> list[Outcome]:
    ids: dict[int, int] = {}
    outcomes = []
    for _ in range(queries):
        query = policy.choose()
        if query is None:
            break
        places = engine.search(query.words, where=query.values).ids.tolist()
        new = [place for place in places if place not in ids]
        ids |= {place: len(ids) + i for i, place in enumerate(new)}
        documents = tuple(Document(url=str(p), text=engine.records[p].text, id=ids[p]) for p in new)
        total = engine.search(query.words, where=query.values).total
        outcomes.append(Outcome(query, tuple(ids[place] for place in places), documents, total, pages=1))
        policy.observe(outcomes[-1])
    return outcomes


def believing(engine: Engine, believed: Abilities, *, queries: int = 120) -> tuple[Beliefs, list[Outcome]]:
    policy = Robust(seeds=[WORDS[0]], abilities=believed)
    outcomes = crawl(engine, policy, queries=queries)
    return policy.beliefs, outcomes


def test_two_words_are_asked_no_more_where_either_will_do_although_both_were_expected() -> None:
    beliefs, outcomes = believing(site(operator="or"), Abilities(operator="and"))
    assert beliefs.now.operator == "or"
    assert "operator was 'and' and is now 'or'" in beliefs.corrections[0]
    pairs = [i for i, outcome in enumerate(outcomes) if " " in outcome.query.words]
    assert 1 <= len(pairs) <= 12


def test_a_minus_that_does_nothing_is_used_no_more() -> None:
    beliefs, outcomes = believing(site(operator="or"), Abilities(operator="or", exclude="-{}"))
    assert beliefs.now.exclude == ""
    assert sum(" -" in outcome.query.words for outcome in outcomes) <= 15


def test_true_beliefs_are_kept() -> None:
    true = Abilities(operator="and", exclude="-{}", cap=20, order="fixed")
    beliefs, _ = believing(site(not_=True), true)
    assert beliefs.now == true
    assert beliefs.corrections == ()


@pytest.mark.parametrize("cap", [5, 400])
def test_a_wrong_cap_gives_way_to_the_one_that_answers_show(cap: int) -> None:
    policy = Robust(seeds=[WORDS[0]], abilities=Abilities(cap=cap))
    crawl(site(), policy, queries=30)
    assert policy.beliefs.now.cap is None
    assert policy.candidates.cap.limit == 20


@pytest.mark.parametrize(("rank", "wrong", "true"), [("static", "relevance", "fixed"), ("bm25", "fixed", "relevance")])
def test_a_wrong_order_is_noticed(rank: str, wrong: str, true: str) -> None:
    beliefs, _ = believing(site(rank=rank, cap=60), Abilities(order=wrong))  # type: ignore[arg-type]
    assert beliefs.now.order == true


def test_one_answer_shows_the_cap_where_all_others_are_as_long_as_the_site_says() -> None:
    beliefs = Beliefs(Statistics(), Abilities(cap=400))
    for number in range(5, 12):
        beliefs.observe(Outcome(Query(f"w{number}"), tuple(range(number)), total=number))
    beliefs.observe(Outcome(Query("often"), tuple(range(100)), total=150))
    assert beliefs.now.cap == 400
    beliefs.observe(Outcome(Query("last"), tuple(range(20)), total=20))
    assert beliefs.now.cap == 100


def test_counts_that_are_no_counts_of_documents_show_no_cap() -> None:
    beliefs = Beliefs(Statistics(), Abilities(cap=400))
    for number in range(5, 40):
        total = number if number % 3 else 2 * number
        beliefs.observe(Outcome(Query(f"w{number}"), tuple(range(number)), total=total))
    assert beliefs.now.cap == 400


def told(engine: Engine, believed: Abilities, words: list[str]) -> Beliefs:
    """What is believed after these questions."""
    queries = iter(words)
    statistics = Statistics()
    beliefs = Beliefs(statistics, believed)

    class Asked:
        def choose(self) -> Query | None:
            return next((Query(text) for text in queries), None)

        def observe(self, outcome: Outcome) -> None:
            statistics.observe(outcome)
            beliefs.observe(outcome)

    crawl(engine, Asked(), queries=len(words))  # type: ignore[arg-type]
    return beliefs


def test_more_matches_for_two_words_than_for_one_tell_at_once_that_either_will_do() -> None:
    engine = site(operator="or")
    assert told(engine, Abilities(operator="and"), ["kabel", "kabel lodor"]).now.operator == "or"
    assert told(site(), Abilities(operator="and"), ["kabel", "kabel lodor"]).now.operator == "and"


def test_more_matches_without_a_word_than_with_it_tell_that_a_minus_is_none() -> None:
    believed = Abilities(operator="or", either=" ", exclude="-{}")
    assert told(site(operator="or"), believed, ["kabel", "kabel -lodor"]).now.exclude == ""
    assert told(site(operator="or", not_=True), believed, ["kabel", "kabel -lodor"]).now.exclude == "-{}"


def test_a_word_that_changes_nothing_beside_others_is_ignored() -> None:
    asked = ["kabel", "lodor", "kabel -lodor", "lodor -kabel", "kabel -mifin", "lodor -nubel"]
    believed = Abilities(operator="and", exclude="-{}", cap=20)
    assert told(site(not_=True, stop_words="mifin"), believed, asked).ignored == {"mifin"}
    assert told(site(not_=True), believed, asked).ignored == set()


def test_a_word_that_is_ignored_beside_others_is_asked_no_more() -> None:
    policy = Robust(abilities=Abilities(operator="and"))
    policy.beliefs.ignored.add("this")
    policy.observe(Outcome(Query("anything")))
    assert not policy.candidates.refusals.allows("that"), "both are on the same list"


def test_packs_with_refused_words_do_not_disprove_that_any_word_will_do() -> None:
    """The site answers nothing at all where one of the words is a stop word."""
    rng = random.Random(2)
    frequent = ["their", "would", "about", "which", "these"]
    texts = (
        " ".join([*rng.sample(frequent, 2), *rng.sample(WORDS, 2), f"rare{rng.randrange(300)}"]) for _ in range(600)
    )
    records = [Record(id=str(i), title="", text=text) for i, text in enumerate(texts)]
    traits = Traits(operator="or", stop_words="english", unusable="refused", cap=200, paging="none")
    true = Abilities(operator="or", either=" ", cap=200)
    beliefs, outcomes = believing(Engine(records, traits), true, queries=60)
    assert any(len(outcome.query.words.split()) > 2 for outcome in outcomes)
    assert (beliefs.now.operator, beliefs.now.either) == ("or", " ")


def test_stop_words_short_words_and_the_cap_are_known_from_the_start() -> None:
    policy = Robust(abilities=Abilities(stop_words=("that",), min_length=3, cap=50))
    assert not policy.candidates.refusals.allows("the")
    assert not policy.candidates.refusals.allows("ab")
    assert policy.candidates.refusals.allows("abc")
    assert policy.candidates.cap.limit == 50


def test_where_long_answers_are_refused_two_words_together_reach_what_no_word_does() -> None:
    engine = site(cap=None, too_many=300)
    assert not any(len(engine.search(word).ids) for word in WORDS)
    policy = Robust(seeds=["kabel lodor"], abilities=Abilities(operator="and", too_many=100))
    outcomes = crawl(engine, policy, queries=80)
    assert sum(len(outcome.new) for outcome in outcomes) > 1000
    assert policy.candidates.refusals.allows("the")


def test_beliefs_are_found_behind_the_policy_that_hands_words_on() -> None:
    assert beliefs_of(sonde(Setup(abilities=Abilities(browse=True, operator="and")))) is not None
    assert beliefs_of(object()) is None


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 60), st.sampled_from(["and", "or"]), st.booleans())
def test_a_replayed_crawl_believes_the_same_and_chooses_the_same(cut: int, operator: str, excludes: bool) -> None:
    believed = Abilities(operator="and", exclude="-{}" if excludes else "", cap=400, order="relevance")
    policy = Robust(seeds=[WORDS[0]], abilities=believed)
    outcomes = crawl(site(operator=operator), policy, queries=cut)
    again = Robust(seeds=[WORDS[0]], abilities=believed)
    for outcome in outcomes:
        again.observe(replace(outcome, query=Query(outcome.query.words, outcome.query.values)))
    assert again.beliefs.now == policy.beliefs.now
    assert again.beliefs.corrections == policy.beliefs.corrections
    assert again.choose() == policy.choose()

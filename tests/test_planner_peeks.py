"""Looking up a word's hit count before its answer is read."""

from dataclasses import replace

import numpy as np
import pytest

from sonde.model import Abilities, Document, Outcome, Query
from sonde.planner.peeks import ADVANCE, IN_A_ROW, MOST_IN_A_ROW, Peeks
from sonde.planner.robust import Robust
from sonde.planner.sightings import Sighting, TermCount

PAGE = 10


def sighting(seen: int, *, total: int | None = None, complete: bool = True, matching: int | None = None) -> Sighting:
    return Sighting("w", TermCount(), 0, np.arange(seen), (), seen, seen if matching is None else matching, total,
                    complete, "")  # fmt: skip


class Site:
    """Texts, answered in order and page by page."""

    def __init__(self, texts: list[str], *, counted: bool = True) -> None:
        self.texts, self.counted = texts, counted
        self.held: dict[int, int] = {}

    def answer(self, query: Query, *, cap: int = 10**6) -> Outcome:
        matches = [place for place, text in enumerate(self.texts) if query.words in text.split()]
        is_peek = query.peek and self.counted and len(matches) < query.enough and len(matches) > PAGE
        shown = matches[: PAGE if is_peek else cap]
        new = []
        for place in shown:
            if place not in self.held:
                self.held[place] = len(self.held)
                new.append(Document(url=str(place), text=self.texts[place], id=self.held[place]))
        return Outcome(
            query, tuple(self.held[place] for place in shown), tuple(new), len(matches) if self.counted else None,
            complete=not is_peek, pages=max(1, -(-len(shown) // PAGE)),
        )  # fmt: skip


def chosen(policy: Robust) -> Query:
    query = policy.choose()
    assert query is not None
    return query


def test_the_first_page_of_a_seed_is_enough_to_start_from() -> None:
    policy, site = Robust(seeds=["start"], counts_first=True), Site(["start a"] * 20 + ["a"] * 100)
    start = chosen(policy)
    assert start.peek
    policy.observe(site.answer(start))
    assert len(site.held) == PAGE
    while (query := policy.choose()) is not None:
        policy.observe(site.answer(query))
    assert len(site.held) == 120


def test_a_word_that_disappoints_is_read_no_further_than_its_first_page() -> None:
    # No more peeks are earned; the next words are asked for what they are expected to bring.
    texts = ["start rich dull"] * 15 + ["other dull rich"] * 15 + ["rich"] * 200
    policy, site = Robust(seeds=["start", "other"]), Site(texts)
    for word in ("start", "other"):
        policy.observe(site.answer(Query(word)))
    policy.learned.peeks._peeked_pages = 10**6
    assert not policy.learned.peeks.may_peek
    asked = {}
    for _ in range(2):
        query = chosen(policy)
        asked[query.words] = site.answer(query)
        policy.observe(asked[query.words])
    assert asked["dull"].is_peek
    assert not asked["rich"].is_peek
    assert len(site.held) == len(texts)


def test_a_word_that_brings_less_than_others_is_read_to_the_end_as_its_query_is_spent_anyway() -> None:
    texts = ["start rich dull"] * 15 + ["other dull rich"] * 15 + ["rich"] * 200 + ["dull"]
    policy, site = Robust(seeds=["start", "other"]), Site(texts)
    for word in ("start", "other"):
        policy.observe(site.answer(Query(word)))
    query = chosen(policy)
    assert query.words == "dull"
    assert not site.answer(query).is_peek


def test_whole_answers_are_read_now_and_then_however_many_words_disappoint() -> None:
    peeks = Peeks(page_size=PAGE)
    for _ in range(MOST_IN_A_ROW):
        assert peeks.may_look
        peeks.observe(sighting(PAGE, total=20, complete=False), term=1, hits=20, pages=1)
    assert not peeks.may_look
    peeks.observe(sighting(20, total=20), term=1, hits=20, pages=2)
    assert peeks.may_look


def test_a_word_of_many_unseen_documents_is_looked_up_and_read_when_it_is_the_best() -> None:
    texts = ["start big small"] * 30 + ["big"] * 300 + ["small"] * 5
    policy, site = Robust(counts_first=True), Site(texts)
    policy.observe(site.answer(Query("start")))
    first = chosen(policy)
    assert first.peek
    assert first.words == "big"
    assert first.enough < 330, "more than its rival is expected to bring"
    outcome = site.answer(first)
    assert outcome.complete
    policy.observe(outcome)
    assert chosen(policy).words == "small"


def test_a_word_that_turns_out_to_bring_little_is_kept_for_later() -> None:
    texts = ["start all poor"] * 40 + ["all"] * 400
    policy, site = Robust(counts_first=True), Site(texts)
    policy.observe(site.answer(Query("start")))
    policy.observe(site.answer(replace(Query("poor"), peek=True)))
    asked: list[str] = []
    while (query := policy.choose()) is not None and len(asked) < 5:
        asked.append(query.words)
        policy.observe(site.answer(query))
    assert asked[0] == "all"
    assert "poor" in asked, "a word that was only peeked at may still be asked"


def test_a_site_without_counts_is_not_peeked_at() -> None:
    policy, site = (
        Robust(seeds=["start"], counts_first=True),
        Site(["start a b"] * 100 + ["a"] * 400 + ["b"] * 300, counted=False),
    )
    policy.observe(site.answer(chosen(policy)))
    assert not chosen(policy).peek
    assert not chosen(Robust(seeds=["start"], abilities=Abilities(counts="none"))).peek


def test_short_answers_are_read_at_once_after_the_first_few() -> None:
    peeks = Peeks(Abilities(page_size=PAGE))
    assert peeks.is_worth_it(np.array([5.0])).all(), "nobody knows yet how long answers are"
    for _ in range(3):
        peeks.observe(sighting(50, total=50), term=None, hits=50, pages=5)
    assert peeks.is_worth_it(np.array([5.0, 39.0, 41.0])).tolist() == [False, False, True]


def test_peeks_in_a_row_end_with_an_answer() -> None:
    peeks = Peeks(is_allowed=True)
    for _ in range(IN_A_ROW):
        assert peeks.may_peek
        peeks.observe(sighting(10, total=900, complete=False), term=None, hits=900, pages=1)
    assert not peeks.may_peek
    peeks.observe(sighting(900, total=900), term=None, hits=900, pages=90)
    assert peeks.may_peek


def test_only_a_small_share_of_the_pages_is_spent_on_peeks() -> None:
    peeks, peeked, pages = Peeks(is_allowed=True), 0, 0
    for _ in range(300):
        while peeks.may_peek:
            peeks.observe(sighting(20, total=100, complete=False), term=None, hits=100, pages=1)
            peeked += 1
        peeks.observe(sighting(100, total=100), term=None, hits=100, pages=5)
        pages += 5
    assert peeked <= 0.15 * (pages + peeked) + ADVANCE + 1


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_matches_of_which_half_lack_the_very_word_count_twice_as_held(share: float) -> None:
    peeks = Peeks(is_allowed=True)
    for term in range(60):
        peeks.observe(sighting(100, total=500, matching=int(100 * share)), term=term, hits=500, pages=5)
    held = peeks.held_matches(np.array([59]), np.array([40.0]))
    assert held[0] == pytest.approx(40 / share, rel=0.05)


def test_a_word_that_a_peek_finds_refused_is_not_tried_again() -> None:
    policy, site = Robust(counts_first=True), Site(["start the liver"] * 40)
    policy.observe(site.answer(Query("start")))
    policy.observe(Outcome(Query("the", peek=True), total=0, complete=False, pages=1))
    assert chosen(policy).words == "liver"
    assert policy.choose() is None

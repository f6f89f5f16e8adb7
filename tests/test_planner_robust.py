"""Our own policy: expected new documents under the cap."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.costs import Costs
from sonde.planner.robust import Robust


class Site:
    """Documents by number, and answers in an order of our choice."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.held: dict[int, int] = {}

    def answer(self, word: str, *, cap: int = 10**6, counted: bool = True, parts: bool = False) -> Outcome:
        matches = [place for place, text in enumerate(self.texts) if word in (text if parts else text.split())]
        shown = matches[:cap]
        new = []
        for place in shown:
            if place not in self.held:
                self.held[place] = len(self.held)
                new.append(Document(url=str(place), text=self.texts[place], id=self.held[place]))
        seen = tuple(self.held[place] for place in shown)
        return Outcome(query=Query(word), seen=seen, new=tuple(new), total=len(matches) if counted else None)


def chosen(policy: Robust) -> str:
    query = policy.choose()
    assert query is not None
    return query.words


def test_documents_that_came_back_count_less_than_those_seen_once() -> None:
    # "often" is in more held documents, but all of them came twice; "seldom" is in those that came once.
    texts = ["a b often"] * 10 + ["a seldom"] * 6 + ["b x"] * 2
    policy, site = Robust(), Site(texts)
    for word in ("a", "b"):
        policy.observe(site.answer(word))
    assert policy.statistics.count("often").held > policy.statistics.count("seldom").held
    assert chosen(policy) == "seldom"


def test_words_found_through_several_queries_are_trusted_more() -> None:
    texts = ["a once"] * 8 + ["b spread"] * 4 + ["c spread"] * 4
    policy, site = Robust(), Site(texts)
    for word in ("a", "b", "c"):
        policy.observe(site.answer(word))
    assert chosen(policy) == "spread"


def test_the_reason_gives_the_expectation() -> None:
    policy, site = Robust(), Site(["a b"] * 4)
    policy.observe(site.answer("a", counted=False))
    query = policy.choose()
    assert query is not None
    assert query.reason == "about 1.0 new documents expected; 4 held documents have it"


def test_beta_grows_where_answers_beyond_the_cap_show_what_is_known() -> None:
    # Always the same 20 documents first: the cap hides the rest from every frequent word.
    texts = ["a b c d e f g h"] * 200
    policy, site = Robust(), Site(texts)
    for word in "abcdefgh":
        policy.observe(site.answer(word, cap=20))
    assert policy.candidates.cap.limit == 20
    assert policy.expectation.corrections.beta > 0.5
    assert policy.expectation.capture_weights[-1] == 0  # documents that came often tell nothing of hidden ones


def test_beta_stays_small_where_answers_beyond_the_cap_are_as_new_as_the_rest() -> None:
    texts = [f"{'abcdefgh'[i % 8]}" for i in range(1600)] + ["start a b c d e f g h"] * 3
    policy, site = Robust(), Site(texts)
    policy.observe(site.answer("start", cap=20))
    for word in "abcdefgh":
        policy.observe(site.answer(word, cap=20))
    assert policy.candidates.cap.limit == 20
    assert abs(policy.expectation.corrections.beta) < 0.2
    assert policy.expectation.capture_weights[-1] > 0


def test_rho_learns_that_more_is_unseen_than_the_captures_tell() -> None:
    texts = [f"z{i % 6}" for i in range(600)] + [f"start z{i}" for i in range(6)]
    policy, site = Robust(), Site(texts)
    policy.observe(site.answer("start"))
    for i in range(6):
        policy.observe(site.answer(f"z{i}"))
    assert policy.expectation.corrections.rho == 2.0


def test_rho_learns_nothing_from_words_that_find_other_words() -> None:
    texts = [f"start liver{i}n art{i}e" for i in range(8)] * 6 + [f"liver{i}n" for i in range(8)]
    policy, site = Robust(), Site([*texts, *(f"heart{i % 8}ed" for i in range(1600))])
    policy.observe(site.answer("start", parts=True))
    for i in range(8):
        policy.observe(site.answer(f"liver{i}n", parts=True))
    before = policy.expectation.corrections.rho
    for i in range(8):
        policy.observe(site.answer(f"art{i}e", parts=True))
    assert policy.expectation.corrections.rho == before < 2.0


def test_a_usual_stop_word_is_not_tried_first_under_a_cap() -> None:
    texts = ["start the liver"] * 30 + ["the"] * 300 + ["liver"] * 300
    policy, site = Robust(), Site(texts)
    policy.observe(site.answer("start", cap=20))
    assert chosen(policy) == "liver"


def test_without_a_cap_the_most_frequent_word_is_tried_even_if_it_is_a_usual_stop_word() -> None:
    texts = ["start the liver"] * 10 + ["start the"] * 60
    policy, site = Robust(), Site(texts)
    policy.observe(site.answer("start"))
    assert chosen(policy) == "the"


def test_seeds_that_many_sites_refuse_come_last_and_not_at_all_once_documents_are_held() -> None:
    policy, site = Robust(seeds=["such", "from", "eye", "ear"]), Site(["eye such nose", "ear such"])
    asked = [chosen(policy)]
    policy.observe(site.answer(asked[0]))
    asked.append(chosen(policy))
    policy.observe(site.answer(asked[1]))
    assert asked == ["eye", "ear"], "no document with an ear was held"
    assert chosen(policy) not in ("such", "from")


def test_seeds_that_held_documents_have_compete_with_all_words() -> None:
    policy, site = Robust(seeds=["eye", "rare"]), Site(["eye rare"] + ["eye nose"] * 20)
    policy.observe(site.answer(chosen(policy)))
    assert chosen(policy) == "nose"


def test_seeds_of_which_only_stop_words_are_left_are_asked_while_nothing_is_held() -> None:
    policy, site = Robust(seeds=["the", "eye"]), Site(["the ear"])
    policy.observe(site.answer(chosen(policy)))
    assert chosen(policy) == "the"


@pytest.mark.parametrize("counted", [True, False])
def test_a_capped_site_is_harvested_with_and_without_hit_counts(counted: bool) -> None:
    texts = [f"common g{i % 10} h{i % 37} u{i}" for i in range(400)]
    policy, site = Robust(seeds=["common"]), Site(texts)
    for _ in range(120):
        policy.observe(site.answer(chosen(policy), cap=25, counted=counted))
    assert len(site.held) == 400


def test_words_of_short_documents_are_worth_more_than_those_of_long_ones() -> None:
    # Fewer words lead to a short document, so more documents like it are unseen.
    texts = [f"a short{i}x" for i in range(2)] + [f"a shared brief z{i}" for i in range(4)]
    texts += [f"a shared wordy {' '.join(f'z{i}y{j}' for j in range(30))}" for i in range(4)]
    policy, site = Robust(seeds=["a"]), Site(texts)
    policy.observe(site.answer("a"))
    policy.observe(site.answer("shared"))
    ids = [policy.statistics.id_of(word) for word in ("brief", "wordy")]
    brief, wordy = policy.expectation.promise(np.array(ids))
    assert brief > 1.5 * wordy


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from([f"w{i}" for i in range(30)]), max_size=6), min_size=5, max_size=80),
    st.sampled_from([3, 1000]),
    st.sampled_from([Costs(), Costs(query=2, result=0.1, document=1)]),
)
def test_looking_at_frequent_words_first_never_changes_the_choice(
    texts: list[list[str]], cap: int, costs: Costs
) -> None:
    hasty, thorough = Robust(seeds=["w0", "w1"], costs=costs), Robust(seeds=["w0", "w1"], costs=costs)
    site = Site([" ".join(text) for text in texts])
    for _ in range(12):
        thorough.candidates._line = 0.0
        hasty.candidates._line = 50.0
        query = thorough.choose()
        assert hasty.choose() == query
        if query is None:
            return
        outcome = site.answer(query.words, cap=cap)
        hasty.observe(outcome)
        thorough.observe(outcome)

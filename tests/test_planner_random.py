"""The random policy of Ntoulas 2005."""

from collections.abc import Callable

import pytest

from sonde.model import Document, Outcome, Query
from sonde.planner.random_words import LARGE, SMALL, random_1m, random_16k, shuffled
from sonde.planner.setup import Policy, Setup
from sonde.text.frequency import word_list

MAKERS = pytest.mark.parametrize("make", [random_16k, random_1m])


def chosen(policy: Policy, count: int) -> list[str]:
    queries = [policy.choose() for _ in range(count)]
    return [query.words for query in queries if query]


@MAKERS
def test_the_seed_decides_the_order(make: Callable[[Setup], Policy]) -> None:
    first = chosen(make(Setup(rng_seed=1)), 20)
    assert first == chosen(make(Setup(rng_seed=1)), 20)
    assert first != chosen(make(Setup(rng_seed=2)), 20)


def test_the_short_list_holds_the_16000_most_frequent_words() -> None:
    assert set(shuffled("en", SMALL, 0)) == set(word_list("en")[:16_000])


def test_the_long_list_holds_all_words_known() -> None:
    # wordfreq knows fewer English words than the million of the paper.
    assert set(shuffled("en", LARGE, 0)) == set(word_list("en"))
    assert 250_000 < len(shuffled("en", LARGE, 0)) < 1_000_000


def test_every_word_is_as_likely_as_any_other() -> None:
    places = {word: place for place, word in enumerate(word_list("en")[:16_000])}
    asked = [places[word] for word in shuffled("en", SMALL, 0)[:2000]]
    assert 7_500 < sum(asked) / len(asked) < 8_500


@MAKERS
def test_a_resumed_policy_goes_on_where_the_first_one_was(make: Callable[[Setup], Policy]) -> None:
    live, resumed = make(Setup(seeds=("start",))), make(Setup(seeds=("start",)))
    for i, word in enumerate(chosen(live, 30)):
        document = Document(url=f"/{i}", text=f"the word {word} and the rest of it is here for you to see", id=i)
        outcome = Outcome(query=Query(word), seen=(i,), new=(document,), total=1)
        live.observe(outcome)
        resumed.observe(outcome)
    assert chosen(live, 10) == chosen(resumed, 10)


def test_a_word_in_the_air_is_not_asked_twice() -> None:
    words = chosen(random_16k(Setup(seeds=("jazz", "Jazz"))), 500)
    assert len(words) == len(set(words)) == 500

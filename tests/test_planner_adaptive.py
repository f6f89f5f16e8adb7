"""The adaptive policy of Ntoulas 2005."""

import pytest

from sonde.errors import ConfigError
from sonde.model import Document, Outcome, Query
from sonde.planner.adaptive import Adaptive
from sonde.planner.costs import Costs

# Ntoulas 2005, Figure 6: 8,000 pages came from "disk", "java" and "computer"; here one page in a hundred.
FIGURE_6 = {"computer": 60, "data": 32, "disk": 20, "memory": 16, "java": 10}


def crawled_figure_6(policy: Adaptive) -> Adaptive:
    texts = [" ".join(term for term, n in FIGURE_6.items() if i < n) or "-" for i in range(80)]
    documents = tuple(Document(url=f"/{i}", text=text, id=i) for i, text in enumerate(texts))
    policy.observe(Outcome(query=Query("disk"), seen=tuple(range(20)), new=documents[:20], total=20))
    policy.observe(Outcome(query=Query("java"), seen=tuple(range(10)), total=10))
    policy.observe(Outcome(query=Query("computer"), seen=tuple(range(80)), new=documents[20:], total=80))
    return policy


def test_the_next_queries_of_figure_6_are_data_and_memory() -> None:
    policy = crawled_figure_6(Adaptive())
    share = policy.statistics.count("data").held / policy.statistics.documents
    assert share == 0.4  # P(data | q1 v q2 v q3)
    assert [policy.choose(), policy.choose(), policy.choose()] == [Query("data"), Query("memory"), None]


def test_the_reason_gives_the_numbers() -> None:
    query = crawled_figure_6(Adaptive()).choose()
    assert query is not None
    assert query.reason == "in 32 of 80 held documents"


def test_seeds_come_first_and_in_order() -> None:
    policy = Adaptive(seeds=["liver", "heart", "Liver", " "])
    assert [policy.choose(), policy.choose(), policy.choose()] == [Query("liver"), Query("heart"), None]


def test_equal_words_are_asked_in_alphabetical_order() -> None:
    policy = Adaptive()
    policy.observe(Outcome(query=Query("x"), seen=(0,), new=(Document(url="/", text="pear apple fig", id=0),)))
    assert [policy.choose() for _ in range(3)] == [Query("apple"), Query("fig"), Query("pear")]


def test_a_word_asked_before_any_document_showed_it_is_not_asked_again() -> None:
    policy = Adaptive(seeds=["fig"])
    policy.observe(Outcome(query=Query("fig")))
    policy.observe(Outcome(query=Query("x"), seen=(0,), new=(Document(url="/", text="fig", id=0),)))
    assert policy.choose() is None


def test_download_costs_make_long_answers_no_better_than_short_ones() -> None:
    by_query, by_document = Adaptive(), Adaptive(costs=Costs(query=1, result=0, document=1000))
    for policy in (by_query, by_document):
        crawled_figure_6(policy)
    shares = policy.statistics.held[:2] / 80
    frequent, rare = by_query.efficiency(shares)
    assert frequent != pytest.approx(rare)
    frequent, rare = by_document.efficiency(shares)
    assert frequent == pytest.approx(rare, rel=0.01)


@pytest.mark.parametrize("costs", [{"query": 0.0}, {"query": 1.0, "result": -1.0}])
def test_costs_of_zero_or_below_are_an_error(costs: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match="costs must be above zero"):
        Costs(**costs)

"""The adaptive policy of Ntoulas 2005 with the independence estimator, and the paper's examples."""

import numpy as np
import pytest

from ntoulas import EXAMPLE_1, crawled_example_1, documents_with
from sonde.model import Document, Outcome, Query
from sonde.planner.adaptive import Adaptive, efficiency, independence
from sonde.planner.costs import Costs
from sonde.planner.statistics import Statistics


def test_the_third_column_of_figure_6() -> None:
    policy = crawled_example_1(Adaptive())
    shares = {term: policy.statistics.count(term).held / policy.statistics.documents for term in EXAMPLE_1}
    # java is 1,100 of 8,000 = 0.1375, which Figure 6 gives as 0.13.
    assert shares == {"computer": 0.75, "data": 0.4, "disk": 0.25, "memory": 0.2, "java": 0.1375}


def test_after_example_1_data_is_asked_before_memory() -> None:
    policy = crawled_example_1(Adaptive())
    assert [policy.choose(), policy.choose(), policy.choose()] == [Query("data"), Query("memory"), None]


def test_the_independence_estimator_takes_the_share_of_the_held_documents_for_that_of_the_site() -> None:
    policy = crawled_example_1(Adaptive())
    given_held = np.array([policy.statistics.count("data").held / policy.statistics.documents])
    assert independence(given_held)[0] == 0.4


def test_figure_8_is_updated_by_adding_the_new_documents() -> None:
    # Example 2. The text gives (a): 50 documents, "model" in 10; (b): 20 new ones, "model" in 12, "disk" in 18.
    # The picture is lost, so the old count of "disk" (here 5) is ours.
    table = Statistics()
    old = documents_with({"model": 10, "disk": 5}, count=50)
    table.observe(Outcome(query=Query("q"), seen=tuple(range(50)), new=old))
    assert table.count("model").held / table.documents == 0.2
    new = documents_with({"model": 12, "disk": 18, "computer": 20}, count=20, first=50)
    table.observe(Outcome(query=Query("computer"), seen=tuple(range(50, 70)), new=new))
    assert (table.count("model").held, table.count("disk").held, table.documents) == (22, 23, 70)
    # The paper prints 220/70 = 0.3: it is 22/70.
    assert table.count("model").held / table.documents == pytest.approx(0.314, abs=0.001)


def test_the_reason_gives_the_numbers() -> None:
    query = crawled_example_1(Adaptive()).choose()
    assert query is not None
    assert query.reason == "in 320 of 800 held documents"


def test_any_words_may_start_and_come_first_in_order() -> None:
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
    policy = crawled_example_1(Adaptive())
    shares = np.array([0.4, 0.2])

    def ratio(costs: Costs) -> float:
        frequent, rare = efficiency(shares, shares, table=policy.statistics, costs=costs)
        return float(frequent / rare)

    assert ratio(Costs()) == pytest.approx(2)
    assert ratio(Costs(query=1, document=1000)) == pytest.approx(1, rel=0.01)


def test_a_word_with_few_known_results_is_better_where_results_cost() -> None:
    policy = crawled_example_1(Adaptive())
    p, given_held = np.array([0.5, 0.2]), np.array([0.4, 0.0])  # the second brings only new documents
    by_query = efficiency(p, given_held, table=policy.statistics, costs=Costs())
    by_result = efficiency(p, given_held, table=policy.statistics, costs=Costs(query=1, result=10))
    assert by_query[0] > by_query[1]
    assert by_result[0] < by_result[1]

"""When to stop, and with what reason."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Budget, Coverage, Document, Outcome, Query
from sonde.planner.stopping import Answer, Spent, StopRules, should_stop

UNSURE = Coverage(estimate=0.6, low=0.4, high=0.8, size=1000)
SURE = Coverage(estimate=0.999, low=0.985, high=1.0, size=1000)
GOOD = Answer(seen=100, new=50, requests=60)
EMPTY = Answer(seen=100, new=0, requests=6)


def test_a_crawl_that_still_finds_documents_goes_on() -> None:
    assert should_stop(Budget(), Spent(), UNSURE, [GOOD] * 100) is None


def test_each_limit_of_the_budget_stops_with_its_numbers() -> None:
    budget = Budget(max_queries=10, max_requests=100, max_documents=1000, max_time_s=60)
    reached = {
        "10 of 10 queries used": Spent(queries=10),
        "100 of 100 requests used": Spent(requests=100),
        "1,234 of 1,000 documents used": Spent(documents=1234),
        "61 of 60 seconds used": Spent(seconds=61.2),
    }
    for detail, spent in reached.items():
        stop = should_stop(budget, spent, UNSURE, [GOOD])
        assert stop is not None
        assert (stop.reason, stop.detail) == ("budget", detail)
    assert should_stop(budget, Spent(9, 99, 999, 59.9), UNSURE, [GOOD]) is None


def test_a_budget_of_zero_stops_at_once() -> None:
    assert should_stop(Budget(max_queries=0), Spent(), Coverage(), []) is not None


def test_a_policy_without_queries_is_exhausted() -> None:
    stop = should_stop(Budget(), Spent(queries=7, documents=70), UNSURE, [GOOD], exhausted=True)
    assert stop is not None
    assert stop.reason == "exhausted"
    assert "7 queries" in stop.detail
    assert "60.0% (40.0% to 80.0%)" in stop.detail


def test_an_estimate_that_says_little_is_called_so() -> None:
    stop = should_stop(Budget(), Spent(), Coverage(0.9, 0.2, 1.0, 1000), [GOOD], exhausted=True)
    assert stop is not None
    assert "90.0% (20.0% to 100.0%, not to be relied on)" in stop.detail


def test_the_estimate_stops_only_with_enough_answers_and_a_good_lower_bound() -> None:
    stop = should_stop(Budget(), Spent(), SURE, [GOOD, *[EMPTY] * 9])
    assert stop is not None
    assert stop.reason == "estimate reached"
    assert "99.9% (98.5% to 100.0%), target 99.7%" in stop.detail
    assert should_stop(Budget(), Spent(), SURE, [EMPTY] * 3) is None
    doubtful = Coverage(estimate=0.999, low=0.9, high=1, size=1000)
    assert should_stop(Budget(), Spent(), doubtful, [GOOD, *[EMPTY] * 9]) is None


def test_an_estimate_that_the_last_answers_contradict_does_not_stop() -> None:
    assert should_stop(Budget(), Spent(), SURE, [GOOD] * 10) is None
    one_new = Answer(seen=100, new=1, requests=6)
    assert should_stop(Budget(), Spent(), SURE, [GOOD, *[EMPTY] * 5, *[one_new] * 4]) is None
    assert should_stop(Budget(), Spent(), SURE, [GOOD, *[EMPTY] * 8, one_new]) is not None


def test_answers_that_bring_next_to_nothing_stop() -> None:
    stop = should_stop(Budget(), Spent(), UNSURE, [GOOD] * 5 + [EMPTY] * 20)
    assert stop is not None
    assert stop.reason == "yield too low"
    assert "the last 20 answers brought 0 new documents for 120 requests" in stop.detail
    assert should_stop(Budget(), Spent(), UNSURE, [GOOD] * 5 + [EMPTY] * 19) is None


def test_failed_queries_are_no_evidence_of_a_low_yield() -> None:
    failed = Answer(requests=1, failed=True)
    assert should_stop(Budget(), Spent(), UNSURE, [GOOD] * 20 + [failed] * 20) is None


def test_rules_can_be_switched_off() -> None:
    never = StopRules(target=0, quiet_answers=0)
    assert should_stop(Budget(), Spent(), SURE, [EMPTY] * 100, rules=never) is None


def test_an_outcome_is_remembered_by_its_numbers() -> None:
    outcome = Outcome(query=Query("x"), seen=(0, 1), new=(Document(url="/", id=1),), requests=3)
    assert Answer.of(outcome) == Answer(seen=2, new=1, requests=3)
    assert Answer.of(Outcome(query=Query("x"), error="403")).failed


@given(st.integers(0, 50), st.integers(0, 50))
def test_more_spending_never_takes_a_stop_back(limit: int, used: int) -> None:
    budget = Budget(max_queries=limit)
    if should_stop(budget, Spent(queries=used), UNSURE, [GOOD]):
        assert should_stop(budget, Spent(queries=used + 1), UNSURE, [GOOD])


def test_a_site_that_was_counted_ends_with_its_last_document_and_not_before() -> None:
    history = [Answer(seen=50, new=50, requests=1)] * 3
    nearly = Coverage(0.9999, 0.99, 1.0, 20_000, is_counted=True)
    assert should_stop(Budget(), Spent(3, 3, 19_999), nearly, history) is None
    whole = Coverage(1.0, 0.99, 1.0, 20_000, is_counted=True)
    stop = should_stop(Budget(), Spent(3, 3, 20_000), whole, history)
    assert stop is not None
    assert stop.reason == "estimate reached"
    assert "20,000" in stop.detail


def test_the_last_parts_of_a_list_may_be_empty_for_long() -> None:
    nearly = Coverage(0.9999, 0.99, 1.0, 20_000, is_counted=True)
    quiet = [Answer(seen=0, new=0, requests=1)] * 100
    assert should_stop(Budget(), Spent(100, 100, 19_999), nearly, quiet) is None
    assert should_stop(Budget(), Spent(100, 100, 19_999), Coverage(0.9, 0.8, 1.0, 22_000), quiet) is not None


def test_on_a_small_site_a_few_answers_without_anything_new_do_not_prove_that_all_is_held() -> None:
    small = Coverage(estimate=0.999, low=0.96, high=1.0, size=60)
    one_new = Answer(seen=5, new=1, requests=2)
    nothing = Answer(seen=5, new=0, requests=1)
    assert should_stop(Budget(), Spent(), small, [GOOD, *[nothing] * 24]) is None
    assert should_stop(Budget(), Spent(), small, [GOOD, one_new, *[nothing] * 24]) is None
    stop = should_stop(Budget(), Spent(), small, [GOOD, one_new, *[nothing] * 25])
    assert stop is not None
    assert stop.reason == "estimate reached"
    large = replace(small, size=5000)
    assert should_stop(Budget(), Spent(), large, [GOOD, *[one_new] * 4, *[nothing] * 4]) is not None


def test_a_yield_is_too_low_only_after_requests_enough_to_tell() -> None:
    cheap = Answer(seen=5, new=0, requests=1)
    assert should_stop(Budget(), Spent(), UNSURE, [GOOD, *[cheap] * 99]) is None
    stop = should_stop(Budget(), Spent(), UNSURE, [GOOD, *[cheap] * 100])
    assert stop is not None
    assert "the last 100 answers brought 0 new documents for 100 requests" in stop.detail


def test_peeks_without_anything_new_bear_an_estimate_out_but_are_no_low_yield() -> None:
    peek = Answer(seen=20, new=0, requests=1, is_peek=True)
    assert should_stop(Budget(), Spent(), SURE, [GOOD] * 10) is None
    stop = should_stop(Budget(), Spent(), SURE, [*[GOOD] * 10, *[peek] * 8])
    assert stop is not None
    assert stop.reason == "estimate reached"
    assert should_stop(Budget(), Spent(), SURE, [GOOD, *[peek] * 50]) is None
    assert should_stop(Budget(), Spent(), UNSURE, [*[GOOD] * 10, *[peek] * 200]) is None

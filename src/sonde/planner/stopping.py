"""When to end a crawl: pure decisions from what was spent, what it brought and the coverage estimate."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sonde.model import Budget, Coverage, Outcome, Stop
from sonde.planner.completeness import UNSEEN


@dataclass(frozen=True, slots=True)
class Spent:
    """What a crawl has used so far."""

    queries: int = 0
    requests: int = 0
    documents: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answered query in numbers; the history that the rules look at, oldest first."""

    seen: int = 0
    new: int = 0
    requests: int = 0
    failed: bool = False
    is_peek: bool = False  # only its first page was read

    @classmethod
    def of(cls, outcome: Outcome) -> "Answer":
        """The numbers of an outcome."""
        failed = bool(outcome.error) and not outcome.seen
        return cls(len(outcome.seen), len(outcome.new), outcome.requests, failed, outcome.is_peek)


PLENTY = 0.05  # of what may be missing at the target: answers that bring more each are not the last ones
SCARCE = 0.04  # new documents per answer are few on any site, however small
LISTING_PATIENCE = 10  # times as many answers without yield as of words


@dataclass(frozen=True, slots=True)
class StopRules:
    """When to stop by itself. A zero switches a rule off."""

    target: float = 0.997  # coverage estimate and its lower bound (less `margin`) to reach
    margin: float = 0.04
    min_answers: int = 8  # fewer prove nothing
    quiet_answers: int = 20  # "yield too low" looks at so many of the last answers, and at enough requests to tell
    min_new_per_request: float = 0.01


def should_stop(
    budget: Budget,
    spent: Spent,
    coverage: Coverage,
    history: Sequence[Answer],
    *,
    exhausted: bool = False,
    rules: StopRules | None = None,
) -> Stop | None:
    """The reason to stop now with its numbers, or None to go on. `exhausted`: the policy chose None."""
    rules = rules or StopRules()
    return (
        _over_budget(budget, spent)
        or _exhausted(spent, coverage, exhausted=exhausted)
        or _estimate_reached(coverage, history, rules)
        or _yield_too_low(coverage, history, rules)
    )


def _over_budget(budget: Budget, spent: Spent) -> Stop | None:
    limits = (
        ("queries", spent.queries, budget.max_queries),
        ("requests", spent.requests, budget.max_requests),
        ("documents", spent.documents, budget.max_documents),
        ("seconds", spent.seconds, budget.max_time_s),
    )
    for what, used, limit in limits:
        if limit is not None and used >= limit:
            return Stop("budget", f"{used:,.0f} of {limit:,.0f} {what} used")
    return None


def _exhausted(spent: Spent, coverage: Coverage, *, exhausted: bool) -> Stop | None:
    if not exhausted:
        return None
    return Stop(
        "exhausted",
        f"nothing left to ask after {spent.queries:,} queries; {spent.documents:,} documents held, {_stated(coverage)}",
    )


def _estimate_reached(coverage: Coverage, history: Sequence[Answer], rules: StopRules) -> Stop | None:
    if coverage.is_counted:  # what is left is known, and worth asking for
        whole = f"all {coverage.size:,.0f} documents that the site counts are held"
        return Stop("estimate reached", whole) if rules.target and coverage.estimate >= 1 else None
    answered = sum(answer.seen > 0 and not answer.is_peek for answer in history)
    if not rules.target or answered < rules.min_answers:
        return None
    size = max(1.0, coverage.size)
    lowest = rules.target - rules.margin - UNSEEN / size  # a lower bound allows for so many documents in any case
    if coverage.estimate < rules.target or coverage.low < lowest:
        return None
    few = max(SCARCE, PLENTY * (1 - rules.target) * size)
    if not _brought_at_most(few, history, rules):
        return None  # the answers themselves speak against the estimate
    return Stop("estimate reached", f"{_stated(coverage)}, target {rules.target:.1%}, after {answered:,} answers")


def _brought_at_most(few: float, history: Sequence[Answer], rules: StopRules) -> bool:
    """Whether the last answers that had any result brought so few new documents each, and suffice to tell.

    On a small site a single document is more than may be missing: a handful of answers without one proves nothing,
    and a peek at the first page of an answer even less.
    """
    enough = max(rules.min_answers, math.ceil(1 / few))
    is_small = enough > rules.min_answers
    recent = [answer.new for answer in history if answer.seen and not (is_small and answer.is_peek)][-enough:]
    return len(recent) == enough and sum(recent) < max(1.0, few * enough)


def _yield_too_low(coverage: Coverage, history: Sequence[Answer], rules: StopRules) -> Stop | None:
    # The last parts of a list are small, and many are empty.
    quiet = rules.quiet_answers * (LISTING_PATIENCE if coverage.is_counted else 1)
    window = _last_answers(history, quiet, rules.min_new_per_request) if quiet and rules.min_new_per_request else []
    new, requests = sum(answer.new for answer in window), sum(_cost(answer) for answer in window)
    if not window or new >= rules.min_new_per_request * requests:
        return None
    return Stop(
        "yield too low",
        f"the last {len(window)} answers brought {new:,} new documents for {requests:,} requests "
        f"(limit {rules.min_new_per_request:g} per request); {_stated(coverage)}",
    )


def _last_answers(history: Sequence[Answer], number: int, limit: float) -> list[Answer]:
    """So many of the last answers, or more until one document would be within the limit; none if there are too few."""
    window: list[Answer] = []
    requests = 0
    for answer in reversed(history):
        if len(window) >= number and limit * requests >= 1:
            return window
        if not answer.failed and not answer.is_peek:  # one page without anything new is no sign of the end
            window.append(answer)
            requests += _cost(answer)
    return window if len(window) >= number and limit * requests >= 1 else []


def _cost(answer: Answer) -> int:
    return max(1, answer.requests)


def _stated(coverage: Coverage) -> str:
    vague = ", not to be relied on" if coverage.is_vague else ""
    return f"coverage estimate {coverage.estimate:.1%} ({coverage.low:.1%} to {coverage.high:.1%}{vague})"

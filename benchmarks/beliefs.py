"""What becomes of wrong beliefs about a search while a site is crawled.

python -m benchmarks.beliefs [--sites 20] [--first 0] [--documents 1500] [--queries 200]

Each site is a combination of the lab's traits. It is crawled once with what is true of it, then once for each belief
that can be wrong, with that one wrong. A belief is corrected if what is believed in the end is true or, of a cap, that
none is known; not put to the test if no answer of the crawl could have told. The last column compares how many queries
it took to 90 % of the site with those of the crawl that was told the truth. True beliefs that were given up are printed
with the reason, and must be none.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from benchmarks.abilities import traits_of
from sonde.lab.corpora.stdlib import stdlib_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.search.stopwords import stop_words
from sonde.lab.traits import Traits
from sonde.lab.trial import run_trial
from sonde.model import Abilities, Outcome, Query
from sonde.planner import Policy, Setup
from sonde.planner.policies import MAKERS

_LEVEL = 0.9
_FAR = 4  # times the true cap, or a part of it


@dataclass(frozen=True, slots=True)
class Belief:
    """One thing that can be believed wrongly of a site."""

    name: str
    spoil: Callable[[Traits, Abilities], Abilities | None]  # None where it cannot be wrong
    is_right: Callable[[Any, Traits], bool]  # what the policy believes in the end
    tells: Callable[[Outcome, Traits], bool]  # whether an answer could have told


def true_abilities(traits: Traits) -> Abilities:
    """What there is to know about a site."""
    return Abilities(
        cap=traits.cap,
        operator=traits.operator,
        either=" " if traits.operator == "or" else "",
        exclude="-{}" if traits.not_ else "",
        min_length=traits.min_length,
        matching="substrings" if traits.substring else "words",
        stop_words=("that",) if "that" in stop_words(traits.stop_words) else (),
        order="fixed" if traits.rank == "static" else "relevance",
    )


def _words(query: Query) -> list[str]:
    return query.words.split()


def _other_operator(traits: Traits, told: Abilities) -> Abilities:
    is_or = traits.operator == "or"
    return replace(told, operator="and" if is_or else "or", either="" if is_or else " ")


BELIEFS = (
    Belief(
        "cap, too high",
        lambda traits, told: replace(told, cap=_FAR * traits.cap) if traits.cap else None,
        lambda policy, traits: policy.beliefs.now.cap in (None, traits.cap),
        lambda outcome, traits: len(outcome.seen) == traits.cap and outcome.total is not None,
    ),
    Belief(
        "cap, too low",
        lambda traits, told: replace(told, cap=traits.cap // _FAR) if traits.cap else None,
        lambda policy, traits: policy.beliefs.now.cap in (None, traits.cap),
        lambda outcome, traits: len(outcome.seen) > (traits.cap or 0) // _FAR,
    ),
    Belief(
        "a cap where none is",
        lambda traits, told: None if traits.cap else replace(told, cap=50),
        lambda policy, traits: policy.beliefs.now.cap is None,
        lambda outcome, traits: len(outcome.seen) > 50,
    ),
    Belief(
        "operator",
        _other_operator,
        lambda policy, traits: policy.beliefs.now.operator == traits.operator,
        lambda outcome, traits: len(_words(outcome.query)) > 1 and "-" not in outcome.query.words,
    ),
    Belief(
        "exclusion where none is",
        lambda traits, told: None if traits.not_ else replace(told, exclude="-{}"),
        lambda policy, traits: not policy.beliefs.now.exclude,
        lambda outcome, traits: "-" in outcome.query.words,
    ),
    Belief(
        "order",
        lambda traits, told: replace(told, order="relevance" if told.order == "fixed" else "fixed"),
        lambda policy, traits: policy.beliefs.now.order == true_abilities(traits).order,
        lambda outcome, traits: len(outcome.seen) > 1,
    ),
    Belief(
        "no stop words where some are",
        lambda traits, told: replace(told, stop_words=()) if told.stop_words else None,
        lambda policy, traits: not policy.candidates.refusals.allows("that"),
        lambda outcome, traits: bool({*_words(outcome.query)} & stop_words(traits.stop_words)),
    ),
    Belief(
        "minimum length, too low",
        lambda traits, told: replace(told, min_length=1) if traits.min_length > 1 else None,
        lambda policy, traits: not policy.candidates.refusals.allows("q" * (traits.min_length - 1)),
        lambda outcome, traits: [*map(len, _words(outcome.query))] == [traits.min_length - 1],  # ignored beside others
    ),
)  # fmt: skip


@dataclass(slots=True)
class Crawled:
    """What came of one crawl."""

    policy: Any
    queries: int | None  # to 90 %
    outcomes: list[Outcome] = field(default_factory=list)


def crawl(engine: Engine, told: Abilities, *, queries: int) -> Crawled:
    """Crawls a site with the default policy, told this about its search."""
    made: list[Policy] = []

    def maker(setup: Setup) -> Policy:
        made.append(MAKERS["sonde"](setup))
        return made[0]

    outcomes: list[Outcome] = []
    trial = run_trial(engine, maker, max_queries=queries, until=0.99, watch=outcomes.append, abilities=told)
    return Crawled(made[0], trial.queries_to(_LEVEL), outcomes)


def run(numbers: Sequence[int], engine: Engine, *, queries: int) -> None:
    """Crawls each site with each wrong belief and prints the table."""
    verdicts: dict[str, Counter[str]] = {belief.name: Counter() for belief in BELIEFS}
    ratios: dict[str, list[float]] = {belief.name: [] for belief in BELIEFS}
    given_up = 0
    for number in numbers:
        traits = traits_of(number, more=False)
        site, told = engine.with_traits(traits), true_abilities(traits)
        right = crawl(site, told, queries=queries)
        given_up += len(right.policy.beliefs.corrections)
        for correction in right.policy.beliefs.corrections:
            print(f"{number:4} true, given up: {correction}")
        for belief in BELIEFS:
            spoilt = belief.spoil(traits, told)
            if spoilt is None:
                continue
            wrong = crawl(site, spoilt, queries=queries)
            is_tested = any(belief.tells(outcome, traits) for outcome in wrong.outcomes)
            verdict = "corrected" if belief.is_right(wrong.policy, traits) else "kept" if is_tested else "not tested"
            verdicts[belief.name][verdict] += 1
            if right.queries and wrong.queries:
                ratios[belief.name].append(wrong.queries / right.queries)
            print(f"{number:4} {belief.name:30} {verdict:12} {right.queries} -> {wrong.queries}")
    print(f"\n{'wrong belief':30} sites  corrected  not put to the test  kept  queries to 90 %: median and worst ratio")
    for name, counts in verdicts.items():
        cost = f"{median(ratios[name]):.2f} {max(ratios[name]):.2f}" if ratios[name] else "-"
        corrected, untested, kept = (counts[verdict] for verdict in ("corrected", "not tested", "kept"))
        print(f"{name:30} {counts.total():5} {corrected:10} {untested:20} {kept:5}  {cost}")
    print(f"true beliefs that were given up on {len(numbers)} sites: {given_up}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first site")
    parser.add_argument("--documents", type=int, default=1500)
    parser.add_argument("--queries", type=int, default=200)
    given = parser.parse_args()
    engine = Engine(list(stdlib_corpus())[::2][: given.documents])
    run(range(given.first, given.first + given.sites), engine, queries=given.queries)


if __name__ == "__main__":
    main()

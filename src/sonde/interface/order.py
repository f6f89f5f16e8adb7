"""Whether a site orders results by relevance, or all answers in one fixed order."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma
from typing import Literal

Keys = Sequence[str]  # documents in the order of an answer

_BELIEVED = 6.5  # surprise from which a fixed order is believed: chance would do it once in 600 times
_MOST = 4.5  # surprise that one answer can bring: orders by relevance are alike too where words are
_LITTLE = 2.0


@dataclass(frozen=True, slots=True)
class Test:
    """What one answer to two words says: `surprise` is how unlikely its order is unless the order is fixed."""

    surprise: float = 0.0
    contradicts: bool = False  # a fixed order cannot do this
    doubtful: bool = False  # ... unless one document was not found by a word it has


def order_of(tests: Sequence[Test]) -> Literal["relevance", "fixed", ""]:
    """The order that all tests together speak for."""
    doubts = sum(test.doubtful for test in tests)
    if any(test.contradicts for test in tests):
        return "relevance"
    if sum(test.surprise for test in tests) - _LITTLE * doubts >= _BELIEVED:
        return "fixed"
    return "relevance" if doubts > 1 else ""


def joined(tests: Sequence[Test]) -> Test:
    """The tests of several lists on one page as one."""
    return Test(
        min(_MOST, sum(test.surprise for test in tests)),
        any(test.contradicts for test in tests),
        any(test.doubtful for test in tests),
    )


def judge_narrowed(first: Keys, narrowed: Keys, *, top: str = "") -> Test:
    """What an answer to one more word says, where all words are wanted.

    In a fixed order what the first page of the wider answer still shows comes first, as it came there: nothing
    that was behind it can pass. `top` is the first document of that page, if it has the word too.
    """
    place = {key: i for i, key in enumerate(first)}
    kept = [place[key] for key in narrowed if key in place]
    if kept != sorted(kept) or any(key in place for key in narrowed[len(kept) :]):
        return Test(contradicts=True)
    if top and narrowed and not kept:
        return Test(doubtful=True)
    return Test(_surprise(len(narrowed), len(kept)))


def judge_widened(first: Keys, widened: Keys, *, last: str, rare: bool) -> Test:
    """What an answer to one more word says, where any word will do and `last`, which came late, has that word.

    In a fixed order the documents of the first page come as they came there, without gaps. By relevance `last` now
    comes before those without the word, the more surely if the word is rare.
    """
    place = {key: i for i, key in enumerate(first)}
    kept = [place[key] for key in widened if key in place]
    if kept != list(range(len(kept))):
        return Test(contradicts=True)
    if not kept or last not in place:
        return Test()
    return Test(_LITTLE if not rare else _BELIEVED if len(kept) > 1 else _MOST)


def judge_pair(one: Keys, other: Keys) -> Test:
    """What any two answers say: in a fixed order the documents they share come in one order."""
    place = {key: i for i, key in enumerate(one)}
    shared = [place[key] for key in other if key in place]
    return Test(contradicts=True) if shared != sorted(shared) else Test(lgamma(len(shared) + 1))


def _surprise(documents: int, leading: int) -> float:
    """How unlikely it is that just these lead in just this order (natural logarithm)."""
    return min(_MOST, lgamma(documents + 1) - lgamma(documents - leading + 1))

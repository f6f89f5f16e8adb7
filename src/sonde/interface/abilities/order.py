"""Whether a site orders results by relevance, or all answers in one fixed order."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma
from typing import Literal

from sonde.interface.abilities.chance import at_most

Keys = Sequence[str]  # documents in the order of an answer

BELIEVED = 6.5  # surprise from which a fixed order is believed: chance would do it once in 600 times
_MOST = 4.5  # surprise that one answer can bring: orders by relevance are alike too where words are
_UNLIKELY = 0.005


@dataclass(frozen=True, slots=True)
class Test:
    """What one answer to two words says: `surprise` is how unlikely its order is unless the order is fixed."""

    surprise: float = 0.0
    contradicts: bool = False  # a fixed order cannot do this
    kept: int = 0  # documents of another answer that lead
    expected: float = 0.0  # how many would lead in a fixed order, at least


def order_of(tests: Sequence[Test]) -> Literal["relevance", "fixed", ""]:
    """The order that all tests together speak for."""
    missed = at_most(sum(test.kept for test in tests), expected=sum(test.expected for test in tests)) < _UNLIKELY
    if missed or any(test.contradicts for test in tests):
        return "relevance"
    return "fixed" if surprise_of(tests) >= BELIEVED else ""


def surprise_of(tests: Sequence[Test]) -> float:
    """How unlikely all tests together are unless the order is fixed."""
    return sum(test.surprise for test in tests)


def joined(tests: Sequence[Test]) -> Test:
    """The tests of several lists on one page as one."""
    return Test(
        min(_MOST, surprise_of(tests)),
        any(test.contradicts for test in tests),
        sum(test.kept for test in tests),
        sum(test.expected for test in tests),
    )


def judge_narrowed(first: Keys, narrowed: Keys, *, share: float = 0.0) -> Test:
    """What an answer to one more word says, where all words are wanted.

    In a fixed order what the first page of the wider answer still shows comes first, as it came there: nothing
    that was behind it can pass. `share` is the least share of all documents of the wider answer that have the word.
    """
    place = {key: i for i, key in enumerate(first)}
    kept = [place[key] for key in narrowed if key in place]
    if kept != sorted(kept) or any(key in place for key in narrowed[len(kept) :]):
        return Test(contradicts=True)
    return Test(_surprise(len(narrowed), len(kept)), kept=len(kept), expected=min(share * len(first), len(narrowed)))


def judge_widened(first: Keys, widened: Keys, *, last: str) -> Test:
    """What an answer to one more, rare, word says, where any word will do and `last`, which came late, has it.

    In a fixed order the documents of the first page come as they came there, without gaps. By relevance `last` now
    comes before those without the word.
    """
    place = {key: i for i, key in enumerate(first)}
    kept = [place[key] for key in widened if key in place]
    if kept != list(range(len(kept))):
        return Test(contradicts=True)
    if not kept or not place.get(last):
        return Test()
    return Test(BELIEVED if len(kept) > 1 else _MOST)


def judge_pair(one: Keys, other: Keys) -> Test:
    """What any two answers say: in a fixed order the documents they share come in one order."""
    place = {key: i for i, key in enumerate(one)}
    shared = [place[key] for key in other if key in place]
    return Test(contradicts=True) if shared != sorted(shared) else Test(lgamma(len(shared) + 1))


def _surprise(documents: int, leading: int) -> float:
    """How unlikely it is that just these lead in just this order (natural logarithm)."""
    return min(_MOST, lgamma(documents + 1) - lgamma(documents - leading + 1))

"""Are results addressed by their rank? In such an answer, links differ in a number only, and it counts the results."""

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

_NUMBER = re.compile(r"\d+")
_OTHER = 0.5  # of the numbers that two answers share lead to something else in each

Shown = tuple[str, str]  # the address of a result, and what its record says


def are_ranked(answers: Sequence[Sequence[Shown]]) -> bool:
    """Whether the same numbers count the results of every answer, and stand for other documents in each."""
    counted = [_by_rank(shown) for shown in answers if len(shown) > 1]
    if len(counted) < 2 or not all(counted) or len({min(ranks) for ranks in counted}) > 1:
        return False
    shared = [(one[rank], other[rank]) for one, other in combinations(counted, 2) for rank in one if rank in other]
    return sum(one != other for one, other in shared) > _OTHER * len(shared)


def _by_rank(shown: Sequence[Shown]) -> dict[int, str]:
    """What is said at each rank; empty where the addresses do not count the results."""
    numbers = [[int(number) for number in _NUMBER.findall(url)] for url, _ in shown]
    if len({_NUMBER.sub("0", url) for url, _ in shown}) > 1:
        return {}
    moving = [place for place, column in enumerate(zip(*numbers, strict=True)) if len(set(column)) > 1]
    if len(moving) != 1:
        return {}
    ranks = [found[moving[0]] for found in numbers]
    if any(after != before + 1 for before, after in pairwise(ranks)):
        return {}
    return {rank: _NUMBER.sub("", said) for rank, (_, said) in zip(ranks, shown, strict=True)}

"""The random policy (Ntoulas 2005, 3 and 4): words of general language in random order."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from sonde.planner.setup import Setup
from sonde.planner.word_list import WordList
from sonde.text.frequency import word_list

SMALL, LARGE = 16_000, 1_000_000


def random_16k(setup: Setup) -> WordList:
    """random-16K: the 16,000 most frequent words, each equally likely."""
    return WordList(setup, lambda language: shuffled(language, SMALL, setup.rng_seed))


def random_1m(setup: Setup) -> WordList:
    """random-1M: the million most frequent words, or all that are known: about 290,000 for English."""
    return WordList(setup, lambda language: shuffled(language, LARGE, setup.rng_seed))


@lru_cache(maxsize=4)
def shuffled(language: str, count: int, rng_seed: int) -> Sequence[str]:
    """The most frequent words in an order that only the seed decides."""
    chosen = list(word_list(language)[:count])
    Random(rng_seed).shuffle(chosen)
    return chosen

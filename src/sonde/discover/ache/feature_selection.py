"""Automatic Feature Selection (ACHE 2007, Algorithm 2): the terms that links on successful paths share."""

from collections import Counter
from collections.abc import Sequence

from sonde.discover.ache.link_terms import SPACES, URL, Terms

K = 50  # terms of URLs that are looked for inside longer ones
N = 40  # terms kept in each feature space

Features = dict[str, dict[str, int]]  # feature space -> term -> in how many links it is


def select_features(links: Sequence[Terms], *, k: int = K, n: int = N) -> Features:
    """The n terms of highest document frequency in each feature space, a link being a document."""
    selected: Features = {}
    for space in SPACES:  # line 2
        # Lines 4 to 6, the term set without stop words and stemmed, are done by link_terms.
        frequency = Counter(term for link in links for term in link[space])
        if space == URL:  # lines 7 to 14
            frequency = add_sub_terms(frequency, k=k)
        selected[space] = dict(_most_frequent(frequency, n))  # line 15
    return selected


def add_sub_terms(frequency: Counter[str], *, k: int) -> Counter[str]:
    """Adds to each of the k most frequent terms the frequency of the terms that contain it.

    So that `search` also counts where an address only has `jobsearch`.
    """
    added = Counter(frequency)
    for t, _ in _most_frequent(frequency, k):
        added[t] += sum(count for other, count in frequency.items() if t != other and t in other)
    return added


def _most_frequent(frequency: Counter[str], count: int) -> list[tuple[str, int]]:
    """Ties go to the alphabetically first, so that a crawl can be replayed."""
    return sorted(frequency.items(), key=lambda item: (-item[1], item[0]))[:count]

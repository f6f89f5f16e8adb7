"""The baseline: a focused crawler with an apprentice on DOM features (Chakrabarti 2002, as used in xCrawl 2008, 5.1).

A feature is a pair <d, t>: a token t in the DOM element d places away from the link, |d| <= 5.
"""

import math
from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush

from sonde.discover.model import Outlink, WebPage, host_of
from sonde.text.words import words

NEAR = 5
REFRESH = 25  # pages after which links are scored again
Feature = tuple[int, str]


class Apprentice:
    """Naive Bayes over link features: how likely is the page behind a link to be accepted?"""

    def __init__(self) -> None:
        self._counts: dict[bool, Counter[Feature]] = {True: Counter(), False: Counter()}
        self._links = {True: 0, False: 0}

    def learn(self, features: Iterable[Feature], *, accepted: bool) -> None:
        """One link whose page was judged."""
        self._counts[accepted].update(set(features))
        self._links[accepted] += 1

    def score(self, features: Iterable[Feature]) -> float:
        """log P(accepted | features) - log P(not | features), with Laplace's correction."""
        yes, no = self._links[True], self._links[False]
        score = math.log((yes + 1) / (no + 1))
        for feature in dict.fromkeys(features):  # in an order that every process has: sums depend on it
            p_yes = (self._counts[True][feature] + 1) / (yes + 2)
            p_no = (self._counts[False][feature] + 1) / (no + 2)
            score += math.log(p_yes / p_no)
        return score


class ApprenticeCrawler:
    """Follows the link with the best score."""

    def __init__(self, start: list[str], *, rng_seed: int = 0) -> None:
        del rng_seed  # nothing here is left to chance
        self._host = host_of(start[0])
        self._apprentice = Apprentice()
        self._features: dict[str, list[Feature]] = {url: [] for url in start}
        self._queue: list[tuple[float, int, str]] = [(0.0, place, url) for place, url in enumerate(start)]
        self._seen = len(start)
        self._judged: set[str] = set()
        self._since = 0

    def choose(self) -> str | None:
        """The unvisited link with the highest score."""
        if self._since >= REFRESH:
            self._since = 0
            self._queue = []
            for place, (url, features) in enumerate(self._features.items()):
                if url not in self._judged:
                    heappush(self._queue, (-self._apprentice.score(features), place, url))
        while self._queue:
            url = heappop(self._queue)[2]
            if url not in self._judged:
                return url
        return None

    def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
        """The critic's word about the page trains the apprentice on the link that led to it."""
        self._judged.add(url)
        self._since += 1
        self._apprentice.learn(self._features.pop(url, []), accepted=accepted)
        for link in page.links if page else ():
            if host_of(link.url) == self._host and link.url not in self._judged and link.url not in self._features:
                features = link_features(link)
                self._features[link.url] = features
                self._seen += 1
                heappush(self._queue, (-self._apprentice.score(features), self._seen, link.url))


def link_features(link: Outlink) -> list[Feature]:
    """<d, t> of a link: its own tokens at distance 0, the words before and after it at their distance."""
    found = [(0, word) for word in words(link.anchor)]
    found += [(-d, word) for d, word in enumerate(reversed(words(link.before)), 1) if d <= NEAR]
    found += [(d, word) for d, word in enumerate(words(link.after), 1) if d <= NEAR]
    return found

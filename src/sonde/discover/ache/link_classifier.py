"""The link classifier (ACHE 2007, section 2.1): how many steps a link is from a relevant form, by Naive Bayes."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from sonde.discover.ache.feature_selection import Features
from sonde.discover.ache.link_terms import SPACES, URL, Terms
from sonde.discover.model import Rank

LEVELS = 3
_SMOOTHING = 1.0  # Laplace


@dataclass(frozen=True, slots=True)
class LinkClassifier:
    """P(level | features of the link), with features taken as independent given the level."""

    features: Features
    priors: tuple[float, ...]  # P(level), level 1 first
    likelihoods: dict[str, tuple[float, ...]]  # "space term" -> P(feature | level)

    @classmethod
    def fit(cls, levels: Sequence[Sequence[Terms]], features: Features) -> Self:
        """Learns from the links of each level, level 1 first: those that point at relevant forms."""
        total = sum(len(links) for links in levels)
        priors = tuple((len(links) + _SMOOTHING) / (total + _SMOOTHING * len(levels)) for links in levels)
        names = [f"{space} {term}" for space in SPACES for term in features[space]]
        counts = [Counter(name for link in links for name in matches(link, features)) for links in levels]
        sizes = [sum(count.values()) + _SMOOTHING * len(names) for count in counts]
        likelihoods = {
            name: tuple((count[name] + _SMOOTHING) / size for count, size in zip(counts, sizes, strict=True))
            for name in names
        }
        return cls(features, priors, likelihoods)

    def probabilities(self, link: Terms) -> tuple[float, ...]:
        """P(level | link) for each level: P(level) times the product of P(feature | level), over their sum."""
        return self._probabilities(matches(link, self.features))

    def _probabilities(self, names: Sequence[str]) -> tuple[float, ...]:
        logs = [math.log(prior) for prior in self.priors]
        for name in names:
            logs = [log + math.log(p) for log, p in zip(logs, self.likelihoods[name], strict=True)]
        best = max(logs)
        shares = [math.exp(log - best) for log in logs]
        return tuple(share / sum(shares) for share in shares)

    def rank(self, link: Terms) -> Rank:
        """The queue of the likeliest level and the likelihood of belonging to it (equation 1, discretized).

        A link with none of the features is no more than a guess: it waits behind all others.
        """
        names = matches(link, self.features)
        if not names:
            return Rank(len(self.priors), 0.0)
        found = self._probabilities(names)
        level = max(range(len(found)), key=lambda i: (found[i], -i))
        return Rank(level + 1, found[level])

    def state(self) -> dict[str, Any]:
        """The classifier as JSON."""
        return {"features": self.features, "priors": self.priors, "likelihoods": self.likelihoods}

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """The classifier that gave this state."""
        likelihoods = {name: tuple(each) for name, each in state["likelihoods"].items()}
        return cls(state["features"], tuple(state["priors"]), likelihoods)


def matches(link: Terms, features: Features) -> list[str]:
    """The features a link has; a term of addresses is also found inside longer ones."""
    found = []
    for space in SPACES:
        terms = link[space]
        if space == URL:
            said = " ".join(terms)
            found += [f"{space} {term}" for term in features[space] if term in said]
        else:
            found += [f"{space} {term}" for term in features[space] if term in terms]
    return found

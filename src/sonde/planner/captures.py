"""How often documents came back, by their length: short documents hide better than long ones."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended

Counts = NDArray[np.int32]

STRATA = 40  # two per doubling of the number of distinct words
SHRINK = 10.0  # a stratum with fewer results than this mostly believes the others
MIN_ONCE = 10  # documents returned once that tell about a stratum
RARE = 10  # ACE: documents returned at most so often tell about those never returned


class Captures:
    """Documents returned once and twice, and results in all, for each stratum of document length."""

    def __init__(self) -> None:
        self.held = np.zeros(STRATA)
        self.once = np.zeros(STRATA)
        self.twice = np.zeros(STRATA)
        self.sightings = np.zeros(STRATA)
        self.seen: Counts = np.zeros(64, np.int32)  # per answer: its documents
        self.alone: Counts = np.zeros((STRATA, 64), np.int32)  # per answer: those that no other answer returned
        self._answers = 0
        self._counts: NDArray[np.uint16] = np.zeros(256, np.uint16)  # per document
        self._strata: NDArray[np.uint8] = np.zeros(256, np.uint8)
        self._first: Counts = np.zeros(256, np.int32)  # the answer that returned it first
        self._by_count = np.zeros(RARE + 2)  # documents by how often they were returned, up to RARE + 1

    def describe(self, document: int, *, words: int) -> None:
        """Tells the length of a new document."""
        self._strata = extended(self._strata, document + 1)
        self._strata[document] = min(STRATA - 1, int(2 * np.log2(words + 1)))

    def observe(self, seen: NDArray[np.int64], *, answer: int) -> None:
        """Counts the documents of one answer, each once; the rest of an answer comes under the same number."""
        self._grow(int(seen.max()) + 1)
        before, strata = self._counts[seen], self._strata[seen]
        self._counts[seen] = np.minimum(before, 65000) + 1
        first, second, third = (np.bincount(strata[before == n], minlength=STRATA) for n in (0, 1, 2))
        self.held += first
        self.once += first - second
        self.twice += second - third
        self.sightings += np.bincount(strata, minlength=STRATA)
        was = np.bincount(np.minimum(before, RARE + 1), minlength=RARE + 2)
        self._by_count -= was
        self._by_count[1:] += was[:-1]
        self._by_count[-1] += was[-1]
        self._count_alone(seen, before, answer)

    def documents(self) -> NDArray[np.int64]:
        """Those that some answer returned."""
        return np.flatnonzero(self._counts)

    def strata_of(self, documents: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The stratum of each document."""
        return self._strata[documents]

    def _count_alone(self, seen: NDArray[np.int64], before: NDArray[np.uint16], answer: int) -> None:
        self.seen, self.alone = extended(self.seen, answer + 1), extended(self.alone, answer + 1)
        self._answers = max(self._answers, answer + 1)
        self.seen[answer] += len(seen)
        first, second = seen[before == 0], seen[before == 1]
        self._first[first] = answer
        self.alone[:, answer] += np.bincount(self._strata[first], minlength=STRATA)
        np.subtract.at(self.alone, (self._strata[second], self._first[second]), 1)

    def _grow(self, size: int) -> None:
        self._counts = extended(self._counts, size)
        self._strata = extended(self._strata, size)
        self._first = extended(self._first, size)

    def good_turing(self) -> float:
        """The share held by Good-Turing, each stratum for itself: sum of held documents over sum of sizes."""
        pooled = 1 - self.once.sum() / max(1.0, self.sightings.sum())
        shares = (self.sightings - self.once + SHRINK * pooled) / (self.sightings + SHRINK)
        return float(self.held.sum() / np.sum(self.held / np.maximum(shares, 1e-3)))

    def chao(self) -> float:
        """The share held by Chao's lower bound on the size, each stratum for itself."""
        return float(self.held.sum() / (self.held + self._unseen()).sum())

    def chao_shares(self) -> NDArray[np.float64]:
        """The share held of each stratum by the same bound; 1 where too few came once to tell."""
        shares = self.held / np.maximum(1.0, self.held + self._unseen())
        return np.where(self.once >= MIN_ONCE, shares, 1.0)

    def _unseen(self) -> NDArray[np.float64]:
        return np.asarray(self.once * (self.once - 1) / (2 * (self.twice + 1)))

    def ace(self) -> float:
        """The share held by the abundance-based coverage estimator: frequent documents are surely all there."""
        counts = np.arange(1, RARE + 1)
        rare = self._by_count[1 : RARE + 1]
        results, documents = float(counts @ rare), float(rare.sum())
        sampled = 1 - rare[0] / max(1.0, results)
        if sampled <= 0:
            return 0.0
        pairs = float((counts * (counts - 1)) @ rare)
        spread = max(0.0, documents / sampled * pairs / max(1.0, results * (results - 1)) - 1)
        size = self._by_count[RARE + 1] + documents / sampled + rare[0] / sampled * spread
        return float(self.held.sum() / max(1.0, size))

    def lincoln_petersen(self) -> float:
        """The share held if answers were independent samples of the site.

        An answer's share of the site is its share of what all the others brought. For two answers this is the
        estimate of Lincoln and Petersen.
        """
        held, seen = self.held.sum(), self.seen[: self._answers]
        alone = self.alone[:, : self._answers].sum(axis=0)
        met, could_meet = np.sum(seen - alone), np.sum(seen * (held - alone))
        return float(min(1.0, held * met / max(1.0, could_meet)))


def words_in(strata: NDArray[np.int64]) -> NDArray[np.float64]:
    """The number of distinct words in a document of each stratum, about."""
    return np.maximum(1.0, 2.0 ** ((strata + 0.5) / 2) - 1)

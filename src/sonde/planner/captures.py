"""How often documents came back, by their length: short documents hide better than long ones."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended

STRATA = 40  # two per doubling of the number of distinct words
SHRINK = 10.0  # a stratum with fewer results than this mostly believes the others


class Captures:
    """Documents returned once and twice, and results in all, for each stratum of document length."""

    def __init__(self) -> None:
        self.held = np.zeros(STRATA)
        self.once = np.zeros(STRATA)
        self.twice = np.zeros(STRATA)
        self.sightings = np.zeros(STRATA)
        self._counts: NDArray[np.uint16] = np.zeros(256, np.uint16)  # per document
        self._strata: NDArray[np.uint8] = np.zeros(256, np.uint8)
        self._first: NDArray[np.int32] = np.zeros(256, np.int32)  # the answer that returned it first
        self._lengths: list[int] = []  # per answer: its documents
        self._alone: NDArray[np.int32] = np.zeros(64, np.int32)  # per answer: those that no other answer returned

    def describe(self, document: int, *, words: int) -> None:
        """Tells the length of a new document."""
        self._strata = extended(self._strata, document + 1)
        self._strata[document] = min(STRATA - 1, int(2 * np.log2(words + 1)))

    def observe(self, seen: NDArray[np.int64]) -> None:
        """Counts the documents of one answer, each once."""
        self._grow(int(seen.max()) + 1)
        before, strata = self._counts[seen], self._strata[seen]
        self._counts[seen] = np.minimum(before, 65000) + 1
        first, second, third = (np.bincount(strata[before == n], minlength=STRATA) for n in (0, 1, 2))
        self.held += first
        self.once += first - second
        self.twice += second - third
        self.sightings += np.bincount(strata, minlength=STRATA)
        self._count_alone(seen, before)

    def _count_alone(self, seen: NDArray[np.int64], before: NDArray[np.uint16]) -> None:
        answer = len(self._lengths)
        self._lengths.append(len(seen))
        self._alone = extended(self._alone, answer + 1)
        self._first[seen[before == 0]] = answer
        self._alone[answer] = np.count_nonzero(before == 0)
        np.subtract.at(self._alone, self._first[seen[before == 1]], 1)

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
        unseen = self.once * (self.once - 1) / (2 * (self.twice + 1))
        return float(self.held.sum() / (self.held + unseen).sum())

    def lincoln_petersen(self) -> float:
        """The share held if answers were independent samples: 1 - product of (1 - share of the site in each).

        An answer's share of the site is its share of what all the others brought. For two answers this is the
        estimate of Lincoln and Petersen.
        """
        lengths = np.array(self._lengths, np.float64)
        alone = self._alone[: len(lengths)]
        shares = (lengths - alone) / np.maximum(1, self.held.sum() - alone)
        return float(1 - np.prod(1 - np.minimum(shares, 1)))

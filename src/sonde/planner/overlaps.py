"""How far answers cover each other, and what follows for the documents that none of them brought.

A whole answer is a small site of which every document is known. What the other answers hold of it is known too, and
can be compared with what their overlaps alone would say of it. By how much that is off in the small sites tells by
how much it is off for the whole one, and how far the small sites differ tells how far to believe it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended

GROUPS = 32  # more answers than this share a group, which is whole if its answers are
SAMPLE = 20_000  # documents that stand for all
FEW = 20.0  # documents of an answer that count for half of one with many
MIN_MET = 5  # documents of an answer that others brought too: fewer are no site to test on
CORRECTION = 0.8  # what it takes to make the estimate right, as far as was seen on other sites
CORRECTION_ANSWERS = 2.0  # answers that tell as much of it
PAIR_CORRECTION = 0.9  # where there are but two answers, and nothing to test on
CORRECTIONS = (0.5, 1.1)  # any other is chance
PAIR_DOUBT = 0.5  # how far two answers alone may be off
FOUND = 0.5  # of what whole answers miss is left at least by those that were read in part
LEAST_DOUBT = 0.25  # the same where all small sites agree
SPREAD_DOUBT = 1.2  # times how far they differ
CORRECTION_DOUBT = 0.35  # how far the correction that one answer tells may be off
MOST = 1.5  # times all documents may seem to be held of an answer, by chance
LEAST = 1e-4
NORMAL = 1.64

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Share:
    """The share held, and how far the logarithm of the missing share may be off."""

    held: float
    doubt: float

    def with_other(self, share: float, *, weight: float) -> "Share":
        """The same moved towards another estimate."""
        logs = (1 - weight) * math.log(max(LEAST, 1 - self.held)) + weight * math.log(max(LEAST, 1 - share))
        return Share(1 - math.exp(logs), self.doubt)

    def with_more_missing(self, times: float, *, doubt: float) -> "Share":
        """The same with so many times as much missing, and further doubt."""
        return Share(1 - min(1.0, times * (1 - self.held)), math.hypot(self.doubt, doubt))

    @property
    def low(self) -> float:
        """The lower end of its interval."""
        return 1 - min(1.0, (1 - self.held) * math.exp(self.doubt))

    @property
    def high(self) -> float:
        """The upper end of its interval."""
        return 1 - (1 - self.held) * math.exp(-self.doubt)


class Overlaps:
    """Which groups of answers returned each document; only answers that were read to their end count."""

    def __init__(self) -> None:
        self._groups: NDArray[np.uint32] = np.zeros(256, np.uint32)  # per document, a bit for each
        self._begun: dict[int, list[NDArray[np.int64]]] = {}  # documents of answers that were read in part

    def observe(self, seen: NDArray[np.int64], *, answer: int, is_whole: bool = True) -> None:
        """Counts the documents of one answer; the rest of an answer comes under the same number."""
        parts = [*self._begun.pop(answer, []), seen]
        if not is_whole:
            self._begun[answer] = parts
            return
        whole = np.concatenate(parts)
        self._groups = extended(self._groups, int(whole.max()) + 1)
        self._groups[whole] |= np.uint32(1 << answer % GROUPS)

    def share(self, held: int) -> Share | None:
        """The share of the site that is held, given how many documents are; None where no document came back."""
        groups = self._groups[np.flatnonzero(self._groups)]
        returned = (groups[:: -(-len(groups) // SAMPLE) or 1] >> np.arange(GROUPS, dtype=np.uint32)[:, None]) & 1 > 0
        share = share_by_overlaps(returned[returned.any(axis=1)])
        if share is None:
            return None
        # Answers read in part found some of what the others miss.
        missing = max(1 - share.held * held / len(groups), FOUND * (1 - share.held))
        return Share(1 - missing, share.doubt)


def share_by_overlaps(returned: NDArray[np.bool_]) -> Share | None:
    """The share held, by answers (rows) that returned documents (columns, each returned by some)."""
    times = returned.sum(axis=0)
    seen, own = _sizes(returned), _sizes(returned[:, times == 1])
    if not (seen - own).any():
        return None
    held = np.array(float(len(times)))
    repeats = int(times.sum()) - len(times)
    plain = min(float(_mean_share(seen, own, held)), 1 - 1 / (2 + repeats))
    if len(seen) == 2:
        noise = NORMAL * math.sqrt(plain / (1 - plain) / float(seen.min()))
        correction, doubt = PAIR_CORRECTION, math.hypot(PAIR_DOUBT, noise)
    else:
        correction, spread = _tested(seen, own, _pairs(returned), _pairs(returned[:, times == 2]))
        by_correction = CORRECTION_DOUBT / math.sqrt(len(seen)) * math.log(1 - plain)
        doubt = math.hypot(LEAST_DOUBT, SPREAD_DOUBT * spread, by_correction)
    return Share(1 - (1 - plain) ** correction, doubt)


def _tested(seen: Floats, own: Floats, together: Floats, alone_together: Floats) -> tuple[float, float]:
    """The power of the missing share that makes the mean share right in answers taken for sites, and their spread."""
    met = seen - own
    tested = met >= MIN_MET
    if not tested.any():
        return CORRECTION, PAIR_DOUBT
    weights = (seen / (seen + FEW))[tested]
    surest = 1 - 1 / (seen + 2)
    truth = np.log(1 - np.minimum(surest, met / seen))[tested]
    guessed = np.clip(1 - np.minimum(surest, _mean_share(together, alone_together, met)), LEAST, 1 - LEAST)
    guess = np.log(guessed)[tested]
    usual = CORRECTION_ANSWERS * float(np.average(guess, weights=weights))
    found = (float(weights @ truth) + CORRECTION * usual) / (float(weights @ guess) + usual)
    correction = min(CORRECTIONS[1], max(CORRECTIONS[0], found))
    spread = math.sqrt(float(np.average((truth - correction * guess) ** 2, weights=weights)))
    return correction, spread


def _mean_share(seen: Floats, own: Floats, held: Floats) -> Floats:
    """What answers hold of each other on average, the last axis being answers: Lincoln-Petersen for two of them.

    What an answer alone brought is left out on both sides: it is no witness to its own success.
    """
    weights = seen / (seen + FEW)
    others = np.maximum(LEAST, seen * (held[..., None] - own))
    shares = np.minimum(MOST, (seen - own) * held[..., None] / others)
    mean = (weights * shares).sum(axis=-1) / np.maximum(LEAST, weights.sum(axis=-1))
    return np.asarray(np.clip(mean, 0, 1))


def _pairs(returned: NDArray[np.bool_]) -> Floats:
    """How many documents each two answers have in common; none with itself.

    Counted in bits: the threads of a matrix product wait for each other, long where the machine has other work.
    """
    bits = np.packbits(returned, axis=1)
    common: Floats = np.bitwise_count(bits[:, None] & bits).sum(axis=-1, dtype=np.float64)
    np.fill_diagonal(common, 0)
    return common


def _sizes(returned: NDArray[np.bool_]) -> Floats:
    return np.asarray(returned.sum(axis=1), np.float64)

"""Documents that are nearly equal to a held one, by their near hashes."""

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

NEAR_BITS = 3
_BANDS = NEAR_BITS + 1  # two hashes that differ by so few bits are equal in one of so many bands
_BAND_BITS = 64 // _BANDS
_LOW_BITS = np.uint64((1 << (64 - _BAND_BITS)) - 1)


class NearTable:
    """The near hashes of all held documents, 40 bytes each.

    They are sorted by each of their bands (Manku, Jain and Das Sarma 2007), so that only those which share
    a band are compared; the latest ones wait unsorted.
    """

    def __init__(self, *, recent: int = 4096) -> None:
        self._least_recent = recent
        self._recent: Hashes = np.zeros(recent, np.uint64)  # looked through one by one
        self._used = 0
        self._sorted: Hashes = np.zeros((_BANDS, 0), np.uint64)  # rotated, so that the band comes first

    def add(self, near_hash: int) -> bool:
        """Adds a hash; True when one that differs by at most `NEAR_BITS` bits was there. 0 is never near."""
        if not near_hash:
            return False
        value = np.array([near_hash & 0xFFFF_FFFF_FFFF_FFFF], np.uint64)
        is_near = _any_near(self._recent[: self._used], value) or self._is_near_sorted(value)
        self._recent[self._used] = value[0]
        self._used += 1
        if self._used == len(self._recent):
            self._sort()
        return is_near

    def _is_near_sorted(self, value: Hashes) -> bool:
        if not self._sorted.shape[1]:
            return False
        for band, hashes in enumerate(self._sorted):
            rotated = _rotated(value, band)
            first = np.searchsorted(hashes, rotated & ~_LOW_BITS)[0]
            last = np.searchsorted(hashes, rotated | _LOW_BITS, side="right")[0]
            if _any_near(hashes[first:last], rotated):
                return True
        return False

    def _sort(self) -> None:
        rotated = np.stack([_rotated(self._recent, band) for band in range(_BANDS)])
        self._sorted = np.sort(np.concatenate([self._sorted, rotated], axis=1), axis=1)
        # Sorting takes longer the more there is, so it is done less often.
        self._recent = np.zeros(max(self._least_recent, self._sorted.shape[1] // 32), np.uint64)
        self._used = 0


def _any_near(hashes: Hashes, value: Hashes) -> bool:
    return bool(np.any(np.bitwise_count(hashes ^ value) <= NEAR_BITS))


def _rotated(hashes: Hashes, band: int) -> Hashes:
    """The hashes with a band in front."""
    if not band:
        return hashes
    left = np.uint64(band * _BAND_BITS)
    return (hashes << left) | (hashes >> (np.uint64(64) - left))

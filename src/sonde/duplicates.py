"""Documents met again: nearly equal ones by their near hash, those with ever new addresses by their titles."""

import numpy as np
from numpy.typing import NDArray

from sonde.page.hashes import MAX_CHARS
from sonde.text.words import words

Hashes = NDArray[np.uint64]

NEAR_BITS = 3
_BANDS = NEAR_BITS + 1  # two hashes that differ by so few bits are equal in one of so many bands
_BAND_BITS = 64 // _BANDS
_IN_VAIN = 20  # documents fetched again before their titles are relied on
_MOSTLY = 3  # times as many must have new addresses as have known ones
_CHECKED = 20  # one of so many is fetched all the same
_TOO_WRONG = 5  # titles that turned out to be those of different documents
_TELLING = 5  # words besides numbers that a text must have to be told from others
_SEVERAL = -1
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


class TitleTable:
    """Recognises held documents before they are fetched again, on a site that gives them ever new addresses.

    An address may hold the rank of a result or the words asked for. Where fetches keep bringing what is held, results
    are taken for what was behind others of their title; now and then one is fetched all the same, to be sure. A page
    that tells its rank differs each time: it is held if an earlier answer brought one that is the same but for numbers.
    """

    def __init__(self) -> None:
        # The document behind results of a title with a print of its words, _SEVERAL if there are different ones.
        self._held: dict[int, tuple[int, int]] = {}
        self._by_address = 0  # results whose address was known
        self._in_vain = 0  # fetches that brought a document held under the same title
        self._recognised = 0
        self._wrong = 0

    def note_addresses(self, count: int) -> None:
        """Learns that so many results were known by their addresses."""
        self._by_address += count

    def find(self, title: str) -> int | None:
        """The document that a result with an unknown address is; None: it must be fetched."""
        number, _ = self._held.get(hash(title), (_SEVERAL, 0)) if self._is_needed else (_SEVERAL, 0)
        if not title or number == _SEVERAL:
            return None
        self._recognised += 1
        return number if self._recognised % _CHECKED else None

    def find_like(self, title: str, text: str) -> int | None:
        """The document that a fetched one is, but for the rank or the time that its page tells."""
        number, print_of = self._held.get(hash(title), (_SEVERAL, 0)) if self._is_needed else (_SEVERAL, 0)
        return number if title and number != _SEVERAL and print_of and print_of == _print_of(text) else None

    def learn(self, title: str, number: int, text: str, *, is_new: bool, first_new: int = 0) -> None:
        """Learns which document was behind a result that was fetched; those below `first_new` were held before."""
        print_of = _print_of(text)
        known, before = self._held.setdefault(hash(title), (number, print_of))
        if known == number:
            self._in_vain += not is_new
        elif known != _SEVERAL and known < first_new and title and print_of and print_of == before:
            self._in_vain += 1
        elif known != _SEVERAL:
            self._held[hash(title)] = (_SEVERAL, 0)
            self._wrong += self._recognised > 0

    @property
    def _is_needed(self) -> bool:
        often = self._in_vain >= _IN_VAIN and self._in_vain + self._recognised > _MOSTLY * self._by_address
        return often and self._wrong < _TOO_WRONG


def _print_of(text: str) -> int:
    """The same for texts that differ in numbers only; 0 where there are too few words to tell."""
    said = tuple(word for word in words(text[:MAX_CHARS]) if not word.isdecimal())
    return hash(said) if len(said) >= _TELLING else 0


def _any_near(hashes: Hashes, value: Hashes) -> bool:
    return bool(np.any(np.bitwise_count(hashes ^ value) <= NEAR_BITS))


def _rotated(hashes: Hashes, band: int) -> Hashes:
    """The hashes with a band in front."""
    if not band:
        return hashes
    left = np.uint64(band * _BAND_BITS)
    return (hashes << left) | (hashes >> (np.uint64(64) - left))

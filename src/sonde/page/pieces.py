"""Texts as numbers, by their pieces, the runs of characters between spaces: pages repeat what others said."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_MOST = 100_000  # pieces kept, those with several numbers counted by these
_SLOT_BITS = 18
_SHIFT = np.uint64(64 - _SLOT_BITS)
_SPACE = 32  # and all control characters
_BASE = 0x9E3779B97F4A7C15  # odd, so that its powers can be undone


class Pieces:
    """The numbers that `read` gives for each piece: read once, then found again for all of a text at a time.

    Texts are beginnings of pages, far shorter than what is kept. A piece is known by a hash of 64 bits, and found by
    its slot unless another piece has taken that.
    """

    def __init__(self, read: Callable[[str], Sequence[int]]) -> None:
        self._read = read
        self._forget()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, text: str) -> NDArray[np.uint32]:
        """The numbers of all pieces of a text, in order."""
        raw = f"{text} ".encode("utf-8", "replace")
        letters = np.frombuffer(raw, np.uint8)
        ends = np.flatnonzero(letters <= _SPACE) + 1
        begins = np.concatenate([[0], ends[:-1]])
        hashes = _hashes(letters, begins, ends)
        if self._held + len(hashes) > _MOST:
            self._forget()
        found = self._slots[(hashes >> _SHIFT).view(np.int64)]
        missing = np.flatnonzero(self._hashes[found] != hashes)
        if len(missing):
            keys = hashes[missing].tolist()
            new = {key: at for key, at in zip(keys, missing.tolist(), strict=True) if key not in self._known}
            if new:
                pieces = (raw[begins[at] : ends[at] - 1].decode("utf-8", "replace") for at in new.values())
                self._keep(dict(zip(new, map(self._read, pieces), strict=True)))
            found[missing] = [self._known[key] for key in keys]
        counts = self._counts[found]
        numbers = np.repeat(self._firsts[found], counts)
        several = np.flatnonzero(counts > 1)
        for end, piece in zip(np.cumsum(counts)[several].tolist(), found[several].tolist(), strict=True):
            said = self._several[piece]
            numbers[end - len(said) : end] = said
        return numbers

    def _keep(self, new: dict[int, Sequence[int]]) -> None:
        places = np.arange(len(new)) + len(self._known) + 1
        self._known |= zip(new, places.tolist(), strict=True)
        self._hashes[places] = list(new)
        self._counts[places] = [len(said) for said in new.values()]
        self._firsts[places] = [said[0] if said else 0 for said in new.values()]
        self._several |= {self._known[hashed]: said for hashed, said in new.items() if len(said) > 1}
        self._held += sum(len(said) or 1 for said in new.values())
        slots = (self._hashes[places] >> _SHIFT).view(np.int64)
        free = self._slots[slots] == 0
        self._slots[slots[free]] = places[free]

    def _forget(self) -> None:
        self._held = 0
        self._known: dict[int, int] = {}  # the places of pieces by hash, from 1
        self._slots = np.zeros(1 << _SLOT_BITS, np.int32)  # 0: empty
        self._hashes = np.zeros(_MOST + 1, np.uint64)
        self._counts = np.zeros(_MOST + 1, np.int32)
        self._firsts = np.zeros(_MOST + 1, np.uint32)
        self._several: dict[int, Sequence[int]] = {}


def _hashes(letters: NDArray[np.uint8], begins: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A polynomial over the letters of each piece, modulo 2**64."""
    powers, inverses = _powers(len(letters).bit_length())
    sums = letters * powers[: len(letters)]
    sums = np.cumsum(sums, out=sums)[ends - 1]
    sums[1:] -= sums[:-1].copy()
    return sums * inverses[begins]


@lru_cache(maxsize=4)
def _powers(bits: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The powers of the base from 1 on and the inverses of those from 0 on, for texts of so many bits of length."""
    powers, inverses = (
        np.cumprod(np.full(1 << bits, base, np.uint64), dtype=np.uint64) for base in (_BASE, pow(_BASE, -1, 2**64))
    )
    return powers, inverses * np.uint64(_BASE)

"""Texts as numbers, by their pieces, the runs of characters between spaces: pages repeat what others said.

All pieces of a text are hashed, and looked up in a table, in one go: one by one they take twice as long.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from threading import Lock

import numpy as np
from numpy.typing import NDArray

_SHORT, _LONGEST = 400, 16_384  # characters of a text that is read as it is, and of one that is read at all
_BITS = 18  # of the number of a slot
_MOST, _MOST_NUMBERS = 100_000, 1_000_000  # pieces kept, and numbers of all of them
_SPACE = 32  # and the controls before it
_BASE = 0x9E3779B97F4A7C15
_MIX, _SHIFT, _LAST = np.uint64(0xBF58476D1CE4E5B9), np.uint64(64 - _BITS), (1 << _BITS) - 1
_COUNT_BITS = 16

Keys = NDArray[np.uint64]
Places = NDArray[np.intp]


class Pieces:
    """The numbers that `read` gives for the words of each piece: read once, then looked up and joined."""

    def __init__(self, read: Callable[[str], Sequence[int]]) -> None:
        self._read = read
        self._lock = Lock()  # pages are read on several threads
        self._forget()

    def _forget(self) -> None:
        # A table with open addressing: the key of a piece, 0 where none is, and where its numbers are and how many.
        self._keys = np.zeros(1 << _BITS, np.uint64)
        self._spans = np.zeros(1 << _BITS, np.int64)
        self._held = 0
        self._numbers = np.zeros(_MOST_NUMBERS, np.uint32)
        self._used = 0

    def of(self, text: str) -> NDArray[np.uint32]:
        """The numbers of all pieces of a text, in order."""
        if len(text) <= _SHORT:
            return np.array(self._read(text), np.uint32)
        raw = text[:_LONGEST].encode("utf-8", "surrogatepass")
        keys, edges = _cut(raw)
        with self._lock:
            if self._held > _MOST or self._used > _MOST_NUMBERS // 2:
                self._forget()
            slots, unknown = self._slots(keys)
            if len(unknown):
                _, firsts = np.unique(keys[unknown], return_index=True)
                new = unknown[np.sort(firsts)]
                self._learn(keys[new], [raw[edges[at] + 1 : edges[at + 1]] for at in new.tolist()])
                slots, _ = self._slots(keys)
            return self._joined(self._spans[slots])

    def _slots(self, keys: Keys) -> tuple[Places, Places]:
        """Where each piece is, or the empty slot where it would be; which of them are not there."""
        slots = (keys * _MIX >> _SHIFT).astype(np.intp)
        astray = np.flatnonzero(self._keys[slots] != keys)
        unknown = []
        while len(astray):
            is_free = self._keys[slots[astray]] == 0
            unknown.append(astray[is_free])
            astray = astray[~is_free]
            slots[astray] = slots[astray] + 1 & _LAST
            astray = astray[self._keys[slots[astray]] != keys[astray]]
        return slots, np.concatenate(unknown) if unknown else astray

    def _learn(self, keys: Keys, pieces: Sequence[bytes]) -> None:
        """Reads pieces that are not held, each of them once."""
        read = [self._read(piece.decode("utf-8", "surrogatepass")) if piece else () for piece in pieces]
        counts = np.fromiter(map(len, read), np.int64, len(read))
        ends = self._used + counts.cumsum()
        self._numbers[self._used : ends[-1]] = list(chain.from_iterable(read))
        self._used = int(ends[-1])
        self._held += len(read)
        spans = (ends - counts) << _COUNT_BITS | counts
        while len(keys):
            slots, _ = self._slots(keys)
            self._keys[slots] = keys
            is_placed = self._keys[slots] == keys  # of several that want one slot the last has it
            self._spans[slots[is_placed]] = spans[is_placed]
            keys, spans = keys[~is_placed], spans[~is_placed]

    def _joined(self, spans: NDArray[np.int64]) -> NDArray[np.uint32]:
        counts = spans & ((1 << _COUNT_BITS) - 1)
        said = np.flatnonzero(counts)
        begins = spans[said] >> _COUNT_BITS
        counts = counts[said]
        ends = counts.cumsum()
        if len(ends) and ends[-1] > len(ends):  # some say several
            begins = np.repeat(begins - ends + counts, counts) + np.arange(ends[-1])
        return self._numbers.take(begins)


def _cut(raw: bytes) -> tuple[Keys, Places]:
    """The pieces of a text: a key of each, and the places before and after them.

    The key of the bytes b0 b1 b2 … is 1 + (b0 + 1) + (b1 + 1) P + (b2 + 1) P² + … modulo 2**64: the difference of two
    sums over the whole text, divided by the power of P that the piece begins with.
    """
    powers, inverses = _powers()
    bytes_ = np.frombuffer(raw, np.uint8)
    spaces = np.flatnonzero(bytes_ <= _SPACE)
    edges = np.empty(len(spaces) + 2, np.intp)
    edges[0], edges[1:-1], edges[-1] = -1, spaces, len(raw)
    begins = edges[:-1] + 1
    sums = np.empty(len(raw) + 1, np.uint64)
    sums[0] = 0
    np.multiply(bytes_ + np.uint8(1), powers[: len(raw)], out=sums[1:])
    np.cumsum(sums, out=sums)
    return (sums[edges[1:]] - sums[begins]) * inverses[begins] + np.uint64(1), edges


@cache
def _powers() -> tuple[Keys, Keys]:
    """P to the power of each place in a text, and the inverses."""
    bases = np.array([_BASE, pow(_BASE, -1, 2**64)], np.uint64)
    table = np.ones((2, 4 * _LONGEST + 1), np.uint64)
    np.cumprod(np.broadcast_to(bases[:, None], (2, 4 * _LONGEST)), axis=1, out=table[:, 1:])
    return table[0], table[1]

"""Numbers for the pieces of a text, the runs of characters between spaces: each piece is read once, then looked up.

A page says thousands of words that other pages said before. Looked up one by one in a dict they cost more than parsing
the page does; here all pieces of a text are looked up together.
"""

from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

LONGEST_TEXT = 100_000  # characters
_LONGEST = 40  # bytes of a piece that is kept
_BITS = 17
_SLOTS = 1 << _BITS
_MOST = _SLOTS // 2  # pieces kept
_NONE = -1  # a piece without numbers; smaller values stand for pieces with several
_SPACE = ord(" ")
_STEP = 8  # bytes that are mixed into a key at a time
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_STEP + 1)], np.uint64)
_MIX, _HALF, _TO_SLOT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32), np.uint64(64 - _BITS)

Numbers = NDArray[np.int64]
_Keys = NDArray[np.uint64]


class Pieces:
    """What `read` makes of the pieces of texts: any number of numbers, 0 or more, for each."""

    def __init__(self, read: Callable[[str], Sequence[int]]) -> None:
        self._read = read
        self._lock = Lock()
        self._clear()

    def numbers(self, text: str) -> Numbers:
        """The numbers of all pieces of a text, in order."""
        assert len(text) <= LONGEST_TEXT
        with self._lock:
            return self._numbers(text)

    def _numbers(self, text: str) -> Numbers:
        data = text.encode("utf-8", "replace")
        starts, sizes = _cut(data)
        keys = _keys(data, starts, sizes)
        slots, new = self._find(keys)
        if self._held and self._held + len(new) > _MOST:
            self._clear()
            return self._numbers(text)
        columns = (slots, keys, starts, starts + sizes)
        for i, slot, key, start, end in zip(new.tolist(), *(one[new].tolist() for one in columns), strict=True):
            slots[i] = self._add(slot, key, data[start:end])
        values = self._values[slots]
        parts: list[Numbers] = []
        last = 0
        for i in np.flatnonzero((values < _NONE) | (keys == 0)).tolist():
            piece = data[starts[i] : starts[i] + sizes[i]]
            several = self._several[_NONE - 1 - values[i]] if keys[i] else self._read_bytes(piece)
            parts += [values[last:i], np.array(several, np.int64)]
            last = i + 1
        if parts:
            values = np.concatenate([*parts, values[last:]])
        found: Numbers = values[values != _NONE]
        return found

    def _clear(self) -> None:
        self._keys: _Keys = np.zeros(_SLOTS, np.uint64)  # 0: free
        self._values: Numbers = np.full(_SLOTS, _NONE)
        self._several: list[Sequence[int]] = []
        self._held = 0

    def _find(self, keys: _Keys) -> tuple[Numbers, Numbers]:
        """The slot of each key, and which keys are not held: their slots are free."""
        slots = (keys >> _TO_SLOT).astype(np.int64)
        others = taken = np.flatnonzero(self._keys[slots] != keys)
        while len(taken):
            held = self._keys[slots[taken]]
            taken = taken[(held != 0) & (held != keys[taken])]
            slots[taken] = (slots[taken] + 1) % _SLOTS
        return slots, others[self._keys[slots[others]] != keys[others]]

    def _add(self, slot: int, key: int, piece: bytes) -> int:
        """The slot that a new piece gets, at or after one that was free."""
        while self._keys[slot] not in (0, key):
            slot = (slot + 1) % _SLOTS
        if not self._keys[slot]:
            numbers = self._read_bytes(piece)
            if len(numbers) > 1:
                self._several.append(numbers)
            self._keys[slot] = key
            self._values[slot] = _NONE - len(self._several) if len(numbers) > 1 else numbers[0] if numbers else _NONE
            self._held += 1
        return slot

    def _read_bytes(self, piece: bytes) -> Sequence[int]:
        return self._read(piece.decode())


def _cut(data: bytes) -> tuple[Numbers, Numbers]:
    """Where the pieces start, and their sizes; control characters part them too."""
    inside = np.zeros(len(data) + 2, np.bool_)
    np.greater(np.frombuffer(data, np.uint8), _SPACE, out=inside[1:-1])
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    return edges[::2], edges[1::2] - edges[::2]


def _keys(data: bytes, starts: Numbers, sizes: Numbers) -> _Keys:
    """A hash of each piece; 0 only for one that is too long."""
    padded = data + bytes(_LONGEST + _STEP)
    window: _Keys = np.ndarray(len(padded) - _STEP, "<u8", padded, 0, (1,))  # the eight bytes from each one on
    keys = _mixed(window[starts] & _MASKS[np.minimum(sizes, _STEP)])
    longer = np.flatnonzero(sizes > _STEP)
    for at in range(_STEP, _LONGEST, _STEP):
        if not len(longer):
            break
        part = window[starts[longer] + at] & _MASKS[np.minimum(sizes[longer] - at, _STEP)]
        keys[longer] = _mixed(keys[longer] + part)
        longer = longer[sizes[longer] > at + _STEP]
    keys[keys == 0] = 1
    keys[longer] = 0
    return keys


def _mixed(keys: _Keys) -> _Keys:
    keys = keys * _MIX
    return keys ^ (keys >> _HALF)

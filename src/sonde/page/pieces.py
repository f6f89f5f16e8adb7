"""Texts as numbers, by their pieces, the runs of characters between spaces: pages repeat what others said."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

_LONGEST = 40  # characters of a piece that is kept
_MOST = 100_000  # pieces kept


class Pieces(dict[str, bytes]):
    """The numbers that `read` gives for each piece, in four bytes each: read once, then looked up and joined."""

    def __init__(self, read: Callable[[str], Sequence[int]]) -> None:
        self._read = read

    def __missing__(self, piece: str) -> bytes:
        made = np.array(self._read(piece), np.uint32).tobytes()
        if len(piece) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[piece] = made
        return made

    def of(self, text: str) -> NDArray[np.uint32]:
        """The numbers of all pieces of a text, in order."""
        return np.frombuffer(b"".join(map(self.__getitem__, text.split())), np.uint32)

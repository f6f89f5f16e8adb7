"""What is made of the pieces of texts, the runs of characters between spaces: pages repeat what others said."""

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

_LONGEST = 40  # characters of a piece that is kept
_MOST = 100_000  # pieces kept


class Pieces(dict[str, T]):
    """What `read` makes of each piece, read once and then looked up."""

    def __init__(self, read: Callable[[str], T]) -> None:
        self._read = read

    def __missing__(self, piece: str) -> T:
        made = self._read(piece)
        if len(piece) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[piece] = made
        return made

    def of(self, text: str) -> Iterator[T]:
        """What is made of all pieces of a text, in order."""
        return map(self.__getitem__, text.split())

"""What the query statistics table tells of one term and of one answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CLASSES = 3  # documents returned by exactly 1 query, by 2, and by 3 or more


@dataclass(frozen=True, slots=True)
class TermCount:
    """What was held of one term at one moment."""

    held: int = 0  # L: held documents that contain it
    # The same by how many queries returned each document, weighed by length; then all, each one over its captures.
    weighed: tuple[float, ...] = (0.0,) * (CLASSES + 1)
    clustered: float = 0.0  # sum over queries of (documents first found by it that contain the term) squared


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One outcome as the table saw it: counts of the asked word before it was applied."""

    word: str  # empty when the query is not one word
    before: TermCount
    documents_before: int
    ids: NDArray[np.int64]  # documents returned, less those that an earlier try of the same query returned
    new: tuple[int, ...]  # ids of those described for the first time
    seen: int
    matching: int  # of those seen, how many hold the word in their text
    total: int | None
    complete: bool
    error: str

    @property
    def is_peek(self) -> bool:
        """Whether only the first page of the answer was wanted."""
        return not self.complete and not self.error

    @property
    def looked(self) -> int:
        """How many of the results an earlier peek had shown."""
        return self.seen - len(self.ids)

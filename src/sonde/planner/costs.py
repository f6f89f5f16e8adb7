"""What a query costs (Ntoulas 2005, eq. 1 and 2), in any unit the user likes."""

import math
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.errors import ConfigError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Costs:
    """c_q per query, c_r per result listed, c_d per document downloaded. The default counts queries only.

    The paper multiplies c_r and c_d by fractions of the site; here they are per result and per document, so
    that no size of the site is needed.
    """

    query: float = 1.0  # c_q
    result: float = 0.0  # c_r
    document: float = 0.0  # c_d

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, astuple(self))) or self.query <= 0 or self.result < 0 or self.document < 0:
            raise ConfigError(
                f"costs must be above zero for a query and not below zero for the rest, got {self}. "
                "Use Costs(query=1) to count queries only."
            )

    def of(self, hits: Floats, new: Floats) -> Floats:
        """Cost(q) = c_q + c_r P(q) + c_d P_new(q) (eq. 2): documents that are held are not downloaded again."""
        return self.query + self.result * hits + self.document * new

    def of_all(self, hits: Floats) -> Floats:
        """Cost(q) = c_q + c_r P(q) + c_d P(q) (eq. 1): every result is downloaded."""
        return self.of(hits, hits)

    def spent(self, *, queries: int, results: int, documents: int) -> float:
        """The cost of queries that listed so many results and brought so many new documents (eq. 2, summed)."""
        return self.query * queries + self.result * results + self.document * documents

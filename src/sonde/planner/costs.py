"""What a query costs (Ntoulas 2005, eq. 1 and 2), in any unit the user likes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.errors import ConfigError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Costs:
    """c_q per query, c_r per result listed, c_d per new document. The default counts queries only."""

    query: float = 1.0
    result: float = 0.0
    document: float = 0.0

    def __post_init__(self) -> None:
        if self.query <= 0 or self.result < 0 or self.document < 0:
            raise ConfigError(
                f"costs must be above zero for a query and not below zero for the rest, got {self}. "
                "Use Costs(query=1) to count queries only."
            )

    def of(self, hits: Floats, new: Floats) -> Floats:
        """Cost(q) = c_q + c_r P(q) + c_d P_new(q) (eq. 2), in documents instead of fractions."""
        return self.query + self.result * hits + self.document * new

"""Do-nothing (Liakos 2015, 3.3): every result is taken for in-topic."""

from collections.abc import Sequence

from sonde.model import Document


class DoNothing:
    """Accepts all."""

    def accepted(self, results: Sequence[Document]) -> Sequence[Document]:
        """The results as they are."""
        return results

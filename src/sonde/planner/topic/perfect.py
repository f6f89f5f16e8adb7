"""Perfect (Liakos 2015, 3.3): the categories of the site itself decide. Only a lab knows them."""

from collections.abc import Callable, Sequence

from sonde.model import Document


class Perfect:
    """Accepts what is truly on topic."""

    def __init__(self, is_on_topic: Callable[[Document], bool]) -> None:
        self._is_on_topic = is_on_topic

    def accepted(self, results: Sequence[Document]) -> Sequence[Document]:
        """The results that belong to the topic."""
        return [document for document in results if self._is_on_topic(document)]

"""Pages whose text is like the examples': the page classifier, asked for a yes or no."""

from collections.abc import Sequence
from typing import Any

from sonde.discover.ache.form_text import page_words
from sonde.discover.ache.page_classifier import PageClassifier
from sonde.discover.read import read_page
from sonde.model import Page

SURE = 0.5


class TextValidator:
    """Accepts a page that is more likely one of the kind than not.

    Without negative pages it has to be shown what else there is: `learn_others`.
    """

    def __init__(self, examples: Sequence[Page], negatives: Sequence[Page] = ()) -> None:
        self._examples = [read_page(page) for page in examples]
        self.needs_others = not negatives
        self._classifier = PageClassifier.train(self._examples, [read_page(page) for page in negatives])

    def learn_others(self, pages: Sequence[Page]) -> None:
        """Learns what else there is from pages taken by chance, some of which may be of the kind."""
        self._classifier = PageClassifier.train(self._examples, unlabelled=[read_page(page) for page in pages])
        self.needs_others = False

    def accepts(self, page: Page) -> bool:
        """Whether the words of the page are those of the examples."""
        return self._classifier.probability(page_words(read_page(page))) >= SURE

    def state(self) -> dict[str, Any]:
        """What was learned, as JSON."""
        return self._classifier.state()

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self._classifier = PageClassifier.restored(state)
        self.needs_others = False

"""Pages that state the attributes of a thing: the examples' labels, found again in a page's tables and lists."""

from collections import Counter
from collections.abc import Sequence
from statistics import median

from sonde.errors import ConfigError
from sonde.model import Page
from sonde.page.attributes import attributes
from sonde.page.dom import parse_html
from sonde.text.words import words

ENOUGH = 0.5  # of what an example has in common with the others
MIN_LABELS = 3


class TableValidator:
    """Accepts a page whose labels are those of the example pages."""

    def __init__(self, examples: Sequence[Page]) -> None:
        labels = [label_words(page) for page in examples]
        labels = [one for one in labels if len(one) >= MIN_LABELS]
        if not labels:
            raise ConfigError(
                "none of the example pages has a table or list of attributes; "
                "use --validator text, or --validator module:function with one of your own"
            )
        holders = Counter(word for one in labels for word in one)
        self._shares = {word: count / len(labels) for word, count in holders.items()}
        self._enough = ENOUGH * median(self._score(one) - len(one) / len(labels) for one in labels)
        if len(labels) == 1:
            self._enough = ENOUGH * self._score(labels[0])

    def accepts(self, page: Page) -> bool:
        """Whether enough of the page's labels are also the examples'."""
        found = label_words(page)
        return len(found) >= MIN_LABELS and self._score(found) >= max(self._enough, 1.0)

    def _score(self, found: set[str]) -> float:
        """How many examples' worth of labels these are."""
        return sum(self._shares.get(word, 0.0) for word in found)


def label_words(page: Page) -> set[str]:
    """The words of the labels in a page's tables, definition lists and lines."""
    return {word for label, _ in attributes(parse_html(page.text)) for word in words(label)}

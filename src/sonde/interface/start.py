"""What a way to ask is learned from."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sonde.interface.probes import page_words
from sonde.interface.results.contrast import Answer
from sonde.page.dom import body_text
from sonde.page.metadata import metadata
from sonde.text.frequency import known_language


@dataclass(frozen=True, slots=True)
class Start:
    """The site that was named, the page that offers a way to ask, and words to try."""

    url: str  # that was named
    front: Answer  # the page there
    page: Answer  # that offers the way to ask
    rng: Random
    seeds: Sequence[str] = ()

    @property
    def language(self) -> str:
        """The language that the front page states."""
        return known_language(metadata(self.front.tree).language)

    def words(self) -> tuple[list[str], list[str]]:
        """Words of both pages: known ones, and strange ones."""
        return page_words([body_text(self.front.tree), body_text(self.page.tree)], self.language)

"""Whether a site searches the attributes of documents that have no text.

A document without text is described by its attributes, but many searches look at titles and texts alone. Then words of
attributes lead nowhere, and those that texts have as well are taken to be more frequent than they are.
"""

from dataclasses import dataclass

import numpy as np

from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics

LOOKED = 1000  # documents that are looked at for one word
PER_WORD = 3  # votes: some words are refused for other reasons
LEAST = 9  # votes against attributes that it takes
AGAINST = 4  # times the votes for them
MANY = 100  # votes for them that settle it
RETURNED = 0.8  # of the documents with a word in title or text must be in an answer that tells


@dataclass(slots=True)
class Attributes:
    """Takes attributes out of the statistics when answers show that they are not searched."""

    statistics: Statistics
    _returned: int = 0
    _missed: int = 0

    def observe(self, sighting: Sighting, *, is_cut: bool) -> None:
        """Learns from the documents held before that an answer should have held."""
        term = self.statistics.id_of(sighting.word)
        is_whole = not (is_cut or sighting.error) and (not sighting.seen or not sighting.is_peek)
        if term is None or not is_whole or self._returned >= MANY:
            return
        holding = self.statistics.holding_as_attribute(term, at_most=LOOKED)
        if not len(holding):
            return
        returned = int(np.count_nonzero(np.isin(holding, sighting.ids)))
        missed = len(holding) - returned
        own = sighting.before.held - len(holding)
        if returned or (own <= 0 and not sighting.seen) or sighting.matching - returned >= RETURNED * own:
            self._returned += min(PER_WORD, returned)
            self._missed += min(PER_WORD, missed)
        if self._missed >= LEAST and self._missed > AGAINST * self._returned:
            self.statistics.drop_attributes()

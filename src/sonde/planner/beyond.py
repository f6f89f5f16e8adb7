"""What lies beyond a cut answer: how many of the documents it did not show do we hold all the same?

The site states that a word has 900 matches and shows 100. Of the other 800, those that other queries brought
are in our table, so the share of them that is held is a sample of the coverage. It also sees what a site that
always shows the same documents first never returns.
"""

import numpy as np

from sonde.planner.statistics import Statistics

LITERAL = 0.96  # so many results hold the word itself where a site matches whole words
MIN_WHOLE = 50  # results of uncut answers that it takes to tell


class Beyond:
    """Cut answers with a stated count."""

    def __init__(self) -> None:
        self._terms: list[int] = []
        self._shown: list[float] = []  # returned documents that hold the word
        self._matching: list[float] = []  # documents on the site that hold it
        self._whole = (0, 0)  # results of uncut answers, and those among them that hold the word

    def add_cut(self, term: int, *, seen: int, matching: int, hits: int) -> None:
        """One cut answer: `matching` of the `seen` documents hold the word itself."""
        if matching >= LITERAL * seen:
            self._terms.append(term)
            self._shown.append(matching)
            self._matching.append(hits * matching / seen)

    def add_whole(self, *, seen: int, matching: int) -> None:
        """One uncut answer: it tells whether the site matches words, or stems and pieces of words too."""
        self._whole = (self._whole[0] + seen, self._whole[1] + matching)

    @property
    def answers(self) -> int:
        """Number of cut answers that can be used: none where the site's matching differs from ours.

        There the best results hold the word itself more often than the rest, so nothing follows from them.
        """
        seen, matching = self._whole
        return 0 if seen >= MIN_WHOLE and matching < LITERAL * seen else len(self._terms)

    def hidden(self) -> float:
        """How many matches beyond the cut there were, over all answers."""
        return float(sum(self._matching) - sum(self._shown))

    def held_share(self, statistics: Statistics) -> float:
        """The share of them that is held."""
        held = float(statistics.held[np.array(self._terms, np.intp)].sum()) - sum(self._shown)
        return min(1.0, max(0.0, held / max(1.0, self.hidden())))

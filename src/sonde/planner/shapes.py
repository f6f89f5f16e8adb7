"""Which kinds of words a site refuses whatever they mean: short ones, numbers, and those that stand on every page."""

from dataclasses import dataclass

from sonde.planner.sightings import Sighting

SHORT = 3  # no site is expected to refuse words longer than this for their length
FURNITURE = 0.2  # words that the site's own pages bring along are in at least this share of the documents
FURNITURE_BANDS = 50  # such words share their share: what is true of two of them is true of all in the band
EVERYWHERE = 0.9  # all words in more than this share of the documents are of one band
MIN_DOCUMENTS_FOR_FURNITURE = 4


@dataclass
class _Tally:
    """How often words of one kind were answered and refused."""

    answered: int = 0
    refused: int = 0

    @property
    def doubtful(self) -> bool:
        return self.refused >= 2 and self.refused > 2 * self.answered


class Shapes:
    """Counts answered and refused words by length, numbers, and furniture; words below `min_length` are refused."""

    def __init__(self, *, min_length: int = 1) -> None:
        self._lengths = [_Tally() for _ in range(SHORT + 1)]
        self._numbers = _Tally()
        self._furniture = [_Tally() for _ in range(FURNITURE_BANDS + 1)]
        for length in range(1, min(min_length, SHORT + 1)):
            self._lengths[length].refused += 2

    def count(self, sighting: Sighting, *, answered: bool) -> bool:
        """Notes that a word was answered or refused; whether it is of one of these kinds at all."""
        word = sighting.word
        tallies = []
        if len(word) <= SHORT:
            tallies.append(self._lengths[len(word)])
        if word.isdigit():
            tallies.append(self._numbers)
        band = furniture_band(sighting.before.held, documents=sighting.documents_before)
        if band is not None:
            tallies.append(self._furniture[band])
        for tally in tallies:
            tally.answered += answered
            tally.refused += not answered
        return bool(tallies)

    def allows(self, word: str) -> bool:
        """Whether neither its length nor being a number speaks against a word."""
        if len(word) <= SHORT and self._too_short(len(word)):
            return False
        return not (word.isdigit() and self._numbers.doubtful)

    def looks_like_furniture(self, held: int, *, documents: int) -> bool:
        """Whether words in just so large a share of the documents were furniture of the pages before."""
        band = furniture_band(held, documents=documents)
        return band is not None and self._furniture[band].doubtful

    def _too_short(self, length: int) -> bool:
        """No word of this length or shorter was ever answered, and some at least this long were refused."""
        if any(self._lengths[n].answered for n in range(length + 1)):
            return False
        return any(self._lengths[n].refused >= (2 if n == SHORT else 1) for n in range(length, SHORT + 1))


def furniture_band(held: int, *, documents: int) -> int | None:
    """The band of shares that a word falls into; None for words too rare to be furniture."""
    if documents < MIN_DOCUMENTS_FOR_FURNITURE or held < FURNITURE * documents:
        return None
    return FURNITURE_BANDS if held > EVERYWHERE * documents else held * FURNITURE_BANDS // documents

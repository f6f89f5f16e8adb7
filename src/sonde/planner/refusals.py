"""Which words a site will not search for, learned from words that returned nothing although we hold them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sonde.planner.statistics import Sighting
from sonde.planner.stopwords import FREQUENT, LUCENE, language_of, stop_lists
from sonde.text.frequency import general_frequency

POOR = 0.2  # an answer below this share of the held documents with the word is a refusal too
MIN_HELD_FOR_POOR = 10
SHORT = 3  # no site is expected to refuse words longer than this for their length
FURNITURE = 0.2  # words that the site's own pages bring along are in at least this share of the documents
FURNITURE_BANDS = 50  # such words share their share: what is true of two of them is true of all in the band
MIN_DOCUMENTS_FOR_FURNITURE = 20
FREQUENCY_MARGIN = 0.15  # the refusal of a frequent word casts doubt a little further down
NO_LIMIT = 99.0


@dataclass
class _Tally:
    """How often words of one kind were answered and refused."""

    answered: int = 0
    refused: int = 0

    @property
    def doubtful(self) -> bool:
        return self.refused >= 2 and self.refused > 2 * self.answered


class Refusals:
    """Remembers refused words and generalises: stop lists, general frequency, length, numbers, furniture.

    A word that was answered stays allowed whatever the rules say. `site_words` gives the site's most frequent
    words when a refused word is in no English list and the language must be told.
    """

    def __init__(self, *, site_words: Callable[[], Iterable[str]] = tuple) -> None:
        self._site_words = site_words
        self.version = 0  # changes whenever `allows` may answer differently
        self._answered: set[str] = set()
        self._refused: set[str] = set()
        self._banned: set[str] = set()
        self._unexplained: set[str] = set()  # refused, and on no list
        self._frequency_limit = NO_LIMIT
        self._language = "en"
        self._errors_of_frequent_words = 0
        self._lengths = [_Tally() for _ in range(SHORT + 1)]
        self._numbers = _Tally()
        self._furniture = [_Tally() for _ in range(FURNITURE_BANDS + 1)]

    def observe(self, sighting: Sighting, *, largest_answer: int) -> bool:
        """Learns from one answer; True if the word was refused. `largest_answer` tells caps from refusals."""
        word = sighting.word
        if not word:
            return False
        if sighting.error and not sighting.seen:
            self._observe_error(word)
            return True
        if not is_refused(sighting, largest_answer=largest_answer):
            if sighting.seen:
                self._answered.add(word)
                self._count(sighting, answered=True)
            return False
        self._count(sighting, answered=False)
        band = _furniture_band(sighting.before.held, documents=sighting.documents_before)
        self._blame(word, furniture=band is not None and sighting.seen > 0)
        return True

    def allows(self, word: str) -> bool:
        """Whether the site is expected to answer a word."""
        if word in self._answered:
            return True
        if word in self._banned or word in self._refused:
            return False
        if len(word) <= SHORT and self._too_short(len(word)):
            return False
        if word.isdigit() and self._numbers.doubtful:
            return False
        return self._frequency_limit == NO_LIMIT or self._frequency(word) < self._frequency_limit

    def listed_chance(self) -> float:
        """The chance that a word of the most widespread stop list is answered, from those asked so far."""
        answered, refused = len(self._answered & LUCENE), len(self._refused & LUCENE)
        return (answered + 1) / (answered + refused + 2)

    def looks_like_furniture(self, held: int, *, documents: int) -> bool:
        """Whether words in just so large a share of the documents were furniture of the pages before."""
        band = _furniture_band(held, documents=documents)
        return band is not None and self._furniture[band].doubtful

    def _observe_error(self, word: str) -> None:
        """An error may be the network's; only a second one for a frequent word tells of a stop list."""
        if self._frequency(word) >= FREQUENT:
            self._errors_of_frequent_words += 1
            if self._errors_of_frequent_words == 2:
                self._blame(word)

    def _count(self, sighting: Sighting, *, answered: bool) -> None:
        word = sighting.word
        tallies = []
        if len(word) <= SHORT:
            tallies.append(self._lengths[len(word)])
        if word.isdigit():
            tallies.append(self._numbers)
        band = _furniture_band(sighting.before.held, documents=sighting.documents_before)
        if band is not None:
            tallies.append(self._furniture[band])
        for tally in tallies:
            tally.answered += answered
            tally.refused += not answered
        self.version += bool(tallies)

    def _too_short(self, length: int) -> bool:
        """No word of this length or shorter was ever answered, and some at least this long were refused."""
        if any(self._lengths[n].answered for n in range(length + 1)):
            return False
        return any(self._lengths[n].refused >= (2 if n == SHORT else 1) for n in range(length, SHORT + 1))

    def _blame(self, word: str, *, furniture: bool = False) -> None:
        """Bans the stop list that explains a refusal, or else words as frequent as the refused one."""
        self.version += 1
        self._refused.add(word)
        if self._ban_list(word):
            return
        if word.isdigit() or len(word) < SHORT or furniture:
            return  # refused for its shape, or furniture: that says nothing about frequent words
        self._language = language_of(word, site_words=self._site_words()) or self._language
        self._unexplained.add(word)
        self._frequency_limit = self._likeliest_limit()

    def _ban_list(self, word: str) -> bool:
        """Bans the smallest list that holds the word and that more refusals than answers speak for."""
        for known in stop_lists(word, site_words=self._site_words()):
            refused = self._refused & known
            longest = max(len(other) for other in refused)
            # Very short words may have been refused for their length: longer words of the list stay for now.
            rest = {other for other in known if longest >= SHORT or len(other) <= longest} - self._banned
            if rest and len(self._answered & known) < len(refused):
                self._banned |= rest
                return True
        return False

    def _likeliest_limit(self) -> float:
        """The general frequency from which on the site refuses words, with the fewest exceptions so far."""
        answered = sorted(self._frequency(word) for word in self._answered)
        refused = sorted(map(self._frequency, self._unexplained), reverse=True)
        limits = [NO_LIMIT, *(f - FREQUENCY_MARGIN for f in refused if f >= FREQUENT - 1)]
        # Highest first, so that of two equally good limits the one that gives up fewer words is taken.
        return min(limits, key=lambda limit: sum(f < limit for f in refused) + sum(f >= limit for f in answered))

    def _frequency(self, word: str) -> float:
        return general_frequency(word, language=self._language)


def is_refused(sighting: Sighting, *, largest_answer: int) -> bool:
    """Nothing, or next to nothing, came back for a word that held documents contain."""
    held = sighting.before.held
    hits = max(sighting.seen, sighting.total or 0)
    if not held or sighting.error:
        return False
    if hits == 0:
        return True
    # An answer as long as the longest one may have been cut at the site's cap.
    return held >= MIN_HELD_FOR_POOR and hits < POOR * held and sighting.seen < 0.8 * largest_answer


def _furniture_band(held: int, *, documents: int) -> int | None:
    """The band of shares that a word falls into; None for words too rare to be furniture."""
    if documents < MIN_DOCUMENTS_FOR_FURNITURE or held < FURNITURE * documents:
        return None
    return min(FURNITURE_BANDS, held * FURNITURE_BANDS // documents)

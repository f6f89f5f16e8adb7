"""Which words a site will not search for, learned from words that returned nothing although we hold them."""

import math
from collections.abc import Callable, Iterable

from sonde.model import Abilities
from sonde.planner.boundary import Boundary
from sonde.planner.costs import Floats
from sonde.planner.shapes import SHORT, Shapes, furniture_band
from sonde.planner.sightings import Sighting
from sonde.planner.stopwords import ENGLISH, FREQUENT, USUAL, language_of, stop_lists
from sonde.text.frequency import general_frequency

POOR = 0.2  # an answer below this share of the held documents with the word is a refusal too
MIN_HELD_FOR_POOR = 10
MIN_DOCUMENTS_FOR_SHARE = 30  # fewer do not tell how frequent a word is on the site
FREQUENCY_MARGIN = 0.15  # the refusal of a frequent word casts doubt a little further down
LISTED_DOUBT = 4.0  # odds that a usual stop word is refused before any was asked; so many times more with each refusal
NO_LIMIT = math.inf


class Refusals:
    """Remembers refused words and generalises: stop lists, length, numbers, furniture, and how frequent they are.

    A site may drop words that are frequent in general, or those frequent in its own documents: what explains its
    answers better is believed. The first are left alone, the second are the less likely to be answered the more
    frequent they are.

    A word that was answered stays allowed whatever the rules say. `site_words` gives the site's most frequent
    words when a refused word is in no English list and the language must be told.
    """

    def __init__(self, *, site_words: Callable[[], Iterable[str]] = tuple, abilities: Abilities | None = None) -> None:
        self._site_words = site_words
        self.version = 0  # changes whenever `allows` may answer differently
        self._answered: set[str] = set()
        self._refused: set[str] = set()
        self._banned: set[str] = set()
        self._unexplained: set[str] = set()  # refused, and on no list
        self._frequency_limit = NO_LIMIT
        self._shares = Boundary()  # words by the share of the held documents that have them
        self._language = "en"
        self._errors_of_frequent_words = 0
        self._shapes = Shapes(min_length=abilities.min_length if abilities is not None else 1)
        self._long_enough = SHORT  # words of this length are not refused for it
        self._has_no_list = False  # soundings saw a usual stop word answered
        self._refuses_many = False  # what too many documents match: no stop list explains that
        self._begin(abilities or Abilities())

    def _begin(self, abilities: Abilities) -> None:
        """Starts from what soundings told."""
        self._refuses_many = abilities.too_many is not None
        self._long_enough = abilities.min_length if abilities.min_length > 1 else SHORT
        self._has_no_list = bool(abilities.operator) and not abilities.stop_words
        for word in abilities.stop_words:
            self._blame(word)
        self._frequency_limit = self._likeliest_limit()

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
                self._place(sighting, answered=True)
                self.version += self._shapes.count(sighting, answered=True)
            return False
        self.version += self._shapes.count(sighting, answered=False)
        band = furniture_band(sighting.before.held, documents=sighting.documents_before)
        self._blame(word, furniture=band is not None and sighting.seen > 0)
        if word in self._unexplained:
            self._place(sighting, answered=False)
            self._frequency_limit = self._likeliest_limit()
        return True

    def notice(self, word: str) -> None:
        """Learns that a word which found nothing, when no document was held that has it, was refused."""
        self._blame(word)
        self._frequency_limit = self._likeliest_limit()

    def allows(self, word: str) -> bool:
        """Whether the site is expected to answer a word."""
        if word in self._answered:
            return True
        if word in self._banned or word in self._refused:
            return False
        if not self._shapes.allows(word):
            return False
        return self._frequency_limit == NO_LIMIT or self._frequency(word) < self._frequency_limit

    def is_safe(self, word: str) -> bool:
        """Whether a word may be asked beside others: it was answered, or hardly any site would refuse or ignore it."""
        if word in self._answered:
            return True
        return self.allows(word) and word not in ENGLISH and self._frequency(word) < FREQUENT

    def listed_chance(self) -> float:
        """The chance that a usual stop word is answered, from those asked so far."""
        answered, refused = len(self._answered & USUAL), len(self._refused & USUAL)
        if self._has_no_list and not refused:
            return 1.0
        return (answered + 1) / (answered + 1 + LISTED_DOUBT ** (refused + 1))

    def chance(self, held: Floats, *, documents: int) -> Floats:
        """The chance that words in so many of the documents are answered, from those asked so far."""
        return self._shares.chance(held / max(1, documents))

    def looks_like_furniture(self, held: int, *, documents: int) -> bool:
        """Whether words in just so large a share of the documents were furniture of the pages before."""
        return self._shapes.looks_like_furniture(held, documents=documents)

    def _observe_error(self, word: str) -> None:
        """An error may be the network's; only a second one for a frequent word tells of a stop list."""
        if self._frequency(word) >= FREQUENT:
            self._errors_of_frequent_words += 1
            if self._errors_of_frequent_words == 2:
                self._blame(word)
                self._frequency_limit = self._likeliest_limit()

    def _blame(self, word: str, *, furniture: bool = False) -> None:
        """Bans the stop list that explains a refusal, or else remembers the word as unexplained."""
        self.version += 1
        self._refused.add(word)
        if not self._refuses_many and self._ban_list(word):
            return
        if word.isdigit() or len(word) < SHORT or furniture:
            return  # refused for its shape, or furniture: that says nothing about frequent words
        self._language = language_of(word, site_words=self._site_words()) or self._language
        self._unexplained.add(word)

    def _ban_list(self, word: str) -> bool:
        """Bans the smallest list that holds the word and that more refusals than answers speak for."""
        for known in stop_lists(word, site_words=self._site_words()):
            refused = self._refused & known
            longest = max(len(other) for other in refused)
            # Very short words may have been refused for their length: longer words of the list stay for now.
            by_list = longest >= self._long_enough or any(len(other) <= longest for other in self._answered)
            rest = {other for other in known if by_list or len(other) <= longest} - self._banned
            if rest and len(self._answered & known) < len(refused):
                self._banned |= rest
                return True
        return False

    def _place(self, sighting: Sighting, *, answered: bool) -> None:
        """Notes how frequent a word was on the site."""
        held, documents = sighting.before.held, sighting.documents_before
        if held and documents >= MIN_DOCUMENTS_FOR_SHARE:
            self._shares.add(held / documents, answered=answered)

    def _likeliest_limit(self) -> float:
        """The general frequency from which on the site refuses words, unless the share of documents tells better."""
        answered, refused = map(self._frequency, self._answered), map(self._frequency, self._unexplained)
        axis = Boundary(answered, (frequency - FREQUENCY_MARGIN for frequency in refused))
        # Where both tell as well, only very frequent words are taken to be refused for their general frequency.
        least = FREQUENT - (1 if axis.exceptions < self._shares.exceptions else 0) - FREQUENCY_MARGIN
        return axis.limit if axis.exceptions <= self._shares.exceptions and axis.limit >= least else NO_LIMIT

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

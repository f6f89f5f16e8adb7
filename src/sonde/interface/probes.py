"""Which words to sound a site with: nonsense, words of its own pages, then common words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from sonde.text.frequency import frequent_words, general_frequency
from sonde.text.words import distinct_words, words

_CONSONANTS, _VOWELS = "bcdfghjklmnpqrstvwxz", "aeiou"
_FURNITURE_ZIPF = 6.2  # words as common as "the" may be stop words: they come last


def nonsense(rng: Random) -> str:
    """A pronounceable word that no text holds."""
    return "".join(rng.choice(_CONSONANTS) + rng.choice(_VOWELS) for _ in range(6)) + "x"


def page_words(texts: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """Words of the site's own pages, the most promising first: those its language knows, and the others.

    A word that stands on few of the pages is content, one that stands on all of them is furniture;
    among equals the more common word in the language finds more. The others are names and codes,
    in the order they are met: on a register of names nothing else finds anything.
    """
    spread = Counter(word for text in texts for word in distinct_words(text))
    met = dict.fromkeys(word for text in texts for word in words(text) if _can_be_asked(word))
    promise = {word: _promise(word, language) for word in met}
    known = sorted(
        (word for word in met if promise[word]),
        key=lambda word: (spread[word] >= len(texts) > 1, -promise[word], word),
    )
    return known, [word for word in met if not general_frequency(word, language=language)]


def _can_be_asked(word: str) -> bool:
    """Whether a word is long enough to be content: four letters, or two characters of East Asia."""
    least = 2 if any("\u2e80" <= char <= "\ud7ff" for char in word) else 4
    return len(word) >= least and not word.isdigit()


def _promise(word: str, language: str) -> float:
    frequency = general_frequency(word, language=language)
    return frequency if frequency < _FURNITURE_ZIPF else 0.0


def common_words(language: str) -> list[str]:
    """Frequent words of the language, short function words left out."""
    return [word for word in frequent_words(language, 400) if _can_be_asked(word)][:60]


def record_words(records: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """Words of found records: (those in many of them, those in only one or else in the fewest), best first.

    The first kind brings answers of several pages, the second kind answers of one, or others than the first at least.
    """
    spread: Counter[str] = Counter()
    for record in records:
        spread.update(distinct_words(record))
    usable = [word for word in spread if _can_be_asked(word)]
    frequent = sorted((w for w in usable if spread[w] > 1), key=lambda word: (-spread[word], word))
    fewest = min((spread[word] for word in usable), default=1)
    seldom = [word for word in usable if spread[word] == fewest and (fewest == 1 or fewest < len(records))]
    rare = sorted(seldom, key=lambda word: (general_frequency(word, language=language), -len(word), word))
    return frequent, rare


def title_word(titles: Iterable[str]) -> str | None:
    """A whole title that is one word: the exact match that some sites answer with the document itself."""
    for title in titles:
        parts = words(title)
        if len(parts) == 1 and len(parts[0]) > 3 and parts[0] == title.strip().lower():
            return parts[0]
    return None


def alternate(*sources: Iterable[str]) -> Iterator[str]:
    """Words of all sources in turn, each word once."""
    seen: set[str] = set()
    iterators = [iter(source) for source in sources]
    while iterators:
        for iterator in list(iterators):
            word = next((word for word in iterator if word not in seen), None)
            if word is None:
                iterators.remove(iterator)
            else:
                seen.add(word)
                yield word

"""GetTokens: the words that tell the target documents from any other page, by TF-IDF (xCrawl 2008, section 4)."""

from collections import Counter
from collections.abc import Sequence

from sonde.text.frequency import general_frequency
from sonde.text.tfidf import GeneralLanguage, Reference, tf_idf
from sonde.text.words import words

MIN_CHARS = 3
STOP_ZIPF = 6.0  # words met more than once per thousand are stop words
COMMON_SHARE = 0.3  # a token of one document alone is a name, not a word of the domain


def get_tokens(
    documents: Sequence[str], *, count: int = 20, language: str = "en", reference: Reference | None = None
) -> list[tuple[str, float]]:
    """The tokens of the target documents with their weights, highest first; the highest weight is 1."""
    reference = reference or GeneralLanguage(language)
    split = [[word for word in words(text) if _is_token(word, language)] for text in documents]
    holders = Counter(word for one in split for word in set(one))
    shared = Counter(word for one in split for word in one if holders[word] >= COMMON_SHARE * len(split))
    weights = tf_idf(shared, reference)
    top = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:count]
    highest = top[0][1] if top else 1.0
    return [(word, weight / highest) for word, weight in top if weight > 0]


def _is_token(word: str, language: str) -> bool:
    is_word = len(word) >= MIN_CHARS and not word.isdigit()
    return is_word and general_frequency(word, language=language) < STOP_ZIPF

"""Words that sites commonly refuse to search for, from the most widespread list to general frequency."""

from collections.abc import Iterable, Set
from functools import cache

from sonde.text.frequency import frequent_words, languages

# What Lucene's English analyser drops; Solr, Elasticsearch and many others have inherited it.
_LUCENE = """
a an and are as at be but by for if in into is it no not of on or such that the their then there these
they this to was will with
"""

# Articles, pronouns, auxiliaries, prepositions, conjunctions and the adverbs that usually go with them.
_ENGLISH = """
about above across after again against all along also although always am among another any around because
been before behind being below beneath beside between beyond both can could did do does doing done down
during each either else even ever every except few from further had has have having he hence her here
hers herself him himself his how however i inside its itself just least less many may me might mine more
most much must my myself near neither never nor now off often once one only onto other our ours ourselves
out outside over own per same shall she should since so some still than theirs them themselves therefore
those though through throughout thus too toward towards under unless until up upon us very via we were
what when where whereas whether which while who whom whose why within without would yet you your yours
yourself yourselves
"""

LUCENE = frozenset(_LUCENE.split())
USUAL = LUCENE | {"from"}  # which full-text searches of databases drop as well
ENGLISH = LUCENE | frozenset(_ENGLISH.split())

FREQUENT = 5.0  # Zipf scale of wordfreq (3: once per million words, 6: once per thousand)
LIST_LENGTH = 120


def stop_lists(word: str, *, site_words: Iterable[str] = ()) -> list[Set[str]]:
    """The known lists that hold a word, the smallest first.

    For a word that is not English, the list is the most frequent words of the language whose frequent words
    look most like `site_words`.
    """
    lists: list[Set[str]] = [known for known in (LUCENE, ENGLISH) if word in known]
    if not lists:
        language = language_of(word, site_words=site_words)
        if language not in ("", "en"):
            lists.append(most_frequent(language))
    return lists


def language_of(word: str, *, site_words: Iterable[str] = ()) -> str:
    """The language where a word is very frequent and that the site's words resemble most; empty if none."""
    sample = set(site_words)
    fits = {code: len(sample & most_frequent(code)) for code in languages() if word in most_frequent(code)}
    return min(fits, key=lambda code: (-fits[code], code), default="")


@cache
def most_frequent(language: str) -> Set[str]:
    """The words of a language that make up its stop lists, by frequency."""
    return frozenset(frequent_words(language, LIST_LENGTH))

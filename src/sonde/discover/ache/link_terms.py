"""The terms of a link in the three feature spaces of ACHE 2007: its anchor, its URL, and the text around it."""

import re
from functools import cache, lru_cache
from itertools import chain
from urllib.parse import unquote, urlsplit

from sonde.discover.ache.word_stems import LANGUAGES, stem_of
from sonde.discover.model import Outlink
from sonde.planner.stopwords import ENGLISH
from sonde.text.frequency import frequent_words, general_frequency
from sonde.text.words import words

ANCHOR, URL, AROUND = "anchor", "url", "around"
SPACES = (ANCHOR, URL, AROUND)
Terms = dict[str, frozenset[str]]  # by feature space

_URL_STOP = frozenset("www http https com org net edu gov co uk html htm shtml php asp aspx jsp cgi".split())
_PARTS = re.compile(r"[^\W\d_]+")
_OTHERS = (*(language for language in LANGUAGES if language != "en"), "pl")
_OTHERS_LENGTH = 40
_CONTENT = 4.8  # Zipf scale: a stop word of another language that English has as a common word of its own is kept
_MAX_CHARS = 400  # of a URL
_LONGEST_PIECE, _MOST_PIECES = 40, 200_000  # whose terms are kept


def link_terms(link: Outlink) -> Terms:
    """The stems of a link by feature space, stop words left out (Algorithm 2, getTermSet to stem)."""
    return {
        ANCHOR: frozenset(stems(link.anchor)),
        URL: frozenset(url_stems(link.url)),
        AROUND: frozenset(stems(f"{link.before} {link.after}")),
    }


class _Terms(dict[str, tuple[str, ...]]):
    """The terms of what stands between two white spaces: a page says most of it again and again."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        found = tuple(term for word in words(piece) if (term := term_of(word)))
        if len(piece) <= _LONGEST_PIECE:
            if len(self) >= _MOST_PIECES:
                self.clear()
            self[piece] = found
        return found


_terms = _Terms()


def stems(text: str) -> list[str]:
    """The stemmed words of a text in order, without stop words, single letters and numbers."""
    return list(chain.from_iterable(map(_terms.__getitem__, text.split())))


def url_stems(url: str) -> list[str]:
    """The stemmed words of an address, host included; neither protocol nor suffixes that every address has."""
    parts = urlsplit(url[:_MAX_CHARS])
    host, _, ending = (parts.hostname or "").rpartition(".")
    return _address_stems(f"{host or ending} {parts.path} {parts.query}")


@lru_cache(maxsize=20_000)  # sites name their pages alike
def path_stems(path: str) -> tuple[str, ...]:
    """The stemmed words of what follows the host in an address."""
    return tuple(_address_stems(path[:_MAX_CHARS]))


def _address_stems(text: str) -> list[str]:
    said = unquote(text).lower()
    return [term for word in _PARTS.findall(said) if word not in _URL_STOP and (term := term_of(word))]


@lru_cache(maxsize=200_000)
def term_of(word: str) -> str:
    """The stem of a lower-case word; empty for stop words, single letters and numbers."""
    return "" if len(word) < 2 or word.isdigit() or word in stop_words() else stem_of(word)


@cache
def stop_words() -> frozenset[str]:
    """The words that tell nothing in any language we know well, unless English has them as words of its own."""
    others = {word for language in _OTHERS for word in frequent_words(language, _OTHERS_LENGTH)}
    return ENGLISH | {word for word in others if general_frequency(word) < _CONTENT}

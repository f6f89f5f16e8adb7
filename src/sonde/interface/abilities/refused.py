"""Which questions a search will not answer: stop words, words that are too short, words that find too much."""

from dataclasses import replace

from sonde.interface.abilities.grounds import LISTED, Grounds
from sonde.model import Abilities
from sonde.text.frequency import frequent_words
from sonde.text.words import distinct_words

_STOPPED = 4  # letters of the words that tell of a stop list: shorter ones may be refused for their length
_SHORT = 3  # words up to this length may be refused for it
_CONFIRMED = 2  # words of one length that must be refused
_SHOWN = 3  # texts that have a word on its own: then the site has it, and one refusal tells
_ANYWHERE = {1: ("1", "2"), 2: ("10", "20")}  # words that any larger site has
_WIDESPREAD = 6  # words that many documents have, by what was shown
_COMMON = 100  # the most frequent words of a language, some of which are on every stop list
_LISTED = {1: 6.0, 2: 5.5, 3: 4.5}  # by length, the general frequency from which on words may be on stop lists


async def learn_stop_words(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether a word that is on every stop list, and in documents, finds nothing."""
    listed = frequent_words(grounds.language, _COMMON)
    held = [word for word in listed if word in grounds.material]
    long = [word for word in held if len(word) >= _STOPPED]
    for word in (long or held)[:1]:
        if await _is_refused(grounds, word):
            return replace(known, stop_words=(word,))
    return known


async def learn_too_many(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether the site answers no question that many documents match, with the most matches it did answer.

    A word that is on no stop list and finds nothing although results show it tells this from a stop list.
    """
    if not known.stop_words or (known.operator == "or" and await grounds.finds_everything()):
        return known
    common = [word for word in grounds.long_words(stopped=True) if _is_shown_and_unlisted(grounds, word)]
    if any(grounds.line.found(word) for word in common[:_WIDESPREAD]):
        return known
    common = common[:_CONFIRMED]
    for word in common:
        if not await _is_refused(grounds, word):
            return known
    answered = [depth.total or len(depth.results) for depth in grounds.line.known.values()]
    return replace(known, stop_words=(), too_many=max(answered)) if len(common) == _CONFIRMED else known


async def learn_min_length(grounds: Grounds, known: Abilities) -> Abilities:
    """From which length on words find something, by short words that documents have and that are on no stop list."""
    if known.too_many:
        return known  # short words may find too much
    if not await _refuses_length(grounds, 1, confirmed=1):
        return replace(known, min_length=1)
    if not await _refuses_length(grounds, 2):
        return replace(known, min_length=2 if await _refuses_length(grounds, 1) else 1)
    length = 3
    while length <= _SHORT and await _refuses_length(grounds, length):
        length += 1
    return replace(known, min_length=length)


def _is_shown_and_unlisted(grounds: Grounds, word: str) -> bool:
    return grounds.prose[word] > 1 and grounds.frequency(word) < LISTED


async def _refuses_length(grounds: Grounds, length: int, *, confirmed: int = _CONFIRMED) -> bool | None:
    """Whether words of a length find nothing; None when no such word is known."""
    usable = [word for word in grounds.material if len(word) == length and grounds.frequency(word) < _LISTED[length]]
    # Some sites lead straight to what is called so.
    titles = {word for result in grounds.results for word in distinct_words(result.title)}
    usable.sort(
        key=lambda word: (
            word in titles, not word.isalpha(), -min(_SHOWN, grounds.prose[word]), word not in grounds.sample.words,
            -grounds.material[word], word,
        )
    )  # fmt: skip
    refused = 0
    for word in (*usable, *_ANYWHERE.get(length, ()))[: _CONFIRMED + 1]:
        verdict = await _is_refused(grounds, word)
        if verdict is False:
            return False
        refused += verdict is True
        if refused == confirmed or (verdict and (grounds.prose[word] >= _SHOWN or grounds.line.is_dear)):
            break
    return True if refused else None


async def _is_refused(grounds: Grounds, word: str) -> bool | None:
    """Whether a word finds nothing; None when that was not asked, or the site did not search."""
    depth = await grounds.line.ask(word)
    return None if depth is None or depth.direct else depth.is_empty or depth.failed

"""What a site's search can do: operators, matching, refused words, order, cap. Each question is a few soundings.

Everything rests on two documents of the site whose text is known, and on a rare word of each: whether an answer
still shows the document tells what the site made of the question.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from sonde.interface.grounds import FREQUENT, SOUND, Grounds, Sample, find_grounds, is_regular, key_of
from sonde.interface.line import Line
from sonde.interface.model import SearchInterface
from sonde.interface.reach import learn_cap
from sonde.interface.site import Fetcher
from sonde.interface.sound_order import learn_order
from sonde.model import Abilities
from sonde.text.frequency import frequent_words

PROBES = 25
_STOPPED = 4  # letters of the words that tell of a stop list: shorter ones may be refused for their length
_SHORT = 3  # words up to this length may be refused for it
_CONFIRMED = 2  # words of one length that must be refused
_ANYWHERE = {1: ("1", "2"), 2: ("10", "20")}  # words that any larger site has
_COMMON = 100  # the most frequent words of a language, some of which are on every stop list

Learner = Callable[[Grounds, Abilities], Awaitable[Abilities]]


async def learn_abilities(
    fetcher: Fetcher, interface: SearchInterface, *, rng: Random | None = None, probes: int = PROBES
) -> SearchInterface:
    """Adds what the site's search can do; unknown where the soundings do not tell."""
    line = Line(fetcher, interface, allowed=probes)
    known = replace(interface.abilities, page_size=interface.paging.page_size)
    has_words = bool(interface.ask.query_field) or "{" in interface.ask.action
    grounds = None
    if has_words and interface.seeds:
        grounds = await find_grounds(line, interface.seeds, interface.language, rng or Random(0))
    if grounds is not None:
        for learner in LEARNERS:
            known = await learner(grounds, known)
    known = replace(known, words=has_words, counts=_counts(interface, line))
    evidence = f"{line.spent} soundings told what the search can do"
    if grounds is None:
        evidence = "what the search can do is unknown: no two documents with rare words were found"
    return replace(interface, abilities=known, evidence=(*interface.evidence, evidence))


def _counts(interface: SearchInterface, line: Line) -> Any:
    """Whether hit counts are exact: rounded ones end in zeros, all of them."""
    if interface.count is None or line.doubts_counts:
        return "none"
    totals = {depth.total for depth in line.known.values() if depth.total is not None and depth.total >= 100}
    ragged = [total for total in totals if set(str(total)[2:]) != {"0"}]
    if ragged or len(totals) > 1:
        return "exact" if ragged else "rounded"
    return "exact" if interface.count.exact else "rounded"


async def learn_operator(grounds: Grounds, known: Abilities) -> Abilities:
    """Two rare words of different documents together find more than each, or less."""
    one, other = grounds.one, grounds.other
    depth = await grounds.line.ask(f"{one.rare} {other.rare}")
    if depth is None or depth.failed:
        return known
    single = max(one.depth.hits, other.depth.hits)
    if depth.hits != single:
        return replace(known, operator="or" if depth.hits > single else "and")
    return replace(known, operator="or" if one.is_in(depth) or other.is_in(depth) else "and")


async def learn_stop_words(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether a word that is on every stop list, and in documents, finds nothing."""
    listed = frequent_words(grounds.language, _COMMON)
    held = [word for word in listed if word in grounds.material]
    long = [word for word in held if len(word) >= _STOPPED]
    for word in (long or held)[:1]:
        if await _is_refused(grounds, word):
            return replace(known, stop_words=(word,))
    return known


async def learn_min_length(grounds: Grounds, known: Abilities) -> Abilities:
    """From which length on words find something, by short words that documents have and that are on no stop list."""
    refused = await _refuses_length(grounds, 2)
    if not refused:
        is_long = await _refuses_length(grounds, 1)
        return replace(known, min_length=2 if is_long else 1)
    length = 3
    while length <= _SHORT and await _refuses_length(grounds, length):
        length += 1
    return replace(known, min_length=length)


async def _refuses_length(grounds: Grounds, length: int) -> bool | None:
    """Whether words of a length find nothing; None when no such word is known."""
    usable = [word for word in grounds.material if len(word) == length and grounds.frequency(word) < _rare(length)]
    usable.sort(key=lambda word: (not word.isalpha(), -_known_texts(grounds, word), -grounds.material[word], word))
    refused = 0
    for word in (*usable, *_ANYWHERE.get(length, ()))[: _CONFIRMED + 1]:
        verdict = await _is_refused(grounds, word)
        if verdict is False:
            return False
        refused += verdict is True
        if refused == _CONFIRMED:
            break
    return True if refused else None


def _rare(length: int) -> float:
    """The general frequency below which a word is on no stop list; single letters all are frequent."""
    return 6.0 if length == 1 else 5.5 if length == 2 else SOUND


def _known_texts(grounds: Grounds, word: str) -> int:
    return (word in grounds.one.counts) + (word in grounds.other.counts)


async def _is_refused(grounds: Grounds, word: str) -> bool | None:
    """Whether a word finds nothing; None when that was not asked, or the site did not search."""
    depth = await grounds.line.ask(word)
    return None if depth is None or depth.direct else depth.is_empty or depth.failed


async def learn_matching(grounds: Grounds, known: Abilities) -> Abilities:
    """A piece of a rare word, then another form of it."""
    for sample in (grounds.one, grounds.other):
        piece = piece_of(sample)
        if piece and await _is_as_good(grounds, sample, piece, known):
            return replace(known, matching="substrings")
        form = other_form(sample)
        if piece and form:
            is_stem = await _is_as_good(grounds, sample, form, known)
            return replace(known, matching="stems" if is_stem else "words")
        if piece:
            known = replace(known, matching="words")
    return known


async def _is_as_good(grounds: Grounds, sample: Sample, word: str, known: Abilities) -> bool:
    """Whether another word finds the sample like its own: with all its words, or alone where any word will do."""
    if known.operator == "and":
        return bool(await grounds.shows(f"{sample.rare} {word}", sample))
    depth = await grounds.line.ask(word)
    if depth is None or sample.is_in(depth):
        return depth is not None
    # Where not even its own word shows it on the first page, the documents it does show must do.
    shown = {key_of(result) for result in depth.results}
    own = [key_of(result) in shown for result in sample.alone.results]
    return not sample.is_in(sample.alone) and sum(own) > 0.5 * len(own)


def piece_of(sample: Sample) -> str:
    """The longest inner part of the rare word that is no word of the document; empty when there is none."""
    word = sample.word
    pieces = (word[1:], word[2:], word[1:-1], word[2:-1], word[2:-2])
    return next((piece for piece in pieces if len(piece) > 3 and piece not in sample.counts), "")


def other_form(sample: Sample) -> str:
    """The rare word with or without a plural ending, if the document has it in one form only."""
    word = sample.word
    form = word[:-1] if word.endswith("s") else f"{word}s"
    return form if is_regular(word) and form not in sample.counts else ""


async def learn_exclusion(grounds: Grounds, known: Abilities) -> Abilities:
    """A word of the document with a minus: the document goes; a nonsense word with a minus: it stays."""
    return replace(known, exclude=await _excluding(grounds, "-{}"))


async def learn_exclusion_by_word(grounds: Grounds, known: Abilities) -> Abilities:
    """The same with NOT, where a minus does nothing."""
    return known if known.exclude else replace(known, exclude=await _excluding(grounds, "NOT {}"))


async def _excluding(grounds: Grounds, syntax: str) -> str:
    rare = grounds.one.rare
    without = await grounds.line.ask(f"{rare} {syntax.format(grounds.seed)}")
    if without is None or grounds.one.is_in(without) or without.hits > grounds.one.depth.hits:
        return ""
    stays = await grounds.shows(f"{rare} {syntax.format(grounds.nonsense)}", grounds.one)
    return syntax if stays else ""


async def learn_wildcard(grounds: Grounds, known: Abilities) -> Abilities:
    """The beginning of a rare word with a star: found, and not found without it."""
    sample = grounds.one
    beginning = sample.word[: max(4, len(sample.word) - 3)]
    if known.matching != "words" or beginning in sample.counts:
        return known
    if not await _is_as_good(grounds, sample, f"{beginning}*", known):
        return known
    if await _is_as_good(grounds, sample, beginning, known):
        return replace(known, matching="stems")  # beginnings are found as they are
    return replace(known, wildcard="{}*")


async def learn_phrase(grounds: Grounds, known: Abilities) -> Abilities:
    """Two neighbours of the text in quotes, then the other way round: found, then not."""
    for sample in (grounds.one, grounds.other):
        neighbours = set(pairwise(sample.text))
        pairs = [(a, b) for a, b in sorted(neighbours) if sample.word in (a, b) and (b, a) not in neighbours]
        pairs = [pair for pair in pairs if all(len(w) > _SHORT and grounds.frequency(w) < FREQUENT for w in pair)]
        for a, b in pairs[:2]:
            if await grounds.shows(f'"{a} {b}"', sample):
                works = await grounds.shows(f'"{b} {a}"', sample) is False
                return replace(known, phrase='"{}"') if works else known
    return known


LEARNERS: tuple[Learner, ...] = (
    learn_operator,
    learn_stop_words,
    learn_min_length,
    learn_matching,
    learn_exclusion,
    learn_order,
    learn_cap,
    learn_phrase,
    learn_wildcard,
    learn_exclusion_by_word,
)

"""What a site's search can do: operators, matching, refused words, order, cap. Each question is a few soundings.

Everything rests on a document of the site and a rare word of it: whether an answer still shows the document tells
what the site made of the question.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from sonde.interface.abilities.cap import learn_cap
from sonde.interface.abilities.either import learn_either
from sonde.interface.abilities.grounds import FREQUENT, Grounds, Sample, find_grounds, key_of, rare_first, side_by_side
from sonde.interface.abilities.line import Answers, Depth, Line
from sonde.interface.abilities.refused import learn_min_length, learn_stop_words, learn_too_many
from sonde.interface.abilities.sound_order import learn_order, with_rare
from sonde.interface.abilities.word_forms import other_forms
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.model import Abilities
from sonde.text.frequency import frequent_words
from sonde.text.words import words

PROBES = 25
_LONG = 4  # letters of a word in a phrase
_PHRASES = 2  # asked in quotes
_FORMS = 2  # other forms of words that are asked
_OWN = 0.5  # of the texts that may have a word beside every result
_BESIDE = 8  # words of the sample whose forms are looked for
_WORDS = 6000  # of the language whose forms are compared

Learner = Callable[[Grounds, Abilities], Awaitable[Abilities]]


async def learn_abilities(
    fetcher: Fetcher,
    interface: SearchInterface,
    *,
    rng: Random | None = None,
    probes: int = PROBES,
    site: Answers | None = None,
) -> SearchInterface:
    """Adds what the site's search can do; unknown where the soundings do not tell. `site` asks in another way."""
    line = Line(fetcher, interface, allowed=probes, site=site)
    known = replace(interface.abilities, page_size=interface.paging.page_size)
    has_words = bool(interface.ask.query_field) or "{" in interface.ask.action
    grounds = None
    if has_words and interface.seeds:
        grounds = await find_grounds(line, interface.seeds, interface.language, rng or Random(0))
    if grounds is not None:
        for learner in LEARNERS:
            known = await learner(grounds, known)
    known = replace(known, words=has_words, counts=_counts(interface, line))
    evidence = f"{line.spent} requests told what the search can do"
    if grounds is None:
        evidence = "what the search can do is unknown: no document was found by a rare word of it"
    return replace(interface, abilities=known, evidence=(*interface.evidence, evidence))


def _counts(interface: SearchInterface, line: Line) -> Any:
    """Whether hit counts are exact: rounded ones end in zeros, all of them."""
    if interface.json is None and (interface.count is None or line.doubts_counts):
        return "none"
    if interface.json is not None and not interface.json.total:
        return "none"
    totals = {depth.total for depth in line.known.values() if depth.total is not None and depth.total >= 100}
    ragged = [total for total in totals if set(str(total)[2:]) != {"0"}]
    if ragged or len(totals) > 1:
        return "exact" if ragged else "rounded"
    is_exact = interface.count.exact if interface.count is not None else bool(interface.json and interface.json.exact)
    return "exact" if is_exact else "rounded"


async def learn_operator(grounds: Grounds, known: Abilities) -> Abilities:
    """A word that finds much and one that finds little, both of one document: together as much, or as little.

    A word that nothing has tells the same where that is not clear, but some sites answer with either word when no
    document has both.
    """
    sample = grounds.sample
    both = await grounds.line.ask(with_rare(grounds))
    if both is not None and both.is_empty and not both.failed:
        return known  # though the sample has both: several words are taken as one text
    if both is not None and sample.depth.hits < grounds.wide.hits and not (both.is_empty or both.failed):
        return replace(known, operator="or" if both.hits > sample.depth.hits else "and")
    shown = await grounds.shows(f"{sample.word} {grounds.nonsense}")
    return known if shown is None else replace(known, operator="or" if shown else "and")


async def learn_matching(grounds: Grounds, known: Abilities) -> Abilities:
    """A piece of a rare word, and another form of it, as words of its language have them.

    Where all words are wanted, a form that is a piece as well comes first, and where any word will do, both at once:
    that may rule out both.
    """
    piece, forms = piece_of(grounds.sample), _forms(grounds, known)
    asked = _tried(forms, grounds)
    if known.operator == "or" and piece and asked and await grounds.shows(f"{piece} {asked[0]}") is False:
        return replace(known, matching="words")
    is_inner = known.operator == "and" and any(form in word for form in asked[:1] for word in grounds.sample.words)
    if is_inner and await _are_no_good(grounds, asked, known):
        return replace(known, matching="words")
    is_part = await _is_as_good(grounds, piece, known) if piece else None
    if is_part is None:
        return known
    if is_part:
        return replace(known, matching="substrings")
    verdicts = {form: await _is_as_good(grounds, form, known) for form in asked}
    found = next((form for form, verdict in verdicts.items() if verdict), "")
    if not found:
        return known if None in verdicts.values() else replace(known, matching="words")
    document = await grounds.line.get(grounds.sample.result)  # it may have both forms
    text = set(words(f"{document.title} {document.text}")) if document is not None else set()
    if document is not None and found not in text:
        return replace(known, matching="stems")
    others = [form for form in forms if form not in text]
    if document is None or not others:
        return known
    return replace(known, matching="stems" if await _is_as_good(grounds, others[0], known) else "words")


def _forms(grounds: Grounds, known: Abilities) -> list[str]:
    """Other forms of the rare word; where all words are wanted, also of others beside it, known words first."""
    sample = grounds.sample
    vocabulary = {*grounds.material, *frequent_words(grounds.language, _WORDS)}
    forms = other_forms(sample.word, vocabulary)[:_FORMS]
    if known.operator == "and":
        own = {word for word in sample.words if grounds.material[word] <= _OWN * len(grounds.texts)}  # no furniture
        beside = [word for word in rare_first(own, grounds.language) if grounds.frequency(word)]
        forms += [form for word in beside[:_BESIDE] for form in other_forms(word, vocabulary)[:1]]
    forms = [form for form in dict.fromkeys(forms) if form not in sample.words]
    in_words = {form for form in forms if any(form in word for word in sample.words)}
    return sorted(forms, key=lambda form: (not grounds.frequency(form), form not in in_words))


def _tried(forms: Sequence[str], grounds: Grounds) -> Sequence[str]:
    """The forms to ask: where a question takes several requests, one must do."""
    return forms[: 1 if grounds.line.price > 1 else _FORMS]


async def _is_as_good(grounds: Grounds, word: str, known: Abilities) -> bool | None:
    """Whether another word finds the sample like its own: with its own, or alone where any word will do.

    None when that was not asked.
    """
    return await grounds.shows(f"{grounds.sample.word} {word}" if known.operator == "and" else word)


def piece_of(sample: Sample) -> str:
    """The longest inner part of the rare word that is no word of the document; empty when there is none."""
    word = sample.word
    pieces = (word[1:], word[2:], word[1:-1], word[2:-1], word[2:-2])
    return next((piece for piece in pieces if len(piece) > 3 and piece not in sample.words), "")


async def _are_no_good(grounds: Grounds, forms: Sequence[str], known: Abilities) -> bool:
    """Whether none of some words finds the sample; asked only until one does."""
    for form in forms:
        if await _is_as_good(grounds, form, known) is not False:
            return False
    return True


async def learn_exclusion(grounds: Grounds, known: Abilities) -> Abilities:
    """A word of the document with a minus: the document goes; a nonsense word with a minus: it stays."""
    return replace(known, exclude=await _excluding(grounds, "-{}")) if known.operator else known


async def learn_exclusion_by_word(grounds: Grounds, known: Abilities) -> Abilities:
    """The same with NOT, where a minus does nothing."""
    if known.exclude or not known.operator:
        return known
    return replace(known, exclude=await _excluding(grounds, "NOT {}"))


async def _excluding(grounds: Grounds, syntax: str) -> str:
    sample = grounds.sample
    without = await grounds.line.ask(f"{sample.word} {syntax.format(grounds.seed)}")
    if without is None or sample.is_in(without) or without.hits > sample.depth.hits:
        return ""
    is_sign = not any(map(str.isalpha, syntax))  # a word may be searched for itself
    if without.results and ((is_sign and _is_part(without, sample.depth)) or without.total == await _others(grounds)):
        return syntax
    stays = await grounds.shows(f"{sample.word} {syntax.format(grounds.nonsense)}")
    return syntax if stays else ""


def _is_part(some: Depth, whole: Depth) -> bool:
    """Whether all results of an answer are among those of another one that is known to its end."""
    return not (some.more or whole.more) and {*map(key_of, some.results)} < {*map(key_of, whole.results)}


async def _others(grounds: Grounds) -> float:
    """How many documents have the rare word and not the one that finds much, by what both find together."""
    both, rare = await grounds.line.ask(with_rare(grounds)), grounds.sample.depth
    if both is None or both.total is None:
        return inf
    others = rare.hits - both.total if both.total < rare.hits else both.total - grounds.wide.hits
    return others if others != both.total else inf  # a minus that is no sign would find as many


async def learn_wildcard(grounds: Grounds, known: Abilities) -> Abilities:
    """The beginning of a rare word with a star: found, and not found without it."""
    sample = grounds.sample
    beginning = sample.word[: max(4, len(sample.word) - 3)]
    if known.matching != "words" or beginning in sample.words:
        return known
    works = await _is_as_good(grounds, f"{beginning}*", known)
    works = works and await _is_as_good(grounds, beginning, known) is False
    return replace(known, wildcard="{}*") if works else known


async def learn_phrase(grounds: Grounds, known: Abilities) -> Abilities:
    """Two neighbours of the text in quotes, then the other way round: found, then not.

    Without quotes where several words are neither all wanted nor any of them: they may be one text to the site.
    """
    syntax = '"{}"' if known.operator else "{}"
    pairs = _neighbours(grounds.sample.text, grounds)
    if not pairs:  # what is shown of a document may be its title alone
        document = await grounds.line.get(grounds.sample.result)
        pairs = _neighbours(document.text, grounds) if document is not None else []
    for a, b in pairs[:_PHRASES]:
        if await grounds.shows(syntax.format(f"{a} {b}")):
            works = await grounds.shows(syntax.format(f"{b} {a}")) is False
            return replace(known, phrase=syntax) if works else known
    return known


def _neighbours(text: str, grounds: Grounds) -> list[tuple[str, str]]:
    """Two long words between which nothing but a space stands, those first that few documents will have."""
    found = {(a, b) for a, b in side_by_side(text) if min(len(a), len(b)) >= _LONG}
    usable = [pair for pair in found if pair[::-1] not in found and max(map(grounds.frequency, pair)) < FREQUENT]
    return sorted(usable, key=lambda pair: (grounds.sample.word not in pair, sum(map(grounds.frequency, pair)), pair))


LEARNERS: tuple[Learner, ...] = (
    learn_operator,
    learn_stop_words,
    learn_too_many,
    learn_min_length,
    learn_matching,
    learn_exclusion,
    learn_order,
    learn_cap,
    learn_either,
    learn_phrase,
    learn_wildcard,
    learn_exclusion_by_word,
)

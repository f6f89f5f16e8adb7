"""What a site's search can do: operators, matching, refused words, order, cap. Each question is a few soundings.

Everything rests on a document of the site and a rare word of it: whether an answer still shows the document tells
what the site made of the question.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

from sonde.interface.abilities.cap import learn_cap
from sonde.interface.abilities.either import learn_either
from sonde.interface.abilities.exclusion import learn_exclusion, learn_exclusion_by_word
from sonde.interface.abilities.grounds import FREQUENT, Grounds, find_grounds
from sonde.interface.abilities.line import Answers, Line
from sonde.interface.abilities.matching import learn_matching, learn_wildcard
from sonde.interface.abilities.refused import learn_min_length, learn_stop_words, learn_too_many
from sonde.interface.abilities.sample import side_by_side
from sonde.interface.abilities.sound_order import learn_order, with_rare
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.model import Abilities

PROBES = 25
_LONG = 4  # letters of a word in a phrase
_PHRASES = 2  # asked in quotes

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

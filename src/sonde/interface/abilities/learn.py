"""What a site's search can do: operators, matching, refused words, order, cap. Each question is a few soundings.

Everything rests on a document of the site and a rare word of it: whether an answer still shows the document tells
what the site made of the question.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

from sonde.interface.abilities.cap import learn_cap
from sonde.interface.abilities.counts import counts_of, learn_counts
from sonde.interface.abilities.either import learn_either
from sonde.interface.abilities.grounds import FREQUENT, Grounds, find_grounds
from sonde.interface.abilities.line import Answers, Line
from sonde.interface.abilities.matching import learn_matching, learn_wildcard
from sonde.interface.abilities.operators import learn_exclusion, learn_exclusion_by_word, learn_operator
from sonde.interface.abilities.refused import learn_min_length, learn_stop_words, learn_too_many
from sonde.interface.abilities.sample import side_by_side
from sonde.interface.abilities.sound_order import learn_order
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
    has_words = bool(interface.ask.query_field or interface.ask.body) or "{" in interface.ask.action
    grounds = None
    if has_words and interface.seeds:
        grounds = await find_grounds(line, interface.seeds, interface.language, rng or Random(0))
    if grounds is not None:
        for learner in LEARNERS:
            known = await learner(grounds, known)
    known = replace(known, words=has_words, counts=counts_of(line))
    evidence = f"{line.spent} requests told what the search can do"
    if grounds is None:
        evidence = "what the search can do is unknown: no document was found by a rare word of it"
    return replace(interface, abilities=known, evidence=(*interface.evidence, evidence))


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
    learn_exclusion,
    learn_operator,
    learn_stop_words,
    learn_too_many,
    learn_min_length,
    learn_matching,
    learn_cap,
    learn_order,
    learn_counts,
    learn_cap,  # with what was kept for the order; what was asked before costs nothing
    learn_either,
    learn_phrase,
    learn_wildcard,
    learn_exclusion_by_word,
)

"""What two words mean together: both, either, or the first without the second."""

from dataclasses import replace
from math import inf

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.sample import Sample
from sonde.model import Abilities

_MINUS = "-{}"
_STAY = 0.5  # of the other documents of an answer that remain
_EITHER = 1.1  # times the documents of two words: counts may be rounded


async def learn_exclusion(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether a minus leaves out the documents that have a word."""
    return replace(known, exclude=await _excluding(grounds, _MINUS))


async def learn_operator(grounds: Grounds, known: Abilities) -> Abilities:
    """A word that finds much and one that finds little, both of one document: together as much, or as little.

    A word that nothing has tells the same where that is not clear, but some sites answer with either word when no
    document has both.
    """
    sample = grounds.sample
    both = await ask_both(grounds, known.exclude)
    if both is not None and _lacks(both, sample):
        return replace(known, exclude="")  # though the sample has both: several words are taken as one text
    if both is not None and sample.depth.hits < grounds.wide.hits and not (both.is_empty or both.failed):
        return replace(known, operator="or" if both.hits > sample.depth.hits else "and")
    shown = await grounds.shows(f"{sample.word} {grounds.nonsense}")
    return known if shown is None else replace(known, operator="or" if shown else "and")


def _lacks(depth: Depth, sample: Sample) -> bool:
    """Whether all of an answer is there and a document is not in it."""
    is_whole = depth.hits <= len(depth.results)
    return is_whole and not depth.failed and not sample.is_in(depth)


async def learn_exclusion_by_word(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether NOT does it, where a minus does nothing."""
    if known.exclude or not known.operator:
        return known
    return replace(known, exclude=await _excluding(grounds, "NOT {}"))


async def ask_both(grounds: Grounds, exclude: str) -> Depth | None:
    """The answer to the word that finds much and the rare one, with a minus between where that does nothing."""
    line, sample = grounds.line, grounds.sample
    ignored = await line.recall(f"{grounds.seed} {_MINUS.format(sample.word)}")
    if exclude == _MINUS or ignored is None or not sample.is_in(ignored):
        return await line.ask(f"{grounds.seed} {sample.word}")
    return ignored


async def _excluding(grounds: Grounds, syntax: str) -> str:
    """The word that finds much without the rare one: what the rare one finds goes, others that were beside it stay.

    Were the rare word searched for as well, it would find the sample; were the sign, nothing would be found.
    """
    sample, wide = grounds.sample, grounds.wide
    without = await grounds.line.ask(f"{grounds.seed} {syntax.format(sample.word)}")
    if without is None:
        return ""
    # More than have either word: but NOT may be a word that is searched for.
    is_first_ignored = syntax == _MINUS and _EITHER * (wide.hits + sample.depth.hits) < without.hits < inf
    if without.hits > wide.hits and not is_first_ignored:
        return ""  # either word will do
    kept = {key_of(result) for result in without.results}
    left_out = {sample.key, *map(key_of, sample.depth.results)}
    others = {*map(key_of, wide.results)} - left_out
    return syntax if len(kept & others) > _STAY * len(others) and not kept & left_out else ""

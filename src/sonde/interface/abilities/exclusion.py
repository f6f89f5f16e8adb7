"""Whether a question can leave out the documents that have a word."""

from dataclasses import replace
from math import inf

from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.line import Depth
from sonde.interface.abilities.sample import key_of
from sonde.interface.abilities.sound_order import with_rare
from sonde.model import Abilities


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

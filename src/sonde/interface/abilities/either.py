"""Whether a question can name several words of which any will do."""

from dataclasses import replace

from sonde.interface.abilities.grounds import Grounds
from sonde.model import Abilities

_BETWEEN = (" OR ", " | ")  # the ways that search engines have in common


async def learn_either(grounds: Grounds, known: Abilities) -> Abilities:
    """A rare word or one that nothing has: the document of the first is still found, though all words are wanted."""
    if known.operator == "or":
        return replace(known, either=" ")
    if known.operator == "and":
        for between in _BETWEEN:
            if await grounds.shows(f"{grounds.nonsense}{between}{grounds.sample.word}"):
                return replace(known, either=between)
    return known

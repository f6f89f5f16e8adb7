"""Whether hit counts are exact: rounded ones end in zeros, all of them."""

from dataclasses import replace
from typing import Literal

from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.line import Line
from sonde.model import Abilities

_LARGE = 100  # counts below are not rounded
_ENOUGH = 3  # large counts that tell
_ASKED = 4  # words


async def learn_counts(grounds: Grounds, known: Abilities) -> Abilities:
    """Asks for words that many documents have until enough counts are large."""
    line = grounds.line
    for word in grounds.long_words(stopped=bool(known.stop_words))[:_ASKED]:
        totals = _large(line)
        if counts_of(line) == "none" or not line.left or len(totals) >= _ENOUGH or _ragged(totals):
            break
        await line.ask(word)
    return replace(known, counts=counts_of(line))


def counts_of(line: Line) -> Literal["exact", "rounded", "none"]:
    """What the counts stated so far are, those not seen large enough as they were when the site was learned."""
    interface, totals = line.interface, _large(line)
    if interface.json is None and (interface.count is None or line.doubts_counts):
        return "none"
    if interface.json is not None and not interface.json.total:
        return "none"
    if _ragged(totals) or len(totals) > 1:
        return "exact" if _ragged(totals) else "rounded"
    is_exact = interface.count.exact if interface.count is not None else bool(interface.json and interface.json.exact)
    return "exact" if is_exact else "rounded"


def _large(line: Line) -> set[int]:
    return {depth.total for depth in line.known.values() if depth.total is not None and depth.total >= _LARGE}


def _ragged(totals: set[int]) -> bool:
    """Whether a count has more than two digits that are not zero."""
    return any(set(str(total)[2:]) != {"0"} for total in totals)

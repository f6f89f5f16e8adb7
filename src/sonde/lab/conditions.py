"""The sites an experiment runs on: every cap with every order, as they are or with one more difficulty each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sonde.errors import ConfigError
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Rank, Traits

PLAIN = "plain"
OWN_STOP_WORDS = 75

# What real sites do that a crawler does not expect; the unknown stop list depends on the corpus.
_DIFFICULTIES: dict[str, dict[str, object]] = {
    "unknown stop words": {},
    "hidden counts": {"count": "hidden"},
    "rounded counts": {"count": "rounded"},
    "3 letters": {"min_length": 3},
    "substring": {"substring": True},
    "or": {"operator": "or"},
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One kind of site. `own_stop_words`: so many of the corpus' most frequent words are not searched for."""

    name: str
    traits: Traits
    own_stop_words: int = 0

    def site(self, engine: Engine) -> Engine:
        """The documents of an engine on such a site."""
        traits = self.traits
        if self.own_stop_words:
            frequent = np.argsort(-engine.index.frequencies, kind="stable")[: self.own_stop_words]
            traits = replace(traits, stop_words=" ".join(engine.vocabulary[term] for term in frequent))
        return engine.with_traits(traits)


def find_conditions(
    caps: Sequence[int | None], ranks: Sequence[Rank], *, base: Traits, robustness: bool = False
) -> Iterator[Condition]:
    """Each cap with each order; for robustness also with each of the difficulties."""
    for cap in dict.fromkeys(caps):
        for rank in dict.fromkeys(ranks):
            traits = replace(base, cap=cap, rank=rank)
            yield Condition(PLAIN, traits)
            for name, changes in _DIFFICULTIES.items() if robustness else ():
                own = 0 if changes else OWN_STOP_WORDS
                yield Condition(name, replace(traits, **changes), own)  # type: ignore[arg-type]


def parse_cap(text: str) -> int | None:
    """A cap as it is typed: a number, or none."""
    if text.strip().lower() == "none":
        return None
    if not text.strip().isdecimal() or not int(text):
        raise ConfigError(f"cap {text!r} is neither a number above zero nor none.")
    return int(text)

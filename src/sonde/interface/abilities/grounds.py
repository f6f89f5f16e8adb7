"""What questions about a search are made of: a document of the site, and a rare word that finds it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10
from random import Random

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.line import LOOKED_AT, Line
from sonde.interface.abilities.sample import Finder, Sample, heard_sample, plain_words
from sonde.interface.probes import nonsense
from sonde.model import Query, Result
from sonde.text.frequency import general_frequency
from sonde.text.words import distinct_words, words

FREQUENT = 5.6  # words of this general frequency (Zipf scale) and above are on most stop lists
LISTED = 5.2  # words of this frequency and above are on long stop lists
_USUAL = 4.3  # words of this frequency and above are found in texts of any kind
_PLENTY = 20  # results among which a sample will be found
_PROMISING = 100  # words looked at
_TITLED = 0.5  # by so much a word of titles is less promising


@dataclass(frozen=True)
class Grounds:
    """A sample from the first page of the answer to a word that finds more."""

    line: Line
    seed: str  # a word that finds several documents, the sample among them
    wide: Depth  # its answer
    sample: Sample
    nonsense: str
    language: str

    @property
    def results(self) -> Iterator[Result]:
        """What answers have shown so far."""
        return self.line.shown

    @cached_property
    def texts(self) -> list[str]:
        """What was shown of each document when the grounds were found."""
        shown = {result.url: f"{result.title} {result.snippet}" for result in self.results}
        return list((shown | {self.sample.result.url: self.sample.text}).values())

    @cached_property
    def material(self) -> Counter[str]:
        """How many of the texts have each word."""
        return Counter(word for text in self.texts for word in distinct_words(text))

    @cached_property
    def prose(self) -> Counter[str]:
        """How many of the texts have each word on its own, not as a part of a name or a code."""
        return Counter(word for text in self.texts for word in plain_words(text))

    @property
    def spread(self) -> Counter[str]:
        """How many results so far have each word on its own; what was asked for is in all its own results."""
        shown = {
            (result.url, word)
            for query, depth in self.line.known.items()
            for result in depth.results[:LOOKED_AT]
            for word in plain_words(f"{result.title} {result.snippet}") - set(query.words.split())
        }
        return Counter(word for _, word in shown)

    async def shows(self, question: str) -> bool | None:
        """Whether an answer shows the sample; None when it could not be asked."""
        depth = await self.line.ask(question)
        return None if depth is None else self.sample.is_in(depth)

    async def finds_everything(self) -> bool:
        """Whether a question without words was answered while the site was learned."""
        whole = await self.line.recall("")
        return whole is not None and whole.more

    def long_words(self, *, stopped: bool) -> list[str]:
        """Words that many documents will have, the most promising first; with `stopped`, none that stop lists have.

        Words that have found something are on no list. What stands beside every result is furniture. Words of titles
        come a little later: some sites list what they find in titles apart.
        """
        spread, furniture = self.spread, max(5, 0.8 * len({result.url for result in self.results}))
        found = {word for word in self.line.interface.seeds if self.frequency(word) >= _USUAL}
        usable = found | {word for word, count in spread.items() if len(word) > 3 and count < furniture}
        usable = {word for word in usable if word in found or not (stopped and self.frequency(word) >= FREQUENT)}
        titles = {word for result in self.results for word in distinct_words(result.title)}
        promise = {
            word: log10(1 + spread[word]) + 0.5 * self.frequency(word) - _TITLED * (word in titles)
            for word in usable - {self.seed}
        }
        return sorted(promise, key=lambda word: (self.frequency(word) < _USUAL, -promise[word], word))[:_PROMISING]

    def frequency(self, word: str) -> float:
        return general_frequency(word, language=self.language)


async def find_grounds(line: Line, seeds: Sequence[str], language: str, rng: Random) -> Grounds | None:
    """A sample from the answer to a word that finds much; None when no word finds one document among few."""
    heard = [seed for seed in seeds if await line.recall(seed) is not None]
    long = [seed for seed in heard if _finds_many(line.known[Query(seed)])]
    told = {seed: sample for seed in long if (sample := heard_sample(line, line.known[Query(seed)], heard)) is not None}
    for seed in list(told)[:1] or await _long_first(line, seeds):
        wide = line.known[Query(seed)]
        sample = told.get(seed) or await Finder(line, language, wide).find(late_results(wide.results, seed))
        if sample is not None:
            return Grounds(line, seed, wide, sample, nonsense(rng), language)
    return None


async def _long_first(line: Line, seeds: Sequence[str]) -> list[str]:
    """One or two words that find several documents; two only where the first finds little."""
    found: dict[str, Depth] = {}
    by_price = sorted(seeds[:3], key=lambda word: (Query(word) not in line.known, general_frequency(word) >= FREQUENT))
    for seed in by_price:
        depth = await line.ask(seed)
        if depth is not None and len(depth.results) > 1:
            found[seed] = depth
            if _finds_many(depth):
                break
    return sorted(found, key=lambda seed: -found[seed].hits)[:2]


def _finds_many(depth: Depth) -> bool:
    return depth.hits > 3 * len(depth.results) or len(depth.results) >= _PLENTY


def late_results(results: Sequence[Result], word: str) -> list[Result]:
    """Later results, of those that have the word in their titles or of those that have not.

    Some sites list the two kinds apart. What comes late can be seen to move up where the order is by relevance.
    """
    titled = [result for result in results if word in words(result.title)]
    others = [result for result in results if word not in words(result.title)]
    group = max(others, titled, key=len)[:LOOKED_AT]
    return group[len(group) // 2 :]

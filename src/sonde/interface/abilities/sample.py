"""A document of the site and a rare word that finds it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from math import inf

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.line import Line
from sonde.model import Query, Result
from sonde.text.frequency import general_frequency
from sonde.text.words import distinct_words, words

_TRIES = 6  # words asked for a sample
_TITLES = 3  # of them words of titles
_RARE = 3.5  # general frequency of words that few documents will have
_RARE_WORDS = 3  # of them, or a document is read for more
_LEAST, _LONGEST = 6, 18  # letters of rare words
_FETCHED = 3  # documents read where results show too little text
_FEW = 0.35  # of the documents with one word that another may have, where counts are stated
# Words between spaces: what stands beside a dot, a dash or an underscore may be a part of a word to the site.
_PLAIN = re.compile(r"(?<![^\s(\"'])([^\W\d_]+)(?=[)\"'.,;:!?]*(?:\s|$))")


@dataclass(frozen=True)
class Sample:
    """A document that the site finds by a word that few others have."""

    result: Result
    text: str  # as far as it is known
    word: str
    depth: Depth  # the answer to that word

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of its text in order."""
        return tuple(words(self.text))

    @property
    def key(self) -> str:
        return key_of(self.result)

    def is_in(self, depth: Depth) -> bool:
        """Whether an answer shows it, perhaps under another address."""
        return any(key_of(result) == self.key or result.url == self.result.url for result in depth.results)


def plain_words(text: str) -> set[str]:
    """The distinct words of a text that stand between spaces."""
    return set(_PLAIN.findall(text.lower()))


def side_by_side(text: str) -> list[tuple[str, str]]:
    """The words of a text that stand between spaces, each with the next one where that is one too."""
    text = text.lower()
    found = [(match.group(1), match.span(1)) for match in _PLAIN.finditer(text)]
    return [(one, other) for (one, (_, end)), (other, (start, _)) in pairwise(found) if text[end:start] == " "]


def heard_sample(line: Line, wide: Depth, heard: Iterable[str]) -> Sample | None:
    """A later result of an answer that a rare word has found too, of the words that were asked before."""
    for word in heard:
        depth = line.known[Query(word)]
        if len(word) < _LEAST or depth.more or depth.direct or depth.hits > _FEW * wide.hits:
            continue
        for result in reversed(wide.results[1:]):
            sample = Sample(result, f"{result.title}\n{result.snippet}", word, depth)
            if sample.is_in(depth):
                return sample
    return None


@dataclass(frozen=True)
class Finder:
    """Looks for a sample among results."""

    line: Line
    language: str
    wide: Depth

    async def find(self, results: Sequence[Result]) -> Sample | None:
        """A result that one of its rare words finds: at best among few, else among as few as possible."""
        texts = {result.url: f"{result.title}\n{result.snippet}" for result in results}
        if self._has_few_rare(results, texts):
            texts |= await self._read(results[:1])
        found = await self._try(results, texts)
        if found is None:  # nothing else may be searched
            found = await self._try_titles(results)
        if found is None:  # titles alone, or what is shown is not what is searched: the documents say more
            texts = await self._read(results[:_FETCHED])
            found = await self._try([result for result in results if result.url in texts], texts)
        return found

    async def _read(self, results: Sequence[Result]) -> dict[str, str]:
        """The texts of the documents behind results, by address."""
        documents = [await self.line.get(result) for result in results]
        return {r.url: f"{d.title}\n{d.text}" for r, d in zip(results, documents, strict=True) if d is not None}

    def _has_few_rare(self, results: Sequence[Result], texts: dict[str, str]) -> bool:
        """Whether what is shown of documents has hardly a word that few others will have."""
        rare = rare_first(self._where(results, texts), self.language)
        return sum(general_frequency(word, language=self.language) < _RARE for word in rare) < _RARE_WORDS

    def _where(self, results: Sequence[Result], texts: dict[str, str]) -> dict[str, Result]:
        """The words that just one of some results has, and no title."""
        spread = Counter(word for text in texts.values() for word in distinct_words(text))
        spread += Counter(word for other in self.wide.results for word in distinct_words(other.title))
        return {word: result for result in results for word in plain_words(texts[result.url]) if spread[word] == 1}

    def guesses(self, results: Sequence[Result]) -> list[Sample]:
        """Results with words that few others will have and that were not asked yet."""
        texts = {result.url: f"{result.title}\n{result.snippet}" for result in results}
        where = self._where(results, texts)
        return [Sample(where[word], texts[where[word].url], word, Depth()) for word in self._rarest(where)]

    def _rarest(self, found: Iterable[str]) -> list[str]:
        shown = {result.url: f"{result.title} {result.snippet}" for result in self.line.shown}
        spread = Counter(word for text in shown.values() for word in distinct_words(text))
        rare = sorted(rare_first(found, self.language), key=lambda word: spread[word] > 1)
        return rare[: _TRIES // self.line.price]

    async def _try(self, results: Sequence[Result], texts: dict[str, str]) -> Sample | None:
        where = self._where(results, texts)
        return await self._ask(self._rarest(where), where, texts)

    async def _try_titles(self, results: Sequence[Result]) -> Sample | None:
        spread = Counter(word for other in self.wide.results for word in distinct_words(other.title))
        where = {word: result for result in results for word in plain_words(result.title) if spread[word] == 1}
        texts = {result.url: f"{result.title}\n{result.snippet}" for result in results}
        return await self._ask(rare_first(where, self.language)[:_TITLES], where, texts)

    async def _ask(self, rare: Sequence[str], where: dict[str, Result], texts: dict[str, str]) -> Sample | None:
        samples: list[Sample] = []
        heard = {word for word in rare if await self.line.recall(word) is not None}
        for word in sorted(rare, key=lambda word: word not in heard):
            depth = await self.line.ask(word)
            if depth is None:
                break
            sample = Sample(where[word], texts[where[word].url], word, depth)
            if depth.direct or not sample.is_in(depth):
                continue  # it is on the page and not in the index
            if not depth.more or depth.hits <= _FEW * self.wide.hits < inf:
                return sample
            samples.append(sample)
        return min(samples, key=lambda sample: sample.depth.hits, default=None)


def rare_first(found: Iterable[str], language: str) -> list[str]:
    """Words that few documents will have: one the language knows, then one it does not, and so on, rarest first."""
    frequency = {word: general_frequency(word, language=language) for word in found if _LEAST <= len(word) <= _LONGEST}
    ranked = sorted(frequency, key=lambda word: (frequency[word], -len(word), word))
    known = [word for word in ranked if frequency[word]]
    strange = [word for word in ranked if not frequency[word]]
    return [word for pair in zip_longest(known, strange) for word in pair if word]

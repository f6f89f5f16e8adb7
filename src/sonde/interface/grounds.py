"""What questions about a search are made of: two documents of the site whose text is known, and rare words of each."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from random import Random

from sonde.interface.line import Depth, Line
from sonde.interface.probes import nonsense
from sonde.model import Query, Result
from sonde.text.frequency import general_frequency
from sonde.text.words import distinct_words, words

SOUND = 4.5  # words of this general frequency (Zipf scale) and above may be on stop lists
FREQUENT = 5.6  # words of this frequency and above are on most stop lists
_SOUNDINGS = 11  # spent on finding both documents
_UNCOMMON = 4.0  # words below this general frequency are rare on most sites
_RARE = 2  # words that together are rare enough
_TRIES = 3  # of one document
_SENTENCE = 8  # words
_MANY = 200  # results looked at
_AVOIDED = 30  # results whose words are taken for frequent
_NEAR = 4  # results near either end of the page that may be taken
# Words between spaces: what stands beside a dot, a dash or an underscore may be a part of a word to the site.
_PLAIN = re.compile(r"(?<![^\s(\"'])([^\W\d_]+)(?=[)\"'.,;:!?]*(?:\s|$))")
_IRREGULAR = ("ss", "us", "is", "x", "z", "ch", "sh", "y", "ies", "es")


@dataclass(frozen=True)
class Sample:
    """A document that the site finds by a word that few others have, or by two such words together."""

    result: Result
    text: tuple[str, ...]  # its words in order
    rare: str  # what finds it
    depth: Depth  # the answer to that
    word: str  # the rare word, or the first of the two
    alone: Depth  # the answer to that word alone

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(self.text)

    @property
    def key(self) -> str:
        return key_of(self.result)

    def is_in(self, depth: Depth) -> bool:
        """Whether an answer shows it, perhaps under another address."""
        return any(key_of(result) == self.key or result.url == self.result.url for result in depth.results)


@dataclass(frozen=True)
class Grounds:
    """Two samples from the first page of the answer to one word, the first of it and the last."""

    line: Line
    seed: str  # a word that finds many documents, the samples among them
    wide: Depth  # its answer
    one: Sample
    other: Sample
    nonsense: str
    language: str

    @cached_property
    def material(self) -> Counter[str]:
        """How many texts of the site that are known have each word: samples, and what results show."""
        texts = [set(self.one.text), set(self.other.text)]
        texts += [distinct_words(f"{result.title} {result.snippet}") for result in self.wide.results[:_MANY]]
        return Counter(word for text in texts for word in text)

    async def shows(self, question: str, sample: Sample) -> bool | None:
        """Whether an answer shows the sample; None when it could not be asked."""
        depth = await self.line.ask(question)
        return None if depth is None else sample.is_in(depth)

    def widespread(self, usable: Iterable[str], *, stopped: bool) -> list[str]:
        """Words that many documents will have, most widespread first; with `stopped`, none that stop lists have."""
        # What stands beside every result is furniture: it may not be searched for at all.
        furniture = max(5, 0.8 * min(_MANY, len(self.wide.results)))
        sound = [word for word in usable if len(word) > 3 and word.isalpha() and self.material[word] < furniture]
        sound = [word for word in sound if not stopped or self.frequency(word) < FREQUENT]
        return sorted(sound, key=lambda word: (-self.material[word], -self.frequency(word), word))

    def frequency(self, word: str) -> float:
        return general_frequency(word, language=self.language)


def key_of(result: Result) -> str:
    """What a document is known by in several answers: addresses may change with the query, titles may repeat."""
    numbers = re.findall(r"\d+", result.url.partition("://")[2].partition("/")[2])
    if not result.title or not numbers:
        return result.url
    return f"{result.title} {max(numbers, key=len)}"


async def find_grounds(line: Line, seeds: Sequence[str], language: str, rng: Random) -> Grounds | None:
    """Samples from the answer to a word that finds much; None when the site has no two such documents."""
    finder = _Finder(line, language)
    for seed in await _long_first(line, seeds):
        wide = line.known[Query(seed)]
        group = largest_group(wide.results, seed)
        first = await finder.first_sample(finder.wordiest(group[:_NEAR]), wide)
        if first is None:
            continue
        rest = [result for result in group if key_of(result) != first.key]
        last = await finder.first_sample(finder.wordiest(rest[-max(_NEAR, len(rest) // 2) :]), wide)
        last = last or await _from_other_answers(finder, [other for other in seeds if other != seed])
        if last is not None:
            return Grounds(line, seed, wide, first, last, nonsense(rng), language)
    return None


async def _from_other_answers(finder: "_Finder", seeds: Sequence[str]) -> Sample | None:
    """A sample that another word finds, where the documents of one answer have no rare words."""
    for seed in seeds[:1]:
        depth = await finder.line.ask(seed)
        if depth is not None and depth.results:
            return await finder.first_sample(finder.wordiest(depth.results), depth)
    return None


async def _long_first(line: Line, seeds: Sequence[str]) -> list[str]:
    """One or two words that find several documents; two only where the first finds little."""
    found: dict[str, Depth] = {}
    for seed in sorted(seeds[:3], key=lambda word: general_frequency(word) >= FREQUENT):
        depth = await line.ask(seed)
        if depth is None or len(found) == 2:
            break
        if len(depth.results) > 1:
            found[seed] = depth
            if depth.hits > 3 * len(depth.results) or len(depth.results) > _MANY:
                break
    return sorted(found, key=lambda seed: -found[seed].hits)


def largest_group(results: Sequence[Result], word: str) -> list[Result]:
    """The results that have the word in their titles, or those that have not: some sites list them apart."""
    titled = [result for result in results if word in words(result.title)]
    others = [result for result in results if word not in words(result.title)]
    return max(others, titled, key=len)


@dataclass
class _Finder:
    """Looks for samples; words that several of the fetched documents have are not rare."""

    line: Line
    language: str
    texts: dict[str, str] = field(default_factory=dict)  # by address

    def wordiest(self, results: Sequence[Result]) -> list[Result]:
        """The results that show most rare words: short documents may have none."""

        def rare(result: Result) -> int:
            return len(rare_words(result.snippet, self.language, most=_UNCOMMON))

        return sorted(results[-_MANY:], key=rare, reverse=True)[:3]

    async def first_sample(self, results: Iterable[Result], wide: Depth) -> Sample | None:
        """The first of the results that rare words find, which no document fetched before has."""
        for result in results:
            if self.line.spent >= _SOUNDINGS:
                break
            sample = await self._sample(result, wide)
            if sample is not None:
                return sample
        return None

    async def _sample(self, result: Result, wide: Depth) -> Sample | None:
        """The document with its rarest word, or with two rare words where one finds too much."""
        document = await self.line.get(result)
        if document is None:
            return None
        text = self.texts[result.url] = f"{document.title}\n{document.text}"
        asked: list[tuple[str, Depth]] = []
        rarest = rare_words(text, self.language, without=self._not_rare(result, wide))
        for word in (rarest or rare_words(text, self.language, without=self._not_rare(result, Depth())))[:_TRIES]:
            rare = " ".join([*(before for before, _ in asked), word])
            depth = await self.line.ask(rare)
            if depth is None or depth.direct:
                break
            if depth.is_empty and not asked:
                continue  # it is on the page and not in the index
            asked.append((word, depth))
            sample = Sample(result, tuple(words(text)), rare, depth, asked[0][0], asked[0][1])
            if sample.is_in(depth) and (len(asked) == _RARE or not depth.more):
                return sample
            if len(asked) == _RARE:
                break
        return None

    def _not_rare(self, result: Result, wide: Depth) -> set[str]:
        """The words of the title, of other results and of other documents."""
        texts = [f"{other.title} {other.snippet}" for other in wide.results[:_AVOIDED] if other is not result]
        texts += [text for url, text in self.texts.items() if url != result.url]
        return set(words(result.title)).union(*map(words, texts))


def rare_words(text: str, language: str, *, without: Iterable[str] = (), most: float = 9.0) -> list[str]:
    """Words of a text that few documents will have: one the language does not know, then one it does, and so on.

    Words of whole sentences come first: what stands in short lines, such as names of fields, may not be searched.
    """
    avoided = frozenset(without)
    found: list[str] = []
    for least in (_SENTENCE, 1):
        lines = [line for line in text.lower().split("\n") if len(line.split()) >= least]
        usable = {word for line in lines for word in _PLAIN.findall(line) if 6 <= len(word) <= 18} - avoided
        frequency = {word: general_frequency(word, language=language) for word in usable}
        usable = {word for word in usable if frequency[word] < most}
        ranked = sorted(usable, key=lambda word: (not is_regular(word), frequency[word], -len(word), word))
        known = [word for word in ranked if frequency[word]]
        strange = [word for word in ranked if not frequency[word]]
        found += [word for pair in zip_longest(strange, known) for word in pair if word]
    return list(dict.fromkeys(found))


def is_regular(word: str) -> bool:
    """Whether the word and its plural differ by an s."""
    return not word.endswith(_IRREGULAR)

"""How few one-word queries could do: greedy with the whole index in hand, and a bound that no choice can beat.

Both obey the site: its cap, order, stop words, shortest words and way of matching.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.lab.search.engine import Engine
from sonde.lab.search.index import Ints
from sonde.lab.search.question import read_question
from sonde.lab.search.stopwords import stop_words
from sonde.lab.traits import Traits

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99)

Bools = NDArray[np.bool_]
Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What each word brings, one answer after the other; equal documents are one."""

    words: list[str]
    documents: Ints
    starts: Longs

    def of(self, word: int) -> Ints:
        """The documents a word brings."""
        return self.documents[self.starts[word] : self.starts[word + 1]]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one-word queries can do on a site, in numbers of queries by share of the documents wanted."""

    size: int  # documents wanted
    reachable: int  # those that some word brings
    oracle: dict[float, int | None]  # greedy: always the word that brings most; None: out of reach
    bound: dict[float, int | None]  # no choice of words needs fewer
    pages: dict[float, int | None]  # result pages that the oracle reads
    curve: tuple[int, ...]  # documents held after each query of the greedy choice


def find_limits(
    engine: Engine, *, levels: Sequence[float] = LEVELS, wanted: Bools | None = None, answers: Answers | None = None
) -> Limits:
    """The limits for all documents, or only for those that `wanted` marks by position."""
    answers = answers or all_answers(engine)
    counts = np.zeros(len(engine.records), np.bool_)
    counts[engine.contents.firsts if wanted is None else engine.contents.firsts[wanted]] = True
    size = int(counts.sum())
    reachable = int(counts[np.unique(answers.documents)].sum())
    targets = {level: max(1, math.ceil(level * size - 1e-9)) for level in levels}
    oracle: dict[float, int | None] = dict.fromkeys(levels)
    pages: dict[float, int | None] = dict.fromkeys(levels)
    within = {level: target for level, target in targets.items() if target <= reachable}
    bounds, curve = dict.fromkeys(within, 1), []
    held = read = 0
    for gains, brought, listed in _greedy(answers, counts, until=max(within.values(), default=0)):
        for level, needed in zip(within, _needed(gains, [t - held for t in within.values()]), strict=True):
            bounds[level] = max(bounds[level], needed)
        held, read = held + brought, read + _pages(listed, engine.traits)
        curve.append(held)
        for level, target in within.items():
            if oracle[level] is None and held >= target:
                oracle[level], pages[level] = len(curve), read
    return Limits(size, reachable, oracle, {level: bounds.get(level) for level in levels}, pages, tuple(curve))


def all_answers(engine: Engine) -> Answers:
    """The answer to every word of the corpus that the site will search for."""
    words: list[str] = []
    found: list[Ints] = []
    for word, documents in _found(engine):
        words.append(word)
        found.append(documents)
    flat = np.concatenate(found) if found else np.zeros(0, np.int32)
    owner = np.repeat(np.arange(len(found), dtype=np.int64), [len(documents) for documents in found])
    if engine.contents.distinct < len(engine.records):
        pairs = np.unique((owner << 32) | engine.contents.firsts[flat])
        owner, flat = pairs >> 32, (pairs & 0xFFFFFFFF).astype(np.int32)
    return Answers(words, flat, np.searchsorted(owner, np.arange(len(words) + 1)))


def _found(engine: Engine) -> Iterator[tuple[str, Ints]]:
    traits, index = engine.traits, engine.index
    stopped, cap = stop_words(traits.stop_words), traits.cap
    pieces = _containing(engine.vocabulary) if traits.substring else {}
    for term, word in enumerate(engine.vocabulary):
        question = read_question(word, traits, stopped)
        if question.refused or not question.wanted:
            continue
        if len(pieces.get(word, ())) > 1:
            documents = index.merged(np.array(pieces[word], dtype=np.int32)).documents
        else:
            documents = index.postings(term).documents
        # The order only matters where not everything is shown.
        yield word, documents if cap is None or len(documents) <= cap else engine.search(word).ids


def _containing(vocabulary: Sequence[str]) -> dict[str, list[int]]:
    """For each word the words that have it in them, itself included."""
    known, found = set(vocabulary), defaultdict[str, list[int]](list)
    lengths = sorted({len(word) for word in known})
    for term, word in enumerate(vocabulary):
        for piece in {word[i : i + n] for n in lengths if n <= len(word) for i in range(len(word) - n + 1)} & known:
            found[piece].append(term)
    return found


def _greedy(answers: Answers, counts: Bools, *, until: int) -> Iterator[tuple[Longs, int, int]]:
    """What each word would bring, what the best of them does bring, and how many results it lists, query by query."""
    owner = np.repeat(np.arange(len(answers.words), dtype=np.int32), np.diff(answers.starts))
    order = np.argsort(answers.documents, kind="stable")
    holders = owner[order]  # the words that bring each document, one document after the other
    starts = np.searchsorted(answers.documents[order], np.arange(len(counts) + 1))
    gains: Longs = np.bincount(owner, weights=counts[answers.documents], minlength=len(answers.words)).astype(np.int64)
    missing, held = counts.copy(), 0
    while held < until:
        best = int(np.argmax(gains))
        listed = answers.of(best)
        brought = listed[missing[listed]]
        yield gains, len(brought), len(listed)
        missing[brought] = False
        held += len(brought)
        losers = np.concatenate([holders[starts[document] : starts[document + 1]] for document in brought.tolist()])
        gains -= np.bincount(losers, minlength=len(gains))


def _pages(listed: int, traits: Traits) -> int:
    return 1 if traits.paging == "none" else -(-listed // traits.page_size)


def _needed(gains: Longs, missing: Iterable[int]) -> list[int]:
    """How many queries at least bring each of these numbers of documents, by what each could bring now.

    What a set of queries brings together is at most the sum of what each would bring alone (submodularity),
    whatever was asked before; so the words with the largest gains give a bound.
    """
    number = np.bincount(gains)[::-1]  # words by gain, the largest gain first
    gain = np.arange(len(number))[::-1]
    words_before, sums = np.cumsum(number) - number, np.cumsum(number * gain)
    needed = []
    for rest in missing:
        if rest <= 0:
            needed.append(0)
            continue
        row = int(np.searchsorted(sums, rest))
        before = int(sums[row] - number[row] * gain[row])
        needed.append(int(words_before[row]) + math.ceil((rest - before) / int(gain[row])))
    return needed

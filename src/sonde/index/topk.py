"""Answers from the copy like the site would: in the order it was seen to use, with a confidence."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sonde.index.build import fresh_index
from sonde.index.confidence import MATCHES, Confidence, Trust, count_captures
from sonde.index.held import Held, HeldInStore, Ints
from sonde.index.learned import load_learned, save_learned
from sonde.index.site_order import Asked, SiteOrder
from sonde.model import Outcome
from sonde.store.folder import CrawlFolder
from sonde.store.reader import aside_ids, count_documents, iter_answers, iter_documents, read_meta, snapshot

# asked: the site itself answered this query; complete: it showed every document with one of the words, so all
# that can match is held; learned: in the order of its other answers; words: there was nothing to learn from.
Basis = Literal["asked", "complete", "learned", "words"]

MOST_ANSWERS = 1000  # learned from; of more, these are spread evenly over the crawl
RECALLED = Trust(0.99, 0.99)  # the site may have changed since
CAP_REPEATS, LEAST_CAP = 3, 10  # so many answers of exactly the greatest length tell a cap


@dataclass(frozen=True, slots=True)
class Ranked:
    """One document of an answer."""

    rank: int  # from 1
    url: str
    title: str
    id: int


@dataclass(frozen=True, slots=True)
class TopK:
    """What the site would answer, first document first."""

    hits: tuple[Ranked, ...]
    confidence: float  # expected share of the site's own first k that are among these
    order: float  # expected agreement with its order: of two documents, how likely the first is first there too
    basis: Basis


@dataclass(frozen=True, slots=True)
class Guess:
    """The ids of an answer, and the trust in it."""

    ids: tuple[int, ...]
    trust: Trust
    basis: Basis


class Answerer:
    """Answers queries from held documents, after the answers that the site gave."""

    def __init__(self, held: Held, answers: Sequence[Asked], *, k: int = 10) -> None:
        self.held, self.k = held, k
        self._asked = {tuple(sorted(answer.words)): answer for answer in answers}
        self._whole = {answer.words for answer in answers if not answer.is_cut}
        self._used = spread([answer for answer in answers if answer.seen], MOST_ANSWERS)
        self._captures: Counter[int] = count_captures(self._used)
        self.order = SiteOrder(held)
        self.confidence = Confidence(k=k)

    def fit(self) -> "Answerer":
        """Learns the order, and how far to trust it."""
        self.order.fit(self._used)
        self.confidence.fit(self.held, self._used)
        return self

    def answer(self, text: str, *, exclude: frozenset[int] = frozenset()) -> Guess:
        """The k documents that the site would show first for the words, less those to `exclude`."""
        words = self.held.split(text)
        if not words:
            return Guess((), Trust(0.0, 0.0), "words")
        asked = self._asked.get(tuple(sorted(words)))
        if asked is not None and (not asked.is_cut or len(asked.seen) >= self.k):
            kept = [number for number in asked.seen if number not in exclude]
            return Guess(tuple(kept[: self.k]), RECALLED, "asked")
        matching = self._matching(words, exclude)
        best, _ = self.order.best(words, matching, self.k)
        trust = self.confidence.trust(matching, best, len(words), self._captures)
        if any((word,) in self._whole for word in words):
            # Every document with that word was shown: what does not fit in k can only be in the wrong order.
            overlap = 1.0 if len(matching) <= self.k else max(trust.overlap, trust.order)
            return Guess(tuple(best.tolist()), Trust(overlap, trust.order), "complete")
        return Guess(tuple(best.tolist()), trust, "learned" if self.confidence.answers_ else "words")

    def _matching(self, words: Sequence[str], exclude: frozenset[int]) -> Ints:
        found = self.held.matching(words, limit=MATCHES)
        return found[~np.isin(found, list(exclude))] if exclude else found


def topk(folder: CrawlFolder, words: str, *, k: int = 10) -> TopK:
    """The answer of the copy in a crawl's folder. What is learned is kept beside the index until the crawl grows."""
    if k < 1:
        return TopK((), 0.0, 0.0, "words")
    with snapshot(folder.database) as connection:
        held = HeldInStore(fresh_index(folder.index, connection), connection)
        outcomes = list(iter_answers(connection))
        aside = frozenset(aside_ids(connection, below=count_documents(connection)))
        answerer = Answerer(held, asked_of(held, outcomes), k=k)
        state = f"{read_meta(connection, 'crawl_id')} {len(outcomes)} {len(aside)} {k}"
        if not load_learned(folder.index, state, answerer.order, answerer.confidence):
            answerer.fit()
            save_learned(folder.index, state, answerer.order, answerer.confidence)
        guess = answerer.answer(words, exclude=aside)
        hits = tuple(_ranked(connection, number, rank) for rank, number in enumerate(guess.ids, 1))
    return TopK(hits, round(guess.trust.overlap, 4), round(guess.trust.order, 4), guess.basis)


def asked_of(held: Held, outcomes: Iterable[Outcome]) -> list[Asked]:
    """The answers to words in the order of the crawl; answers by other inputs tell nothing about words."""
    found = []
    for outcome in outcomes:
        words = held.split(outcome.query.words)
        if words and not outcome.query.values and not (outcome.error and not outcome.seen):
            is_cut = not outcome.complete or (outcome.total is not None and outcome.total > len(outcome.seen))
            found.append(Asked(words, outcome.seen, is_cut))
    lengths = Counter(len(answer.seen) for answer in found)
    longest = max(lengths, default=0)
    if longest < LEAST_CAP or lengths[longest] < CAP_REPEATS:
        return found
    return [Asked(a.words, a.seen, is_cut=a.is_cut or len(a.seen) == longest) for a in found]


def spread(answers: Sequence[Asked], most: int) -> list[Asked]:
    """At most so many of the answers, evenly over the crawl."""
    if len(answers) <= most:
        return list(answers)
    return [answers[i] for i in np.linspace(0, len(answers) - 1, most).astype(int).tolist()]


def _ranked(connection: sqlite3.Connection, number: int, rank: int) -> Ranked:
    document = next(iter_documents(connection, start=number, stop=number + 1))
    return Ranked(rank, document.url, document.title, number)

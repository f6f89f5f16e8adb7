"""Our own topic policy: expected new documents on topic per cost, from examples of the topic alone."""

import math
from dataclasses import replace
from typing import Self

from sonde.errors import ConfigError
from sonde.model import Outcome, Query, Topic
from sonde.planner.asked import same_query
from sonde.planner.candidates import Candidates
from sonde.planner.costs import Costs
from sonde.planner.default import sonde
from sonde.planner.setup import Policy, Setup
from sonde.planner.statistics import Statistics
from sonde.planner.topic.background import Background
from sonde.planner.topic.examples import Examples
from sonde.planner.topic.general_language import GeneralLanguage
from sonde.planner.topic.judged import Judged
from sonde.planner.topic.pairs import Pairs
from sonde.planner.topic.promising import most_promising
from sonde.planner.topic.published import topic_of
from sonde.planner.topic.worth import Worth
from sonde.text.frequency import known_language

REFIT = 1.25  # the model is fitted again whenever so many times as many documents are held
ASSUMED_CAP = 100  # until the first few answers tell
FEW_ANSWERS = 3
MISSES = 8  # so many topic words without a single result: not a site for this topic
LEAST = 0.1  # new documents on topic: when no word promises so many, the next one is chosen for coverage


class Topical:
    """Asks the word with the most unseen documents on topic among those the site will show for it.

    A few words about nothing tell how the site looks beside the topic. Unseen documents on topic are read off the
    held ones that few queries returned, weighted by their chance to be on topic, and off the examples that no query
    so far would have found. Words whose answers were cut are asked again with a second word where that promises
    more. When nothing promises anything, words are chosen for coverage, so that the documents that look unlike the
    examples are not lost.
    """

    def __init__(self, topic: Topic, *, coverage: Policy, statistics: Statistics | None = None,
                 costs: Costs | None = None, language: str = "", operator: str = "") -> None:  # fmt: skip
        self.statistics = Statistics() if statistics is None else statistics
        self.candidates = Candidates(statistics=self.statistics, seeds=topic.words)
        self.examples = Examples(topic)
        language, costs = known_language(language), costs or Costs()
        general = GeneralLanguage(self.statistics, language=language)
        self.judged = Judged(self.statistics, general)
        self.background = Background(topic, language=language)
        self.worth = Worth(self.examples, self.judged, costs=costs, general=general)
        self.pairs = Pairs(self.examples, self.judged, costs=costs, allows=self._may_be_second)
        self._wants_all = operator != "or"  # words; with any of two, a site finds more instead of less
        self._coverage = coverage
        self._asked: set[str] = set()
        self._refit_at = 1
        self._misses = 0

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """The policy for a crawl."""
        topic = topic_of(setup)
        coverage = sonde(replace(setup, seeds=()))
        return cls(
            topic, coverage=coverage, statistics=setup.statistics, costs=setup.costs, language=setup.language,
            operator=setup.abilities.operator,
        )  # fmt: skip

    @property
    def on_topic(self) -> float:
        """How many of the held documents are on topic, expected."""
        return self.judged.on_topic_documents

    def choose(self) -> Query | None:
        """The next word, or None when nothing is left to ask."""
        if self._misses >= MISSES and not self.statistics.documents:
            raise ConfigError(
                f"the site found nothing for the first {self._misses} words of the topic. "
                "Is the topic in the language of the site? Give words or examples as its documents have them."
            )
        seed = self.candidates.next_seed()
        if seed is not None:
            return self.candidates.ask(seed, reason="the topic's own words")
        if (word := self._for_background()) is not None:
            self.background.send(word)
            return self.candidates.ask(word, reason="a word about nothing: how does the site look beside the topic?")
        pairs = self.pairs if self._wants_all else None
        best = most_promising(self.candidates, self.worth, pairs, cap=self._cap())
        if not (best and self._is_enough(best.worth)) and (query := self._for_coverage()) is not None:
            return query
        return self.candidates.ask(best.words, reason=best.reason) if best else None

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer, judges its new documents and learns from the hits stated."""
        word = same_query(outcome.query.words)
        off_topic, expected = self.worth.off_topic(word), self.pairs.expected(outcome.query.words, cap=self._cap())
        self._coverage.observe(outcome)
        sighting = self.candidates.observe(outcome)
        self._asked.add(word)
        self.background.observe(sighting)
        self._misses = 0 if sighting.seen else self._misses + (not sighting.error)
        copies = [document.id for document in outcome.new if self.examples.has(document)]
        self.judged.observe(sighting, copies=copies, unheard=self.examples.rare(word.split()))
        hits = self.candidates.cap.hits(sighting)
        self.worth.learn(sighting, hits=hits, off_topic=off_topic)
        self.pairs.observe(sighting, hits=hits, expected=expected)
        if self.statistics.documents >= self._refit_at:
            self._refit()

    def _cap(self) -> float:
        cap = self.candidates.cap.limit
        return ASSUMED_CAP if math.isinf(cap) and len(self._asked) < FEW_ANSWERS else cap

    def _for_background(self) -> str | None:
        """A word about nothing, where the site shows only so much of its answer: else that would be the whole site."""
        capped = math.isfinite(self.candidates.cap.limit)
        return self.background.next_word(queries=len(self._asked)) if capped else None

    def _may_be_second(self, word: str) -> bool:
        """Whether a site is sure to search for a word: one that it drops does not narrow a question."""
        return self.candidates.refusals.is_safe(word)

    def _is_enough(self, worth: float) -> bool:
        """Whether a word of this worth may bring something; nothing is known of that before the first document."""
        return not self.statistics.documents or self.worth.documents(worth, cap=self._cap()) >= LEAST

    def _for_coverage(self) -> Query | None:
        """The choice of the coverage policy, unless it is in the air already."""
        for _ in range(1 + len(self.candidates.in_the_air)):
            query = self._coverage.choose()
            if query is None or query.values:
                return query
            if same_query(query.words) not in self.candidates.in_the_air:
                self.candidates.ask(query.words, reason=query.reason)
                return query
        return None

    def _refit(self) -> None:
        self._refit_at = math.ceil(REFIT * self.statistics.documents)
        lists = self.examples.term_lists(self.examples.term_ids(self.statistics))
        capped = math.isfinite(self.candidates.cap.limit)
        self.judged.fit(lists, background=self.background.documents, capped=capped)

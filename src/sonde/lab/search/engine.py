"""The search engine of a simulated site: exact answers by the site's own rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from sonde.lab.corpora.contents import Contents
from sonde.lab.corpora.record import Record
from sonde.lab.search.facets import Facet, find_facets
from sonde.lab.search.filters import Bound, Column, Filter, Scale, find_columns, find_scales
from sonde.lab.search.index import Floats, Index, Ints
from sonde.lab.search.matching import Matcher
from sonde.lab.search.question import read_question
from sonde.lab.search.ranking import best_first, boosts, by_position
from sonde.lab.search.stopwords import stop_words
from sonde.lab.traits import Traits
from sonde.model import Pairs

Order = Literal["rank", "title"]

_REMEMBERED = 64  # answers kept, so that paging through one does not search again


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What the site will show: documents in its order, up to the cap, and how many matched in all."""

    ids: Ints
    total: int
    ignored: tuple[str, ...] = ()  # words of the question that did not count
    refused: str = ""  # why the site would not search


class Engine:
    """Answers questions over `records` by the rules in `traits`. A document's id is its position."""

    def __init__(
        self,
        records: Iterable[Record],
        traits: Traits | None = None,
        *,
        index: Index | None = None,
        contents: Contents | None = None,
    ) -> None:
        self.records: Sequence[Record] = records if isinstance(records, Sequence) else list(records)
        self.traits = traits or Traits()
        self.index = index or Index(record.searched for record in self.records)
        self.contents = contents or Contents(self.records)
        self._matcher = Matcher(self.records, self.index, self.traits)
        self._stopped = stop_words(self.traits.stop_words)
        self._search = lru_cache(maxsize=_REMEMBERED)(self._answer)

    def with_traits(self, traits: Traits) -> "Engine":
        """The same documents under other rules; the index is shared, not built again."""
        return Engine(self.records, traits, index=self.index, contents=self.contents)

    def search(self, text: str, *, where: Pairs = (), order: Order = "rank") -> Answer:
        """The answer to what a person typed, among the documents whose attributes equal those of `where`.

        A blank text with `where` matches by attributes alone; blank with nothing else matches nothing.
        """
        return self._search(text, where, order)

    def postings(self, term: str) -> Ints:
        """The documents that hold the word itself, ascending, whatever the site's rules."""
        return self.index.postings(self.index.term(term)).documents

    def document_frequency(self, term: str) -> int:
        """How many documents hold the word."""
        return len(self.postings(term))

    def terms(self, document: int) -> Ints:
        """The distinct words of a document, as positions in `vocabulary`."""
        return self.index.forward(document)

    @property
    def vocabulary(self) -> list[str]:
        """Every word of the corpus, by number."""
        return self.index.vocabulary

    @cached_property
    def facets(self) -> dict[str, Facet]:
        """The attributes with few enough values to choose from."""
        return find_facets(self.records)

    @cached_property
    def menus(self) -> tuple[Facet, ...]:
        """The attributes that the site's form lets one choose, shortest first."""
        if not self.traits.selects:
            return ()
        return tuple(sorted(self.facets.values(), key=lambda facet: len(facet.values))[: self.traits.selects])

    @cached_property
    def scales(self) -> tuple[Scale, ...]:
        """The attributes that the site's form takes from and to."""
        return tuple(find_scales(self.records)[: self.traits.ranges]) if self.traits.ranges else ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The attributes that the site's form searches by a text input each."""
        if not self.traits.fields:
            return ()
        taken = {facet.name for facet in self.menus} | {scale.name for scale in self.scales}
        return tuple(find_columns(self.records, without=taken)[: self.traits.fields])

    @cached_property
    def titles(self) -> dict[str, int]:
        """The first document of each title, without regard to case."""
        return {record.title.strip().casefold(): i for i, record in reversed(list(enumerate(self.records)))}

    @cached_property
    def _title_positions(self) -> Ints:
        return _positions(sorted(range(len(self.records)), key=lambda i: self.records[i].title.casefold()))

    @cached_property
    def _static_positions(self) -> Ints:
        return _positions(np.random.default_rng(self.traits.seed).permutation(len(self.records)))

    @cached_property
    def _boosts(self) -> Floats:
        return boosts(self.records, attribute=self.traits.popularity, seed=self.traits.seed)

    def _answer(self, text: str, where: Pairs, order: Order) -> Answer:
        question = read_question(text, self.traits, self._stopped)
        if question.refused:
            return Answer(np.zeros(0, dtype=np.int32), 0, question.ignored, question.refused)
        if self._browses(where) and not text.strip():
            documents, scores = np.arange(len(self.records), dtype=np.int32), np.zeros(len(self.records))
        else:
            documents, scores = self._matcher.matches(question)
        for name, value in where:
            fits = self._filter(name).holds(documents, value)
            documents, scores = documents[fits], scores[fits]
        total, limit = len(documents), self.traits.cap
        if self.traits.too_many is not None and total > self.traits.too_many:
            reason = f"More than {self.traits.too_many} entries match. Please refine your search."
            return Answer(np.zeros(0, dtype=np.int32), 0, question.ignored, reason)
        if order == "title":
            documents = by_position(documents, self._title_positions, limit=limit)
        elif self.traits.rank == "static":
            documents = by_position(documents, self._static_positions, limit=limit)
        else:
            if self.traits.rank == "popularity":
                scores = scores * self._boosts[documents]
            documents = best_first(documents, scores, limit=limit)
        return Answer(documents, total, question.ignored)

    def _filter(self, name: str) -> Filter:
        """What narrows an answer under this name; nothing fits an unknown one."""
        for scale in self.scales:
            if name in (scale.low, scale.high):
                return Bound(scale, is_low=name == scale.low)
        columns = {column.name: column for column in self.columns}
        return columns.get(name) or self.facets.get(name) or Facet(name, (), np.zeros(0, dtype=np.int32))

    def _browses(self, where: Pairs) -> bool:
        """Whether a question without words finds everything that fits the rest."""
        return bool(where) or self.traits.blank == "everything" or not (self.traits.box or not self.traits.selects)


def _positions(order: Iterable[int]) -> Ints:
    """The place of each document in an order."""
    listed = np.fromiter(order, dtype=np.int32)
    positions = np.empty(len(listed), dtype=np.int32)
    positions[listed] = np.arange(len(listed), dtype=np.int32)
    return positions

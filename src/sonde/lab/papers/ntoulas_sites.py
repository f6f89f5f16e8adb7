"""The sites of Ntoulas 2005, and what stands for them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits


@dataclass(frozen=True, slots=True)
class Site:
    """A site of the paper and what stands for it."""

    name: str
    figure: str
    corpus: str
    documents: float  # on the published site
    cap: int | None  # there
    queries: int  # up to where the figure is described
    said: str
    shares: Mapping[str, tuple[int, str]]  # policy -> so many queries and the coverage after them, as published
    part: float | None = None  # a topic with about this share of the corpus is the site
    stop_words: str = "none"  # only PubMed refused them (footnote 6)

    def open(self, records: Sequence[Record]) -> Engine:
        """The site on our corpus."""
        return self.limited(Engine(records if self.part is None else topic_of_share(records, self.part)), self.cap)

    def limited(self, engine: Engine, cap: int | None) -> Engine:
        """The same with another published cap, scaled to the corpus."""
        scaled = cap and max(5, round(cap / self.documents * len(engine.records)))
        return engine.with_traits(Traits(cap=scaled, stop_words=self.stop_words, page_size=100))


PUBMED = Site(
    "pubmed", "Figure 10", "medline_ohsumed", 14e6, None, 200,
    "adaptive needs 83 queries for almost 80 %, generic-frequency 106; over 90 % after fewer than 100 queries "
    "(abstract). After 200 queries random-16K has 42.5 %, random-1M less than 1 %.",
    {"adaptive": (83, "0.8"), "generic": (106, "0.8"), "random-16k": (200, "0.425"), "random-1m": (200, "< 0.01")},
    stop_words="short",
)  # fmt: skip
AMAZON = Site(
    "amazon", "Figure 11", "films_wikipedia", 4.6e6, 32_000, 775,
    "generic-frequency is slightly better than adaptive, which met a flaky site. After 775 queries random-16K has "
    "36.7 %, random-1M 14.5 %.",
    {"random-16k": (775, "0.367"), "random-1m": (775, "0.145")},
)  # fmt: skip
DMOZ = Site(
    "dmoz", "Figure 12", "web_directory_awesome", 3.8e6, 10_000, 770,
    "adaptive clearly outperforms generic-frequency: 70 % after 630 queries. After 770 queries random-16K has 13.5 %, "
    "random-1M 0.3 %.",
    {"adaptive": (630, "0.7"), "random-16k": (770, "0.135"), "random-1m": (770, "0.003")},
)  # fmt: skip
ARTS = Site(
    "dmoz-arts", "Figure 13", "web_directory_awesome", 429e3, 10_000, 471,
    "After 471 queries adaptive has 99.98 %, generic-frequency 72 %, random-16K 22.7 %, random-1M less than 1 %.",
    {"adaptive": (471, "0.9998"), "generic": (471, "0.72"), "random-16k": (471, "0.227"), "random-1m": (471, "< 0.01")},
    part=0.113,
)  # fmt: skip


def topic_of_share(records: Sequence[Record], share: float) -> list[Record]:
    """The documents of the topic whose share of the corpus is closest; all where there are no topics."""
    topics = [record.attribute("topic") for record in records]
    counts = Counter(topic for topic in topics if topic)
    if not counts:
        return list(records)
    wanted = min(counts, key=lambda topic: (abs(counts[topic] / len(topics) - share), topic))
    return [record for record, topic in zip(records, topics, strict=True) if topic == wanted]

"""The sites and topics of Liakos 2015, what stands for them, and the trials on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sonde.lab.papers.corpora import open_records
from sonde.lab.search.engine import Engine
from sonde.lab.topic import TopicTrial, find_topic, given_topic, run_topic_trial
from sonde.lab.topic_policies import Given
from sonde.lab.traits import Traits

SEED = 1
EXAMPLES = 50  # titles and summaries of a query document
QUICK_DOCUMENTS, QUICK_QUERIES, QUICK_EXAMPLES = 3000, 20, 10
FEWEST_RESULTS = 20  # of a capped answer
NOTE = (
    "A query document is {examples} random documents of the topic. A capped site shows 0.3 to 0.7 % of its "
    "documents, the published ones 0.2 to 0.6 %. Our policy, topic, is not in the paper."
)


@dataclass(frozen=True, slots=True)
class Site:
    """What stands for a site of the paper."""

    corpus: str
    cap_share: float | None  # of the documents; None: every result is shown
    stands_for: str

    def open(self, data: Path, documents: int | None) -> Engine:
        """The site with the stop words of the paper's engine."""
        records = open_records(self.corpus, data, documents)
        cap = None if self.cap_share is None else max(FEWEST_RESULTS, round(self.cap_share * len(records)))
        return Engine(records, Traits(cap=cap, stop_words="short", not_=True))


# dmoz shows 0.2 % of its documents. Our topics are twice as large a share of the site, so twice as much is shown.
DMOZ = Site("web_directory_awesome", 0.004, "dmoz")
STACK_EXCHANGE = Site("stackexchange_closed", 0.0026, "the Stack Exchange sites")
NYT = Site("medline_ohsumed", 0.007, "the New York Times corpus")
TWEETS = Site("films_wikipedia", None, "the geo-coded tweets")


class Trials:
    """The policies on one topic of a site, each run once and when first asked for."""

    def __init__(
        self, engine: Engine, topic: str, queries: int, *, quick: bool, examples: int | None = None
    ) -> None:  # fmt: skip
        self.engine, self.topic = engine, topic
        self.queries = QUICK_QUERIES if quick else queries
        wanted = find_topic(engine.records, topic)
        usual = min(QUICK_EXAMPLES if quick else EXAMPLES, int(wanted.sum()) // 2)
        self.examples = usual if examples is None else examples
        self.given = given_topic(engine, wanted, examples=self.examples, seed=SEED)
        self._done: dict[tuple[str, str, tuple[str, ...]], TopicTrial] = {}

    def of(self, policy: str, *, given: Given | None = None) -> TopicTrial:
        """The trial of a policy, with what the topic gives or something else."""
        given = given or self.given
        key = (policy, given.exclude, given.attributes)
        if key not in self._done:
            self._done[key] = run_topic_trial(self.engine, policy, given, max_queries=self.queries, until=1.0)
        return self._done[key]

    @property
    def note(self) -> str:
        """What is different here."""
        return NOTE.format(examples=self.examples)

    def corpus(self, site: Site) -> str:
        """The data in a line."""
        size, cap = int(self.given.wanted.sum()), self.engine.traits.cap
        return (
            f"{site.corpus} for {site.stands_for}: {len(self.engine.records):,} documents, topic {self.topic} of "
            f"{size:,}, cap {cap or 'none'}"
        )


def document_sizes(published: Sequence[int], on_topic: int) -> tuple[int, ...]:
    """Sizes of query documents: as published, or in the same proportions up to half of a smaller topic."""
    scale = min(1.0, on_topic / 2 / max(published))
    return tuple(max(1, int(size * scale)) for size in published)

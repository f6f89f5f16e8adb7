"""The topic policies as the lab makes them: with a reference corpus, labelled documents and the truth at hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.errors import unknown_name
from sonde.lab.corpora.contents import position
from sonde.lab.names import policy_names
from sonde.model import Document, Topic
from sonde.planner import Policy, Setup
from sonde.planner.topic.cosine_similarity import CosineSimilarity
from sonde.planner.topic.do_nothing import DoNothing
from sonde.planner.topic.focused import Evaluation, Focused
from sonde.planner.topic.j48 import j48
from sonde.planner.topic.naive_bayes import naive_bayes
from sonde.planner.topic.perfect import Perfect
from sonde.planner.topic.smo import smo
from sonde.planner.topic.topical import Topical
from sonde.text.tfidf import Reference, ReferenceCorpus


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What one trial has to give; each policy takes only what the paper lets it have."""

    topic: Topic  # the query document
    labelled: Topic  # what classifiers learn from
    reference: tuple[Document, ...]
    wanted: NDArray[np.bool_]  # the truth, by position in the corpus
    attributes: tuple[str, ...] = ()  # take words of these attributes only
    exclude: str = ""  # how a site excludes a word

    def is_on_topic(self, document: Document) -> bool:
        """The truth about a document of the corpus."""
        return bool(self.wanted[position(document.url)])


_EVALUATIONS: Mapping[str, Callable[[Given, Reference], Evaluation]] = {
    "perfect": lambda given, _: Perfect(given.is_on_topic),
    "do-nothing": lambda given, _: DoNothing(),
    "naive-bayes": lambda given, _: naive_bayes(given.labelled),
    "smo": lambda given, _: smo(given.labelled),
    "j48": lambda given, _: j48(given.labelled),
    "cosine": lambda given, reference: CosineSimilarity(given.topic, reference=reference),
}

PUBLISHED = tuple(_EVALUATIONS)
TOPIC_POLICIES = ("topic", *PUBLISHED)


def make_topic_policy(name: str, given: Given, setup: Setup) -> Policy:
    """A fresh policy by name."""
    if name == "topic":
        return Topical.make(setup)
    reference = ReferenceCorpus(f"{document.title}\n{document.text}" for document in given.reference)
    return Focused(
        given.topic,
        evaluation=_EVALUATIONS[name](given, reference),
        reference=reference,
        statistics=setup.statistics,
        attributes=given.attributes,
        exclude=given.exclude,
    )


def split_topic_policies(text: str) -> tuple[str, ...]:
    """The policies of a list with commas; ConfigError for one that is not known, or none at all."""
    names = policy_names(text)
    for name in names:
        if name not in TOPIC_POLICIES:
            raise unknown_name("policy", name, TOPIC_POLICIES)
    return names

"""Policies by name."""

from collections.abc import Callable, Sequence
from typing import Any

from sonde.errors import unknown_name
from sonde.planner.adaptive import Adaptive
from sonde.planner.capped import AdaptiveCapped
from sonde.planner.default import counts_first, sonde
from sonde.planner.generic import generic
from sonde.planner.random_words import random_1m, random_16k
from sonde.planner.ranking.distances import DISTANCES
from sonde.planner.ranking.rank_aware import rank_aware
from sonde.planner.ranking.top_first import TopFirst
from sonde.planner.setup import Policy, Setup
from sonde.planner.topic.published import (
    cosine_policy,
    do_nothing_policy,
    j48_policy,
    naive_bayes_policy,
    smo_policy,
)
from sonde.planner.topic.topical import Topical
from sonde.planner.zipf import AdaptiveZipf

__all__ = ["DEFAULT_POLICY", "MAKERS", "POLICIES", "TOPIC_POLICIES", "TOPIC_POLICY", "Policy", "make_policy"]

DEFAULT_POLICY = "sonde"
TOPIC_POLICY = "topic"  # the default where there is a topic

# Each policy's name, what it does, and how it is made.
_KNOWN: tuple[tuple[str, str, Callable[[Setup], Policy]], ...] = (
    ("sonde", "most new documents expected under the site's cap, from how often documents came back (default)",
     sonde),
    ("counts-first", "the same with a look at hit counts first: fewer pages, more queries sent", counts_first),
    ("adaptive", "the word most held documents contain: Ntoulas 2005, independence estimator", Adaptive.make),
    ("adaptive-zipf", "the same with the Zipf estimator: hits by a curve through issued queries", AdaptiveZipf.make),
    ("adaptive-capped", "the same with the table corrected for answers that the site cut (3.4)", AdaptiveCapped.make),
    ("generic", "words by decreasing frequency in general language: Ntoulas 2005, generic-frequency", generic),
    ("random-16k", "random words of the 16,000 most frequent: Ntoulas 2005, random", random_16k),
    ("random-1m", "random words of the million most frequent, as far as they are known", random_1m),
    ("ranking", "most new documents that the site shows first, for a copy that answers like it", TopFirst.make),
    *((f"rank-{name}", f"coverage and ranking gain by this distance: Valkanas 2011, {name}", rank_aware(name))
      for name in DISTANCES),
)  # fmt: skip

# Those that look for the documents on one topic.
_ON_TOPIC: tuple[tuple[str, str, Callable[[Setup], Policy]], ...] = (
    ("topic", "most new documents on topic expected, judged by examples alone (default with a topic)", Topical.make),
    ("cosine", "words of the results closest to the examples: Liakos 2015, CosineSimilarity", cosine_policy),
    ("naive-bayes", "words of the results a classifier accepts: Liakos 2015, NaiveBayes", naive_bayes_policy),
    ("smo", "the same with a linear support vector machine: Liakos 2015, SMO", smo_policy),
    ("j48", "the same with a decision tree: Liakos 2015, J48", j48_policy),
    ("do-nothing", "words of all results: Liakos 2015, Do-nothing", do_nothing_policy),
)  # fmt: skip

POLICIES = {name: about for name, about, _ in _KNOWN}
TOPIC_POLICIES = {name: about for name, about, _ in _ON_TOPIC}
MAKERS = {name: maker for name, _, maker in (*_KNOWN, *_ON_TOPIC)}


def make_policy(name: str = DEFAULT_POLICY, *, seeds: Sequence[str] = (), **given: Any) -> Policy:
    """A fresh policy; `given` are the fields of `Setup`."""
    maker = MAKERS.get(name)
    if maker is None:
        raise unknown_name("policy", name, MAKERS)
    return maker(Setup(seeds=tuple(seeds), **given))

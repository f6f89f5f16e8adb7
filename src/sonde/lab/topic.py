"""Topics of a corpus and trials of the policies that want the documents on one of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from sonde.errors import ConfigError
from sonde.lab.corpora.contents import position
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.topic_policies import Given, make_topic_policy
from sonde.lab.trial import Step, run_trial
from sonde.model import Outcome, Query, Topic
from sonde.planner import Policy, Setup

LEVELS = (0.5, 0.7, 0.8, 0.9)
TRAINING_ON, TRAINING_OFF = 300, 900  # labelled documents that the classifiers learn from
REFERENCE = 2000  # documents of the reference corpus

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TopicTrial:
    """What came of one policy on one topic."""

    size: int  # different documents on topic
    steps: tuple[Step, ...]
    recall: tuple[float, ...]  # after each query
    precision: tuple[float, ...]  # of the documents downloaded, after each query
    answers: tuple[float, ...]  # the share of each answer's results that is on topic

    def queries_to(self, level: float) -> int | None:
        """How many queries it took to hold this share of the topic."""
        return next((i for i, recall in enumerate(self.recall, 1) if recall >= level), None)

    def documents_to(self, level: float) -> int | None:
        """How many documents were downloaded by then, on topic or not."""
        number = self.queries_to(level)
        return None if number is None else self.steps[number - 1].held

    def recall_after(self, queries: int) -> float:
        """The share of the topic held after so many queries; a trial that ended earlier kept what it had."""
        return self.recall[min(queries, len(self.recall)) - 1] if self.recall else 0.0


def find_topic(records: Sequence[Record], label: str) -> Bools:
    """Which documents have a label: NAME=VALUE, or the VALUE of the attribute in which most documents have it."""
    name, _, value = label.partition("=")
    names = [name] if value else sorted({key for record in records for key, _ in record.attributes})
    value = value or label
    found = [np.array([has_label(record, key, value) for record in records], np.bool_) for key in names]
    best = max(found, key=lambda marks: int(marks.sum()), default=np.zeros(0, np.bool_))
    if not best.any():
        raise ConfigError(f"no document of the corpus has the label {label!r}. Write VALUE or ATTRIBUTE=VALUE.")
    return best


def has_label(record: Record, name: str, value: str) -> bool:
    """Whether an attribute has a value, alone or in a list with commas."""
    return any(key == name and f", {value}, " in f", {text}, " for key, text in record.attributes)


def given_topic(engine: Engine, wanted: Bools, *, examples: int, seed: int) -> Given:
    """What the policies of one trial are told: random examples, labelled documents, a reference corpus."""
    on, off = np.flatnonzero(wanted).tolist(), np.flatnonzero(~wanted).tolist()
    if len(on) < 2 * examples:
        raise _too_few(len(on), f"to take {examples} as examples and look for the rest")
    rng, document = Random(seed), engine.contents.document
    chosen = rng.sample(on, examples)
    labelled_on = rng.sample(on, min(TRAINING_ON, len(on) // 2))
    labelled_off = rng.sample(off, min(TRAINING_OFF, len(off) // 2))
    reference = rng.sample(range(len(engine.records)), min(REFERENCE, len(engine.records)))
    return Given(
        topic=Topic(examples=tuple(map(document, chosen))),
        labelled=Topic(examples=tuple(map(document, labelled_on)), others=tuple(map(document, labelled_off))),
        reference=tuple(map(document, reference)),
        wanted=wanted,
    )


def examples_of(engine: Engine, wanted: Bools, *, examples: int, seed: int) -> Topic:
    """A topic told by random documents of another corpus."""
    on = np.flatnonzero(wanted).tolist()
    if len(on) < examples:
        raise _too_few(len(on), f"to take {examples} as examples")
    return Topic(examples=tuple(map(engine.contents.document, Random(seed).sample(on, examples))))


def _too_few(number: int, purpose: str) -> ConfigError:
    return ConfigError(
        f"the topic has {number} documents, too few {purpose}. Choose a larger topic, or fewer with --examples."
    )


def run_topic_trial(
    engine: Engine, policy: str, given: Given, *, max_queries: int, until: float = LEVELS[-1]
) -> TopicTrial:
    """Runs a policy until it holds the share `until` of the topic, has asked `max_queries` times or gives up."""
    firsts = engine.contents.firsts
    log = _Log(np.unique(firsts[given.wanted]), firsts, given.wanted)

    def make(setup: Setup) -> Policy:
        return _Until(make_topic_policy(policy, given, setup), log, until)

    trial = run_trial(engine, make, seeds=(), max_queries=max_queries, until=2.0, topic=given.topic)
    number = len(trial.steps)
    return TopicTrial(
        len(log.topic), trial.steps, tuple(log.recall[:number]), tuple(log.precision[:number]),
        tuple(log.answers[:number]),
    )  # fmt: skip


class _Log:
    """Counts the documents on topic, answer by answer."""

    def __init__(self, topic: "NDArray[np.integer]", firsts: "NDArray[np.integer]", wanted: Bools) -> None:
        self.topic = topic
        self._firsts, self._is_wanted = firsts, np.zeros(len(firsts), np.bool_)
        self._is_wanted[topic] = True
        self._position: list[int] = []  # of each held document
        self._found: set[int] = set()
        self.recall: list[float] = []
        self.precision: list[float] = []
        self.answers: list[float] = []

    def note(self, outcome: Outcome) -> None:
        new = [int(self._firsts[position(document.url)]) for document in outcome.new]
        self._position += new
        self._found.update(place for place in new if self._is_wanted[place])
        seen = [self._is_wanted[self._position[document]] for document in outcome.seen]
        self.recall.append(len(self._found) / len(self.topic))
        self.precision.append(len(self._found) / max(1, len(self._position)))
        self.answers.append(sum(seen) / max(1, len(seen)))


class _Until:
    """A policy that has enough at some share of the topic."""

    def __init__(self, policy: Policy, log: _Log, share: float) -> None:
        self._policy, self._log, self._share = policy, log, share

    def choose(self) -> Query | None:
        """The policy's choice; None once the share is held."""
        reached = self._log.recall and self._log.recall[-1] >= self._share
        return None if reached else self._policy.choose()

    def observe(self, outcome: Outcome) -> None:
        """Passes the answer on."""
        self._log.note(outcome)
        self._policy.observe(outcome)


def topics_of(records: Sequence[Record], labels: Sequence[str]) -> Iterator[tuple[str, Bools]]:
    """The labels that some document of a corpus has, and which documents these are."""
    for label in labels:
        try:
            yield label, find_topic(records, label)
        except ConfigError:
            continue

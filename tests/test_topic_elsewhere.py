"""Examples that are not of the site: told by the topic's words, not by how the examples are written."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.topic import examples_of, find_topic, given_topic, run_topic_trial
from sonde.lab.topic_policies import Given
from sonde.lab.traits import Traits
from sonde.planner import Statistics
from sonde.planner.topic.general_language import LEAST_SAY, GeneralLanguage, say
from sonde.planner.topic.relevance import FEW_ALIKE, SHARE_UNKNOWN, Relevance, are_foreign

CHATTY = "please really thanks hello maybe guess everyone think want anyone know people".split()
FORMAL = "method result study effect measured range theory value sample observed review paper".split()
COOKING = [f"cook{i}" for i in range(60)]
OTHER = [f"other{i}" for i in range(400)]


def site_of(number: int, *, style: list[str], stray: list[str], seed: int) -> Engine:
    """One document in eight is about cooking. All have words of one style; a few about other things have the other."""
    rng, records = Random(seed), []
    for i in range(number):
        is_cooking = i % 8 == 0
        own = rng.choices(COOKING if is_cooking else OTHER, k=6)
        manner = rng.choices(style, k=5) + ([] if is_cooking or rng.random() > 0.3 else rng.choices(stray, k=3))
        label = "cooking" if is_cooking else "other"
        records.append(Record(f"{seed}-{i}", f"no{i}", " ".join([*own, *manner]), (("topic", label),)))
    return Engine(records, Traits(cap=25))


def given_from_elsewhere(site: Engine) -> Given:
    letters = site_of(400, style=CHATTY, stray=FORMAL, seed=2)
    given = given_topic(site, find_topic(site.records, "cooking"), examples=30, seed=1)
    topic = examples_of(letters, find_topic(letters.records, "cooking"), examples=30, seed=1)
    return Given(topic, given.labelled, given.reference, given.wanted)


def test_examples_from_elsewhere_lead_to_the_topic() -> None:
    site = site_of(1600, style=FORMAL, stray=CHATTY, seed=1)
    assert run_topic_trial(site, "topic", given_from_elsewhere(site), max_queries=30).recall_after(30) > 0.7


def test_what_is_written_like_the_examples_is_not_taken_for_their_topic() -> None:
    letters, site = (
        site_of(800, style=style, stray=stray, seed=seed)
        for style, stray, seed in ((CHATTY, FORMAL, 2), (FORMAL, CHATTY, 1))
    )
    words = [*COOKING, *OTHER, *CHATTY, *FORMAL]
    numbers = {word: i for i, word in enumerate(words)}

    def terms(record: Record) -> NDArray[np.int64]:
        return np.unique([numbers[word] for word in record.text.split()])

    examples = [terms(record) for record in letters.records[::8][:30]]
    crawled = [terms(record) for record in site.records]
    is_cooking = find_topic(site.records, "cooking")
    is_chatty = np.array([any(word in CHATTY for word in record.text.split()) for record in site.records])
    zipf = GeneralLanguage(Statistics(), language="en").of(words)
    chances, deaf = (
        Relevance().fit(examples, crawled, vocabulary=len(words), say=told).of(crawled) for told in (say(zipf), 1.0)
    )
    assert chances[is_cooking].mean() > 0.3
    assert chances[is_chatty].mean() < 0.01 < deaf[is_chatty].mean()


def test_no_share_on_topic_is_read_off_examples_that_nothing_is_like() -> None:
    rng = np.random.default_rng(1)
    on = [rng.choice(40, 8, replace=False) for _ in range(100)]
    off = [40 + rng.choice(100, 8, replace=False) for _ in range(300)]
    manner = np.arange(140, 146)
    ours = Relevance().fit(on[:30], [*on[30:], *off], vocabulary=150)
    theirs = Relevance().fit([np.append(terms, manner) for terms in on[:30]], [*on[30:], *off], vocabulary=150)
    assert not ours.is_foreign_
    assert theirs.is_foreign_
    assert theirs.share_ == SHARE_UNKNOWN
    assert theirs.of(on[30:]).mean() > 5 * theirs.of(off).mean()


def test_a_small_topic_of_a_large_site_is_not_taken_for_one_from_elsewhere() -> None:
    ranks = np.linspace(0.985, 1.0, 50)
    assert not are_foreign(ranks, documents=200 * FEW_ALIKE)
    assert are_foreign(ranks, documents=50 * FEW_ALIKE)
    assert not are_foreign(ranks[:2], documents=50 * FEW_ALIKE), "too few examples to tell"


def test_words_of_most_texts_say_little_and_rare_ones_all_they_can() -> None:
    statistics = Statistics()
    said = say(GeneralLanguage(statistics, language="en").of(["the", "people", "government", "harbour", "xyzzyx"]))
    assert said[0] == LEAST_SAY
    assert said[-1] == said[-2] == 1
    assert list(said) == sorted(said)

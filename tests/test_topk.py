"""Answers from the copy like the site would: what was asked is recalled, the rest follows the learned order."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app
from sonde.index.confidence import measured
from sonde.index.numbers import Numbers, read_number
from sonde.lab.corpora.contents import position
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.ranking_experiment_queries import draw_questions
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import run_trial
from sonde.model import Coverage, Outcome
from sonde.store.copy import Copy
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

QUERIES = 60
CAP = 20


@dataclass(frozen=True, slots=True)
class Crawled:
    """A site that prefers popular documents, and a copy of it."""

    site: Engine
    outcomes: Sequence[Outcome]
    path: Path

    @property
    def copy(self) -> Copy:
        return sonde.open(self.path)


def record(path: Path, outcomes: Sequence[Outcome], *, aside: Sequence[int] = ()) -> None:
    async def fill() -> None:
        with CrawlFolder.open_for_crawl(path, site_url="http://site.test/") as folder:
            async with await Store.open(folder) as store:
                for outcome in outcomes:
                    await store.record(outcome, traffic=Traffic(), coverage=Coverage())
                if aside:
                    await store.set_aside(aside, "help page")

    asyncio.run(fill())


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    site = Engine(list(synthetic_corpus(500, 5)), Traits(cap=CAP, rank="popularity", seed=2))
    start = site.vocabulary[int(np.argmax(site.index.frequencies))]
    outcomes: list[Outcome] = []
    run_trial(site, "ranking", seeds=[start], max_queries=QUERIES, until=1.0, watch=outcomes.append)
    path = tmp_path_factory.mktemp("topk") / "copy"
    record(path, outcomes)
    return Crawled(site, outcomes, path)


def test_a_query_that_was_asked_is_answered_as_the_site_did(crawled: Crawled) -> None:
    outcome = next(outcome for outcome in crawled.outcomes if len(outcome.seen) >= 10)
    answer = crawled.copy.topk(outcome.query.words)
    assert [hit.id for hit in answer.hits] == list(outcome.seen[:10])
    assert [hit.rank for hit in answer.hits] == list(range(1, 11))
    assert answer.basis == "asked"
    assert answer.confidence > 0.95


def test_unseen_queries_are_answered_more_like_the_site_than_by_words_alone(crawled: Crawled) -> None:
    asked = {outcome.query.words for outcome in crawled.outcomes}
    questions = (" ".join(question) for question in draw_questions(crawled.site, rng_seed=3))
    overlaps = []
    for text in islice((text for text in questions if text not in asked), 40):
        real = crawled.site.search(text).ids[:10].tolist()
        found = (
            [position(hit.url) for hit in hits] for hits in (crawled.copy.topk(text).hits, crawled.copy.search(text))
        )
        overlaps.append([measured(ids, real, k=10)[0] for ids in found])
    learned, by_words = np.mean(overlaps, axis=0)
    assert learned > by_words + 0.05


def test_trust_is_a_share_and_an_answer_that_must_be_whole_is_sure(crawled: Crawled) -> None:
    whole = next(o for o in crawled.outcomes if 0 < len(o.seen) < CAP and o.total == len(o.seen))
    text = next(d.text for o in crawled.outcomes for d in o.new if d.id == whole.seen[0])
    words = [word for word in text.split() if word.isalpha() and word.lower() != whole.query.words]
    answer = crawled.copy.topk(f"{whole.query.words} {words[0]}")
    assert answer.basis == "complete"
    assert answer.hits
    for one in (answer, crawled.copy.topk("nothing-of-this-is-there")):
        assert 0 <= one.confidence <= 1
        assert 0 <= one.order <= 1


def test_what_was_learned_is_kept_and_learned_again_when_it_is_damaged(crawled: Crawled) -> None:
    text = " ".join(next(q for q in draw_questions(crawled.site, rng_seed=8) if len(q) == 2))
    first = crawled.copy.topk(text)
    kept = crawled.path / "index" / "order-10.npz"
    written = kept.stat().st_mtime_ns
    assert crawled.copy.topk(text) == first
    assert kept.stat().st_mtime_ns == written
    kept.write_bytes(b"PK damaged")
    assert crawled.copy.topk(text) == first
    assert kept.stat().st_size > 100


def test_documents_set_aside_are_not_answered_with(crawled: Crawled, tmp_path: Path) -> None:
    outcome = next(outcome for outcome in crawled.outcomes if len(outcome.seen) >= 10)
    record(tmp_path / "copy", crawled.outcomes, aside=[outcome.seen[0]])
    hits = sonde.open(tmp_path / "copy").topk(outcome.query.words).hits
    assert [hit.id for hit in hits] == list(outcome.seen[1:11])


def test_a_crawl_without_answers_has_nothing_to_say(tmp_path: Path) -> None:
    record(tmp_path / "copy", [])
    answer = sonde.open(tmp_path / "copy").topk("anything")
    assert (answer.hits, answer.basis) == ((), "words")
    assert sonde.open(tmp_path / "copy").topk("", k=3).hits == ()
    assert sonde.open(tmp_path / "copy").topk("anything", k=0).hits == ()


def test_the_command_prints_the_answer_and_its_confidence(crawled: Crawled) -> None:
    words = crawled.outcomes[0].query.words
    shown = CliRunner().invoke(app, ["topk", str(crawled.path), words, "-k", "3"])
    assert shown.exit_code == 0
    assert "confidence" in shown.stdout
    assert shown.stdout.count("lab://documents/") == 3
    printed = json.loads(CliRunner().invoke(app, ["topk", str(crawled.path), words, "-k", "3", "--json"]).stdout)
    assert list(printed) == ["hits", "confidence", "order", "basis"]
    assert [hit["rank"] for hit in printed["hits"]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "number"),
    [("1,234", 1234), ("12 views", 12), ("-3.5", -3.5), ("2026-01-02", 739618), ("2026-13-40", None), ("none", None)],
)
def test_numbers_and_dates_are_read_off_the_beginning_of_a_value(text: str, number: float | None) -> None:
    assert read_number(text) == number


def test_only_attributes_that_are_numbers_in_most_documents_count() -> None:
    sample = [(("views", str(10**i)), ("kind", "film"), ("code", "7" if i else "x")) for i in range(5)]
    numbers = Numbers.of(sample)
    assert numbers.names == ("views",)
    table = numbers.table([*sample, ()])
    assert (np.diff(table[:5, 0]) > 0).all()
    assert (table[5] == 0).all()

"""Cut words of a topic asked again with a second word: when, with which, and what is learned from it."""

from random import Random
from typing import Literal

import numpy as np
import pytest

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Abilities, Document, Outcome, Query, Topic
from sonde.planner import Costs, Statistics
from sonde.planner.setup import Setup
from sonde.planner.topic.examples import Examples
from sonde.planner.topic.general_language import GeneralLanguage
from sonde.planner.topic.judged import Judged
from sonde.planner.topic.pairs import FEW_EXAMPLES, MOST_SAY, START, Pair, Pairs
from sonde.planner.topic.topical import Topical

CAP = 40


def known_pairs(
    *, hits: int | None = 400, costs: Costs | None = None, examples: tuple[str, ...] = ("stew",)
) -> tuple[Pairs, Statistics]:
    """A word, "stew", that showed forty documents: half with "pan", a tenth with "oven", one with "once"."""
    statistics = Statistics()
    judged = Judged(statistics, GeneralLanguage(statistics, language="en"))
    topic = Topic(examples=tuple(Document(str(i), text=text) for i, text in enumerate(examples)))
    pairs = Pairs(Examples(topic), judged, costs=costs or Costs(), allows=lambda word: word != "stop")
    texts = [f"stew own{i} {'pan stop' if i % 2 else 'pot'} {'oven' if i % 10 == 0 else ''}" for i in range(CAP)]
    texts[0] += " once"
    take(pairs, statistics, judged, "stew", texts, hits=hits)
    return pairs, statistics


def take(
    pairs: Pairs, statistics: Statistics, judged: Judged, words: str, texts: list[str], *, hits: int | None = None
) -> None:
    """Lets everyone observe an answer of documents that are new."""
    first = statistics.documents
    new = tuple(Document(f"{first + i}", text=text, id=first + i) for i, text in enumerate(texts))
    expected = pairs.expected(words, cap=CAP)
    sighting = statistics.observe(
        Outcome(Query(words), new=new, seen=tuple(document.id for document in new), total=hits)
    )
    judged.observe(sighting)
    pairs.observe(sighting, hits=hits, expected=expected)


def test_a_cut_word_is_narrowed_by_the_word_that_leaves_as_many_as_an_answer_shows() -> None:
    pairs, _ = known_pairs()
    best = pairs.best(cap=CAP, above=0.0, used=())
    assert best is not None
    assert best.words in {"pan stew", "pot stew"}, "a tenth has oven, and stop is not searched for"
    assert 0 < best.worth <= CAP


@pytest.mark.parametrize("usual", ["pan", "pot"])
def test_of_words_that_an_answer_has_as_often_the_one_is_taken_that_examples_have_beside_the_first(usual: str) -> None:
    pairs, _ = known_pairs(examples=(f"stew {usual}", f"{usual} of stew", "pan", "pot", "pan", "pot", "stew"))
    best = pairs.best(cap=CAP, above=0.0, used=())
    assert best is not None
    assert best.words == f"{usual} stew"


def test_a_pair_promises_the_more_the_more_examples_have_it_and_something_even_if_none_has() -> None:
    promised = [
        known_pairs(examples=("stew pan",) * with_both + ("lid",) * (8 - with_both))[0].expected("pan stew", cap=CAP)
        for with_both in range(9)
    ]
    assert promised[0] > 0
    assert promised == sorted(promised)
    say = MOST_SAY * 8 / (8 + FEW_EXAMPLES)
    assert promised[8] == pytest.approx(promised[0] * (8.5 / 0.5) ** say), "a mean of two estimates, one unchanged"


def test_a_single_example_as_of_a_topic_of_words_hardly_changes_what_the_answer_promises() -> None:
    one, many = (
        [known_pairs(examples=(text,) * number)[0].expected("pan stew", cap=CAP) for text in ("stew pan", "lid")]
        for number in (1, 50)
    )
    assert one[0] < 1.2 * one[1]
    assert many[0] > 5 * many[1]


def test_words_of_few_documents_are_no_second_words() -> None:
    pairs, _ = known_pairs()
    assert pairs.expected("once stew", cap=CAP) == 0
    assert pairs.expected("own1 stew", cap=CAP) == 0
    assert pairs.expected("oven stew", cap=CAP) > 0


def test_nothing_is_expected_of_single_words_and_of_words_that_were_not_cut() -> None:
    pairs, _ = known_pairs()
    for words in ("stew", "oven pan", "stew pan oven", "unheard stew", ""):
        assert pairs.expected(words, cap=CAP) == 0


def test_an_answer_that_was_not_cut_has_nothing_left() -> None:
    pairs, _ = known_pairs(hits=CAP)
    assert pairs.best(cap=CAP, above=0.0, used=()) is None


def test_an_answer_that_states_matches_and_shows_none_tells_nothing() -> None:
    pairs, statistics = known_pairs()
    take(pairs, statistics, pairs._judged, "pan", [], hits=5000)
    assert pairs.expected("pan pot", cap=CAP) == 0
    best = pairs.best(cap=CAP, above=0.0, used=())
    assert best is not None
    assert "stew" in best.words


def test_where_no_matches_are_stated_as_many_as_were_shown_are_taken_to_be_left() -> None:
    stated, uncounted = (known_pairs(hits=hits)[0].best(cap=CAP, above=0.0, used=()) for hits in (2 * CAP, None))
    assert stated == uncounted
    assert isinstance(stated, Pair)


def test_no_pair_is_offered_that_is_used_or_worth_less_than_a_word() -> None:
    pairs, _ = known_pairs()
    first = pairs.best(cap=CAP, above=0.0, used=())
    assert first is not None
    second = pairs.best(cap=CAP, above=0.0, used={first.words})
    assert second is not None
    assert second.words != first.words
    assert second.worth <= first.worth
    assert pairs.best(cap=CAP, above=first.worth, used=()) is None


def test_pairs_that_bring_less_than_expected_are_worth_less() -> None:
    pairs, statistics = known_pairs()
    before = pairs.best(cap=CAP, above=0.0, used=())
    assert before is not None
    for words in ("pan stew", "pot stew", "oven stew"):
        take(pairs, statistics, pairs._judged, words, [])
    after = pairs.best(cap=CAP, above=0.0, used=())
    assert after is not None
    assert after.worth == pytest.approx(before.worth * 4 / 7), "four times a half, three times nothing"
    assert START == 0.5


def test_what_a_pair_is_worth_is_per_cost() -> None:
    cheap, dear = (known_pairs(costs=Costs(query=query))[0].best(cap=CAP, above=0.0, used=()) for query in (1, 10))
    assert cheap is not None
    assert dear is not None
    assert dear.worth == pytest.approx(cheap.worth / 10)


def stew_crawl(operator: Literal["and", "or", ""]) -> tuple[list[str], int]:
    """The queries to a site of which a third is about stew, and how many of these 200 documents they found.

    The site shows thirty of them at a time, and what else they say is said by all.
    """
    rng = Random(1)
    others = [f"word{i}" for i in range(40)]
    texts = [f"{'stew' if i % 3 == 0 else 'other'} {' '.join(rng.sample(others, 6))}" for i in range(600)]
    engine = Engine([Record(str(i), f"no{i}", text) for i, text in enumerate(texts)], Traits(cap=30))
    topic = Topic(examples=tuple(Document(str(i), text=texts[i]) for i in range(0, 60, 3)))
    policy = Topical.make(Setup(topic=topic, abilities=Abilities(operator=operator)))
    asked: list[str] = []
    found: set[int] = set()
    while len(asked) < 25 and (query := policy.choose()) is not None:
        answer = engine.search(query.words)
        places = answer.ids.tolist()
        new = tuple(Document(str(i), f"no{i}", texts[i], id=i) for i in places if i not in found)
        found.update(places)
        policy.observe(Outcome(query, new=new, seen=tuple(places), total=answer.total))
        asked.append(query.words)
    return asked, sum(i % 3 == 0 for i in found)


def test_pairs_find_more_and_are_asked_unless_the_site_finds_any_of_two_words() -> None:
    words_alone, found_alone = stew_crawl("or")
    assert not any(" " in words for words in words_alone)
    asked, found = stew_crawl("and")
    assert asked[:2] == words_alone[:2]
    pairs = [words for words in asked if " " in words]
    assert sum("stew" in words.split() for words in pairs) > 0.7 * len(pairs) > 0
    assert found > 1.5 * found_alone
    assert stew_crawl("") == (asked, found), "most sites want all words"


def test_a_word_that_sites_drop_is_no_second_word() -> None:
    topic = Topic(examples=(Document("x", text="stew with onions"),))
    policy = Topical.make(Setup(topic=topic, language="en"))
    texts = [f"stew {'with the' if i % 2 else 'pan'} own{i}" for i in range(CAP)]
    new = tuple(Document(f"u{i}", text=text, id=i) for i, text in enumerate(texts))
    policy.observe(Outcome(Query("stew"), new=new, seen=tuple(range(CAP)), total=400))
    used: set[str] = set()
    while (pair := policy.pairs.best(cap=CAP, above=0.0, used=used)) is not None:
        used.add(pair.words)
    assert used == {"pan stew"}


def test_chances_of_documents_are_those_that_were_judged() -> None:
    pairs, statistics = known_pairs()
    assert np.array_equal(pairs._judged.chances((0, 1)), [pairs._judged.relevance.share_] * 2)
    assert statistics.documents == CAP

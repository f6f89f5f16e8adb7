"""What words that were answered in full leave of those that go with them."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.companions import Listed
from sonde.planner.robust import Robust
from sonde.planner.shadows import MOST_OPEN, Shadows
from sonde.planner.statistics import Statistics


class Crawl:
    """Documents that come answer by answer."""

    def __init__(self) -> None:
        self.statistics = Statistics()
        self.shadows = Shadows(self.statistics)
        self._documents = 0

    def answer(self, word: str, texts: Sequence[str], *, shown: float) -> None:
        numbers = range(self._documents, self._documents + len(texts))
        self._documents += len(texts)
        new = tuple(Document(url=str(i), text=text, id=i) for i, text in zip(numbers, texts, strict=True))
        self.statistics.observe(Outcome(Query(word), tuple(numbers), new))
        self.shadows.open(numbers)
        term = self.statistics.id_of(word)
        assert term is not None
        self.shadows.observe(Listed.of(self.statistics, term, numbers), shown=shown)

    def left(self, word: str) -> float:
        return float(self.shadows.left(np.array([self.statistics.id_of(word)], np.intp))[0])


@pytest.fixture
def crawl() -> Crawl:
    """Two hundred documents from an answer that was cut, then all sixty of another word."""
    crawl = Crawl()
    crawl.answer("asia", [f"asia{' osaka' * (i < 40)}" for i in range(200)], shown=0.1)
    crawl.answer("japan", [f"japan tokyo{' osaka' * (i < 20)}" for i in range(60)], shown=1)
    return crawl


def test_nothing_is_left_of_a_word_whose_documents_all_have_one_that_was_answered_in_full(crawl: Crawl) -> None:
    assert crawl.left("tokyo") < 0.15


def test_more_is_left_of_a_word_that_stands_without_it_too(crawl: Crawl) -> None:
    assert 0.6 < crawl.left("osaka") < 1.0


def test_a_word_in_documents_that_no_full_answer_accounts_for_promises_more_than_others(crawl: Crawl) -> None:
    assert 1.0 < crawl.left("asia") <= MOST_OPEN


def test_an_answer_that_was_all_that_is_held_tells_nothing() -> None:
    crawl = Crawl()
    crawl.answer("japan", ["japan tokyo"] * 60, shown=1)
    assert crawl.left("tokyo") == 1.0


def test_an_answer_that_shows_most_of_the_matches_takes_as_much_from_others() -> None:
    def left(shown: float) -> float:
        crawl = Crawl()
        crawl.answer("asia", ["asia"] * 200, shown=0.1)
        crawl.answer("japan", ["japan tokyo"] * 60, shown=shown)
        return crawl.left("tokyo")

    assert left(0.1) >= 1.0, "little of the matches was shown: nothing is known of the rest"
    assert left(1) < left(0.9) < left(0.6) < left(0.1)


@given(st.lists(st.tuples(st.lists(st.sets(st.sampled_from("bcde")), min_size=1, max_size=30), st.floats(0, 1))))
def test_what_is_left_is_above_nothing_and_never_far_above_all(answers: list[tuple[list[set[str]], float]]) -> None:
    crawl = Crawl()
    for texts, shown in answers:
        crawl.answer("a", [" ".join(["a", *sorted(words)]) for words in texts], shown=shown)
    left = crawl.shadows.left(np.arange(crawl.statistics.vocabulary))
    assert ((left > 0) & (left <= MOST_OPEN)).all()


def test_of_two_names_of_the_same_documents_only_one_is_asked() -> None:
    # Each town has its country and its time zone, which is named after the capital.
    countries = [(f"land{i}", f"capital{i}") for i in range(30)]
    texts = {f"{land} {capital} town{i}x{j}": None for i, (land, capital) in enumerate(countries) for j in range(30)}
    texts |= {f"start {land} {capital} first{i}": None for i, (land, capital) in enumerate(countries * 20)}
    policy, held, asked = Robust(seeds=["start"]), dict[str, int](), list[str]()
    while len(held) < len(texts) and (query := policy.choose()) is not None:
        asked.append(query.words)
        matches = [text for text in texts if query.words in text.split()]
        new = [text for text in matches if text not in held]
        held |= {text: len(held) + i for i, text in enumerate(new)}
        documents = tuple(Document(url=text, text=text, id=held[text]) for text in new)
        policy.observe(Outcome(query, tuple(held[text] for text in matches), documents, total=len(matches)))
    assert len(held) == len(texts)
    assert len(asked) == 1 + len(countries), "the start word, and each country by one of its names"

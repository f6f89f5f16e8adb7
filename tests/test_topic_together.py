"""Documents of one answer, judged together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Document, Topic
from sonde.planner.topic.examples import ENOUGH, Examples
from sonde.planner.topic.together import chances_together

SHARE = 0.3
ANSWERS = st.lists(st.tuples(st.floats(-20, 20), st.integers(0, 3)), min_size=1, max_size=60)


def test_documents_that_say_nothing_are_on_topic_as_often_as_all_are() -> None:
    chances = chances_together(np.zeros(8), np.array([0, 0, 0, 1, 1, 2, 2, 2]), share=SHARE)
    assert chances == pytest.approx(SHARE)


def test_the_same_document_counts_for_less_among_documents_that_are_off_topic() -> None:
    evidence = np.array([1.0] + [3.0] * 50 + [1.0] + [-3.0] * 50)
    chances = chances_together(evidence, np.repeat([4, 7], 51), share=SHARE)
    assert chances[0] > 0.8 > 0.2 > chances[51]


def test_a_few_documents_hardly_change_what_is_usual() -> None:
    alone, among = (chances_together(np.full(n, -1.0), np.zeros(n, np.int64), share=SHARE)[0] for n in (1, 100))
    assert among < 0.5 * alone


@given(ANSWERS, st.floats(0.02, 0.5))
def test_chances_rise_with_the_evidence_of_a_document_and_of_its_answer(
    found: list[tuple[float, int]], share: float
) -> None:
    evidence, answers = np.array([one for one, _ in found]), np.array([answer for _, answer in found])
    chances = chances_together(evidence, answers, share=share)
    assert ((chances >= 0) & (chances <= 1)).all()
    for answer in set(answers.tolist()):
        own = chances[answers == answer][np.argsort(evidence[answers == answer], kind="stable")]
        assert (np.diff(own) >= -1e-12).all()
    better = chances_together(np.where(answers == answers[0], evidence + 1, evidence), answers, share=share)
    assert (better[answers == answers[0]] >= chances[answers == answers[0]] - 1e-12).all()
    assert better[answers != answers[0]] == pytest.approx(chances[answers != answers[0]])


def test_words_of_few_examples_are_rare_and_so_are_words_of_none_if_there_are_enough_examples() -> None:
    texts = ["stew pan", "stew pan", "stew pot", *["stew"] * (ENOUGH - 3)]
    for number, rare in ((ENOUGH, ["pot", "docker"]), (ENOUGH - 1, [])):
        topic = Topic(examples=tuple(Document(str(i), text=text) for i, text in enumerate(texts[:number])))
        assert Examples(topic).rare(["stew", "pan", "pot", "docker"]) == rare

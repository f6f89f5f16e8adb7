"""What repeats tell about the documents that never came."""

from random import Random

import numpy as np
import pytest

from sonde.planner.captures import Captures
from sonde.planner.fixed_order import FixedOrder


def seen(*documents: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array(documents, np.int64)


def test_two_samples_give_the_estimate_of_lincoln_and_petersen() -> None:
    captures = Captures()
    captures.observe(seen(*range(40)), answer=0)
    captures.observe(seen(*range(30, 80)), answer=1)
    size = 40 * 50 / 10
    assert captures.lincoln_petersen() == pytest.approx(80 / size)


def test_good_turing_and_chao_agree_with_their_formulas_in_one_stratum() -> None:
    captures = Captures()
    captures.observe(seen(*range(60)), answer=0)
    captures.observe(seen(*range(40, 100)), answer=1)  # 80 documents once, 20 twice, 120 results
    assert captures.good_turing() == pytest.approx(1 - 80 / 120)
    assert captures.chao() == pytest.approx(100 / (100 + 80 * 79 / (2 * 21)))


def test_short_documents_that_came_once_weigh_more_than_the_average_says() -> None:
    captures = Captures()
    for number in range(100):
        captures.describe(number, words=3 if number < 20 else 100)
    for answer in range(5):
        captures.observe(seen(*range(20, 100)), answer=answer)
    captures.observe(seen(*range(20)), answer=5)
    pooled = 1 - 20 / (5 * 80 + 20)
    assert captures.good_turing() < pooled - 0.1


def test_a_peek_and_the_rest_of_its_answer_are_one_answer() -> None:
    captures = Captures()
    captures.observe(seen(*range(10)), answer=0)
    captures.observe(seen(*range(30, 80)), answer=1)
    captures.observe(seen(*range(10, 40)), answer=0)
    assert captures.alone[:, :2].sum(axis=0).tolist() == [30, 40]
    assert captures.lincoln_petersen() == pytest.approx(80 * 10 / (40 * 50))


def test_ace_is_good_turing_where_all_documents_come_equally_often_and_less_where_not() -> None:
    even, uneven = Captures(), Captures()
    rng = Random(1)
    for answer in range(12):
        even.observe(seen(*rng.sample(range(1000), 100)), answer=answer)
        common = rng.sample(range(100), 50)
        uneven.observe(seen(*common, *rng.sample(range(100, 1000), 50)), answer=answer)
    assert even.ace() == pytest.approx(even.good_turing(), abs=0.02)
    assert uneven.ace() < uneven.good_turing() - 0.03
    assert Captures().ace() == 0


def test_an_order_that_never_changes_is_told_from_one_that_does() -> None:
    rng, always, by_question = Random(2), FixedOrder(), FixedOrder()
    for _ in range(30):
        picked = rng.sample(range(60), 20)
        by_question.observe(seen(*picked))
        always.observe(seen(*sorted(picked, key=lambda number: number * 7 % 60)))
    assert always.is_fixed
    assert not by_question.is_fixed


def test_few_answers_do_not_tell_the_order() -> None:
    order = FixedOrder()
    order.observe(seen(1, 2, 3))
    order.observe(seen(1, 2, 3))
    assert not order.is_fixed

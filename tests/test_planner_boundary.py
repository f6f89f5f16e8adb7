"""Where a site begins to refuse words."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sonde.planner.boundary import Boundary

places = st.lists(st.floats(0.001, 1), max_size=12)


def test_without_refusals_every_word_is_expected_to_be_answered() -> None:
    boundary = Boundary(answered=[0.1, 0.5])
    assert boundary.limit == math.inf
    assert boundary.chance(np.array([0.01, 0.9])).tolist() == [1, 1]


def test_words_are_doubted_between_the_last_answered_and_the_first_refused() -> None:
    boundary = Boundary(answered=[0.01, 0.02], refused=[0.2, 0.3, 0.4])
    sure, doubtful, refused = boundary.chance(np.array([0.02, 0.06, 0.25]))
    assert sure == 1
    assert 0.2 < doubtful < 1
    assert refused == 0.2


def test_answers_beyond_the_limit_make_refusals_less_likely() -> None:
    strict, lenient = Boundary(refused=[0.2, 0.3, 0.4]), Boundary(answered=[0.35], refused=[0.2, 0.3, 0.4])
    assert strict.limit == lenient.limit == 0.2
    assert strict.chance(np.array([0.3])) < lenient.chance(np.array([0.3]))


@given(places, places)
def test_no_other_limit_is_wrong_about_fewer_words(answered: list[float], refused: list[float]) -> None:
    boundary = Boundary()
    for place in answered:
        boundary.add(place, answered=True)
    for place in refused:
        boundary.add(place, answered=False)

    def wrong(limit: float) -> int:
        return sum(place < limit for place in refused) + sum(place >= limit for place in answered)

    assert boundary.exceptions == wrong(boundary.limit) == min(map(wrong, [math.inf, *refused, *answered, 0]))


@given(places, places, places)
def test_the_chance_never_rises_along_the_axis(answered: list[float], refused: list[float], asked: list[float]) -> None:
    chances = Boundary(answered, refused).chance(np.array(sorted(asked)))
    assert np.all((chances > 0) & (chances <= 1))
    assert np.all(np.diff(chances) <= 1e-12)

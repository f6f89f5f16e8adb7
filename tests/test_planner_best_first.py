"""Terms by falling score."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sonde.planner.best_first import BATCH, best_first


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), max_size=12 * BATCH), st.randoms(use_true_random=False))
def test_the_order_is_that_of_sorting_everything_and_equals_come_alphabetically(
    scores: list[float], rng: Random
) -> None:
    terms = [f"word{number:04}" for number in range(len(scores))]
    rng.shuffle(terms)
    ids = np.arange(len(scores))
    found = list(best_first(np.array(scores), ids, terms))
    assert found == sorted(range(len(scores)), key=lambda i: (-scores[i], terms[i]))

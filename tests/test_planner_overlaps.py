"""What the overlaps of whole answers tell about the documents that none of them brought."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sonde.planner.overlaps import GROUPS, Overlaps, Share, share_by_overlaps


def answers(chances: list[list[float]], *, documents: int, seed: int = 1) -> tuple[NDArray[np.bool_], float]:
    """Which answer (row) returned which of the held documents, and the share of all documents that is held.

    Each kind of document, of which there are equally many, comes with its own chances.
    """
    rng = np.random.default_rng(seed)
    kinds = np.arange(documents) % len(chances)
    returned = rng.random((len(chances[0]), documents)) < np.array(chances)[kinds].T
    held = returned.any(axis=0)
    return returned[:, held], float(held.mean())


def test_independent_answers_tell_the_share_that_is_held() -> None:
    returned, truth = answers([[0.3, 0.2, 0.4, 0.1, 0.2, 0.3]], documents=20_000)
    share = share_by_overlaps(returned)
    assert share is not None
    assert share.held == pytest.approx(truth, abs=0.04)
    assert share.low <= truth <= share.high
    assert share.high - share.low < 0.25


def test_answers_that_go_together_are_corrected_by_how_far_they_deceive_about_each_other() -> None:
    rich, poor = [0.6, 0.5, 0.4, 0.5, 0.3, 0.6], [0.1, 0.1, 0.1, 0.05, 0.1, 0.1]
    returned, truth = answers([rich, poor], documents=20_000)
    share = share_by_overlaps(returned)
    assert share is not None
    sizes = returned.sum(axis=1)
    own = returned[:, returned.sum(axis=0) == 1].sum(axis=1)
    held = returned.shape[1]
    plain = held * (sizes - own).sum() / (sizes * (held - own)).sum()
    assert plain > truth + 0.07
    assert abs(share.held - truth) < 0.6 * (plain - truth)


def test_answers_of_which_some_contain_each_other_and_others_do_not_leave_more_doubt() -> None:
    rng = np.random.default_rng(3)
    independent = rng.random((6, 4000)) < 0.3
    nested = independent.copy()
    nested[1:3] = nested[0] & (rng.random((2, 4000)) < 0.7)
    alike, apart = (share_by_overlaps(kind[:, kind.any(axis=0)]) for kind in (independent, nested))
    assert alike is not None
    assert apart is not None
    assert apart.doubt > 1.5 * alike.doubt


def test_two_answers_are_never_sure() -> None:
    returned = np.zeros((2, 1000), np.bool_)
    returned[0], returned[1, :12] = True, True
    share = share_by_overlaps(returned)
    assert share is not None
    assert share.held < 0.95
    assert share.low < 0.7


def test_answers_that_never_met_say_nothing() -> None:
    overlaps = Overlaps()
    assert overlaps.share(0) is None
    overlaps.observe(np.arange(10), answer=0)
    overlaps.observe(np.arange(10, 20), answer=1)
    assert overlaps.share(20) is None


def test_an_answer_counts_when_it_was_read_to_its_end() -> None:
    begun, whole = Overlaps(), Overlaps()
    for overlaps in (begun, whole):
        overlaps.observe(np.arange(40), answer=0)
    begun.observe(np.arange(30, 50), answer=1, is_whole=False)
    assert begun.share(50) is None
    begun.observe(np.arange(50, 80), answer=1)
    whole.observe(np.arange(30, 80), answer=1)
    assert begun.share(80) == whole.share(80)


def test_documents_that_other_answers_brought_are_not_missing() -> None:
    overlaps = Overlaps()
    overlaps.observe(np.arange(60), answer=0)
    overlaps.observe(np.arange(30, 80), answer=1)
    alone, more = overlaps.share(80), overlaps.share(88)
    assert alone is not None
    assert more is not None
    assert more.held == pytest.approx(1.1 * alone.held)
    assert alone.held < overlaps.share(1000).held < 1  # type: ignore[union-attr]


def test_many_answers_in_groups_tell_as_much_as_few() -> None:
    rng, overlaps, held = Random(4), Overlaps(), set[int]()
    for answer in range(3 * GROUPS):
        picked = rng.sample(range(3000), 60)
        held.update(picked)
        overlaps.observe(np.array(picked), answer=answer)
    share = overlaps.share(len(held))
    assert share is not None
    assert share.held == pytest.approx(len(held) / 3000, abs=0.05)


def test_another_estimate_moves_the_missing_share_by_its_weight() -> None:
    share = Share(0.9, 0.5)
    assert share.with_other(0.99, weight=0).held == pytest.approx(0.9)
    assert share.with_other(0.99, weight=1).held == pytest.approx(0.99)
    assert share.with_other(0.99, weight=0.5).held == pytest.approx(1 - np.sqrt(0.1 * 0.01))


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 7), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_the_share_lies_within_its_interval(rows: int, documents: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    returned = rng.random((rows, documents)) < rng.random((rows, 1))
    returned = returned[:, returned.any(axis=0)][returned.any(axis=1)]
    share = share_by_overlaps(returned)
    if share is not None:
        assert 0 <= share.low <= share.held <= share.high <= 1
        assert share.doubt >= 0

"""Learning how many results a site shows."""

import math

import numpy as np

from sonde.planner.cap import Cap
from sonde.planner.sightings import Sighting, TermCount


def answer(seen: int, total: int | None = None, *, complete: bool = True) -> Sighting:
    return Sighting("w", TermCount(), 0, np.arange(seen), (), seen, seen, total, complete, "")


def learned(*answers: Sighting) -> Cap:
    cap = Cap()
    for each in answers:
        cap.observe(each)
    return cap


def test_an_answer_shorter_than_its_count_shows_the_cap() -> None:
    assert learned(answer(40, 40), answer(100, 2300)).limit == 100


def test_answers_as_long_as_they_state_show_no_cap() -> None:
    assert math.isinf(learned(answer(40, 40), answer(900, 905)).limit)


def test_a_longer_answer_disproves_a_cap() -> None:
    assert math.isinf(learned(answer(100, 2300), answer(900, 900)).limit)


def test_without_counts_equally_long_answers_look_like_a_cap() -> None:
    assert math.isinf(learned(answer(100), answer(100)).limit)
    assert learned(answer(100), answer(37), answer(100), answer(100)).limit == 100


def test_counts_that_always_exceed_the_results_are_scaled_not_taken_for_a_cap() -> None:
    # Matches in the title and in the text are counted apart, so every count is half as large again.
    cap = learned(answer(400, 600), *(answer(n, n * 3 // 2) for n in (20, 40, 60, 80)))
    assert math.isinf(cap.limit)
    assert cap.hits(answer(100, 150)) == 100


def test_hits_are_unknown_when_an_answer_was_cut_and_nothing_is_stated() -> None:
    cap = learned(answer(100), answer(100), answer(100))
    assert cap.hits(answer(100)) is None
    assert cap.hits(answer(60)) == 60
    assert cap.hits(answer(60, complete=False)) is None


def test_the_site_has_at_least_as_many_documents_as_it_states() -> None:
    assert learned(answer(100, 2301)).most_hits == 2301
    assert learned(answer(100, 2300)).most_hits == 2070  # perhaps rounded up

"""Sites that limit their results: eq. 6 and 7 of Ntoulas 2005."""

import pytest

from sonde.model import Document, Outcome, Query
from sonde.planner.capped import AdaptiveCapped


def documents(*texts: str, first: int = 0) -> tuple[Document, ...]:
    return tuple(Document(url=f"/{first + i}", text=text, id=first + i) for i, text in enumerate(texts))


def after_a_whole_answer() -> AdaptiveCapped:
    """q_1 = disk brought its 4 documents; 2 of them hold java as well."""
    policy = AdaptiveCapped()
    held = documents("disk java", "disk java memory", "disk memory", "disk")
    policy.observe(Outcome(query=Query("disk"), seen=(0, 1, 2, 3), new=held, total=4))
    return policy


def share(policy: AdaptiveCapped, word: str) -> float:
    """P(word | q_1 v ... v q_i) of the corrected table."""
    term = policy.statistics.id_of(word)
    assert term is not None
    return float(policy.matched[term]) / policy.size


def test_whole_answers_are_added_up_as_in_figure_8() -> None:
    policy = after_a_whole_answer()
    assert policy.size == 4
    assert (share(policy, "java"), share(policy, "memory")) == (0.5, 0.5)


def test_a_cut_answer_counts_for_all_its_matches() -> None:
    policy = after_a_whole_answer()
    # q_2 = java matches 20 documents and shows 5, none of them held; 3 of the 5 hold memory, 1 holds lisp.
    shown = documents("java memory", "java memory", "java memory lisp", "java", "java", first=4)
    policy.observe(Outcome(query=Query("java"), seen=(4, 5, 6, 7, 8), new=shown, total=20))
    # P(q_1 v q_2): 4 + 20 - the 2 held documents with java.
    assert policy.size == 22
    # eq. 7: of the 20, memory is in 3 * 20/5 = 12. eq. 6: 2 (of q_1) + 12 - 1 (memory, java and held).
    assert share(policy, "memory") == pytest.approx((2 + 12 - 1) / 22)
    assert share(policy, "lisp") == pytest.approx(1 * 20 / 5 / 22)
    assert share(policy, "disk") == pytest.approx((4 + 0 - 2) / 22)


def test_documents_seen_again_belong_to_the_sample() -> None:
    policy = after_a_whole_answer()
    # The 5 shown are two that are held (0, 1) and three new ones.
    shown = documents("java lisp", "java lisp", "java", first=4)
    policy.observe(Outcome(query=Query("java"), seen=(0, 1, 4, 5, 6), new=shown, total=20))
    assert policy.size == 22
    # disk is in 2 of the 5 shown: 8 of 20; it was in 4 before, and in 2 held documents with java.
    assert share(policy, "disk") == pytest.approx((4 + 8 - 2) / 22)
    assert share(policy, "lisp") == pytest.approx(8 / 22)


def test_the_correction_changes_the_next_query() -> None:
    policy = after_a_whole_answer()
    shown = documents("java lisp", "java memory", first=4)
    policy.observe(Outcome(query=Query("java"), seen=(4, 5), new=shown, total=20))
    # memory is in 3 held documents and lisp in 1, but lisp may be in 10 of the matches: as many as memory's 10 + 2 - 1.
    assert share(policy, "lisp") == pytest.approx(10 / 22)
    assert share(policy, "memory") == pytest.approx(11 / 22)
    assert [policy.choose(), policy.choose()] == [Query("memory"), Query("lisp")]


def test_without_stated_hits_the_estimator_tells_how_much_was_cut() -> None:
    policy = AdaptiveCapped()
    for n in range(4):  # four answers of exactly ten look like a cap
        texts = [f"q{n} common"] * 8 + [f"q{n} common late"] * 2
        new = documents(*texts, first=10 * n)
        policy.observe(Outcome(query=Query(f"q{n}"), seen=tuple(range(10 * n, 10 * n + 10)), new=new))
    before = policy.size
    new = documents(*["common late"] * 10, first=40)
    policy.observe(Outcome(query=Query("common"), seen=tuple(range(40, 50)), new=new))
    # Every held document holds "common", so the estimator expects it in the whole site, far more than ten.
    assert policy.size > before + 10

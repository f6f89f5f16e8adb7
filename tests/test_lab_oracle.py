"""The oracle and the bound around the best choice of words, found by trying every choice."""

from itertools import combinations
from math import ceil

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.oracle import all_answers, find_limits
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits

WORDS = ("ab", "abc", "cab", "dab", "ef", "efg", "h")
LEVELS = (0.3, 0.5, 0.8, 0.9, 1.0)


@st.composite
def engines(draw: st.DrawFn) -> Engine:
    texts = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=2, max_size=12))
    traits = Traits(
        cap=draw(st.sampled_from([None, 1, 2, 3, 5])),
        rank=draw(st.sampled_from(["bm25", "static"])),
        stop_words=draw(st.sampled_from(["", "ab", "ef h"])),
        min_length=draw(st.sampled_from([1, 2, 3])),
        substring=draw(st.booleans()),
        unusable=draw(st.sampled_from(["ignored", "refused"])),
        seed=draw(st.integers(0, 5)),
    )
    return Engine([Record(str(i), "", " ".join(text)) for i, text in enumerate(texts)], traits)


def brought(engine: Engine, words: tuple[str, ...]) -> set[int]:
    firsts = engine.contents.firsts
    return {int(firsts[document]) for word in words for document in engine.search(word).ids}


def optimum(engine: Engine, target: int) -> int | None:
    vocabulary = engine.vocabulary
    for size in range(len(vocabulary) + 1):
        if any(len(brought(engine, chosen)) >= target for chosen in combinations(vocabulary, size)):
            return size
    return None


@settings(max_examples=150, deadline=None)
@given(engine=engines())
def test_the_best_choice_lies_between_the_bound_and_the_oracle(engine: Engine) -> None:
    limits = find_limits(engine, levels=LEVELS)
    assert limits.size == engine.contents.distinct
    assert limits.reachable == len(brought(engine, tuple(engine.vocabulary)))
    for level in LEVELS:
        best = optimum(engine, ceil(level * limits.size - 1e-9))
        oracle, bound = limits.oracle[level], limits.bound[level]
        if best is None:
            assert oracle is None
            assert bound is None
        else:
            assert oracle is not None
            assert bound is not None
            assert bound <= best <= oracle


@settings(max_examples=100, deadline=None)
@given(engine=engines())
def test_the_answers_are_those_of_the_site(engine: Engine) -> None:
    answers = all_answers(engine)
    by_word = {word: set(answers.of(i).tolist()) for i, word in enumerate(answers.words)}
    for word in engine.vocabulary:
        assert by_word.get(word, set()) == brought(engine, (word,))


@settings(max_examples=60, deadline=None)
@given(engine=engines())
def test_the_oracle_begins_with_the_word_that_brings_most_and_ends_with_everything_in_reach(engine: Engine) -> None:
    reachable = brought(engine, tuple(engine.vocabulary))
    curve = find_limits(engine, levels=[len(reachable) / engine.contents.distinct]).curve
    if not reachable:
        assert curve == ()
        return
    steps = np.diff([0, *curve])
    assert curve[-1] == len(reachable)
    assert steps[0] == max(len(brought(engine, (word,))) for word in engine.vocabulary)
    assert (np.diff(steps) <= 0).all()
    assert steps.min() >= 1


def test_wanted_documents_alone_may_count() -> None:
    texts = ["ab", "ab", "ab", "ef", "ef h", "h"]
    engine = Engine([Record(str(i), f"t{i}", text) for i, text in enumerate(texts)])
    wanted = np.array([False, False, False, True, True, True])
    limits = find_limits(engine, levels=(0.5, 1.0), wanted=wanted)
    assert (limits.size, limits.reachable) == (3, 3)
    assert limits.oracle == {0.5: 1, 1.0: 2}
    assert limits.bound[1.0] == 2
    assert find_limits(engine, levels=(0.5, 1.0)).oracle == {0.5: 1, 1.0: 3}


def test_what_no_word_shows_is_out_of_reach() -> None:
    engine = Engine([Record(str(i), "", "same words") for i in range(5)] + [Record("x", "", "same")], Traits(cap=1))
    limits = find_limits(engine, levels=(0.5, 1.0))
    assert limits.size == 2  # five of them are equal
    assert limits.reachable <= 2
    assert limits.oracle[0.5] == 1


def test_the_worked_example_of_a_bound() -> None:
    # Every word brings two documents of six, so no three words bring fewer queries than 6 / 2.
    texts = ["ab", "ab", "ef", "ef", "h", "h"]
    engine = Engine([Record(str(i), f"u{i}", text) for i, text in enumerate(texts)], Traits(min_length=1))
    limits = find_limits(engine, levels=(1.0,))
    assert limits.bound == {1.0: 3}
    assert limits.oracle == {1.0: 3}
    assert limits.curve == (2, 4, 6)
    assert limits.pages == {1.0: 3}
    assert find_limits(engine.with_traits(Traits(page_size=1)), levels=(1.0,)).pages == {1.0: 6}

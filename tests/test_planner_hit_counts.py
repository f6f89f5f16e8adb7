"""What is held of the matches that a site states."""

import math
from random import Random

import numpy as np
import pytest

from sonde.model import Document, Outcome, Query
from sonde.planner.captures import STRATA, Captures, words_in
from sonde.planner.hit_counts import HitCounts, Ratio
from sonde.planner.lengths import Sample, share_of_documents, slope_of
from sonde.planner.statistics import Statistics


def table(texts: list[str]) -> tuple[Statistics, Captures]:
    """Documents that two answers returned each, so that none is anyone's own."""
    statistics, captures = Statistics(), Captures()
    documents = tuple(Document(url=f"/{i}", text=text, id=i) for i, text in enumerate(texts))
    statistics.observe(Outcome(query=Query("all"), seen=tuple(range(len(texts))), new=documents))
    for document in documents:
        captures.describe(document.id, words=len(statistics.terms_of(document.id)))
    for answer in (0, 1):
        captures.observe(np.arange(len(texts)), answer=answer)
    return statistics, captures


def term(statistics: Statistics, word: str) -> int:
    found = statistics.id_of(word)
    assert found is not None
    return found


def test_the_share_of_the_stated_matches_that_is_held_is_the_ratio() -> None:
    statistics, captures = table(["liver"] * 60 + ["heart"] * 20)
    counts = HitCounts()
    assert counts.ratio(statistics, captures) is None
    counts.add_stated(term(statistics, "liver"), answer=0, seen=20, matching=20, hits=100)
    counts.add_stated(term(statistics, "heart"), answer=1, seen=20, matching=20, hits=60)
    ratio = counts.ratio(statistics, captures)
    assert ratio is not None
    assert ratio.share == 80 / 160
    assert ratio.words == 2
    assert ratio.error > 0


def test_two_whole_answers_give_the_estimate_of_lincoln_and_petersen() -> None:
    statistics = Statistics()
    texts = ["liver"] * 30 + ["liver heart"] * 10 + ["heart"] * 40
    new = tuple(Document(url=f"/{i}", text=text, id=i) for i, text in enumerate(texts))
    statistics.observe(Outcome(query=Query("liver"), seen=tuple(range(40)), new=new[:40]))
    statistics.observe(Outcome(query=Query("heart"), seen=tuple(range(30, 80)), new=new[40:]))
    captures, counts = Captures(), HitCounts()
    captures.observe(np.arange(40), answer=0)
    captures.observe(np.arange(30, 80), answer=1)
    counts.add_whole(term(statistics, "liver"), answer=0, seen=40, matching=40)
    counts.add_whole(term(statistics, "heart"), answer=1, seen=50, matching=50)
    ratio = counts.ratio(statistics, captures)
    assert ratio is not None
    assert ratio.share == pytest.approx(80 / (40 * 50 / 10))


def test_words_that_the_site_matches_by_other_rules_are_not_used() -> None:
    statistics, _ = table(["liver heart"] * 60)
    counts = HitCounts()
    counts.add_stated(term(statistics, "liver"), answer=0, seen=20, matching=2, hits=100)
    assert not len(counts.terms())
    counts.add_stated(term(statistics, "liver"), answer=0, seen=20, matching=20, hits=100)
    assert len(counts.terms()) == 1
    counts.add_whole(term(statistics, "heart"), answer=1, seen=60, matching=40)  # stems or substrings
    assert counts.terms().tolist() == [term(statistics, "heart")]


def test_an_answer_that_may_have_been_cut_is_not_used() -> None:
    statistics, captures = table(["liver heart"] * 60)
    counts = HitCounts()
    counts.add_whole(term(statistics, "heart"), answer=1, seen=60, matching=60)
    assert counts.ratio(statistics, captures) is not None
    counts.longest = 60
    assert counts.ratio(statistics, captures) is None


def test_pages_that_also_say_what_is_not_searched_do_not_hide_what_the_searched_words_tell() -> None:
    # Many rare labels are on every page, though the site finds them in few; frequent words are on as many as it states.
    labels = [f"label{i}" for i in range(10)]
    statistics, captures = table([" ".join(["liver", "heart", *labels])] * 60)
    counts = HitCounts()
    counts.add_whole(term(statistics, "liver"), answer=0, seen=60, matching=60)
    for label in labels:
        counts.add_whole(term(statistics, label), answer=1, seen=5, matching=5)
    counts.add_stated(term(statistics, "heart"), answer=1, seen=20, matching=20, hits=120)
    ratio = counts.ratio(statistics, captures)
    assert ratio is not None
    assert ratio.share == pytest.approx(120 / 180, abs=0.02)


def test_the_slope_of_usual_words_is_one_in_text_drawn_word_by_word_and_none_where_all_documents_have_them() -> None:
    rng = Random(3)
    drawn = [
        " ".join(f"w{int(300 * rng.random() ** 2)}" for _ in range(rng.choice([10, 20, 40, 80]))) for _ in range(800)
    ]
    alike = [" ".join([*rng.sample("abcdef", 3), *(f"x{rng.random()}" for _ in range(rng.choice([10, 80])))])
             for _ in range(400)]  # fmt: skip
    assert Sample().word_slope(*table(drawn)) == pytest.approx(1, abs=0.2)
    assert Sample().word_slope(*table(alike)) == pytest.approx(0, abs=0.2)


def test_words_that_disagree_make_the_ratio_uncertain() -> None:
    statistics, captures = table([" ".join(f"w{i}" for i in range(16))] * 50)
    agreeing, differing = HitCounts(), HitCounts()
    for i in range(16):
        agreeing.add_stated(term(statistics, f"w{i}"), answer=0, seen=20, matching=20, hits=100)
        differing.add_stated(term(statistics, f"w{i}"), answer=0, seen=20, matching=20, hits=60 if i % 3 else 180)
    one, other = agreeing.ratio(statistics, captures), differing.ratio(statistics, captures)
    assert one is not None
    assert other is not None
    assert one.error == pytest.approx(0)
    assert 0.02 < other.error < 0.2


def ratio_of(share: float) -> Ratio:
    return Ratio(share, 0.0, 10, np.zeros(STRATA), np.ones(STRATA))


def test_where_length_does_not_matter_the_share_of_documents_is_the_share_of_matches() -> None:
    held, words = np.ones(STRATA), words_in(np.arange(STRATA))
    assert share_of_documents(ratio_of(0.6), held=held, words=words, slope=0.0) == pytest.approx(0.6, abs=1e-6)
    assert share_of_documents(ratio_of(1.2), held=held, words=words, slope=1.0) == 1.0


@pytest.mark.parametrize("level", [0.3, 1.0, 2.5])
def test_short_documents_that_are_missing_are_counted(level: float) -> None:
    """A site where a document of n words comes by chance, more often the longer it is, and each word states its
    count: the ratio is too high, what is made of it is right."""
    rng = Random(3)
    lengths = [int(rng.lognormvariate(3.5, 0.8)) + 3 for _ in range(3000)]
    chances = [level * length / 50 for length in lengths]
    texts = [" ".join(rng.sample([f"w{i}" for i in range(1500)], min(1500, length))) for length in lengths]
    got = [i for i, chance in enumerate(chances) if rng.random() < 1 - math.exp(-chance)]
    statistics, captures = Statistics(), Captures()
    new = tuple(Document(url=f"/{i}", text=texts[place], id=i) for i, place in enumerate(got))
    statistics.observe(Outcome(query=Query("x"), seen=tuple(range(len(got))), new=new))
    for document in new:
        captures.describe(document.id, words=len(statistics.terms_of(document.id)))
    counts = HitCounts()
    for answer in range(20):  # each document comes back as often as its chance says
        times = [i for i, place in enumerate(got) if rng.random() < chances[place] / 20 or not answer]
        captures.observe(np.array(times, np.int64), answer=answer)
    total = dict.fromkeys((f"w{i}" for i in range(100)), 0)
    for text in texts:
        for word in text.split():
            if word in total:
                total[word] += 1
    for word, hits in total.items():
        counts.add_stated(term(statistics, word), answer=1, seen=20, matching=20, hits=hits)
    ratio = counts.ratio(statistics, captures)
    assert ratio is not None
    words = Sample().words_per_document(counts.terms(), statistics, captures)
    truth = len(got) / len(texts)
    assert ratio.share > truth + 0.02
    estimate = share_of_documents(ratio, held=captures.held, words=words, slope=1.0)
    assert estimate == pytest.approx(truth, abs=0.03)
    assert 0.3 < slope_of(captures) <= 1


def test_documents_of_another_kind_are_counted_where_captures_set_them_apart() -> None:
    # All counts speak of long documents, which are all held; of the short ones hardly any came twice.
    held, words, captured = np.zeros(STRATA), np.zeros(STRATA), np.ones(STRATA)
    held[[6, 12]], words[12], captured[6] = [100, 900], 5.0, 0.25
    even = share_of_documents(ratio_of(0.999), held=held, words=words, slope=0.5)
    apart = share_of_documents(ratio_of(0.999), held=held, words=words, slope=0.5, captured=captured)
    assert even > 0.98
    assert apart == pytest.approx(0.83, abs=0.05)  # 100 of some 300: captures are a little off everywhere
    alike = share_of_documents(ratio_of(0.999), held=held, words=words, slope=0.5, captured=np.full(STRATA, 0.5))
    assert alike == pytest.approx(even)

"""Learning which words a site will not search for."""

from typing import Any

import numpy as np
import pytest

from sonde.model import Abilities, Document, Outcome, Query
from sonde.planner.candidates import Candidates
from sonde.planner.refusals import Refusals
from sonde.planner.sightings import Sighting, TermCount
from sonde.planner.statistics import Statistics
from sonde.planner.stopwords import ENGLISH, LUCENE, language_of
from sonde.text.frequency import general_frequency


def sighting(
    word: str,
    *,
    held: int = 100,
    seen: int = 0,
    total: int | None = None,
    documents: int = 1000,
    error: str = "",
) -> Sighting:
    return Sighting(
        word=word,
        before=TermCount(held=held),
        documents_before=documents,
        ids=np.arange(seen),
        new=(),
        seen=seen,
        matching=seen,
        total=total,
        complete=not error,
        error=error,
    )


def refused(*words: str, **settings: Any) -> Refusals:
    refusals = Refusals()
    for word in words:
        assert refusals.observe(sighting(word, **settings), largest_answer=500)
    return refusals


def test_one_refused_stop_word_bans_the_smallest_list_that_holds_it() -> None:
    refusals = refused("the")
    assert not any(refusals.allows(word) for word in LUCENE)
    assert refusals.allows("from")
    assert refusals.allows("library")


def test_a_refused_word_outside_the_small_list_bans_the_larger_one() -> None:
    refusals = refused("the", "which")
    assert not any(refusals.allows(word) for word in ENGLISH)
    assert refusals.allows("library")


def test_an_unlisted_frequent_word_casts_doubt_on_words_as_frequent() -> None:
    refusals = refused("people")
    assert not refusals.allows("time")
    assert refusals.allows("cirrhosis")


def test_an_unknown_stop_list_is_learned_from_few_refusals() -> None:
    # A site that drops the 300 most frequent English words, offered words by falling frequency.
    wordfreq = pytest.importorskip("wordfreq")
    common = wordfreq.top_n_list("en", 2000)
    dropped = set(common[:300])
    refusals, wasted = Refusals(), 0
    for word in common:
        if word.isalpha() and refusals.allows(word):
            lost = word in dropped
            wasted += refusals.observe(sighting(word, seen=0 if lost else 90), largest_answer=500)
    assert wasted < 15


def test_a_site_that_drops_its_own_frequent_words_is_told_by_their_share_of_its_documents() -> None:
    # Both kinds of words are as frequent in general; the site drops those that many of its documents hold.
    refusals = Refusals()
    for word in ("music", "water", "house"):
        refusals.observe(sighting(word, held=20, seen=90), largest_answer=500)
    for word in ("people", "party", "school"):
        refusals.observe(sighting(word, held=300), largest_answer=500)
    assert refusals.allows("family")
    rare, frequent = refusals.chance(np.array([15.0, 350.0]), documents=1000)
    assert rare == 1
    assert frequent <= 0.2


def test_a_site_that_drops_words_frequent_in_general_is_told_by_what_it_answers() -> None:
    # As many of the documents hold those answered.
    refusals = Refusals()
    for word in ("cirrhosis", "biopsy", "hepatic", "lesion"):
        refusals.observe(sighting(word, held=300, seen=90), largest_answer=500)
    for word in ("people", "time", "work"):
        refusals.observe(sighting(word, held=300), largest_answer=500)
    assert not refusals.allows("years")
    assert refusals.allows("carcinoma")
    assert refusals.chance(np.array([300.0]), documents=1000)[0] > 0.5


def test_a_word_that_was_answered_stays_allowed() -> None:
    refusals = Refusals()
    refusals.observe(sighting("with", seen=90), largest_answer=500)
    refusals.observe(sighting("the"), largest_answer=500)
    refusals.observe(sighting("of"), largest_answer=500)
    assert refusals.allows("with")
    assert not refusals.allows("this")


def test_a_list_with_more_answers_than_refusals_is_not_banned() -> None:
    refusals = Refusals()
    for word in ("the", "and"):
        refusals.observe(sighting(word, seen=90), largest_answer=500)
    refusals.observe(sighting("their"), largest_answer=500)
    assert refusals.allows("that")


def test_french_stop_words_are_told_from_the_words_of_the_site() -> None:
    french = ["de", "la", "et", "les", "des", "est", "une", "pour", "dans", "que", "livre"]
    refusals = Refusals(site_words=lambda: french)
    refusals.observe(sighting("les"), largest_answer=500)
    assert not refusals.allows("dans")
    assert refusals.allows("livre")
    assert language_of("und", site_words=["der", "die", "und"]) == "de"


def test_languages_without_spaces_between_words_are_known_too() -> None:
    refusals = Refusals(site_words=lambda: ["我们", "什么", "可以"])
    refusals.observe(sighting("我们"), largest_answer=500)
    assert not refusals.allows("什么")
    assert general_frequency("我们", language="zh") > 5


def test_next_to_nothing_is_a_refusal_too() -> None:
    # A site that looks for stop words in titles only.
    assert Refusals().observe(sighting("the", held=1700, seen=74), largest_answer=500)


def test_a_capped_answer_is_not_a_refusal() -> None:
    assert not Refusals().observe(sighting("linux", held=1700, seen=100), largest_answer=100)


def test_the_minimum_length_is_learned_from_short_words() -> None:
    refusals = refused("x1", held=5)
    assert not refusals.allows("c")
    assert not refusals.allows("qt")
    assert refusals.allows("gtk")
    refusals = refused("gtk", "sql")
    assert not refusals.allows("xml")
    assert refusals.allows("html")


def test_a_refused_two_letter_stop_word_leaves_the_longer_ones_alone() -> None:
    refusals = refused("of")
    assert not refusals.allows("to")
    assert refusals.allows("the")


def test_an_answered_short_word_disproves_a_minimum_length() -> None:
    refusals = refused("x1", held=5)
    refusals.observe(sighting("qt", seen=50), largest_answer=500)
    assert refusals.allows("tk")


def test_numbers_are_left_alone_once_two_were_refused() -> None:
    assert refused("2004").allows("1999")
    assert not refused("2004", "2005").allows("1999")


def test_words_of_the_page_furniture_are_recognised() -> None:
    refusals = refused("imprint", "newsletter", held=1000)
    assert refusals.looks_like_furniture(1000, documents=1000)
    assert not refusals.looks_like_furniture(500, documents=1000)


@pytest.mark.parametrize("documents", [4, 40, 1000])
def test_words_in_nearly_all_documents_are_furniture_alike_however_few_documents_are_held(documents: int) -> None:
    refusals = Refusals()
    for word in ("imprint", "newsletter"):
        assert not refusals.looks_like_furniture(documents, documents=documents)
        refusals.observe(sighting(word, held=documents, documents=documents), largest_answer=500)
    assert refusals.looks_like_furniture(documents, documents=documents)
    assert refusals.looks_like_furniture(93, documents=100)
    assert not refusals.looks_like_furniture(85, documents=100)


def test_refused_page_furniture_casts_no_doubt_on_frequent_words() -> None:
    assert refused("home", "search", held=1000, seen=9).allows("people")


def test_one_error_proves_nothing_but_two_of_frequent_words_do() -> None:
    refusals = refused("the", error="timed out")
    assert refusals.allows("and")
    refusals.observe(sighting("which", error="400"), largest_answer=500)
    assert not refusals.allows("would")


def test_a_word_we_do_not_hold_says_nothing() -> None:
    refusals = Refusals()
    assert not refusals.observe(sighting("the", held=0), largest_answer=0)
    assert refusals.allows("and")


def test_a_short_stop_word_bans_its_list_where_words_as_short_were_answered() -> None:
    refusals = Refusals()
    refusals.observe(sighting("we", seen=50), largest_answer=500)
    refusals.observe(sighting("of"), largest_answer=500)
    assert not refusals.allows("with")


def test_a_word_that_found_nothing_counts_as_refused_once_documents_have_it() -> None:
    statistics = Statistics()
    candidates = Candidates(statistics=statistics)
    candidates.observe(Outcome(Query("such"), ()))
    assert candidates.refusals.allows("with")
    documents = tuple(Document(url=str(i), text="such words with others", id=i) for i in range(5))
    candidates.observe(Outcome(Query("words"), tuple(range(5)), documents, total=5))
    assert not candidates.refusals.allows("with"), "both are on the most widespread stop list"
    assert candidates.refusals.allows("others")


def test_usual_stop_words_are_doubted_from_the_start_and_more_after_each_refusal() -> None:
    refusals, chances = Refusals(), []
    for word in ("the", "of"):
        chances.append(refusals.listed_chance())
        refusals.observe(sighting(word), largest_answer=500)
    assert 1 > chances[0] > chances[1] > refusals.listed_chance() > 0


def test_usual_stop_words_are_not_doubted_where_soundings_saw_one_answered() -> None:
    refusals = Refusals(abilities=Abilities(operator="and"))
    assert refusals.listed_chance() == 1
    refusals.observe(sighting("the"), largest_answer=500)
    assert refusals.listed_chance() < 0.5

"""Which words a site is sounded with."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.probes import (
    alternate,
    common_words,
    nonsense,
    page_words,
    record_words,
    title_word,
)
from sonde.text.frequency import general_frequency


@given(st.integers())
def test_nonsense_is_one_long_word_that_no_text_holds(seed: int) -> None:
    word = nonsense(Random(seed))
    assert len(word) >= 10
    assert word.isascii()
    assert word.isalpha()
    assert general_frequency(word, language="en") == 0.0
    assert word == nonsense(Random(seed))


def test_words_of_one_page_come_before_words_that_all_pages_share() -> None:
    known, strange = page_words(["Archive home river", "Archive home bridge"], "en")
    assert set(known[:2]) == {"river", "bridge"}
    assert set(known[2:]) == {"archive", "home"}
    assert strange == []


def test_names_and_codes_of_the_pages_are_kept_apart_in_their_order() -> None:
    known, strange = page_words(["Zarquonix river K9X77 house", "Beeblefort"], "en")
    assert set(known) == {"river", "house"}
    assert strange == ["zarquonix", "k9x77", "beeblefort"]


def test_short_words_and_numbers_are_not_asked() -> None:
    assert page_words(["the old map of 1998 and its river"], "en") == (["river"], [])


def test_common_words_of_a_language_are_long_enough_to_be_searched() -> None:
    for language in ("en", "de", "fr", "es", "ru"):
        found = common_words(language)
        assert len(found) >= 40
        assert all(len(word) > 3 for word in found)


def test_words_of_records_are_split_into_frequent_and_rare() -> None:
    frequent, rare = record_words(["silver river boat", "silver river zither", "silver castle"], "en")
    assert frequent == ["silver", "river"]
    assert rare[0] == "zither"
    assert set(rare) == {"boat", "zither", "castle"}


def test_where_no_word_is_in_one_record_only_the_rare_ones_are_in_the_fewest() -> None:
    alike = ["grant of land by the river"] * 3 + ["grant of land by the bridge"] * 2
    assert record_words(alike, "en")[1] == ["bridge"]
    assert record_words(alike[:3], "en")[1] == []


def test_a_title_of_one_word_is_found_among_titles() -> None:
    assert title_word(["The river", "Silver", "Boat"]) == "silver"
    assert title_word(["The river", "Ice", "a b"]) is None
    assert title_word(["lib-silver", "silver!"]) is None


@given(st.lists(st.lists(st.text(max_size=3), max_size=8), max_size=4))
def test_alternating_brings_every_word_once_and_the_first_ones_first(sources: list[list[str]]) -> None:
    found = list(alternate(*sources))
    assert len(found) == len(set(found))
    assert set(found) == {word for source in sources for word in source}
    if sources and sources[0]:
        assert found[0] == sources[0][0]

"""Words as a search engine would index them."""

from hypothesis import given
from hypothesis import strategies as st

from sonde.text.words import distinct_words, words


def test_words_are_lower_cased_and_keep_their_order() -> None:
    assert words("The Quick, brown-FOX!") == ["the", "quick", "brown", "fox"]


def test_codes_and_numbers_are_words() -> None:
    assert words("x86 in 2004: v1.2") == ["x86", "in", "2004", "v1", "2"]


def test_underscores_separate_words() -> None:
    assert words("snake_case") == ["snake", "case"]


def test_composed_and_decomposed_letters_give_the_same_word() -> None:
    assert words("Cafe\u0301") == words("Caf\u00e9") == ["caf\u00e9"]


def test_combining_marks_stay_inside_a_word() -> None:
    assert words("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_a_soft_hyphen_does_not_split_a_word() -> None:
    assert words("Donau\u00addampf\u00adschiff") == ["donaudampfschiff"]


def test_a_zero_width_joiner_holds_a_word_together() -> None:
    assert words("می\u200cخواهم رفت") == ["می\u200cخواهم", "رفت"]


def test_chinese_comes_as_pairs_of_characters() -> None:
    assert words("我爱北京 2008") == ["我爱", "爱北", "北京", "2008"]


def test_a_single_chinese_character_is_a_word() -> None:
    assert words("山 and 川") == ["山", "and", "川"]


def test_cyrillic_and_greek_are_words() -> None:
    assert words("Привет, Κόσμε") == ["привет", "κόσμε"]


def test_a_text_without_words_has_none() -> None:
    assert words(" -- !? \u200d") == []


def test_distinct_words_have_each_word_once() -> None:
    assert distinct_words("to be or not to be") == {"to", "be", "or", "not"}


@given(st.text())
def test_splitting_the_words_again_changes_nothing(text: str) -> None:
    once = words(text)
    assert words(" ".join(once)) == once


@given(st.text(), st.text())
def test_words_do_not_reach_over_a_space(left: str, right: str) -> None:
    # A capital sigma is written differently at the end of a word, and what ends a word is beyond the space.
    if "Σ" not in left + right:
        assert words(f"{left} {right}") == words(left) + words(right)

"""Policies that ask the words of a list: generic-frequency, and what the random ones share with it."""

import pytest

from sonde.model import Document, Outcome, Query
from sonde.planner.generic import generic
from sonde.planner.language import likeliest_language
from sonde.planner.setup import Policy, Setup
from sonde.planner.word_list import WordList
from sonde.text.frequency import languages, word_list

# A few plain sentences in each language, ours.
TEXTS = {
    "en": "the house that we have is at the end of the road and it is not for sale",
    "de": "das haus ist nicht alt und wir sind mit der stadt und den leuten auf dem markt zufrieden",
    "es": "la casa de mi amigo no es grande pero los libros que tiene en el cuarto son una maravilla",
    "ru": "это дом и он не мой но я в нем был и что с ним как на то",
}


def chosen(policy: Policy, count: int) -> list[str]:
    queries = [policy.choose() for _ in range(count)]
    return [query.words for query in queries if query]


def pages(text: str, count: int = 20) -> Outcome:
    documents = tuple(Document(url=f"/{i}", text=text, id=i) for i in range(count))
    return Outcome(query=Query("x"), seen=tuple(range(count)), new=documents)


def test_words_come_by_decreasing_frequency() -> None:
    assert chosen(generic(Setup(language="en")), 5) == ["the", "to", "and", "of", "a"]
    assert chosen(generic(Setup(language="en")), 300) == list(word_list("en")[:300])


def test_seeds_come_first_and_are_not_asked_again() -> None:
    assert chosen(generic(Setup(seeds=("liver", "and"), language="en")), 5) == ["liver", "and", "the", "to", "of"]


def test_a_language_told_beforehand_counts() -> None:
    policy = generic(Setup(language="de-AT"))
    assert chosen(policy, 1) == [word_list("de")[0]]
    policy.observe(pages(TEXTS["es"]))
    assert chosen(policy, 1) == [word_list("de")[1]]


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_is_that_of_the_documents(language: str) -> None:
    policy = generic(Setup())
    policy.observe(pages(TEXTS[language]))
    assert chosen(policy, 3) == list(word_list(language)[:3])


def test_words_asked_in_one_language_are_not_asked_again_in_another() -> None:
    policy = generic(Setup())
    for word in chosen(policy, 200):
        policy.observe(Outcome(query=Query(word)))
    policy.observe(pages(TEXTS["es"]))
    asked = set(word_list("en")[:200])
    assert not asked & set(chosen(policy, 200))


def test_codes_and_names_tell_no_language() -> None:
    assert likeliest_language(["x86", "4711", "qqq"]) == "en"
    assert likeliest_language([]) == "en"


def test_the_list_ends() -> None:
    policy = WordList(Setup(seeds=("three",)), lambda language: ("one", "two", "three"))
    for word in ("three", "one", "two"):
        assert chosen(policy, 1) == [word]
        policy.observe(Outcome(query=Query(word)))
    assert policy.choose() is None


def test_words_like_those_the_site_refuses_are_passed_over() -> None:
    policy = generic(Setup(language="en"))
    policy.observe(pages(TEXTS["en"]))
    policy.observe(Outcome(query=Query("the"), total=0))
    assert "the" not in (asked := chosen(policy, 30))
    assert "of" not in asked  # on the same usual stop list


@pytest.mark.parametrize("language", ["en", "hi", "zh", "ar", "fi"])
def test_lists_hold_words_of_letters_only(language: str) -> None:
    assert language in languages()
    listed = word_list(language)
    assert len(listed) > 15_000
    assert len(set(listed)) == len(listed)
    assert not any(char.isdigit() or char.isspace() for word in listed[:5000] for char in word)

"""Pages by topic and forms by domain: what words tell, with the numbers behind it worked by hand."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.discover.ache.background import background
from sonde.discover.ache.domain_classifier import DomainClassifier, FormText, PageText, how_well_told
from sonde.discover.ache.form_filter import FormFilter
from sonde.discover.ache.form_text import form_words, name_stems, page_words
from sonde.discover.ache.page_classifier import PageClassifier
from sonde.discover.ache.searchable_tree import SearchableTree, structure
from sonde.discover.ache.text_margins import TextMargins
from sonde.discover.ache.text_model import MarginPair, Sigmoid, TextModel, even_weights, held_out
from sonde.discover.ache.unlabelled import known_words, unlike
from sonde.discover.model import Example, WebPage
from sonde.discover.read import read_page
from sonde.errors import ConfigError
from sonde.model import Choice, Field, Form, Page

CARS = ("used cars by make and model", "the engine of this sedan", "dealers and mileage", "brakes, tyres and oil")
BOOKS = ("novels by author and title", "a library of poems", "paperback and hardcover", "chapters of this book")


def html(topic: str, number: int, form: str = "") -> WebPage:
    words = CARS if topic == "car" else BOOKS
    text = " ".join(words[(number + i) % 4] for i in range(3))
    page = f"<html><title>{topic} pages</title><body><p>{text} and more about any {topic}</p>{form}</body></html>"
    return read_page(Page(f"http://{topic}{number}.example/", page))


def search_form(words: str, name: str = "q") -> str:
    return f'<form action="/find" role="search"><label>{words} <input type="search" name="{name}"></label></form>'


CAR_FORM, BOOK_FORM, BARE_FORM = (
    search_form("Make and model of the car", "car"),
    search_form("Author or title"),
    (search_form("Search")),
)


def car_examples(count: int, form: str = CAR_FORM) -> list[Example]:
    return [Example(html("car", number, form)) for number in range(count)]


def others(count: int, form: str = BOOK_FORM) -> list[Example]:
    return [Example(html("book", number, form), is_positive=False) for number in range(count)]


def test_the_margin_of_a_text_is_its_tf_idf_vector_times_the_weights() -> None:
    model = TextModel({"car": (2.0, 1.5), "search": (1.0, -0.5)}, bias=0.1)
    # car once: 2, search twice: 1 + ln 2 = 1.6931; length sqrt(4 + 2.8667) = 2.6204
    # (2 * 1.5 - 1.6931 * 0.5) / 2.6204 + 0.1 = 0.9218
    assert model.margin({"car": 1, "search": 2, "unheard": 9}) == pytest.approx(0.9218, abs=1e-4)
    assert model.margin({}) == model.margin({"unheard": 3}) == 0.1


def test_words_that_were_never_learned_can_make_the_others_say_less() -> None:
    model = TextModel({"car": (2.0, 1.5)}, bias=0.0, unknown=2.0)
    assert model.margin({"car": 1}) == pytest.approx(1.5)
    assert model.margin({"car": 1, "recipe": 1}) == pytest.approx(1.5 / math.sqrt(2))  # (2 * 1.5) / sqrt(4 + 4)


def test_the_idf_of_a_word_is_smoothed_by_one_document() -> None:
    documents = [{"car": 1, "a": 1}, {"car": 1, "b": 1}, {"book": 1, "a": 1}, {"book": 1, "b": 1}]
    model = TextModel.fit(documents, [True, True, False, False], [1.0] * 4)
    idf, weight = model.words["car"]
    assert idf == pytest.approx(1 + math.log(5 / 3))
    assert weight > 0.3 > abs(model.words["a"][1])
    assert model.words["book"][1] < -0.3
    assert TextModel.restored(json.loads(json.dumps(model.state()))).margin({"car": 1}) == pytest.approx(
        model.margin({"car": 1}), abs=1e-4
    )


def test_a_sigmoid_turns_margins_into_a_probability() -> None:
    # 1 / (1 + exp(-(2 * 0.5 - 1))) = 1/2; with the second margin 3 * 0.2 = 0.6 -> 0.6457
    assert Sigmoid((2.0,), -1.0).probability(0.5) == 0.5
    assert Sigmoid((2.0, 3.0), -1.0).probability(0.5, 0.2) == pytest.approx(0.6457, abs=1e-4)


def test_each_site_counts_alike_within_its_class() -> None:
    weights = even_weights(["a", "a", "b", "c"], [True, True, True, False])
    # 1/2, 1/2, 1, 1 sum to 3 and are scaled to a mean of 1
    assert weights == pytest.approx([2 / 3, 2 / 3, 4 / 3, 4 / 3])


def test_folds_share_no_site_and_have_both_classes() -> None:
    sites, labels = ["a", "a", "b", "c", "d", "e"], [True, True, True, False, False, False]
    parts = held_out(sites, labels)
    assert sorted(i for _, rest in parts for i in rest) == list(range(6))
    for training, rest in parts:
        assert not {sites[i] for i in training} & {sites[i] for i in rest}
        assert {labels[i] for i in training} == {True, False}
    assert held_out(["a", "b"], [True, True]) == []


def test_how_well_margins_tell_is_the_share_of_pairs_in_order() -> None:
    # positives 0.9 and 0.3, negatives 0.5 and 0.1: three of four pairs are in order
    assert how_well_told([0.9, 0.3, 0.5, 0.1], [True, True, False, False], [1.0] * 4) == 0.75


def test_the_text_of_a_form_is_all_a_person_reads_and_the_names_taken_apart() -> None:
    fields = (
        Field("usedCarMake", "select", label="Make", choices=(Choice("1", "Volvo"), Choice("2", "Saab"))),
        Field("sid", "hidden", value="secret"),
        Field("go", "submit", value="Find cars"),
    )
    words = form_words(Form("http://a.example/x", fields=fields, name="car_form", text="Used cars"))
    assert words == {
        "use": 2, "car": 4, "make": 2, "volvo": 1, "saab": 1, "go": 1, "find": 1, "form": 1,
    }  # fmt: skip
    assert name_stems("used_car-make2") == name_stems("usedCarMake") == ["use", "car", "make"]


def test_words_of_the_title_count_three_times_more() -> None:
    assert page_words(WebPage("http://a.example/", "Car pages", "the car and 2 books")) == {
        "car": 4,
        "page": 3,
        "book": 1,
    }


def test_the_background_has_words_as_often_as_the_web() -> None:
    documents = background("form")
    share = sum("search" in one for one in documents) / len(documents)
    assert 0.7 < share < 0.95  # "search" stands in five of six search forms
    assert background("form") == documents


@pytest.mark.parametrize("with_negatives", [True, False])
def test_pages_are_told_by_topic(with_negatives: bool) -> None:
    negatives = [one.page for one in others(12)] if with_negatives else []
    classifier = PageClassifier.train([one.page for one in car_examples(12)], negatives)
    assert classifier.probability(page_words(html("car", 99))) > 0.8
    assert classifier.probability(page_words(html("book", 99))) < 0.3
    state = json.loads(json.dumps(classifier.state()))
    again = PageClassifier.restored(state)
    assert again.probability(page_words(html("car", 3))) == pytest.approx(
        classifier.probability(page_words(html("car", 3))), abs=1e-3
    )


def test_unlabelled_pages_take_the_place_of_negative_ones() -> None:
    mixed = [html("book", number) for number in range(30)] + [html("car", 50)]
    classifier = PageClassifier.train([one.page for one in car_examples(10)], unlabelled=mixed)
    assert classifier.probability(page_words(html("car", 99))) > 0.7
    assert classifier.probability(page_words(html("book", 99))) < 0.1


def test_a_keyword_is_enough_to_tell_a_topic() -> None:
    classifier = PageClassifier.train([], keywords=["used cars"])
    assert (
        classifier.probability(page_words(html("car", 1))) > 0.5 > classifier.probability(page_words(html("book", 1)))
    )


def judged(critic: FormFilter, topic: str, form: str) -> list[bool]:
    return [one.is_relevant for one in critic.judge(html(topic, 77, form)).forms]


def test_forms_of_the_domain_are_relevant_and_others_beside_them_are_not() -> None:
    critic = FormFilter.train([*car_examples(15), *others(25)])
    assert judged(critic, "car", CAR_FORM) == [True]
    assert judged(critic, "book", BOOK_FORM) == [False]
    assert judged(critic, "car", CAR_FORM + search_form("Recipe or ingredient", "dish")) == [True, False]
    assert critic.judge(html("car", 5)).is_on_topic
    assert not critic.judge(html("book", 5)).is_on_topic


def test_saved_pages_that_do_not_say_where_they_are_from_will_do() -> None:
    pages = [replace(html("car", number, CAR_FORM), url="") for number in range(10)]
    critic = FormFilter.train([Example(page) for page in pages], [replace(one, is_positive=True) for one in others(25)])
    assert judged(critic, "car", CAR_FORM) == [True]
    assert judged(critic, "book", BOOK_FORM) == [False]


def test_ten_examples_are_enough_without_any_negative_one() -> None:
    critic = FormFilter.train(car_examples(10))
    assert judged(critic, "car", CAR_FORM) == [True]
    assert judged(critic, "book", BOOK_FORM) == [False]


def test_where_forms_tell_nothing_their_page_decides() -> None:
    critic = FormFilter.train([*car_examples(15, BARE_FORM), *others(25, BARE_FORM)])
    assert judged(critic, "car", BARE_FORM) == [True]
    assert judged(critic, "book", BARE_FORM) == [False]


def test_other_searchable_forms_of_a_page_where_one_is_named_are_negative() -> None:
    pages = [html("car", number, CAR_FORM + BARE_FORM) for number in range(25)]
    critic = FormFilter.train([Example(page, page.forms[:1]) for page in pages])
    assert judged(critic, "car", CAR_FORM + BARE_FORM) == [True, False]


def test_a_form_that_does_not_search_is_never_relevant() -> None:
    critic = FormFilter.train([*car_examples(10), *others(10)])
    login = '<form method="post"><input name="car_user"><input type="password" name="car"></form>'
    verdict = critic.judge(html("car", 77, login))
    assert [one.is_relevant for one in verdict.forms] == [False]
    assert verdict.forms[0].domain == 0.0  # it was not even asked for its domain


def test_a_critic_survives_being_written_down() -> None:
    critic = FormFilter.train([*car_examples(10), *others(10)])
    again = FormFilter.restored(json.loads(json.dumps(critic.state())))
    for page in (html("car", 50, CAR_FORM), html("book", 50, BOOK_FORM)):
        one, other = critic.judge(page), again.judge(page)
        assert other.topic == pytest.approx(one.topic, abs=1e-3)
        assert other.forms[0].domain == pytest.approx(one.forms[0].domain, abs=1e-3)


def test_keywords_alone_find_forms_that_say_them() -> None:
    critic = FormFilter.train(keywords=["cars"])
    assert judged(critic, "car", CAR_FORM) == [True]
    assert judged(critic, "book", BOOK_FORM) == [False]
    again = FormFilter.restored(json.loads(json.dumps(critic.state())))
    assert judged(again, "car", CAR_FORM) == [True]


def test_without_a_positive_example_there_is_nothing_to_learn() -> None:
    with pytest.raises(ConfigError, match=r"no positive example among 3 pages.*--examples"):
        FormFilter.train(others(3))


def test_examples_without_any_form_say_what_to_do() -> None:
    with pytest.raises(ConfigError, match=r"none of the 4 example pages has a form that searches.*index\.jsonl"):
        FormFilter.train(car_examples(4, form=""))
    assert judged(FormFilter.train(car_examples(4, form=""), keywords=["car"]), "car", CAR_FORM) == [True]


def test_a_domain_may_be_learned_when_every_other_form_is_on_a_page_on_topic() -> None:
    forms = [FormText({"car": 1}, {"engine": 2}, f"{i}") for i in range(25)]
    forms += [FormText({"news": 1}, {"engine": 2}, f"{i}", False) for i in range(25)]
    classifier = DomainClassifier.fit(forms, [PageText({"engine": 1}, "x")])
    assert classifier.probability({"car": 1}, {"engine": 2}) > 0.5 > classifier.probability({"news": 1}, {"engine": 2})


def test_the_structure_of_a_form_is_what_a_decision_tree_asks_for() -> None:
    fields = (Field("q", "text", max_length=30), Field("s", "select", choices=(Choice("a"), Choice("b"))))
    found = structure(Form("http://a.example/search", "POST", fields))
    assert {name: value for name, value in found.items() if value} == {
        "texts": 1, "selects": 1, "choices": 2, "text sizes": 30, "post": True, "search": True,
    }  # fmt: skip


def test_a_tree_learns_that_passwords_do_not_search() -> None:
    search = structure(Form("http://a.example/", fields=(Field("q", "text"),)))
    login = structure(Form("http://a.example/", fields=(Field("q", "text"), Field("p", "password"))))
    tree = SearchableTree.fit([search, login] * 10, [True, False] * 10)
    assert (tree.probability(search), tree.probability(login)) == (1.0, 0.0)
    assert len(tree.nodes) == 3  # one question is enough
    again = SearchableTree.restored(json.loads(json.dumps(tree.state())))
    assert again.probability(login) == 0.0


def test_words_that_only_examples_have_tell_their_site_and_not_their_kind() -> None:
    assert known_words([{"car": 2, "acme": 5}], [{"car": 1, "book": 1}]) == [{"car": 2}]


def test_unlabelled_pages_of_the_kind_are_not_taken_for_others() -> None:
    examples = [{"car": 3, "dealer": 1, f"a{n}": 1} for n in range(8)]
    mixed = [{"car": 3, "dealer": 1, f"b{n}": 1} for n in range(8)] + [{"book": 3, f"c{n}": 1} for n in range(16)]
    safe = unlike(known_words(examples, mixed), mixed)
    assert len(safe) == 12  # half of them
    assert min(safe) >= 8
    assert unlike(examples[:1], mixed) == list(range(24))  # too few to tell


def test_topics_are_told_from_examples_and_pages_taken_by_chance() -> None:
    unlabelled = [html("car", n) for n in range(50, 60)] + [html("book", n) for n in range(50, 75)]
    classifier = PageClassifier.train([html("car", n) for n in range(12)], unlabelled=unlabelled)
    assert all(classifier.probability(page_words(html("car", n))) > 0.5 for n in range(80, 100))
    assert all(classifier.probability(page_words(html("book", n))) < 0.5 for n in range(80, 100))


@given(st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 5)))
def test_the_margins_of_two_models_are_the_same_together_as_apart(counts: dict[str, int]) -> None:
    one = TextModel({"a": (1.0, 2.0), "b": (2.0, -1.0), "c": (1.5, 0.5)}, 0.25, unknown=3.0)
    other = TextModel({"b": (1.0, 4.0), "d": (2.5, -2.0)}, -0.5)
    assert MarginPair(one, other).of(counts) == pytest.approx((one.margin(counts), other.margin(counts)))


@given(
    st.lists(st.sampled_from("Car cars, engine-oil boat's (search) of 漢字 unheard".split())),
    st.text("car boat", max_size=9),
)
def test_the_margins_of_a_whole_page_are_those_of_its_words(said: list[str], title: str) -> None:
    one = TextModel({"car": (1.1, 2.0), "engin": (2.3, -1.0), "漢字": (1.7, 0.3)}, 0.25)
    other = TextModel({"boat": (1.3, 4.0), "engin": (2.7, -2.0), "search": (0.1, 0.7), "oil": (3.1, 0.2)}, -0.5)
    page = WebPage("http://a.example/", title, " ".join(said))
    margins, words = TextMargins(one, other), page_words(page)
    whole = margins.said(page)
    expected = [one.margin(words), other.margin(words)]
    assert [margins.margin(0, whole), margins.margin(1, whole)] == pytest.approx(expected, rel=1e-12)


def test_a_model_that_minds_unknown_words_cannot_read_whole_pages() -> None:
    with pytest.raises(ValueError, match="unknown words"):
        TextMargins(TextModel({"car": (1.0, 1.0)}, 0.0, unknown=2.0))

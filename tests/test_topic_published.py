"""The policies of Liakos 2015: Algorithm 1, the Word Collection, and the ways to evaluate results."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.model import Document, Outcome, Query, Topic
from sonde.planner import TOPIC_POLICIES, make_policy
from sonde.planner.topic.classifier import Classifier
from sonde.planner.topic.cosine_similarity import CosineSimilarity
from sonde.planner.topic.do_nothing import DoNothing
from sonde.planner.topic.focused import Focused, N
from sonde.planner.topic.j48 import j48
from sonde.planner.topic.naive_bayes import naive_bayes
from sonde.planner.topic.perfect import Perfect
from sonde.planner.topic.smo import smo
from sonde.planner.topic.word_collection import WordCollection
from sonde.text.tfidf import GeneralLanguage, ReferenceCorpus, tf_idf
from sonde.text.words import words

REFERENCE = ReferenceCorpus(["the game of chess", "the house", "the ball and the goal", "a car"])
ON = tuple(Document(f"on{i}", text=f"goal match referee striker{i} keeper") for i in range(12))
OFF = tuple(Document(f"off{i}", text=f"stock market bond dividend{i} broker") for i in range(12))


def document(text: str, number: int = 0, **more: str) -> Document:
    return Document(f"d{number}", text=text, attributes=tuple(more.items()), id=number)


def answer(policy: Focused, *results: Document, total: int | None = None, complete: bool = True) -> str:
    """Lets a policy ask once and answers it; the words asked."""
    query = policy.choose()
    assert query is not None
    ids = tuple(result.id for result in results)
    policy.observe(Outcome(query, seen=ids, new=results, total=total, complete=complete))
    return query.words


def focused(text: str, **more: object) -> Focused:
    settings = {"evaluation": DoNothing(), "reference": REFERENCE, **more}
    return Focused(Topic(examples=(document(text),)), **settings)  # type: ignore[arg-type]


def test_tf_idf_is_the_share_of_the_text_times_the_log_of_rarity() -> None:
    weights = tf_idf(Counter(["the", "goal", "goal", "offside"]), REFERENCE)
    assert weights["the"] == pytest.approx(0.25 * math.log(4 / 3))
    assert weights["goal"] == pytest.approx(0.5 * math.log(4 / 1))
    assert weights["offside"] == pytest.approx(0.25 * math.log(4 / 1)), "a word nobody has counts as if one had it"


def test_general_language_stands_for_a_reference_corpus() -> None:
    language = GeneralLanguage("en")
    assert language.idf("the") < language.idf("hospital") < language.idf("electrocardiogram") <= math.log(1_000_000)


def test_the_word_collection_gives_characteristic_words_first() -> None:
    collection = WordCollection(
        Topic(words=("offside",), examples=(document("the the goal goal"),)), reference=REFERENCE
    )
    assert collection.extract_terms()[0] == "goal"
    assert collection.extract_terms()[-1] == "the"
    collection.add([document("penalty penalty penalty")])
    assert collection.extract_terms()[0] == "penalty"


def test_only_chosen_attributes_may_feed_the_word_collection() -> None:
    collection = WordCollection(Topic(words=("goal",)), reference=REFERENCE, attributes=("city",))
    collection.add([document("a long text", city="Lyon", country="France")])
    assert sorted(collection.extract_terms()) == ["goal", "lyon"]


def test_a_query_document_gives_its_chosen_attribute_or_all_its_words_if_it_has_none() -> None:
    with_city, without = document("a long text", City="Lyon"), document("goal")
    for examples, asked in (((with_city, without), ["lyon"]), ((without,), ["goal"])):
        collection = WordCollection(Topic(examples=examples), reference=REFERENCE, attributes=("city",))
        assert collection.extract_terms() == asked


def test_new_terms_are_only_extracted_every_n_queries() -> None:
    policy = focused(" ".join(f"word{i}" for i in range(20)))
    asked = [answer(policy, document("penalty " * 50, number=i)) for i in range(N + 1)]
    assert all(word.startswith("word") for word in asked[:N])
    assert asked[N] == "penalty"


def test_a_policy_without_words_left_says_so() -> None:
    policy = focused("goal")
    assert answer(policy) == "goal"
    assert policy.choose() is None


@given(st.lists(st.lists(st.sampled_from("alpha beta gamma delta epsilon zeta".split()), min_size=1), max_size=12))
def test_no_word_is_asked_twice(texts: list[list[str]]) -> None:
    policy = focused("alpha")
    asked: list[str] = []
    for number, text in enumerate(texts):
        query = policy.choose()
        if query is None:
            break
        asked.append(query.words)
        new = (document(" ".join(text), number),)
        policy.observe(Outcome(query, seen=(number,), new=new))
    assert len(set(asked)) == len(asked)


def test_a_replayed_crawl_goes_on_like_the_one_that_was_never_stopped() -> None:
    first, second = focused("goal match referee keeper"), focused("goal match referee keeper")
    outcomes = []
    for number in range(3):
        query = first.choose()
        assert query is not None
        outcomes.append(Outcome(query, seen=(number,), new=(document(f"penalty corner{number}", number),)))
        first.observe(outcomes[-1])
    for outcome in outcomes:
        second.observe(outcome)
    assert first.choose() == second.choose()


def test_terms_with_nothing_left_are_excluded_where_the_site_can() -> None:
    policy = focused("goal match referee keeper", exclude="-{}")
    many = [document("x", number) for number in range(40)]
    first = answer(policy, *many, total=500)
    second = answer(policy, document("y", 50), total=1)
    third = policy.choose()
    assert third is not None
    assert third.words.split()[1:] == [f"-{second}"], "only the answer that was not cut is exhausted"
    assert " " not in first + second


def test_do_nothing_accepts_all_and_perfect_what_is_true() -> None:
    results = [document("a", 1), document("b", 2)]
    assert list(DoNothing().accepted(results)) == results
    assert list(Perfect(lambda one: one.id == 2).accepted(results)) == results[1:]


def test_cosine_similarity_keeps_the_closest_hundredth() -> None:
    evaluation = CosineSimilarity(Topic(examples=ON), reference=GeneralLanguage())
    results = [*OFF, ON[0], *OFF]
    assert list(evaluation.accepted(results)) == [ON[0]]
    assert evaluation.similarity(ON[0]) > 10 * evaluation.similarity(OFF[0])
    assert len(evaluation.accepted([*OFF] * 20)) == 3  # of 240
    assert list(evaluation.accepted([])) == []


@pytest.mark.parametrize("make", [naive_bayes, smo, j48])
def test_a_classifier_tells_the_topic_from_the_rest(make: type[Classifier]) -> None:
    evaluation = make(Topic(examples=ON, others=OFF))  # type: ignore[call-arg]
    results = [
        document("goal match referee keeper tonight", 1),
        document("stock market bond broker tonight", 2),
    ]
    assert list(evaluation.accepted(results)) == results[:1]
    assert list(evaluation.accepted([])) == []


@pytest.mark.parametrize("name", ["naive-bayes", "smo", "j48"])
def test_a_classifier_needs_documents_of_both_classes(name: str) -> None:
    with pytest.raises(ConfigError, match="none off the topic"):
        make_policy(name, topic=Topic(examples=ON))
    with pytest.raises(ConfigError, match="none on the topic"):
        make_policy(name, topic=Topic(words=("goal",), others=OFF))


@pytest.mark.parametrize("name", TOPIC_POLICIES)
@pytest.mark.parametrize("topic", [None, Topic(), Topic(words=("  ", "--")), Topic(examples=(Document("x"),))])
def test_an_empty_topic_is_an_error_that_says_what_to_give(name: str, topic: Topic | None) -> None:
    with pytest.raises(ConfigError, match="--topic"):
        make_policy(name, topic=topic)


@pytest.mark.parametrize("name", TOPIC_POLICIES)
def test_every_topic_policy_begins_with_a_word_of_the_topic(name: str) -> None:
    policy = make_policy(name, topic=Topic(words=("goal",), examples=ON, others=OFF))
    query = policy.choose()
    assert isinstance(query, Query)
    assert query.words in {"goal", *(word for one in ON for word in words(one.text))}

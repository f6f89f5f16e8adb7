"""Our topic policy: relevance from examples alone, words by documents on topic expected, coverage when there are none."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.topic import TopicTrial, find_topic, given_topic, run_topic_trial
from sonde.lab.traits import Traits
from sonde.model import Document, Outcome, Query, Topic
from sonde.planner import Costs, Policy, make_policy
from sonde.planner.topic.background import ANSWERS, LATER, TRIES, Background
from sonde.planner.topic.examples import Examples
from sonde.planner.topic.hits import HitGuess, shown_share
from sonde.planner.topic.regression import Vectors, bias_for, fit_logistic, logistic
from sonde.planner.topic.relevance import Relevance
from sonde.planner.topic.topical import LEAST, MISSES, Topical
from sonde.planner.topic.word_odds import Lists

SHARED = [f"common{i}" for i in range(60)]


def two_topics(documents: int = 600, *, share: float = 0.2, seed: int = 1, cap: int | None = 30) -> Engine:
    """A site on which a fifth of the documents is about cooking: words of their own, and words of everyone."""
    rng = Random(seed)
    own = {"cooking": [f"cook{i}" for i in range(80)], "rest": [f"rest{i}" for i in range(400)]}
    records = []
    for i in range(documents):
        label = "cooking" if rng.random() < share else "rest"
        pool = own[label]
        picked = [pool[min(int(rng.expovariate(4 / len(pool))), len(pool) - 1)] for _ in range(8)]
        records.append(Record(str(i), f"no{i}", " ".join([*picked, *rng.choices(SHARED, k=10)]), (("topic", label),)))
    return Engine(records, Traits(cap=cap))


def trial(engine: Engine, policy: str, *, seed: int = 1, until: float = 0.9, queries: int = 150) -> TopicTrial:
    given = given_topic(engine, find_topic(engine.records, "cooking"), examples=15, seed=seed)
    return run_topic_trial(engine, policy, given, max_queries=queries, until=until)


def test_relevance_is_learned_from_examples_and_unlabelled_documents() -> None:
    rng = np.random.default_rng(1)
    on = [rng.choice(40, 12, replace=False) for _ in range(90)]
    off = [20 + rng.choice(180, 12, replace=False) for _ in range(210)]
    model = Relevance().fit(on[:30], [*on[30:], *off], vocabulary=200)
    judged_on, judged_off = model.of(on[30:]), model.of(off)
    assert judged_on.mean() > 5 * judged_off.mean()
    assert judged_off.mean() < 0.15
    assert 0.02 < model.share_ < 60 / 240, "the share on topic is guessed with caution: rather too low"


def test_the_topic_does_not_drift_to_a_larger_one_with_which_it_shares_words() -> None:
    rng = np.random.default_rng(2)
    on = [rng.choice(60, 12, replace=False) for _ in range(80)]
    larger = [40 + rng.choice(60, 12, replace=False) for _ in range(600)]
    rest = [100 + rng.choice(300, 12, replace=False) for _ in range(300)]
    model = Relevance().fit(on[:20], [*on[20:], *larger, *rest], vocabulary=400)
    assert model.of(on[20:]).mean() > 4 * model.of(larger).mean()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_the_regression_ends_where_no_weight_can_be_bettered(seed: int) -> None:
    rng = np.random.default_rng(seed)
    documents = [rng.choice(12, rng.integers(1, 6), replace=False) for _ in range(30)]
    vectors, labels, weights = Vectors.of(Lists(documents), np.ones(12)), rng.random(30), rng.random(30) + 0.1
    found = fit_logistic(vectors, labels, weights)

    def loss(terms: np.ndarray) -> float:
        scores, biases = vectors.dot(terms), np.linspace(-4, 4, 401)
        every = np.logaddexp(0, scores[:, None] + biases) - labels[:, None] * (scores[:, None] + biases)
        return float((weights @ every).min() + terms @ terms / 2)

    assert all(loss(found) <= loss(found + step) + 1e-4 for step in 0.1 * rng.standard_normal((20, 12)))


def test_terms_met_after_the_fit_say_nothing() -> None:
    model = Relevance().fit([np.array([0, 1])] * 6, [np.array([2, 3])] * 6 + [np.array([0, 1])] * 2, vocabulary=4)
    assert model.of([np.array([900])]) == pytest.approx(model.of([np.zeros(0, np.int64)]))


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=50), st.floats(0.02, 0.9))
def test_the_mean_probability_is_the_share_on_topic(scores: list[float], share: float) -> None:
    each = np.array(scores)
    mean = logistic(each + bias_for(each, share)).mean()
    assert mean == pytest.approx(share, abs=0.02)


def test_words_of_documents_off_topic_are_guessed_to_be_widespread() -> None:
    guess = HitGuess()
    counts = {"held": np.array([10.0, 10.0]), "zipf": np.array([4.0, 4.0])}
    few, many = guess.of(off_topic=np.array([0.0, 9.0]), **counts)
    assert many > 3 * few >= 30
    for _ in range(10):
        guess.observe(5000, held=10, off_topic=9, zipf=4.0)
    assert guess.of(off_topic=np.array([0.0, 9.0]), **counts)[1] > 2 * many


@given(st.floats(1, 1e6), st.integers(10, 1000))
def test_a_site_shows_at_most_what_matches(hits: float, cap: int) -> None:
    share = float(shown_share(np.array([hits]), cap)[0])
    assert 0 < share <= 1
    assert float(shown_share(np.array([hits]), float("inf"))[0]) == 1


def test_examples_like_what_was_asked_for_count_no_more() -> None:
    examples = Examples(Topic(words=("stew",), examples=(Document("1", text="soup bread"), Document("2", text="soup"))))
    assert dict(zip(examples.words, examples.unseen_counts(), strict=True)) == {"soup": 2, "bread": 1, "stew": 1}
    examples.asked("bread", shown=1.0)
    examples.asked("stew", shown=0.5)
    assert dict(zip(examples.words, examples.unseen_counts(), strict=True)) == {"soup": 1, "bread": 0, "stew": 0.5}


@pytest.mark.parametrize("cap", [30, None])
@pytest.mark.parametrize("count", ["exact", "hidden"])
def test_a_topic_takes_no_more_queries_than_with_the_published_policies(cap: int | None, count: str) -> None:
    engine = two_topics(cap=cap).with_traits(Traits(cap=cap, count=count))  # type: ignore[arg-type]
    ours, cosine, nothing = (trial(engine, name, until=0.7) for name in ("topic", "cosine", "do-nothing"))
    queries = ours.queries_to(0.7)
    assert queries is not None
    for other in (cosine, nothing):
        assert queries <= 1 + (other.queries_to(0.7) or len(other.steps)), "the draw of examples may cost one query"
    assert ours.precision[queries - 1] > 0.5


def test_the_far_tail_is_reached_too() -> None:
    assert trial(two_topics(), "topic", until=0.99, queries=400).recall[-1] >= 0.99


def test_words_alone_are_enough() -> None:
    engine = two_topics()
    policy = make_policy("topic", topic=Topic(words=("cook0", "cook1")))
    found = crawl(engine, policy, queries=25)
    on = [engine.records[i].attribute("topic") == "cooking" for i in found]
    assert sum(on) >= 0.6 * sum(record.attribute("topic") == "cooking" for record in engine.records)
    assert sum(on) > 1.3 * 0.2 * len(on), "a fifth of the site is on topic"


def test_a_replayed_crawl_goes_on_like_the_one_that_was_never_stopped() -> None:
    engine, topic = two_topics(), Topic(examples=(Document("x", text="cook0 cook1 cook2 common1"),))
    first, second = make_policy("topic", topic=topic), make_policy("topic", topic=topic)
    outcomes: list[Outcome] = []
    crawl(engine, first, queries=30, outcomes=outcomes)
    for outcome in outcomes:
        second.observe(outcome)
    assert first.choose() == second.choose()


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([None, 5, 40]))
def test_no_word_is_asked_twice_also_with_several_in_the_air(seed: int, cap: int | None) -> None:
    engine = two_topics(80, seed=seed, cap=cap)
    policy = make_policy("topic", topic=Topic(examples=(Document("x", text="cook0 cook1 cook2 common1"),)))
    asked: list[str] = []
    ids: dict[int, int] = {}
    while len(asked) < 60:
        queries = [query for query in (policy.choose() for _ in range(3)) if query is not None]
        if not queries:
            break
        for query in queries:
            asked.append(query.words)
            policy.observe(answer(engine, query.words, ids))
    assert len(set(asked)) == len(asked)


def test_a_topic_in_another_language_is_an_error_as_soon_as_that_is_clear() -> None:
    engine = two_topics()
    examples = (Document("x", text="le potage du chef avec des carottes et trois oignons rouges hachés finement"),)
    policy = make_policy("topic", topic=Topic(examples=examples))
    with pytest.raises(ConfigError, match="language of the site"):
        crawl(engine, policy, queries=MISSES + 1)


FRENCH = Topic(
    examples=(Document("x", text="le potage du chef est servi dans un bol avec des oignons et de la crème"),)
)
ENGLISH = Topic(examples=(Document("x", text="the soup of the house is served in a bowl with onions and it is good"),))


@pytest.mark.parametrize("name", ["topic", "do-nothing"])
def test_a_topic_in_another_language_than_the_site_is_refused_when_the_site_is_known(name: str) -> None:
    seeds = ("story", "people", "money")
    with pytest.raises(ConfigError, match=r"another language \(fr\).*interface.yaml"):
        make_policy(name, topic=FRENCH, language="en", seeds=seeds)
    make_policy(name, topic=ENGLISH, language="en", seeds=seeds)
    make_policy(name, topic=Topic(words=("trout salmon",)), language="de", seeds=("haus", "leute"))


def test_a_site_that_names_the_wrong_language_is_judged_by_its_words() -> None:
    make_policy("topic", topic=FRENCH, language="en", seeds=("maison", "gens", "argent"))
    make_policy("topic", topic=FRENCH, language="en", seeds=())
    make_policy("topic", topic=FRENCH)


def test_a_word_about_nothing_is_asked_once_the_site_is_known_to_cut_answers() -> None:
    shared = "both every between"
    examples = tuple(Document(str(i), text=f"cook{i} cook{i + 1} cook{i + 2} {shared}") for i in range(10))
    assert Background(Topic(examples=examples), language="en").next_word(queries=0) in shared.split()
    records = [Record(str(i), f"no{i}", f"{shared} cook{i % 12} rest{i % 30}") for i in range(200)]
    for cap in (10, None):
        outcomes: list[Outcome] = []
        policy = make_policy("topic", topic=Topic(examples=examples))
        crawl(Engine(records, Traits(cap=cap)), policy, queries=LATER + 5, outcomes=outcomes)
        asked = [i for i, outcome in enumerate(outcomes) if "about nothing" in outcome.query.reason]
        assert len(asked) == (ANSWERS if cap else 0)
        assert not cap or asked[0] < 5 <= LATER <= asked[1]


def test_the_first_word_is_no_number() -> None:
    texts = [f"{'rifle' if i % 3 == 0 else 'own'} barrel{i} {'1945' if i % 2 else 'own'}" for i in range(30)]
    examples = tuple(Document(str(i), text=text) for i, text in enumerate(texts))
    first = make_policy("topic", topic=Topic(examples=examples)).choose()
    assert first is not None
    assert first.words == "rifle"
    numbers = tuple(Document(str(i), text=f"1{i} 2{i} 3{i}") for i in range(5))
    assert make_policy("topic", topic=Topic(examples=numbers)).choose() is not None


def test_the_first_word_is_in_many_examples_rather_than_rare_in_the_language() -> None:
    texts = [f"both {'rifle' if i % 4 == 0 else 'other'} {'skeet' if i < 4 else 'people'} no{i}" for i in range(40)]
    examples = tuple(Document(str(i), text=text) for i, text in enumerate(texts))
    first = make_policy("topic", topic=Topic(examples=examples), language="en").choose()
    assert first is not None
    assert first.words == "rifle", "skeet is rarer, both and people are everywhere, other is in most examples"


def unmet_worth(*totals: int) -> list[tuple[str, float]]:
    """What the examples' words are worth after answers to other words, which state these hits."""
    examples = tuple(Document(f"e{i}", text="stew pan") for i in range(5))
    policy = make_policy("topic", topic=Topic(examples=examples))
    assert isinstance(policy, Topical)
    for i, total in enumerate(totals):
        found = Document(f"u{i}", text=f"soup{i} bread", id=i)
        policy.observe(Outcome(Query(f"soup{i}"), new=(found,), seen=(i,), total=total))
    policy.worth.prepare()
    return list(policy.worth.of_unmet_words(cap=100))


def test_the_first_answer_does_not_teach_how_many_hits_to_expect() -> None:
    """Its word was chosen while no document was held."""
    assert unmet_worth(5) == unmet_worth(90_000)
    assert unmet_worth(5, 5) > unmet_worth(5, 90_000)


def test_a_site_that_does_not_search_for_words_about_nothing_is_not_asked_forever() -> None:
    examples = tuple(Document(str(i), text=f"cook{i} cook{i + 1} both every between around three") for i in range(10))
    records = [Record(str(i), f"no{i}", f"both every between around three cook{i % 5}") for i in range(200)]
    engine = Engine(records, Traits(cap=20, stop_words="both every between around three"))
    outcomes: list[Outcome] = []
    crawl(engine, make_policy("topic", topic=Topic(examples=examples)), queries=15, outcomes=outcomes)
    assert sum("about nothing" in outcome.query.reason for outcome in outcomes) == TRIES


def test_documents_of_the_background_tell_what_is_off_topic() -> None:
    rng = np.random.default_rng(3)
    on = [rng.choice(40, 12, replace=False) for _ in range(150)]
    off = [30 + rng.choice(170, 12, replace=False) for _ in range(60)]
    crawled = [*on[30:], *off]  # two of three are on topic
    is_at_large = np.arange(len(crawled)) >= len(on[30:])
    without, given = (
        Relevance().fit(on[:30], crawled, vocabulary=200, background=background).of(crawled)
        for background in (None, is_at_large)
    )
    assert given[is_at_large].mean() < 0.1
    assert given[~is_at_large].mean() > without[~is_at_large].mean()


def test_words_are_chosen_for_coverage_once_none_promises_a_document_on_topic() -> None:
    cook = [Record(f"c{i}", f"no{i}", f"cook{i % 6} pot{i % 3} common{i % 7}") for i in range(40)]
    rest = [Record(f"r{i}", f"no{i}", f"rest{i % 90} other{i % 50} common{i % 7}") for i in range(400)]
    engine = Engine([*cook, *rest], Traits(cap=15))
    examples = tuple(Document(str(i), text=record.text) for i, record in enumerate(cook[:12]))
    policy = make_policy("topic", topic=Topic(examples=examples))
    outcomes: list[Outcome] = []
    crawl(engine, policy, queries=150, outcomes=outcomes)
    reasons = [outcome.query.reason for outcome in outcomes]
    promised = [float(reason.split()[1]) for reason in reasons if "documents on topic expected" in reason]
    assert min(promised) >= LEAST
    ours = ["on topic" in reason or "of the examples" in reason or "about nothing" in reason for reason in reasons]
    before = {document.url for outcome in outcomes[: ours.index(False)] for document in outcome.new}
    assert {record.id for record in cook} <= before
    assert not any(ours[-10:])


def test_the_first_word_is_one_of_the_topic_however_little_it_promises() -> None:
    examples = (Document("0", text="2024 4711"),)
    first = make_policy("topic", topic=Topic(examples=examples), language="en").choose()
    assert first is not None
    assert first.words in {"2024", "4711"}


def test_what_a_word_promises_does_not_depend_on_the_unit_of_its_cost() -> None:
    examples = tuple(Document(str(i), text=f"cook{i % 3} pot{i % 2}") for i in range(6))
    asked = []
    for unit in (1.0, 1000.0):
        policy = make_policy("topic", topic=Topic(examples=examples), costs=Costs(query=unit))
        outcomes: list[Outcome] = []
        records = [Record(f"c{i}", f"no{i}", f"cook{i % 6} pot{i % 3} both{i % 7}") for i in range(80)]
        crawl(Engine(records, Traits(cap=10)), policy, queries=12, outcomes=outcomes)
        asked.append([outcome.query.words for outcome in outcomes])
    assert asked[0] == asked[1]


def answer(engine: Engine, words: str, ids: dict[int, int]) -> Outcome:
    """What the site answers, as an outcome."""
    found = engine.search(words)
    new = []
    for place in found.ids.tolist():
        if place not in ids:
            ids[place] = len(ids)
            record = engine.records[place]
            new.append(Document(record.id, record.title, record.text, id=ids[place]))
    seen = tuple(ids[place] for place in found.ids.tolist())
    return Outcome(Query(words), seen=seen, new=tuple(new), total=found.total)


def crawl(engine: Engine, policy: Policy, *, queries: int, outcomes: list[Outcome] | None = None) -> list[int]:
    """Lets a policy ask so often; the documents found, by position."""
    ids: dict[int, int] = {}
    for _ in range(queries):
        query = policy.choose()
        if query is None:
            break
        outcome = replace(answer(engine, query.words, ids), query=query)
        policy.observe(outcome)
        if outcomes is not None:
            outcomes.append(outcome)
    return list(ids)

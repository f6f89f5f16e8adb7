"""Which links lead to relevant forms, after ACHE 2007: each formula with numbers worked by hand."""

import json
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.discover.ache.apprentice import Apprentice
from sonde.discover.ache.back_crawl import back_crawl, linked_by
from sonde.discover.ache.feature_selection import add_sub_terms, select_features
from sonde.discover.ache.link_classifier import LinkClassifier, matches
from sonde.discover.ache.link_learner import PUBLISHED, LearningThreshold, LinkLearner
from sonde.discover.ache.link_terms import link_terms, stems, url_stems
from sonde.discover.ache.online_model import OnlineModel
from sonde.discover.ache.paths import FADES, LASTS, Paths
from sonde.discover.ache.word_stems import language_of
from sonde.discover.model import Candidate, FoundForm, Outlink, Rank, Verdict, Visit, WebPage
from sonde.errors import FetchError
from sonde.model import Form


def terms(anchor: str = "", url: str = "", around: str = "") -> dict[str, frozenset[str]]:
    return {
        "anchor": frozenset(anchor.split()),
        "url": frozenset(url.split()),
        "around": frozenset(around.split()),
    }


def visit(path: Sequence[Outlink], *, forms: int = 0, number: int = 0, topic: float = 1.0) -> Visit:
    found = tuple(FoundForm(Form(f"http://{number}.example/{i}"), 1.0, 1.0, True) for i in range(forms))
    page = WebPage(path[0].url if path else "http://seed.example/")
    source = "http://source.example/" if path else ""
    candidate = Candidate(path[0] if path else Outlink(page.url), source)
    return Visit(number, page, Verdict(topic, topic >= 0.5, found), candidate, tuple(path), found)


def numbered(number: int, anchor: str = "books") -> tuple[Outlink]:
    """A path of one link like no other."""
    own = "".join(chr(ord("q") + int(digit, 8)) for digit in f"{number:04o}")
    return (Outlink(f"http://{own}.example/", f"{anchor} {own}"),)


TO_FORM = Outlink("http://shop.example/booksearch", "Search books", "find a title", "in our catalogue")
TO_SHOP = Outlink("http://shop.example/", "Bookstore", "a list of shops", "open all day")
TO_LIST = Outlink("http://list.example/shops.html", "Directory of shops")


def test_terms_are_stemmed_and_stop_words_left_out() -> None:
    assert stems("The used cars of 2004, and our dealers") == ["use", "car", "dealer"]
    assert url_stems("http://www.jobs.example.com/jobSearch/find_jobs.html?q=1") == [
        "job", "exampl", "jobsearch", "find", "job",
    ]  # fmt: skip
    assert url_stems("http://books.shop/new") == ["book", "new"]  # the last part of a host says nothing
    found = link_terms(TO_FORM)
    assert found["anchor"] == {"search", "book"}
    assert found["around"] == {"find", "titl", "catalogu"}


def test_stop_words_of_other_languages_tell_nothing_either() -> None:
    assert stems("nach dem Auto und der Preis") == ["auto", "preis"]
    assert stems("les livres dans une librairie") == ["livr", "librair"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("books", "book"),
        ("Bücher", "Buch"),
        ("voitures", "voiture"),
        ("libros", "libro"),
        ("bilar", "bilarna"),
        ("книги", "книга"),
        ("Universitäten", "Universität"),
    ],
)
def test_forms_of_a_word_have_one_stem_in_its_own_language(one: str, other: str) -> None:
    assert stems(one) == stems(other)


def test_an_address_gives_the_stems_of_the_text_in_any_language() -> None:
    assert url_stems("http://markt.example/buecher/autos/voitures")[-1:] == stems("voiture")


def test_a_word_of_no_known_language_is_left_as_it_is() -> None:
    assert stems("ქალაქები") == ["ქალაქები"]
    assert language_of("ქალაქები") == ""


def test_english_keeps_the_words_that_other_languages_have_too() -> None:
    assert [language_of(word) for word in ("camera", "hotel", "job", "film")] == ["en"] * 4


def test_a_frequent_term_of_addresses_also_counts_inside_longer_ones() -> None:
    # search 3, jobsearch 2, job 2, searchengine 1. With k = 2 the most frequent are search and (by name) job:
    # search gets 2 + 1 more, job 2 more.
    frequency = Counter({"search": 3, "jobsearch": 2, "job": 2, "searchengine": 1})
    assert add_sub_terms(frequency, k=2) == {"search": 6, "job": 4, "jobsearch": 2, "searchengine": 1}


def test_the_terms_in_most_links_are_selected() -> None:
    links = [
        terms("search book", "search book", "book onlin"),
        terms("search", "booksearch", "book"),
        terms("book search", "index", "new"),
        terms("librari", "search"),
    ]
    selected = select_features(links, k=5, n=2)
    assert selected["anchor"] == {"search": 3, "book": 2}
    # search is in two addresses and inside booksearch; book in one and inside it.
    assert selected["url"] == {"search": 3, "book": 2}
    assert selected["around"] == {"book": 2, "new": 1}


def test_a_feature_of_addresses_matches_inside_longer_terms_and_one_of_anchors_does_not() -> None:
    features = {"anchor": {"search": 1}, "url": {"search": 1}, "around": {}}
    assert matches(terms("jobsearch", "jobsearch"), features) == ["url search"]


LEVELS = (
    [terms("search"), terms("search"), terms("search book")],  # level 1
    [terms("book")],  # level 2
)
FEATURES = {"anchor": {"search": 3, "book": 2}, "url": {}, "around": {}}


def test_the_probability_of_a_level_is_that_of_naive_bayes() -> None:
    classifier = LinkClassifier.fit(LEVELS, FEATURES)
    # P(1) = (3 + 1) / (4 + 2) = 2/3, P(2) = 1/3
    assert classifier.priors == pytest.approx((2 / 3, 1 / 3))
    # Level 1 has search 3, book 1: (3 + 1) / (4 + 2) and (1 + 1) / 6. Level 2 has book 1: 1/3 and 2/3.
    assert classifier.likelihoods["anchor search"] == pytest.approx((4 / 6, 1 / 3))
    assert classifier.likelihoods["anchor book"] == pytest.approx((2 / 6, 2 / 3))
    # "search": 2/3 * 2/3 = 4/9 against 1/3 * 1/3 = 1/9
    assert classifier.probabilities(terms("search")) == pytest.approx((0.8, 0.2))
    # "book": 2/3 * 1/3 = 2/9 against 1/3 * 2/3 = 2/9
    assert classifier.probabilities(terms("book")) == pytest.approx((0.5, 0.5))


def test_a_link_waits_in_the_queue_of_its_likeliest_level() -> None:
    classifier = LinkClassifier.fit(LEVELS, FEATURES)
    rank = classifier.rank(terms("search"))
    assert rank.level == 1
    assert rank.score == pytest.approx(0.8)
    assert classifier.rank(terms("unheard")) == Rank(2, 0.0)


@given(st.lists(st.sampled_from(["search", "book", "car", "new"]), max_size=4))
def test_the_probabilities_of_all_levels_sum_to_one(words: list[str]) -> None:
    classifier = LinkClassifier.fit(LEVELS, FEATURES)
    assert sum(classifier.probabilities(terms(" ".join(words)))) == pytest.approx(1.0)


def test_a_link_classifier_survives_being_written_down() -> None:
    classifier = LinkClassifier.fit(LEVELS, FEATURES)
    assert LinkClassifier.restored(json.loads(json.dumps(classifier.state()))) == classifier


def test_links_of_paths_are_told_apart_by_their_distance_from_the_form() -> None:
    paths = Paths()
    for path in ((TO_FORM, TO_SHOP, TO_LIST), (TO_LIST,), ()):
        paths.add(path)
    assert len(paths) == 2  # a seed with a form has no path
    assert paths.levels() == [
        [link_terms(TO_FORM), link_terms(TO_LIST)],
        [link_terms(TO_SHOP)],
        [link_terms(TO_LIST)],
    ]


def test_a_link_that_many_paths_share_counts_once() -> None:
    other = Outlink("http://other.example/find", "Find books")
    first, second, _ = Paths([(TO_FORM, TO_SHOP), (other, TO_SHOP)]).levels()
    assert (len(first), len(second)) == (2, 1)


def test_old_paths_are_forgotten() -> None:
    paths = Paths(kept=2)
    for link in (TO_FORM, TO_SHOP, TO_LIST):
        paths.add((link,))
    assert paths.levels()[0] == [link_terms(TO_SHOP), link_terms(TO_LIST)]


def test_paths_known_beforehand_fade_as_others_come() -> None:
    paths = Paths([numbered(i) for i in range(2 * FADES)])
    assert len(paths) == 2 * FADES
    for at, left in enumerate((FADES, 0, 0), 1):
        paths.add(numbered(100 + at))
        paths.fade(LASTS)
        assert len(paths) == left + at
    assert paths.levels()[0] == [link_terms(numbered(100 + at)[0]) for at in (1, 2, 3)]


def test_paths_known_beforehand_last_for_a_while_though_others_come_quickly() -> None:
    paths = Paths([numbered(i) for i in range(30)])
    for at in range(30):
        paths.add(numbered(100 + at))
    for pages, left in ((0, 30), (LASTS // 10, 27), (LASTS // 3, 20), (LASTS, 0), (2 * LASTS, 0)):
        paths.fade(pages)
        assert len(paths) == left + 30


def test_what_is_left_of_known_paths_is_a_sample_of_all() -> None:
    bookshops, libraries = [numbered(i, "bookshop") for i in range(60)], [numbered(i, "library") for i in range(60)]
    paths = Paths([*bookshops, *libraries])
    for i in range(60 // FADES):
        paths.add(numbered(i, "catalogue"))
    paths.fade(LASTS)
    left = [link["anchor"] for link in paths.levels()[0]]
    assert 20 <= sum("bookshop" in anchor for anchor in left) <= 40


def test_known_and_found_paths_survive_being_written_down() -> None:
    paths, again = Paths([numbered(i) for i in range(3 * FADES)]), Paths()
    paths.add(numbered(50))
    again.restore(json.loads(json.dumps(paths.state())))
    for both in (paths, again):
        both.add(numbered(51))
        both.fade(LASTS)
    assert again.levels() == paths.levels()
    assert len(again) == FADES + 2


def test_the_threshold_grows_geometrically_up_to_the_published_one() -> None:
    threshold = LearningThreshold(forms=4, growth=1.5, most=10)
    assert [threshold.after(i) for i in range(4)] == [4, 6, 9, 10]  # 4, 6, 9, 13.5
    assert [PUBLISHED.after(i) for i in range(3)] == [100, 100, 100]


def test_the_learner_makes_a_new_classifier_when_enough_forms_were_found() -> None:
    learner = LinkLearner(threshold=LearningThreshold(forms=3, growth=1.0))
    assert learner.classifier is None
    assert not learner.observe(visit((TO_FORM, TO_SHOP), forms=1))
    assert not learner.observe(visit((TO_LIST,)))  # no form, no path
    assert learner.observe(visit((TO_FORM, TO_SHOP), forms=2, number=7))
    assert learner.classifier is not None
    assert learner.classifier.rank(link_terms(TO_FORM)).level == 1
    assert learner.classifier.rank(link_terms(TO_SHOP)).level == 2
    assert learner.iterations[0]["pages"] == 8
    assert learner.iterations[0]["features"]["anchor"] == {"book": 1, "bookstor": 1, "search": 1}


def test_the_learner_may_also_count_pages() -> None:
    learner = LinkLearner(threshold=LearningThreshold(forms=50, pages=3))
    assert not learner.observe(visit((TO_FORM,), forms=1))
    assert not learner.observe(visit((TO_LIST,)))
    assert learner.observe(visit((TO_LIST,)))


def test_a_learner_survives_being_written_down() -> None:
    threshold = LearningThreshold(forms=2, growth=1.0)
    learner, again = LinkLearner(threshold=threshold), LinkLearner(threshold=threshold)
    learner.observe(visit((TO_FORM, TO_SHOP), forms=2))
    learner.observe(visit((TO_FORM,), forms=1))
    again.restore(json.loads(json.dumps(learner.state())))
    assert again.observe(visit((TO_LIST,), forms=1)) == learner.observe(visit((TO_LIST,), forms=1)) is True
    assert again.classifier == learner.classifier


def test_one_step_of_the_online_model_is_that_of_adagrad() -> None:
    model = OnlineModel(rate=0.5)
    assert model.probability(["a"]) == 0.5
    model.learn(["a"], 1.0)
    # The slope is 0.5 - 1 = -0.5 and its square the sum so far, so that the first step is the whole rate: 0.5.
    # The bias moves a tenth of the rate times the slope: 0.025. p = 1 / (1 + exp(-0.525)) = 0.6283
    assert model.probability(["a"]) == pytest.approx(0.6283, abs=1e-3)
    model.learn(["a"], 1.0)
    # slope 0.6283 - 1 = -0.3717; G = 0.25 + 0.1382 = 0.3882; step 0.5 * 0.3717 / 0.623 = 0.2983
    # bias 0.025 + 0.05 * 0.3717 = 0.0436; 0.5 + 0.2983 + 0.0436 = 0.8419 -> p = 0.6989
    assert model.probability(["a"]) == pytest.approx(0.6989, abs=1e-3)


def test_the_apprentice_learns_which_links_lead_to_pages_on_topic() -> None:
    apprentice = Apprentice()
    good, bad = Candidate(TO_FORM, "http://a.example/", 0.7), Candidate(TO_LIST, "http://a.example/", 0.7)
    assert apprentice.probability(good) == 0.7  # before any lesson
    for number in range(10):
        apprentice.observe(visit((TO_FORM,), number=number, topic=0.9))
        apprentice.observe(visit((TO_LIST,), number=number, topic=0.05))
    assert apprentice.probability(good) > 0.7 > 0.3 > apprentice.probability(bad)
    again = Apprentice()
    again.restore(json.loads(json.dumps(apprentice.state())))
    assert again.probability(bad) == apprentice.probability(bad)


WEB = {
    "http://form.example/": [],
    "http://a.example/": ["http://form.example/"],
    "http://b.example/": ["http://form.example/", "http://a.example/"],
    "http://c.example/": ["http://a.example/"],
    "http://d.example/": ["http://c.example/"],
    "http://liar.example/": [],
}


async def read(url: str) -> WebPage:
    if url == "http://dead.example/":
        raise FetchError("gone", url=url)
    return WebPage(url, links=tuple(Outlink(target, f"from {url}") for target in WEB[url]))


async def test_back_crawling_finds_paths_level_by_level() -> None:
    async def search(query: str) -> list[str]:
        target = query.removeprefix("link:")
        return [url for url in WEB if target in WEB[url]] + ["http://liar.example/", "http://dead.example/"]

    paths = await back_crawl(
        ["http://form.example/"], links_to=linked_by(search), read=read, levels=3, rng=random.Random(0)
    )
    said = sorted([link.anchor.removeprefix("from http://")[0] for link in path] for path in paths)
    # b points at the form itself; a does, c points at a, and d at c.
    assert said == [["a", "c", "d"], ["b"]]
    assert [link.url for link in paths[-1]] == ["http://form.example/", "http://a.example/", "http://c.example/"]


async def test_back_crawling_reads_no_more_than_it_may() -> None:
    asked: list[str] = []

    async def links_to(url: str) -> list[str]:
        return [f"http://{number}.example/" for number in range(1000)]

    async def count(url: str) -> WebPage:
        asked.append(url)
        return WebPage(url, links=(Outlink("http://form.example/"),))

    paths = await back_crawl(
        ["http://form.example/"], links_to=links_to, read=count, levels=1, width=7, rng=random.Random(0)
    )
    assert len(paths) == len(asked) == 7

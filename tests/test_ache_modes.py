"""The modes of ACHE 2007 and our own: where links wait, what is learned, what survives a restart."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from sonde.discover.ache.best import Best
from sonde.discover.ache.form_filter import FormFilter
from sonde.discover.ache.link_learner import LearningThreshold
from sonde.discover.ache.link_words import LinkWords
from sonde.discover.ache.modes import MODES, make_strategy
from sonde.discover.ache.site_history import SiteHistory
from sonde.discover.model import Candidate, FoundForm, Outlink, Strategy, Verdict, Visit, WebPage
from sonde.errors import ConfigError
from sonde.model import Form

SHOP = Outlink("http://shop.example/", "Book shop", "a list of shops")
FORM = Outlink("http://shop.example/booksearch", "Search books", "find a title", "in our catalogue")
NEWS = Outlink("http://weather.test/today.html", "Weather today", "rain and wind")
PATHS = [(FORM, SHOP)] * 3


class Nothing:
    """A critic that likes nothing."""

    def judge(self, page: WebPage) -> Verdict:
        return Verdict()


def made(mode: str, **options: Any) -> Strategy:
    return make_strategy(mode, critic=Nothing(), training=PATHS if mode != "online" else (), **options)


def found(link: Outlink, topic: float = 0.9, source: str = "http://list.example/") -> Candidate:
    return Candidate(link, source, topic)


def visit(number: int, link: Outlink, *, before: Sequence[Outlink] = (), forms: int = 0, topic: float = 0.9) -> Visit:
    new = tuple(FoundForm(Form(f"http://{number}.example/{i}"), 1.0, 1.0, True) for i in range(forms))
    verdict = Verdict(topic, topic >= 0.5, new)
    return Visit(number, WebPage(link.url), verdict, found(link), (link, *before), new)


def showing(links: Sequence[Outlink], *, topic: float, source_topic: float = 0.9, form: bool = False) -> Visit:
    """A page of shop.example with some links."""
    forms = (FoundForm(Form("http://shop.example/find"), 1.0, 1.0, True),) if form else ()
    page, link = WebPage("http://shop.example/", links=tuple(links)), Outlink("http://shop.example/")
    return Visit(0, page, Verdict(topic, topic >= 0.5, forms), found(link, source_topic), (link,))


def crawl(strategy: Strategy, rounds: int) -> list[bool]:
    """Search links bring a form each time, news never do."""
    said = []
    for number in range(0, 2 * rounds, 2):
        site = f"http://shop{number}.example"
        form, shop = Outlink(f"{site}/booksearch", "Search books", "find a title"), Outlink(f"{site}/", "Book shop")
        said.append(strategy.observe(visit(number, form, before=(shop,), forms=1)))
        news = Outlink(f"http://weather{number}.test/today.html", "Weather today", "rain and wind")
        said.append(strategy.observe(visit(number + 1, news)))
    return said


def order(strategy: Strategy, *links: Outlink) -> list[Outlink]:
    ranks = strategy.rank([found(link) for link in links])
    turns = [(rank.level, -rank.score, i) for i, rank in enumerate(ranks)]
    return [links[i] for _, _, i in sorted(turns)]


def test_the_baseline_is_best_first_by_topic() -> None:
    strategy = made("baseline")
    ranks = strategy.rank([found(NEWS, 0.9), found(FORM, 0.2)])
    assert [(rank.level, rank.score) for rank in ranks] == [(1, 0.9), (1, 0.2)]
    assert not strategy.is_batched
    assert strategy.links(showing([FORM, NEWS], topic=0.6)) == (FORM, NEWS)
    assert not strategy.links(showing([FORM, NEWS], topic=0.4))


def test_offline_learning_ranks_by_level_from_the_start_and_never_changes() -> None:
    strategy = made("offline")
    assert strategy.is_batched
    form, shop, news = strategy.rank([found(FORM), found(SHOP), found(NEWS)])
    assert (form.level, shop.level, news.level) == (1, 2, 3)
    before = strategy.state()
    assert not any(crawl(strategy, 20))
    assert strategy.state() == before


def test_seeds_are_in_the_first_queue() -> None:
    (rank,) = made("offline").rank([Candidate(NEWS)])
    assert rank.level == 1


def test_online_learning_starts_as_the_baseline_and_then_has_levels() -> None:
    strategy = made("online", threshold=LearningThreshold(forms=5, growth=1.0))
    assert not strategy.is_batched
    assert [rank.level for rank in strategy.rank([found(FORM), found(NEWS)])] == [1, 1]
    said = crawl(strategy, 10)
    assert [number for number, learned in enumerate(said) if learned] == [8, 18]  # the fifth and the tenth form
    assert strategy.is_batched
    assert order(strategy, NEWS, SHOP, FORM) == [FORM, SHOP, NEWS]


def test_offline_online_learning_has_levels_at_once_and_goes_on() -> None:
    strategy = made("offline-online", threshold=LearningThreshold(forms=5, growth=1.0))
    assert strategy.is_batched
    assert any(crawl(strategy, 10))
    assert len(strategy.state()["learner"]["iterations"]) >= 2


@pytest.mark.parametrize("mode", ["offline", "offline-online"])
def test_modes_that_start_from_paths_say_so_when_there_are_none(mode: str) -> None:
    with pytest.raises(ConfigError, match=rf"'{mode}' starts from links .* choose 'online' or 'best'"):
        make_strategy(mode, critic=Nothing(), training=[()])


def test_an_unknown_mode_names_those_there_are() -> None:
    with pytest.raises(ConfigError, match=r"no mode 'fast'. Choose one of baseline, offline"):
        make_strategy("fast", critic=Nothing())


def test_the_apprentice_reorders_links_by_what_their_pages_will_be() -> None:
    strategy = made("baseline", apprentice=True)
    for number in range(10):
        strategy.observe(visit(number, FORM, topic=0.95))
        strategy.observe(visit(number, NEWS, topic=0.05))
    assert order(strategy, NEWS, FORM) == [FORM, NEWS]


def test_our_mode_tells_links_with_forms_from_those_without() -> None:
    strategy = make_strategy("best", critic=Nothing())
    said = crawl(strategy, 30)
    assert any(said)  # the frontier is ranked anew now and then
    assert order(strategy, NEWS, FORM) == [FORM, NEWS]


def test_our_mode_uses_known_paths_from_the_start() -> None:
    assert order(made("best"), NEWS, FORM) == [FORM, NEWS]


def test_our_mode_leaves_sites_that_bring_nothing() -> None:
    strategy = make_strategy("best", critic=Nothing())
    for number in range(60):
        # On every site the first page has a form, and nine more have none.
        link = Outlink(f"http://site{number // 10}.example/page{number}", "Page")
        strategy.observe(visit(number, link, forms=int(number % 10 == 0)))
    old, new = Outlink("http://site0.example/page", "Page"), Outlink("http://site99.example/page", "Page")
    assert order(strategy, old, new) == [new, old]


def test_of_a_page_about_something_else_only_its_own_way_to_a_search_is_followed_and_one_step_only() -> None:
    way, other = Outlink("http://shop.example/advanced.html", "Search all shelves"), Outlink("http://shop.example/map")
    away = Outlink("http://find.example/search", "Search the web")
    strategy = made("best")
    assert strategy.links(showing([way, other, away], topic=0.6)) == (way, other, away)
    assert strategy.links(showing([way, other, away], topic=0.1, form=True)) == (way, other, away)
    assert strategy.links(showing([way, other, away], topic=0.1)) == [way]
    assert not strategy.links(showing([way, other, away], topic=0.1, source_topic=0.1))
    on_topic, aside = strategy.rank([found(way, 0.6), found(way, 0.4)])
    assert on_topic.score > aside.score


def test_of_many_links_of_one_site_only_the_first_is_worth_as_much_as_one_of_another() -> None:
    strategy = make_strategy("best", critic=Nothing())
    for number in range(60):
        link = Outlink(f"http://site{number // 10}.example/page", "Page")
        strategy.observe(visit(number, link, forms=int(number % 10 == 0)))
    same = [Outlink(f"http://a.example/{i}", "Page") for i in range(3)]
    other = Outlink("http://b.example/0", "Page")
    assert order(strategy, *same, other)[:2] in ([same[0], other], [other, same[0]])


def test_a_site_that_names_sites_with_forms_is_told_from_others() -> None:
    sites = SiteHistory()
    assert sites.named("hub.example") == "by an untried site"
    for number in range(9):
        sites.observe(f"{number}.example", "hub.example", new_forms=int(number < 8))
    # (8 + 0.5) / (9 + 1) is 0.85, in fifths 4
    assert sites.named("hub.example") == "by a site with 4 hits of five"
    assert sites.tried("0.example", 3) == "tried 3"  # 1 + 3 = 4 has three binary digits
    assert (sites.found("0.example"), sites.found("8.example")) == ("found 1", "found 0")


def test_our_mode_reads_what_links_promise_to_the_critic() -> None:
    critic = FormFilter.train(keywords=["books"])
    assert critic.evidence({"book": 1})[1] > critic.evidence({"weather": 1})[1]
    strategy = make_strategy("best", critic=critic)
    for number in range(20):
        strategy.observe(visit(number, Outlink(f"http://a{number}.test/1", f"book {number}"), forms=1))
        strategy.observe(visit(number, Outlink(f"http://b{number}.test/1", f"thing {number}")))
    # The word itself stands in the address, where it was never met.
    promising, other = Outlink("http://c.test/books", "more"), Outlink("http://d.test/things", "more")
    assert order(strategy, other, promising) == [promising, other]


def test_the_seed_decides_the_order_of_links_of_equal_worth() -> None:
    links = [Outlink(f"http://{number}.test/", "Enter") for number in range(8)]
    orders = [order(make_strategy("best", critic=Nothing(), rng_seed=seed), *links) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("apprentice", [False, True])
def test_a_strategy_that_was_written_down_ranks_and_learns_as_before(mode: str, apprentice: bool) -> None:
    strategy, again = made(mode, apprentice=apprentice), made(mode, apprentice=apprentice)
    crawl(strategy, 13)
    again.restore(json.loads(json.dumps(strategy.state())))
    links = [found(link) for link in (FORM, SHOP, NEWS)]
    assert again.rank(links) == strategy.rank(links)
    assert again.is_batched == strategy.is_batched
    assert crawl(again, 7) == crawl(strategy, 7)
    assert again.rank(links) == strategy.rank(links)
    assert json.loads(json.dumps(again.state())) == json.loads(json.dumps(strategy.state()))


def test_our_mode_keeps_the_features_of_a_bounded_number_of_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sonde.discover.ache.link_words._HELD", 10)
    words = LinkWords(Nothing())
    for number in range(50):
        words.of(Outlink(f"http://{number}.example/"))
    assert len(words._held) == 10


def test_ranking_all_links_leaves_the_features_of_the_newest_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sonde.discover.ache.link_words._HELD", 10)
    monkeypatch.setattr("sonde.discover.ache.best._MANY", 20)
    links = [found(Outlink(f"http://{number}.example/")) for number in range(40)]
    best = Best(Nothing())
    for link in links:
        best.rank([link])
    held = list(best._words._held)
    assert [rank.score for rank in best.rank(links)] == [Best(Nothing()).rank([link])[0].score for link in links]
    assert list(best._words._held) == held


def test_our_mode_goes_by_the_five_nearest_words_on_either_side() -> None:
    words = LinkWords(Nothing())
    link = Outlink(
        "http://a.example/", "Enter", "oldest apples bread cheese dates eggs", "figs grapes honey jam kale leeks"
    )
    near = Outlink("http://b.example/", "Enter", "apples bread cheese dates eggs", "figs grapes honey jam kale")
    assert [name for name in words.of(link) if name.startswith("around")] == [
        name for name in words.of(near) if name.startswith("around")
    ]
    assert {"around appl", "around kale"} < set(words.of(link))

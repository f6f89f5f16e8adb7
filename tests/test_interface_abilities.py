import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from python_library import python_library
from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.jump import Jump
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.learn import PROBES, learn_abilities
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.matching import piece_of
from sonde.interface.abilities.order import Test as Evidence
from sonde.interface.abilities.order import judge_narrowed, judge_pair, judge_widened, order_of
from sonde.interface.abilities.sample import Sample, rare_first
from sonde.interface.abilities.word_forms import other_forms
from sonde.interface.heard import Heard
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.paging.page_size import learn_page_size
from sonde.interface.site import WebSite
from sonde.lab.search.engine import Engine
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve
from sonde.lab.traits import Operator, Paging, PastEnd, Rank, Traits, UnusableWords
from sonde.model import Abilities, Query, Request, Result
from sonde.net.client import Client, NetOptions
from sonde.text.frequency import frequent_words


@cache
def engine() -> Engine:
    return Engine(python_library()[::2][:3000])


@asynccontextmanager
async def served(traits: Traits) -> AsyncIterator[tuple[Client, LabServer]]:
    async with serve(engine().with_traits(traits)) as server:
        options = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)
        async with Client(options, start_url=server.url) as client:
            yield client, server


async def abilities_of(traits: Traits) -> Abilities:
    async with served(traits) as (client, server):
        return (await learn(client, server.url)).abilities


@pytest.mark.parametrize("operator", ["and", "or"])
@pytest.mark.parametrize("not_", [True, False])
async def test_what_two_words_and_a_minus_mean_is_learned(operator: Operator, not_: bool) -> None:
    found = await abilities_of(Traits(operator=operator, not_=not_))
    assert found.operator == operator
    assert found.exclude == ("-{}" if not_ else "")


@pytest.mark.parametrize("unusable", ["ignored", "refused"])
async def test_stop_words_and_the_minimum_length_are_told_apart(unusable: UnusableWords) -> None:
    both = await abilities_of(Traits(stop_words="english", min_length=3, unusable=unusable))
    assert (bool(both.stop_words), both.min_length) == (True, 3)
    neither = await abilities_of(Traits(unusable=unusable))
    assert (neither.stop_words, neither.min_length) == ((), 1)
    short = await abilities_of(Traits(min_length=2, unusable=unusable))
    assert (short.stop_words, short.min_length) == ((), 2)


@pytest.mark.parametrize(
    ("traits", "matching"),
    [(Traits(substring=True), "substrings"), (Traits(stemming=True), "stems"), (Traits(), "words")],
)
async def test_how_words_match_is_learned(traits: Traits, matching: str) -> None:
    assert (await abilities_of(traits)).matching == matching


async def test_a_wildcard_is_learned_where_it_works() -> None:
    assert (await abilities_of(Traits(wildcard=True))).wildcard == "{}*"
    plain = await abilities_of(Traits())
    assert (plain.phrase, plain.wildcard) == ("", "")


@pytest.mark.parametrize(
    ("operator", "rank", "order"),
    [("and", "static", "fixed"), ("and", "bm25", "relevance"), ("or", "bm25", "relevance")],
)
async def test_a_fixed_order_is_told_from_relevance(operator: Operator, rank: Rank, order: str) -> None:
    assert (await abilities_of(Traits(operator=operator, rank=rank))).order == order


@pytest.mark.parametrize(
    ("paging", "past_end"),
    [("next", "empty"), ("numbered", "404"), ("offset", "repeat"), ("path", "404"), ("buttons", "empty")],
)
async def test_the_cap_is_found_by_jumping(paging: Paging, past_end: PastEnd) -> None:
    traits = Traits(paging=paging, past_end=past_end, cap=40, page_size=10)
    assert (await abilities_of(traits)).cap == 40


async def test_no_cap_is_claimed_where_there_is_none() -> None:
    assert (await abilities_of(Traits(page_size=10))).cap is None
    assert (await abilities_of(Traits(page_size=10, count="hidden"))).cap is None


@pytest.mark.parametrize("number", [3, 16, 36, 47, 132, 186, 1205, 1302])
async def test_a_server_receives_no_more_requests_about_its_search_than_allowed(number: int) -> None:
    # Forms that must be read again, documents, and where redirects lead count as well.
    async with served(Traits.random(random.Random(number))) as (client, server):
        interface = await learn(client, server.url)
        before = server.requests
        await learn_abilities(client, interface)
        assert 0 < server.requests - before <= PROBES


async def test_a_form_that_must_be_read_for_each_question_counts_each_time() -> None:
    async with served(Traits(method="POST", token=True, token_once=True, redirect_post=True)) as (client, server):
        interface = await learn(client, server.url)
        before = server.requests
        found = await learn_abilities(client, interface)
        assert server.requests - before <= PROBES
        assert found.abilities.operator == "and"


async def test_what_was_asked_while_the_site_was_learned_is_not_asked_again() -> None:
    async with served(Traits()) as (client, server):
        heard = Heard(client)
        interface = await learn(heard, server.url)
        seed = Query(interface.seeds[0])
        before = server.requests
        line = Line(heard, interface, allowed=3)
        depth = await line.ask(seed.words)
        assert depth is not None
        assert depth.results
        assert (server.requests - before, line.spent) == (0, 0)
        assert await line.ask("unheard") is not None
        assert (server.requests - before, line.spent) == (1, 1)


async def test_the_largest_honoured_page_is_asked_for_from_then_on() -> None:
    async with served(Traits(per_page_links=True, max_page_size=50, page_size=10)) as (client, server):
        interface = await learn_page_size(client, _plain(await learn(client, server.url)))
        assert ("size", "100") in interface.ask.send
        site = WebSite(client, interface)
        pages = [page async for page in site.search(Query(interface.seeds[0]))]
        assert 10 < len(pages[0].results) == interface.paging.page_size <= 50
        urls = [result.url for page in pages for result in page.results]
        assert len(urls) == len(set(urls)) == pages[0].total


async def test_a_page_size_that_is_not_honoured_is_not_sent() -> None:
    async with served(Traits(per_page_links=True, max_page_size=10, page_size=10)) as (client, server):
        plain = _plain(await learn(client, server.url))
        assert await learn_page_size(client, plain) == plain


async def test_a_site_whose_tokens_are_used_up_is_learned() -> None:
    found = await abilities_of(Traits(method="POST", token=True, token_once=True))
    assert found.operator == "and"


async def test_a_site_that_refuses_long_answers_is_learned() -> None:
    found = await abilities_of(Traits(too_many=60, operator="and"))
    assert found.operator == "and"


def _plain(interface: SearchInterface) -> SearchInterface:
    """The interface without a page size setting that learning it may have found already."""
    send = tuple(pair for pair in interface.ask.send if pair[0] != "size")
    return replace(interface, ask=replace(interface.ask, send=send))


@given(st.permutations([str(i) for i in range(12)]), st.sets(st.integers(0, 11)), st.integers(1, 8))
def test_a_fixed_order_never_contradicts_itself(order: list[str], chosen: set[int], page: int) -> None:
    narrowed = [key for i, key in enumerate(order) if i in chosen]
    assert not judge_narrowed(order[:page], narrowed[:page]).contradicts
    assert not judge_pair(order[:page], narrowed[:page]).contradicts
    assert not judge_widened(narrowed[:page], order[:page], last=order[0]).contradicts


def test_documents_that_change_places_speak_for_relevance() -> None:
    assert order_of([judge_pair("abc", "ca")]) == "relevance"
    assert order_of([judge_narrowed("abc", "xa")]) == "relevance"
    assert order_of([judge_widened("abc", "cab", last="c")]) == "relevance"


def test_little_evidence_leaves_the_order_open() -> None:
    assert order_of([]) == ""
    assert order_of([Evidence(2.0)]) == ""
    assert order_of([Evidence(4.0), Evidence(4.0)]) == "fixed"


@given(st.integers(2, 500), st.sampled_from([1, 10, 25]), st.sampled_from(["path", "query"]))
def test_any_page_can_be_asked_for_once_two_are_known(page: int, step: int, place: str) -> None:
    def request(number: int) -> Request:
        value = number if step == 1 else (number - 1) * step
        return Request(
            f"http://a.example/find/page/{value}?q=w7" if place == "path" else f"http://a.example/?q=w7&s={value}"
        )

    jump = Jump.between(request(2), request(3))
    assert jump is not None
    assert jump.to(page, request(2)) == request(page)
    assert jump.page(request(page), request(2)) == page


@given(st.integers(1, 100), st.sampled_from(["p={page}", "start={offset}", "from={after}", "sid=4711&page={page}"]))
def test_what_the_second_page_has_more_than_the_first_tells_how_to_jump(page: int, address: str) -> None:
    def request(number: int) -> Request:
        offset = 25 * (number - 1)
        return Request("http://a.example/?q=w7&" + address.format(page=number, offset=offset, after=offset + 1))

    first = Request("http://a.example/?q=w7" + "&sid=4711" * ("sid" in address))
    jump = Jump.guessed(first, request(2), size=25)
    assert jump is not None
    assert jump.to(page + 1, request(2)) == request(page + 1)


@pytest.mark.parametrize("second", ["?q=w&p=2&n=2", "?q=w&s=817", "?q=w&after=x2"])
def test_nothing_is_guessed_from_numbers_that_do_not_count(second: str) -> None:
    assert Jump.guessed(Request("http://a.example/?q=w"), Request("http://a.example/" + second), size=25) is None


def test_pages_that_differ_in_more_than_a_number_cannot_be_jumped_to() -> None:
    assert Jump.between(Request("http://a.example/?c=ab"), Request("http://a.example/?c=cd")) is None
    assert Jump.between(Request("http://a.example/?p=2&c=1"), Request("http://a.example/?p=3&c=2")) is None


def test_a_piece_of_a_word_is_no_word_of_the_document() -> None:
    sample = Sample(Result("u"), "reporting eporting", "reporting", Depth())
    assert piece_of(sample) == "porting"


@pytest.mark.parametrize(
    ("language", "word", "form"),
    [("en", "sequencer", "sequencers"), ("en", "compatability", "compatabilities"), ("de", "datenbank", "datenbanken")],
)
def test_other_forms_of_a_word_are_those_of_its_language(language: str, word: str, form: str) -> None:
    assert other_forms(word, frequent_words(language, 6000))[0] == form


def test_no_form_is_made_up_where_no_words_change_alike() -> None:
    assert other_forms("sequencer", ["need", "river", "stone"]) == []


def test_rare_words_are_those_that_the_language_hardly_knows() -> None:
    found = rare_first(["people", "spreadsheet", "xtaddapptimeout", "short"], "en")
    assert found == ["spreadsheet", "xtaddapptimeout", "people"]


def test_a_document_is_known_by_title_and_number_under_several_addresses() -> None:
    one, other = Result("http://a.example/view?id=17", "T"), Result("http://a.example/record/17", "T")
    assert key_of(one) == key_of(other) != key_of(Result("http://a.example/record/18", "T"))

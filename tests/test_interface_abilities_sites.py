"""What is learned about searches of unusual sites: JSON, few documents, two lists, refused long answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import pytest

from python_library import python_library
from sonde.interface.abilities.long_answers import pieces_of
from sonde.interface.abilities.two_lists import are_apart, length_of_both
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Paging, Rank, Traits
from sonde.model import Abilities
from sonde.net.client import Client, NetOptions

SEEDS = ("importlib", "class", "return")


@cache
def records() -> list[Record]:
    return python_library()[::2]


@cache
def engine(documents: int = 3000) -> Engine:
    return Engine(records()[:documents])


@asynccontextmanager
async def learned(traits: Traits, *, documents: int = 3000) -> AsyncIterator[SearchInterface]:
    options, is_html = NetOptions(delay_s=0, concurrency=8, repeat_posts=True), traits.answers == "html"
    async with (
        serve(engine(documents).with_traits(traits)) as server,
        Client(options, start_url=server.url) as client,
    ):
        url = server.url if is_html else server.url + "search"
        yield await learn(client, url, seeds=() if is_html else SEEDS)


async def abilities_of(traits: Traits, *, documents: int = 3000) -> Abilities:
    async with learned(traits, documents=documents) as interface:
        return interface.abilities


async def test_a_service_that_answers_in_json_is_sounded_like_pages_are() -> None:
    found = await abilities_of(Traits(answers="json", operator="or", not_=True, cap=100))
    assert (found.operator, found.exclude, found.cap, found.counts) == ("or", "-{}", 100, "exact")


@pytest.mark.parametrize(("traits", "either"), [
    (Traits(operator="or"), " "), (Traits(either=True), " OR "), (Traits(), ""),
])  # fmt: skip
async def test_a_way_to_ask_for_either_of_two_words_is_found(traits: Traits, either: str) -> None:
    assert (await abilities_of(traits)).either == either


async def test_a_service_whose_records_are_extracts_is_sounded_too() -> None:
    traits = Traits(answers="extracts", stop_words="english", rank="static", cap=250, min_length=3)
    found = await abilities_of(traits)
    assert (found.operator, found.cap, found.min_length, found.order) == ("and", 250, 3, "fixed")
    assert found.stop_words


@pytest.mark.parametrize("operator", ["and", "or"])
async def test_long_answers_that_are_refused_are_no_stop_list(operator: str) -> None:
    found = await abilities_of(Traits(too_many=60, operator=operator))  # type: ignore[arg-type]
    assert found.operator == operator
    assert found.stop_words == ()
    assert found.too_many is not None
    assert found.too_many <= 60
    assert (found.cap, found.min_length) == (None, 1)


async def test_a_stop_list_is_no_refusal_of_long_answers() -> None:
    found = await abilities_of(Traits(stop_words="english"))
    assert found.stop_words
    assert found.too_many is None


@pytest.mark.parametrize("documents", [300, 1200])
async def test_a_small_site_tells_as_much(documents: int) -> None:
    found = await abilities_of(Traits(operator="or", not_=True, min_length=2, page_size=10), documents=documents)
    assert (found.operator, found.exclude, found.min_length, found.matching) == ("or", "-{}", 2, "words")


@pytest.mark.parametrize("rank", ["static", "bm25"])
async def test_the_cap_on_two_lists_together_is_found(rank: Rank) -> None:
    found = await abilities_of(Traits(two_lists=True, cap=100, page_size=10, operator="or", rank=rank))
    assert found.cap == 100


async def test_the_largest_answer_without_counts_is_not_taken_for_a_cap() -> None:
    traits = Traits(count="hidden", blank="everything", past_end="repeat", paging="numbered", operator="or")
    assert (await abilities_of(traits)).cap is None


async def test_the_cap_of_a_site_that_finds_parts_of_words_is_seen_by_a_part_that_most_have() -> None:
    found = await abilities_of(Traits(substring=True, min_length=2, cap=1000, page_size=20))
    assert (found.matching, found.cap) == ("substrings", 1000)


def test_the_piece_that_most_words_have_is_as_long_as_it_must_be() -> None:
    vocabulary = ["river", "winter", "letter", "paper", "sea"]
    assert pieces_of(vocabulary, 1)[0] == "e"
    assert pieces_of(vocabulary, 2)[0] == "er"
    assert pieces_of(["sea"], 4) == []


@pytest.mark.parametrize("paging", ["next", "numbered"])
async def test_without_counts_the_cap_is_seen_by_a_word_that_most_results_have(paging: Paging) -> None:
    found = await abilities_of(Traits(stop_words="short", cap=250, count="hidden", paging=paging, page_size=10))
    assert found.cap == 250


async def test_the_evidence_says_what_learning_cost() -> None:
    async with learned(Traits()) as interface:
        said = next(line for line in interface.evidence if "requests told" in line)
        assert 0 < int(said.split()[0]) <= 25


@pytest.mark.parametrize(("titled", "rest"), [(7, 31), (31, 7), (10, 20), (0, 25)])
async def test_two_lists_are_counted_by_looking_at_few_pages(titled: int, rest: int) -> None:
    def page(number: int) -> list[bool]:
        first = (number - 1) * 5
        return [True] * max(0, min(5, titled - first)) + [False] * max(0, min(5, rest - first))

    looked = []

    async def look(number: int) -> list[bool]:
        looked.append(number)
        return page(number)

    last = -(-max(titled, rest) // 5)
    assert await length_of_both({1: page(1), 2: page(2), last: page(last)}, last, look) == titled + rest
    assert len(looked) <= 4


def test_a_list_that_begins_with_titles_is_one_list_if_the_next_page_has_none() -> None:
    assert not are_apart([True, True, False], [False, False, False])
    assert are_apart([True, True, False, False], [True, False, False])

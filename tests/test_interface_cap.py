"""Where the longest answers end: caps of any number, also where no count tells of them."""

from dataclasses import replace
from functools import cache

import pytest

from python_library import python_library
from sonde.interface.learn import learn
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Rank, Traits
from sonde.model import Abilities
from sonde.net.client import Client, NetOptions


@cache
def engine(documents: int) -> Engine:
    return Engine(python_library()[::2][:documents])


async def abilities_of(traits: Traits, *, documents: int = 3000) -> Abilities:
    options = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)
    async with (
        serve(engine(documents).with_traits(traits)) as server,
        Client(options, start_url=server.url) as client,
    ):
        return (await learn(client, server.url)).abilities


async def cap_of(traits: Traits, *, documents: int = 3000) -> int | None:
    return (await abilities_of(traits, documents=documents)).cap


@pytest.mark.parametrize(
    "traits",
    [
        Traits(cap=237, page_size=10),
        Traits(cap=87, paging="offset", past_end="repeat", page_size=20),
        Traits(cap=613, operator="or", paging="numbered", past_end="404", page_size=25),
        Traits(cap=173, two_lists=True, operator="or", paging="path", page_size=10),
    ],
)
async def test_a_cap_that_is_no_round_number_is_found(traits: Traits) -> None:
    assert await cap_of(traits) == traits.cap


@pytest.mark.parametrize(
    "traits",
    [
        Traits(cap=137, page_size=10, stop_words="short"),  # two words find as much
        Traits(cap=137, page_size=10, not_=True),  # so does a word without another
        Traits(cap=807, page_size=25, operator="or"),  # and many words with one more
        Traits(cap=433, page_size=20, substring=True),  # and two pieces that most words have
        Traits(cap=37, paging="none"),
    ],
)
async def test_without_counts_a_cap_is_where_two_answers_end(traits: Traits) -> None:
    assert await cap_of(replace(traits, count="hidden")) == traits.cap


async def test_what_is_said_to_be_everything_is_cut_where_it_lacks_much_that_was_seen() -> None:
    assert await cap_of(Traits(cap=873, count="hidden", blank="everything", page_size=20)) == 873


@pytest.mark.parametrize(
    "traits",
    [
        Traits(count="hidden", page_size=10, not_=True),
        Traits(count="hidden", page_size=10, operator="or", stop_words="short"),
        Traits(count="hidden", page_size=10, blank="everything"),
        Traits(count="hidden", paging="none", operator="or"),
        Traits(count="hidden", page_size=20, blank="everything", rank="static", past_end="repeat"),
    ],
)
async def test_nothing_is_said_to_be_cut_on_a_small_site_that_shows_all(traits: Traits) -> None:
    assert await cap_of(traits, documents=700) is None


@pytest.mark.parametrize(
    "traits",
    [
        Traits(cap=100, page_size=10, method="POST", token=True, redirect_post=True, stop_words="short", min_length=2),
        Traits(cap=250, page_size=20, method="POST", not_=True, stop_words="short", min_length=3, blank="everything"),
        Traits(cap=100, page_size=10, method="POST", redirect_post=True, operator="or", substring=True, min_length=3),
    ],
)
@pytest.mark.parametrize("rank", ["bm25", "static"])
async def test_a_cap_is_found_page_by_page_and_these_pages_tell_the_order_too(traits: Traits, rank: Rank) -> None:
    abilities = await abilities_of(replace(traits, paging="cursor", rank=rank))
    assert abilities.cap == traits.cap
    assert abilities.order == ("fixed" if rank == "static" else "relevance")


async def test_without_counts_a_small_cap_shows_by_documents_that_the_longest_answer_misses() -> None:
    assert await cap_of(Traits(cap=40, count="hidden", paging="cursor", page_size=5, substring=True)) == 40


async def test_the_longest_page_is_learned_by_the_word_that_finds_most() -> None:
    abilities = await abilities_of(Traits(per_page_links=True, page_size=5, cap=66, paging="cursor"))
    assert abilities.page_size > 20
    assert abilities.cap == 66

"""One query put to a site: what is fetched, what is told apart, and when an answer is cut short."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from python_library import python_library
from sonde.answer import ENDLESS_RUN, KNOWN_ENDLESS_RUN, Answered, Asker
from sonde.answer.near_table import NearTable
from sonde.answer.title_table import TitleTable
from sonde.errors import FetchError, StatusError, StoreError
from sonde.lab.search.engine import Engine
from sonde.lab.site import SimulatedSite
from sonde.lab.traits import Traits
from sonde.model import Coverage, Document, Query, Result, ResultPage
from sonde.page.hashes import content_hash, near_hash
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

RECORDS = python_library()[::20][:250]
WORD = "file"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    with CrawlFolder.open_for_crawl(tmp_path / "crawl", site_url="lab://documents/") as folder:
        async with await Store.open(folder) as opened:
            yield opened


@dataclass(slots=True)
class WrittenSite:
    """A site with the given pages for any query; `get` gives or raises what is behind an address."""

    pages: Sequence[ResultPage | Exception]
    behind: Mapping[str, Document | Exception] = field(default_factory=dict)
    got: list[str] = field(default_factory=list)

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        for page in self.pages:
            if isinstance(page, Exception):
                raise page
            yield page

    async def get(self, result: Result) -> Document:
        self.got.append(result.url)
        found = self.behind.get(result.url) or written(result.url)
        if isinstance(found, Exception):
            raise found
        return found


def written(url: str, text: str = "") -> Document:
    """A document unlike all others."""
    text = text or " ".join(f"{url}{number}" for number in range(30))
    return Document(url, url, text, content_hash=content_hash(url, text), near_hash=near_hash(text))


def page_of(*urls: str, total: int | None = None, more: bool = False) -> ResultPage:
    return ResultPage(tuple(Result(url, f"title of {url}") for url in urls), total, more)


async def keep(store: Store, answered: Answered) -> None:
    outcome = answered.outcome(requests=1, now=0.0)
    await store.record(outcome, traffic=Traffic(), coverage=Coverage(), aliases=answered.aliases)


async def test_documents_come_in_rank_order_with_dense_ids(store: Store) -> None:
    engine = Engine(RECORDS, Traits(page_size=7))
    site = SimulatedSite(engine)
    answered = await Asker(site, store).ask(Query(WORD), next_id=0)
    ranked = [site.url(document) for document in engine.search(WORD).ids.tolist()]
    assert len(ranked) > 16, "more than one batch"
    assert [document.url for document in answered.new] == ranked
    assert [document.id for document in answered.new] == list(range(len(ranked))) == list(answered.seen)
    assert answered.complete
    assert answered.total == len(ranked)


async def test_a_held_document_keeps_its_id_and_is_not_fetched_again(store: Store) -> None:
    first, second = WrittenSite([page_of("a", "b", "c")]), WrittenSite([page_of("c", "d", "a")])
    await keep(store, await Asker(first, store).ask(Query("one"), next_id=0))
    answered = await Asker(second, store).ask(Query("two"), next_id=3)
    assert list(answered.seen) == [2, 3, 0]
    assert second.got == ["d"]


async def test_the_same_content_under_another_address_is_an_alias_and_not_fetched_twice(store: Store) -> None:
    site = SimulatedSite(Engine(RECORDS, Traits(duplicate_urls=True)))
    first = await Asker(site, store).ask(Query("file"), next_id=0)
    await keep(store, first)
    second = await Asker(site, store).ask(Query("return"), next_id=len(first.new))
    await keep(store, second)
    shared = set(first.seen) & set(second.seen)
    assert shared
    assert second.same > 0, "some of them were listed under a second address"
    held = [document async for document in store.documents()]
    assert len({document.content_hash for document in held}) == len(held)
    aliases = {url for url in second.aliases if url not in {document.url for document in second.new}}
    assert set((await store.lookup(list(aliases))).values()) <= shared


async def test_documents_without_text_are_not_told_to_be_the_same(store: Store) -> None:
    scans = {url: replace(written(url), title="scan.pdf", text="", content_hash=7) for url in "abc"}
    answered = await Asker(WrittenSite([page_of("a", "b")], scans), store).ask(Query("x"), next_id=0)
    await keep(store, answered)
    later = await Asker(WrittenSite([page_of("c")], scans), store).ask(Query("y"), next_id=2)
    assert [document.url for document in (*answered.new, *later.new)] == ["a", "b", "c"]


async def test_an_address_that_is_listed_twice_is_one_document_under_its_first_title(store: Store) -> None:
    twice = ResultPage((Result("a", "first"), Result("b"), Result("a", "second")))
    read = Asker(WrittenSite([twice, page_of("b", "c")]), store, read=lambda r: Document(r.url, r.title))
    answered = await read.ask(Query("x"), next_id=0)
    assert [document.url for document in answered.new] == ["a", "b", "c"]
    assert answered.new[0].title == "first"
    await keep(store, answered)


async def test_a_failed_document_is_counted_and_asked_for_twice_at_most(store: Store) -> None:
    gone = StatusError("gone", url="b", status=410)
    site = WrittenSite([page_of("a", "b", "c")], {"b": gone})
    asker = Asker(site, store, clock=lambda: 5.0)
    answers = []
    for number in range(4):
        answers.append(await asker.ask(Query(str(number)), next_id=0 if number == 0 else 2))
        await keep(store, answers[-1])
    assert [len(answered.failures) for answered in answers] == [1, 1, 0, 0]
    assert site.got.count("b") == 2
    failure = answers[0].failures[0]
    assert (failure.url, failure.kind, failure.message, failure.at) == ("b", "StatusError", "gone", 5.0)
    assert list(answers[0].seen) == [0, 1], "the others are there, without a gap"
    assert all(answered.complete for answered in answers)


async def test_a_page_that_breaks_the_reader_costs_one_failure(store: Store) -> None:
    site = WrittenSite([page_of("a", "b")], {"a": RecursionError("too deep")})
    answered = await Asker(site, store).ask(Query("x"), next_id=0)
    assert [document.url for document in answered.new] == ["b"]
    assert [failure.kind for failure in answered.failures] == ["RecursionError"]
    assert answered.complete


async def test_a_result_page_that_breaks_the_reader_ends_the_answer_not_the_crawl(store: Store) -> None:
    site = WrittenSite([page_of("a", more=True), ValueError("what is this")])
    answered = await Asker(site, store).ask(Query("x"), next_id=0)
    assert [document.url for document in answered.new] == ["a"]
    assert (answered.complete, answered.error) == (False, "what is this")


async def test_an_error_on_a_later_page_keeps_what_was_read(store: Store) -> None:
    broken = StatusError("broken", url="http://site.test/?page=2", status=500)
    site = WrittenSite([page_of("a", "b", more=True), broken])
    answered = await Asker(site, store).ask(Query("x"), next_id=0)
    assert [document.url for document in answered.new] == ["a", "b"]
    assert (answered.complete, answered.error, answered.trouble) == (False, "broken", broken)
    assert [failure.url for failure in answered.failures] == [broken.url]


async def test_trouble_with_the_disk_is_raised_as_it_is(store: Store) -> None:
    full = StoreError("disk full", path=Path("archive"))
    site = WrittenSite([page_of("a", "b", "c")], {"b": full, "c": full})
    with pytest.raises(StoreError, match="disk full"):
        await Asker(site, store).ask(Query("x"), next_id=0)


async def test_what_an_interrupted_query_had_fetched_is_not_fetched_again(store: Store) -> None:
    await store.stage([written("b"), written("c")], query=Query("x"))
    site = WrittenSite([page_of("a", "b", "c", "d")])
    answered = await Asker(site, store).ask(Query("x"), next_id=0)
    assert sorted(site.got) == ["a", "d"]
    assert [document.url for document in answered.new] == ["a", "b", "c", "d"]
    assert answered.new[1] == replace(written("b"), id=1)


async def test_documents_are_archived_before_they_are_kept(store: Store) -> None:
    site = WrittenSite([page_of(*"abc"), page_of(*"def")])
    settled: list[list[str]] = []

    async def settle() -> None:
        assert not set(await store.staged(site.got)) - set(settled[-1] if settled else [])
        settled.append(list(site.got))

    await Asker(site, store, settle=settle).ask(Query("x"), next_id=0)
    assert [set(got) for got in settled] == [set("abc"), set("abcdef"), set("abcdef")]


@pytest.mark.parametrize("room", range(6))
async def test_no_more_documents_are_had_than_there_is_room_for(store: Store, room: int) -> None:
    site = WrittenSite([page_of(*"abc", more=True), page_of(*"de")])
    answered = await Asker(site, store, room=lambda new: room - new).ask(Query("x"), next_id=0)
    assert [document.url for document in answered.new] == list("abcde")[:room]
    assert len(site.got) == room
    assert (answered.complete, answered.error) == ((True, "") if room >= 5 else (False, "budget"))


async def test_held_documents_need_no_room(store: Store) -> None:
    await keep(store, await Asker(WrittenSite([page_of(*"abcdef")]), store).ask(Query("x"), next_id=0))
    again = Asker(WrittenSite([page_of(*"abcdef")]), store, room=lambda new: 1 - new)
    answered = await again.ask(Query("y"), next_id=6)
    assert list(answered.seen) == list(range(6))
    assert answered.complete


class Calendar:
    """A page for every day, nearly all alike, and always a next one (Ntoulas 2005, 6.1)."""

    def __init__(self, *, total: int | None = None, days: int = 5000) -> None:
        self.total = total
        self.days = days

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        for day in range(0, self.days, 10):
            yield page_of(*(f"{query.words}/{day + n}" for n in range(10)), total=self.total, more=True)

    async def get(self, result: Result) -> Document:
        text = " ".join(f"entry{number}" for number in range(400))
        return written(result.url, f"{text} day {result.url}")


async def test_an_endless_row_of_nearly_equal_documents_is_cut_and_counted(store: Store) -> None:
    asker = Asker(Calendar(), store)
    answered = await asker.ask(Query("x"), next_id=0)
    assert ENDLESS_RUN <= len(answered.new) <= ENDLESS_RUN + 10
    assert answered.near == len(answered.new) - 1
    assert not answered.complete
    assert answered.error.startswith("endless: ")
    await keep(store, answered)
    again = await asker.ask(Query("y"), next_id=len(answered.new))
    assert len(again.new) == KNOWN_ENDLESS_RUN, "less patience the second time"


async def test_an_endless_row_of_addresses_for_one_document_is_cut(store: Store) -> None:
    class Loop(Calendar):
        async def get(self, result: Result) -> Document:
            return replace(written("the one page"), url=result.url)

    answered = await Asker(Loop(), store).ask(Query("x"), next_id=0)
    assert len(answered.new) == 1
    assert ENDLESS_RUN <= answered.same <= ENDLESS_RUN + 10
    assert answered.error.startswith("endless: ")


async def test_nearly_equal_documents_that_the_site_counts_are_all_read(store: Store) -> None:
    answered = await Asker(Calendar(total=400, days=400), store).ask(Query("x"), next_id=0)
    assert answered.complete
    assert len(answered.new) == 400
    beyond = await Asker(Calendar(total=400), store).ask(Query("y"), next_id=400)
    assert beyond.error.startswith("endless: ")
    assert len(beyond.new) == 410, "a page beyond what it counts"


async def test_a_search_that_fails_at_once_is_an_empty_answer_with_its_reason(store: Store) -> None:
    error = FetchError("the host is gone", url="http://site.test/")
    answered = await Asker(WrittenSite([error]), store).ask(Query("x"), next_id=0)
    outcome = answered.outcome(requests=1, now=2.0)
    assert (outcome.seen, outcome.complete, outcome.error) == ((), False, "the host is gone")
    assert answered.trouble is error


@given(
    st.lists(
        st.tuples(
            st.integers(-(2**63), 2**63 - 1),
            st.integers(0, 20),  # below 10: not the number itself, but one that was there,
            st.lists(st.integers(0, 62), max_size=5, unique=True),  # with these bits turned over
        ),
        max_size=12,
    )
)
def test_near_hashes_are_found_whether_sorted_or_not(
    hashes: list[tuple[int, int, list[int]]],
) -> None:
    table = NearTable(recent=3)
    held: list[int] = []
    for value, place, bits in hashes:
        if held and place < 10:
            value = held[place % len(held)]
            for bit in bits:
                value ^= 1 << bit
        expected = bool(value) and any(((value ^ other) & (2**64 - 1)).bit_count() <= 3 for other in held)
        assert table.add(value) == expected
        held += [value] if value else []


async def test_a_peek_reads_the_first_page_only(store: Store) -> None:
    site = WrittenSite([page_of("a", "b", total=9, more=True), page_of("c", "d", total=9)])
    answered = await Asker(site, store).ask(Query("x", peek=True), next_id=0)
    outcome = answered.outcome(requests=1, now=0.0)
    assert [document.url for document in outcome.new] == ["a", "b"]
    assert (outcome.total, outcome.pages, outcome.error) == (9, 1, "")
    assert outcome.is_peek


@pytest.mark.parametrize(("total", "enough"), [(9, 9), (None, 100)])
async def test_a_peek_reads_on_when_enough_is_stated_or_nothing(store: Store, total: int | None, enough: int) -> None:
    site = WrittenSite([page_of("a", "b", total=total, more=True), page_of("c", "d", total=total)])
    answered = await Asker(site, store).ask(Query("x", peek=True, enough=enough), next_id=0)
    assert len(answered.new) == 4
    assert answered.complete


async def test_a_peek_that_shows_everything_is_a_whole_answer(store: Store) -> None:
    answered = await Asker(WrittenSite([page_of("a", total=1)]), store).ask(Query("x", peek=True), next_id=0)
    assert answered.complete


async def test_a_peek_that_finds_nothing_was_only_a_peek(store: Store) -> None:
    answered = await Asker(WrittenSite([page_of(total=0)]), store).ask(Query("x", peek=True), next_id=0)
    assert answered.outcome(requests=1, now=0.0).is_peek


@dataclass(slots=True)
class RankedSite:
    """A site that addresses its documents by their rank in an answer; `titles` are those of results."""

    titles: Sequence[str]
    got: int = 0

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        ranked = [Result(f"lab://hit/{i}?q={query.words}#{n}", self.titles[n]) for i, n in enumerate(self.ranks(query))]
        yield ResultPage(tuple(ranked), len(ranked))

    def ranks(self, query: Query) -> list[int]:
        return [n for n in range(len(self.titles)) if query.words == "all" or n % 7 == int(query.words)]

    async def get(self, result: Result) -> Document:
        self.got += 1
        text = " ".join(f"t{result.url.rpartition('#')[2]}x{number}" for number in range(30))
        return Document(result.url, "", text, content_hash=content_hash("", text), near_hash=near_hash(text))


async def _ask_all(site: RankedSite, store: Store) -> tuple[int, list[Answered]]:
    asker, held, answers = Asker(site, store), 0, []
    for words in ("all", *"0123456"):
        answered = await asker.ask(Query(words), next_id=held)
        await keep(store, answered)
        held += len(answered.new)
        answers.append(answered)
    return held, answers


async def test_documents_with_ever_new_addresses_are_known_by_their_titles(store: Store) -> None:
    site = RankedSite([f"title {n}" for n in range(210)])
    held, answers = await _ask_all(site, store)
    assert held == 210
    assert [len(answered.seen) for answered in answers] == [210] + [30] * 7
    assert site.got < 210 + 50


async def test_titles_that_several_documents_have_do_not_hide_any(store: Store) -> None:
    site = RankedSite([f"title {n % 15}" for n in range(210)])
    held, answers = await _ask_all(site, store)
    assert held == 210
    assert [len(answered.seen) for answered in answers] == [210] + [30] * 7


class NumberedSite(RankedSite):
    """Its pages say which record of how many they show."""

    async def get(self, result: Result) -> Document:
        document = await RankedSite.get(self, result)
        rank = result.url.partition("hit/")[2].partition("?")[0]
        text = f"Record {rank} of {self.got} {document.text}"
        return replace(document, text=text, content_hash=content_hash("", text), near_hash=near_hash(text))


async def test_pages_that_tell_their_rank_are_not_held_again_and_again(store: Store) -> None:
    site = NumberedSite([f"title {n}" for n in range(210)])
    held, answers = await _ask_all(site, store)
    assert 210 <= held < 210 + 40
    assert [len(answered.seen) for answered in answers] == [210] + [30] * 7
    assert site.got < 210 + 60


class VariantSite(RankedSite):
    """Documents of one title that differ in a number only, under addresses of their own."""

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        shown = [Result(f"lab://item/{n}", self.titles[n]) for n in self.ranks(query)]
        yield ResultPage(tuple(shown), len(shown))

    def ranks(self, query: Query) -> list[int]:
        return [n for n in range(len(self.titles)) if query.words == "all" or n % 7 in (0, int(query.words))]

    async def get(self, result: Result) -> Document:
        self.got += 1
        text = f"A warm shirt of the best wool that money buys, number {result.url.rpartition('/')[2]}"
        return Document(result.url, "", text, content_hash=content_hash("", text), near_hash=near_hash(text))


async def test_documents_that_differ_in_a_number_are_all_held_where_addresses_stay(store: Store) -> None:
    site = VariantSite(["shirt"] * 210)
    asker, held = Asker(site, store), 0
    for words in (*"0123456", "all"):
        answered = await asker.ask(Query(words), next_id=held)
        await keep(store, answered)
        held += len(answered.new)
    assert held == 210


def test_titles_are_forgotten_where_addresses_stay() -> None:
    for known, recognised in ((0, 0), (1000, None)):
        table = TitleTable()
        table.note_addresses(known)
        for count in range(4000):
            table.learn("shirt", 0, "A warm shirt of the best wool", is_new=count == 0)
        assert table.find("shirt") == recognised

"""The store: exact replay, whole answers only, nothing lost to a full disk."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sonde.errors import StoreError
from sonde.model import Coverage, Document, Outcome, Query, Stop
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Failure, Traffic
from sonde.store.reader import iter_documents, snapshot
from sonde.store.schema import connect_to_read
from sonde.store.sqlite import Store

SITE = "http://site.test/"
NO_COVERAGE = Coverage()


def outcome(words: str, *, first_id: int, new: int, seen_before: Sequence[int] = ()) -> Outcome:
    documents = tuple(
        Document(
            url=f"{SITE}{id}",
            title=f"Document {id}",
            text=f"text of {id} " * 20,
            attributes=(("Number", str(id)),),
            fetched_at=1000.0 + id,
            content_hash=id + 1,
            id=id,
        )
        for id in range(first_id, first_id + new)
    )
    seen = (*seen_before, *(document.id for document in documents))
    return Outcome(Query(words), seen=seen, new=documents, total=len(seen), pages=1, requests=1 + new)


async def record(store: Store, item: Outcome, **extra: object) -> None:
    await store.record(item, **{"traffic": Traffic(), "coverage": NO_COVERAGE, **extra})  # type: ignore[arg-type]


async def test_an_outcome_comes_back_as_it_was_recorded(tmp_path: Path) -> None:
    first = outcome("jazz", first_id=0, new=3)
    second = outcome("blues", first_id=3, new=2, seen_before=[2, 0])
    with CrawlFolder.open_for_crawl(tmp_path / "crawl", site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, first)
            await record(store, second)
        async with await Store.open(folder) as store:
            assert [item async for item in store.outcomes()] == [first, second]
            assert [item async for item in store.documents()] == [*first.new, *second.new]


any_text = st.text(st.characters(exclude_categories=()), max_size=30)  # lone surrogates and NULs included
int64 = st.integers(-(2**63), 2**63 - 1)
pairs = st.lists(st.tuples(any_text, any_text), max_size=3).map(tuple)
moments = st.floats(0, 1e11)


@st.composite
def outcome_lists(draw: st.DrawFn) -> list[Outcome]:
    urls = draw(st.lists(any_text, unique=True, max_size=12))
    items: list[Outcome] = []
    held = 0
    for _ in range(draw(st.integers(0, 4))):
        count = draw(st.integers(0, len(urls) - held))
        new = tuple(
            Document(
                url=urls[id],
                title=draw(any_text),
                text=draw(any_text),
                attributes=draw(pairs),
                fetched_at=draw(moments),
                content_hash=draw(int64),
                near_hash=draw(int64),
                template=draw(any_text),
                id=id,
            )
            for id in range(held, held + count)
        )
        held += count
        before = draw(st.lists(st.integers(0, held - count - 1), unique=True)) if held > count else []
        items.append(
            Outcome(
                query=Query(draw(any_text), draw(pairs), draw(any_text)),
                seen=tuple(draw(st.permutations([*before, *(document.id for document in new)]))),
                new=new,
                total=draw(st.none() | st.integers(0, 2**63 - 1)),
                complete=draw(st.booleans()),
                pages=draw(st.integers(0, 1000)),
                requests=draw(st.integers(0, 10**6)),
                error=draw(any_text),
                finished_at=draw(moments),
            )
        )
    return items


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(items=outcome_lists())
def test_any_outcomes_are_replayed_exactly(tmp_path_factory: pytest.TempPathFactory, items: list[Outcome]) -> None:
    async def round_trip(folder: CrawlFolder) -> list[Outcome]:
        async with await Store.open(folder) as store:
            for item in items:
                await store.stage(item.new, query=item.query)
                await record(store, item)
            return [item async for item in store.outcomes()]

    with CrawlFolder.open_for_crawl(tmp_path_factory.mktemp("crawl"), site_url=SITE) as folder:
        replayed = asyncio.run(round_trip(folder))
    assert replayed == items
    assert [item.query.reason for item in replayed] == [item.query.reason for item in items]


async def test_a_hit_count_beyond_64_bits_is_cut_down_and_not_an_error(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, Outcome(Query("many"), total=10**30))
            assert [item.total async for item in store.outcomes()] == [2**63 - 1]


async def test_held_documents_are_found_by_address_alias_and_content(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("jazz", first_id=0, new=2), aliases={f"{SITE}one?lang=en": 1})
            urls = [f"{SITE}0", f"{SITE}one?lang=en", f"{SITE}unknown"]
            assert await store.lookup(urls) == {urls[0]: 0, urls[1]: 1}
            assert await store.same_content([2, 77, 0]) == {2: 1}


async def test_an_alias_is_kept_only_for_another_address(tmp_path: Path) -> None:
    aliases = {f"{SITE}0": 0, f"{SITE}other": 0}
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("jazz", first_id=0, new=1), aliases=aliases)
            assert await store.lookup(list(aliases)) == aliases
            assert await store.shapes() == [(0, f"{SITE}0", "")]
        with closing(connect_to_read(folder.database)) as connection:
            assert connection.execute("SELECT url FROM alias").fetchall() == [(f"{SITE}other",)]


async def test_an_unknown_content_hash_matches_nothing(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, Outcome(Query("a"), seen=(0,), new=(Document(url="u", id=0),)))
            assert await store.same_content([0]) == {}


async def test_staged_documents_are_given_back_to_the_query_that_was_interrupted(tmp_path: Path) -> None:
    item = outcome("jazz", first_id=0, new=100)
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.stage(item.new, query=item.query)
            assert (await store.staged([f"{SITE}7"]))[f"{SITE}7"].text == item.new[7].text
        async with await Store.open(folder) as store:
            staged = await store.staged([document.url for document in item.new] + ["other"])
            assert set(staged) == {document.url for document in item.new}
            assert staged[f"{SITE}7"].title == "Document 7"


async def test_staged_documents_are_invisible_to_readers(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.stage(outcome("jazz", first_id=0, new=100).new)
            assert (await store.counts()).documents == 0
            assert await store.lookup([f"{SITE}0"]) == {}
            with snapshot(folder.database) as connection:
                assert list(iter_documents(connection)) == []


async def test_recording_one_query_keeps_what_is_staged_for_another(tmp_path: Path) -> None:
    jazz, blues = outcome("jazz", first_id=0, new=70), outcome("blues", first_id=70, new=70)
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.stage(jazz.new, query=jazz.query)
            await store.stage(blues.new, query=blues.query)
            await record(store, jazz)
        async with await Store.open(folder) as store:
            assert await store.staged([document.url for document in jazz.new]) == {}
            assert len(await store.staged([document.url for document in blues.new])) == 70


async def test_a_slow_crawl_stages_every_document_soon(tmp_path: Path) -> None:
    now = 1000.0
    documents = outcome("jazz", first_id=0, new=2).new
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder, clock=lambda: now) as store:
            await store.stage(documents[:1])
            now += 5
            await store.stage(documents[1:])
            with closing(connect_to_read(folder.database)) as connection:
                assert connection.execute("SELECT count(*) FROM staged_document").fetchone() == (2,)


async def test_ids_that_leave_a_gap_are_refused_and_nothing_is_stored(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            with pytest.raises(ValueError, match="ids 0 to 0"):
                await record(store, outcome("jazz", first_id=5, new=1))
            assert (await store.counts()).queries == 0


async def test_an_outcome_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("jazz", first_id=0, new=1))
            twice = Document(url=f"{SITE}0", id=1)
            with pytest.raises(StoreError):
                await record(store, Outcome(Query("blues"), seen=(1,), new=(twice,)))
            await record(store, outcome("soul", first_id=1, new=1))
            assert [item.query.words async for item in store.outcomes()] == ["jazz", "soul"]


async def test_a_reader_never_sees_half_an_answer(tmp_path: Path) -> None:
    def look(database: Path) -> tuple[int, int, int, int]:
        with snapshot(database) as connection:
            row = connection.execute(
                "SELECT (SELECT coalesce(sum(new_count), 0) FROM query), (SELECT count(*) FROM document), "
                "(SELECT coalesce(sum(seen_count), 0) FROM query), (SELECT count(*) FROM sighting)"
            ).fetchone()
        return tuple(row)

    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            looks = []
            for number in range(30):
                writing = asyncio.create_task(record(store, outcome(str(number), first_id=20 * number, new=20)))
                while not writing.done():
                    looks.append(await asyncio.to_thread(look, folder.database))
                await writing
    assert all(promised == held and seen == sighted for promised, held, seen, sighted in looks)
    assert len({held for _, held, _, _ in looks}) > 3


async def test_counts_add_up_over_runs(tmp_path: Path) -> None:
    failure = Failure(f"{SITE}x", "StatusError", "500 for ever", at=5.0)
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder, clock=lambda: 100.0) as store:
            await record(store, outcome("a", first_id=0, new=2), traffic=Traffic(5, 500, 1, 2.0))
            await record(store, outcome("b", first_id=2, new=1), traffic=Traffic(9, 900, 1, 3.0))
            await store.set_stop(Stop("budget", "2 of 2 queries"), traffic=Traffic(10, 1000, 1, 4.0))
        async with await Store.open(folder, clock=lambda: 200.0) as store:
            coverage = Coverage(0.5, 0.4, 0.6, 8.0)
            await record(
                store,
                outcome("c", first_id=3, new=1),
                failures=[failure],
                traffic=Traffic(1, 10, 1, 1.0),
                coverage=coverage,
            )
            counts = await store.counts()
            runs = await store.runs()
    assert (counts.documents, counts.queries, counts.failures) == (4, 3, 1)
    assert counts.traffic == Traffic(11, 1010, 2, 5.0)
    assert counts.coverage == coverage
    assert [run.stop for run in runs] == [Stop("budget", "2 of 2 queries"), None]
    assert [run.started_at for run in runs] == [100.0, 200.0]


async def test_a_coverage_that_is_no_number_is_kept_as_zero(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            nan = float("nan")
            await record(store, Outcome(Query("a")), coverage=Coverage(nan, nan, nan, float("inf")))
            assert (await store.counts()).coverage == Coverage(0, 0, 0, float("inf"))


async def test_meta_values_are_kept_and_replaced(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.set_meta("boilerplate", {"blocks": ["a\ud800"]})
            await store.set_meta("boilerplate", {"blocks": ["b", "\ud800"]})
            assert await store.get_meta("boilerplate") == {"blocks": ["b", "\ud800"]}
            assert await store.get_meta("nothing") is None


async def test_documents_can_be_set_aside_and_taken_back(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("a", first_id=0, new=4))
            await store.set_aside([1, 3], "another kind of page")
            assert (await store.counts()).aside == 2
            with snapshot(folder.database) as connection:
                kept = [item.id for item in iter_documents(connection, include_aside=False)]
            assert kept == [0, 2]
            await store.clear_aside()
            assert (await store.counts()).aside == 0


async def test_a_full_disk_is_a_clear_error_and_the_next_try_works(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("small", first_id=0, new=1))
            pages = store._writer.connection.execute("PRAGMA page_count").fetchone()[0]
            store._writer.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
            large = outcome("large", first_id=1, new=300)
            with pytest.raises(StoreError, match=r"disk full.*crawl\.db"):
                await record(store, large)
            store._writer.connection.execute("PRAGMA max_page_count = 1000000")
            await record(store, large)
            assert [len(item.new) async for item in store.outcomes()] == [1, 300]


async def test_the_log_is_merged_when_the_store_closes(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await record(store, outcome("a", first_id=0, new=4))
        assert not (tmp_path / "crawl.db-wal").exists()
        await store.close()  # a second time does nothing


async def test_a_cancelled_record_is_whole_or_absent(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.begin_run()
            task = asyncio.create_task(record(store, outcome("a", first_id=0, new=200)))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            counts = await store.counts()
    assert (counts.queries, counts.documents) in {(0, 0), (1, 200)}

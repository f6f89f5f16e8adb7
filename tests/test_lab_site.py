import pytest

from sonde.errors import StatusError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.site import SimulatedSite
from sonde.lab.traits import Count, Traits
from sonde.model import Query, Result, ResultPage

RECORDS = [Record(f"r{i}", f"Title {i}", f"common word{i}", (("kind", "ab"[i % 2]),)) for i in range(250)]
ENGINE = Engine(RECORDS)


async def answer(traits: Traits, words: str, **values: str) -> list[ResultPage]:
    site = SimulatedSite(ENGINE.with_traits(traits))
    return [page async for page in site.search(Query(words, tuple(values.items())))]


async def test_pages_are_full_end_at_the_cap_and_say_whether_there_is_more() -> None:
    pages = await answer(Traits(page_size=20, cap=50), "common")
    assert [len(page.results) for page in pages] == [20, 20, 10]
    assert [page.more for page in pages] == [True, True, False]
    assert [page.total for page in pages] == [250, 250, 250]
    assert len({result.url for page in pages for result in page.results}) == 50


async def test_a_site_without_paging_shows_everything_at_once() -> None:
    assert [len(page.results) for page in await answer(Traits(paging="none"), "common")] == [250]


@pytest.mark.parametrize(("count", "total"), [("exact", 250), ("rounded", 250), ("hidden", None)])
async def test_the_count_is_as_honest_as_asked(count: Count, total: int | None) -> None:
    assert (await answer(Traits(count=count), "common"))[0].total == total


async def test_nothing_found_and_refused_are_one_empty_page() -> None:
    assert await answer(Traits(), "absent") == [ResultPage(total=0)]
    assert await answer(Traits(stop_words="common", unusable="refused"), "common") == [ResultPage()]


async def test_other_inputs_narrow_the_answer() -> None:
    assert (await answer(Traits(), "common", kind="a"))[0].total == 125


async def test_a_result_leads_to_its_document_under_any_address() -> None:
    site = SimulatedSite(ENGINE.with_traits(Traits(duplicate_urls=True)))
    by_document: dict[str, set[str]] = {}
    for words in ("common word7", "word7"):
        async for page in site.search(Query(words)):
            for result in page.results:
                document = await site.get(result)
                by_document.setdefault(document.url, set()).add(result.url)
                assert (document.title, document.text) == ("Title 7", "common word7")
                assert document.attributes == (("kind", "b"),)
                assert document.content_hash
                assert document.id == -1
    assert {url: len(links) for url, links in by_document.items()} == {site.url(7): 2}
    assert len(site.queries) == 2


@pytest.mark.parametrize("url", ["lab://documents/250", "lab://documents/x", "http://elsewhere/"])
async def test_an_address_outside_the_site_is_an_error(url: str) -> None:
    with pytest.raises(StatusError) as caught:
        await SimulatedSite(ENGINE).get(Result(url))
    assert caught.value.url == url

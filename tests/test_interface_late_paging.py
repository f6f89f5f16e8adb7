"""Answers that fit on one page while a site is sounded, and go on when a short word is asked."""

from collections.abc import Sequence
from pathlib import Path

from interface_sites import Entry, Library, serve, visit
from sonde.interface.relearn import RELEARNED, WAY_ON
from sonde.interface.yaml.file import load_interface
from sonde.model import Budget
from sonde.net.client import NetOptions
from sonde.site_crawl import Crawl, CrawlOptions


class LongPages(Library):
    """Searches parts of titles; pages are long, and no answer says more than that there is one result beyond."""

    page_size = 40

    def front(self) -> str:
        listed = "".join(f"<li>{self.result(entry, '')}</li>" for entry in self.entries[:50])
        return f"<ul class=found>{listed}</ul><p><a href='/all/2'>Next page</a></p>"

    def find(self, words: str) -> list[Entry]:
        asked = words.lower().split()
        return [entry for entry in self.entries if asked and all(word in entry.title.lower() for word in asked)]

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        beyond = page * self.page_size + 1
        return super().pager(found, words, page) + f"<p>{min(len(found), beyond)} entries in all</p>"

    def count(self, found: Sequence[Entry], words: str) -> str:
        return ""


async def test_a_long_answer_of_the_crawl_shows_how_answers_go_on() -> None:
    async with visit(LongPages()) as learned:
        assert learned.interface.paging.kind == "none"
        assert {result.url for result in await learned.ask("the")} == learned.library.urls("the")
        assert learned.site.interface.paging.kind == "label"
        assert learned.site.interface.paging.page_size == 40


async def test_a_count_that_grows_from_page_to_page_is_no_count() -> None:
    async with visit(LongPages()) as learned:
        assert learned.interface.count is not None
        await learned.ask("the")
        assert learned.site.interface.count is None


async def test_what_a_crawl_learned_of_the_way_on_is_kept_beside_the_interface(tmp_path: Path) -> None:
    async with serve(LongPages()) as library:
        net = NetOptions(delay_s=0, concurrency=4, retries=0)
        options = CrawlOptions(net=net, budget=Budget(max_queries=20), documents="results")
        async with Crawl(library.url, into=tmp_path, options=options) as crawl:
            _ = [document async for document in crawl]
    assert load_interface(tmp_path / "interface.yaml").paging.kind == "none"  # never overwritten
    assert load_interface(tmp_path / RELEARNED).paging.kind == "label"
    assert WAY_ON in (tmp_path / "report.html").read_text(encoding="utf-8")

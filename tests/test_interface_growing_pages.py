"""Answers whose "more" shows the same page again, only longer, and hands its length on to every link."""

from collections.abc import Sequence

from aiohttp import web

from interface_sites import WORDS, Entry, Library, check_every_result_is_found_once, visit


class GrowingPages(Library):
    """`show` says how many results a page has; "show more" doubles it, also where nothing more is there."""

    page_size = 5
    show = 5

    async def search(self, request: web.Request) -> web.StreamResponse:
        self.show = int(request.query.get("show", self.page_size))
        found = self.find(await self.words_of(request))
        if not found:
            return self.html(self.nothing(await self.words_of(request)), title="Search")
        words = await self.words_of(request)
        return self.html(self.results(found[: self.show], words) + self.pager(found, words, 1), title="Search")

    def link(self, entry: Entry, words: str) -> str:
        kept = f"?show={self.show}" if self.show != self.page_size else ""
        return f"/entry/{entry.number}{kept}"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        return f'<p><a href="/search?q={words}&amp;show={2 * self.show}">show more</a></p>'


async def test_a_parameter_that_only_further_pages_hand_on_is_dropped() -> None:
    async with visit(GrowingPages()) as learned:
        assert learned.interface.drop_parameters == ("show",)


async def test_an_answer_ends_where_a_longer_page_brings_nothing_new() -> None:
    await check_every_result_is_found_once(GrowingPages())
    async with visit(GrowingPages()) as learned:
        before = len(learned.library.asked("/search"))
        for words in WORDS:
            await learned.ask(words)
        assert len(learned.library.asked("/search")) - before <= 5 * len(WORDS)

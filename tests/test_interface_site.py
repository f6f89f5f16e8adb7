"""A site behind a known interface: hidden values kept fresh, answers read page by page, documents fetched."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from aiohttp import web

from interface_sites import Entry, Library, serve
from sonde.errors import FormError, StatusError
from sonde.interface.model import Ask, CountRule, Marker, Paging, ResultRule, SearchInterface
from sonde.interface.site import WebSite
from sonde.model import Query, Result
from sonde.net.client import Client, NetOptions


def interface(library: Library) -> SearchInterface:
    """The library's interface as a person would write it down."""
    return SearchInterface(
        site=library.url,
        ask=Ask(library.url, f"{library.url}search", "q"),
        results=(ResultRule("ul.found > li", "a"),),
        count=CountRule("div.content > p", 0),
        nothing=Marker("div.content > p", "We are sorry: no entry holds ."),
        paging=Paging("label", "Next page", 10),
    )


@asynccontextmanager
async def site(library: Library, *, ask: Callable[[Library], Ask] | None = None) -> AsyncIterator[WebSite]:
    async with serve(library), Client(NetOptions(delay_s=0, retries=0), start_url=library.url) as client:
        known = interface(library)
        yield WebSite(client, replace(known, ask=ask(library)) if ask is not None else known)


async def urls(web_site: WebSite, words: str) -> set[str]:
    return {result.url async for page in web_site.search(Query(words)) for result in page.results}


async def test_an_answer_comes_page_by_page_with_its_total_and_whether_it_goes_on() -> None:
    library = Library()
    async with site(library) as web_site:
        pages = [page async for page in web_site.search(Query("river"))]
        found = len(library.find("river"))
        assert [len(page.results) for page in pages] == [10, found - 10]
        assert [page.total for page in pages] == [found, found]
        assert [page.more for page in pages] == [True, False]


async def test_a_word_that_finds_nothing_is_one_empty_page() -> None:
    async with site(Library()) as web_site:
        pages = [page async for page in web_site.search(Query("xylograph"))]
        assert [page.results for page in pages] == [()]


async def test_a_document_is_fetched_and_read() -> None:
    library = Library()
    async with site(library) as web_site:
        document = await web_site.get(Result(f"{library.url}entry/7", "hint"))
        assert document.title == library.entries[6].title
        assert library.entries[6].text in document.text


async def test_a_missing_document_is_a_status_error() -> None:
    library = Library()
    async with site(library) as web_site:
        with pytest.raises(StatusError):
            await web_site.get(Result(f"{library.url}entry/777"))


class Sessions(Library):
    """A hidden value is good until the server forgets it."""

    def __init__(self) -> None:
        super().__init__()
        self.secret = 1

    def forms(self) -> str:
        return (
            '<form action="/login" method="post"><input name="q"><input type="password" name="p"></form>'
            f'<form action="/search" method="post"><input type="hidden" name="key" value="k{self.secret}"><input name="q"></form>'
        )

    async def words_of(self, request: web.Request) -> str:
        return parse_qs((await request.read()).decode()).get("q", [""])[0]

    async def search(self, request: web.Request) -> web.StreamResponse:
        if parse_qs((await request.read()).decode()).get("key") != [f"k{self.secret}"]:
            return self.html("<p>Your session has ended.</p>", status=403)
        return await super().search(request)

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        return ""


def by_post(library: Library) -> Ask:
    return Ask(library.url, f"{library.url}search", "q", "POST", send=(("key", "old"),), fresh=("key",))


async def test_hidden_values_are_read_from_the_form_before_the_first_query_and_kept() -> None:
    library = Sessions()
    async with site(library, ask=by_post) as web_site:
        for words in ("river", "silver", "letter"):
            found = await urls(web_site, words)
            assert found <= library.urls(words)
            assert len(found) == min(10, len(library.urls(words)))
        assert library.seen.count("GET /") == 1


async def test_hidden_values_that_expired_are_read_again_and_the_query_is_repeated() -> None:
    library = Sessions()
    async with site(library, ask=by_post) as web_site:
        await urls(web_site, "river")
        library.secret = 2
        assert await urls(web_site, "silver")
        assert library.seen.count("GET /") == 2


class FormGone(Sessions):
    """The form has been taken away."""

    def forms(self) -> str:
        return ""


async def test_a_form_that_is_gone_is_an_error_with_its_page() -> None:
    library = FormGone()
    async with site(library, ask=by_post) as web_site:
        with pytest.raises(FormError, match="no longer on") as caught:
            await urls(web_site, "river")
        assert caught.value.url == library.url


class FailsLater(Library):
    """The second page of every answer is an error."""

    status = 404

    async def search(self, request: web.Request) -> web.StreamResponse:
        if "page" in request.query:
            return self.html("<p>Error</p>", status=self.status)
        return await super().search(request)


async def test_a_further_page_that_does_not_exist_ends_the_answer() -> None:
    library = FailsLater()
    async with site(library) as web_site:
        assert len(await urls(web_site, "river")) == 10


async def test_a_further_page_that_is_refused_is_an_error_and_not_the_end() -> None:
    library = FailsLater()
    library.status = 403
    async with site(library) as web_site:
        with pytest.raises(StatusError):
            await urls(web_site, "river")


class Circle(Library):
    """The next page of the last page is the first page."""

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        on = page + 1 if page * self.page_size < len(found) else 1
        return f'<p><a href="{self.page_link(words, on)}">Next page</a></p>'


async def test_pages_that_go_round_in_a_circle_end_with_the_first_repetition() -> None:
    library = Circle()
    async with site(library) as web_site:
        assert await urls(web_site, "river") == library.urls("river")
        assert len(library.asked("/search")) == 3


class Offers(Library):
    """Promotes one entry at the top of every page."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return super().results([self.entries[0], *shown], words)


async def test_a_result_that_stands_on_every_page_is_brought_once() -> None:
    library = Offers()
    async with site(library) as web_site:
        results = [result.url async for page in web_site.search(Query("river")) for result in page.results]
        assert len(results) == len(set(results)) == len(library.urls("river") | {f"{library.url}entry/1"})

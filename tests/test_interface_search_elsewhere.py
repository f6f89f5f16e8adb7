"""Answers that only say where else the words could be asked hold no results."""

from urllib.parse import quote

from aiohttp import web

from interface_sites import Library, failure, visit
from sonde.errors import NoSearchFormError

SHELVES = ("maps", "letters", "stones", "coins")


def elsewhere(words: str) -> str:
    links = (f'<li><a href="/{shelf}?find={quote(words)}">{shelf} with "{words}"</a></li>' for shelf in SHELVES)
    return f"<ul class=where>{''.join(links)}</ul>"


class Signpost(Library):
    """Names other searches for every word, and looks for nothing itself."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        return self.html(elsewhere(await self.words_of(request)))


class Generous(Library):
    """Names other searches above its own results."""

    def count(self, found: object, words: str) -> str:
        return elsewhere(words)

    def nothing(self, words: str) -> str:
        return elsewhere(words)


async def test_links_to_other_searches_are_no_results() -> None:
    assert isinstance(await failure(Signpost()), NoSearchFormError)


async def test_results_are_found_beside_links_to_other_searches() -> None:
    async with visit(Generous()) as learned:
        for word in ("river", "winter", "maps"):
            assert {result.url for result in await learned.ask(word)} == learned.library.urls(word)

"""Front pages that list collections: the search stands on the page of each."""

from aiohttp import web

from interface_sites import WORDS, Library, failure, visit


class Shelves(Library):
    """A front page whose box finds shelves by name only; each shelf has a search of its own."""

    shelves: tuple[str, ...] = ("books",)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/search" and request.query.get("shelf") not in self.shelves:
            return self.html("<p>Which shelf?</p>")
        shelf = request.path.strip("/")
        if shelf in self.shelves:
            return self.plain(f"<h1>{shelf}</h1>{super().front()}<form action=/search>{self.box(shelf)}</form>")
        return await super().handle(request)

    def box(self, shelf: str) -> str:
        return f'<input type=hidden name=shelf value="{shelf}"><input type=search name=q>'

    def plain(self, content: str) -> web.Response:
        return web.Response(text=f"<html lang=en><body>{content}</body></html>", content_type="text/html")

    def forms(self) -> str:
        return '<form action="/"><input type="search" name="name"><button>Search shelves</button></form>'

    def front(self) -> str:
        items = "".join(
            f'<li><a href="/{shelf}">{shelf}</a> <a href="/?sort={shelf}">sort</a></li>' for shelf in self.shelves
        )
        return f'<h1>Our shelves</h1><a href="/all/delete">Delete all</a><ul>{items}</ul>'

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page) + "&amp;shelf=books"


async def test_the_search_of_the_only_collection_is_used_where_the_front_page_has_none() -> None:
    async with visit(Shelves()) as learned:
        assert learned.interface.ask.page == f"{learned.library.url}books"
        assert any(f"{learned.library.url}books has one" in line for line in learned.interface.evidence)
        assert not learned.library.asked("/all/delete")
        for words in WORDS:
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)


class ManyShelves(Shelves):
    shelves = ("books", "maps")


async def test_where_several_collections_have_a_search_each_they_are_named() -> None:
    library = ManyShelves()
    error = await failure(library)
    assert f"{library.url}books" in str(error)
    assert f"{library.url}maps" in str(error)


class NoShelf(Shelves):
    """Shelves that have a picture each and nothing else."""

    def box(self, shelf: str) -> str:
        return ""


async def test_a_site_without_any_search_still_says_what_was_tried() -> None:
    library = NoShelf()
    error = await failure(library)
    assert f"no working search on {library.url}" in str(error)


class WholeSearch(Shelves):
    """A front page whose own search works: its shelves need not be looked at."""

    def forms(self) -> str:
        return '<form action="/search"><input type=hidden name=shelf value=books><input type="search" name="q"></form>'


async def test_the_pages_of_collections_are_not_opened_where_the_front_page_has_a_search() -> None:
    async with visit(WholeSearch()) as learned:
        assert learned.interface.ask.page == learned.library.url
        assert not learned.library.asked("/books")


class SiteMap(Library):
    """A front page without any box; the map of the site names the search page."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/search" and "q" not in request.query:
            return self.html(f"{super().front()}{super().forms()}")
        if request.path == "/map":
            return self.html('<ul><li><a href="/search">Search the library</a></li></ul>')
        return await super().handle(request)

    def forms(self) -> str:
        return ""

    def front(self) -> str:
        return '<p>All our pages are on the <a href="/map">map</a>.</p>'


async def test_a_search_page_that_only_the_site_map_names_is_found() -> None:
    async with visit(SiteMap()) as learned:
        assert learned.interface.ask.page == f"{learned.library.url}search"
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")

"""Sites that cannot be learned end in an error that says what was seen, and no refused form is ever submitted."""

import pytest
from aiohttp import web

from interface_sites import Entry, Library, failure, serve, visit
from sonde.errors import FetchError, NoSearchFormError, RefusedError, StatusError
from sonde.interface.learn import learn
from sonde.net.client import Client, NetOptions


class NoForm(Library):
    """A brochure."""

    def forms(self) -> str:
        return ""


async def test_a_site_without_a_form_says_so_and_what_to_do() -> None:
    error = await failure(NoForm())
    assert isinstance(error, NoSearchFormError)
    assert "no search form" in str(error)
    assert "saw 0 form(s)" in str(error)
    assert "Give the address of the page that holds the search box" in str(error)


class LoginOnly(Library):
    """Everything is behind a password."""

    def forms(self) -> str:
        return (
            '<form action="/login" method="post"><input name="user" placeholder="Search name or mail">'
            '<input type="password" name="secret"><button>Search and sign in</button></form>'
        )


async def test_a_site_with_a_login_form_only_says_so_and_never_submits_it() -> None:
    library = LoginOnly()
    error = await failure(library)
    assert isinstance(error, NoSearchFormError)
    assert "password" in str(error)
    assert library.asked("/login") == []


class SamePage(Library):
    """Whatever is asked, the answer is the same page of text."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        return self.html('<p>Our search is being rebuilt. See the <a href="/visit">opening hours</a>.</p>')


class SameResults(Library):
    """Whatever is asked, the same entries are listed."""

    def find(self, words: str) -> list[Entry]:
        return list(self.entries[:8])


class SameResultsButForNonsense(Library):
    """Every known word lists the same entries; only nonsense finds nothing."""

    def find(self, words: str) -> list[Entry]:
        return list(self.entries[:8]) if super().find(words) else []


@pytest.mark.parametrize("site", [SamePage, SameResults, SameResultsButForNonsense], ids=lambda site: site.__name__)
async def test_answers_that_never_change_with_the_query_are_an_error(site: type[Library]) -> None:
    library = site()
    error = await failure(library)
    assert isinstance(error, NoSearchFormError)
    assert "same for every word" in str(error)
    assert f"{library.url}search" in str(error)
    assert len(library.seen) < 40


class Forbidden(Library):
    """403 to everything."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        return self.html("<h1>Forbidden</h1>", status=403)


async def test_a_site_that_refuses_everything_is_reported_with_its_status() -> None:
    error = await failure(Forbidden())
    assert isinstance(error, StatusError)
    assert error.status == 403


class ForbiddenAnswers(Library):
    """The front page is open, the search is not."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        return self.html("<h1>Forbidden</h1>", status=403)


async def test_a_search_that_refuses_every_word_is_reported_with_its_status() -> None:
    error = await failure(ForbiddenAnswers())
    assert isinstance(error, NoSearchFormError)
    assert "403" in str(error)


class RobotsForbid(Library):
    """robots.txt closes the result pages."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt":
            return web.Response(text="User-agent: *\nDisallow: /search\n")
        return await super().handle(request)


class RobotsForbidOneOfTwo(RobotsForbid):
    """The first form is closed by robots.txt, a second one is open."""

    def forms(self) -> str:
        return super().forms() + super().forms().replace("/search", "/lookup").replace('type="search"', "")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/lookup":
            return await self.search(request)
        return await super().handle(request)

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page).replace("/search", "/lookup")


async def test_result_pages_that_robots_forbids_are_never_asked_for() -> None:
    library = RobotsForbid()
    error = await failure(library)
    assert isinstance(error, RefusedError)
    assert "robots" in str(error)
    assert library.asked("/search") == []


async def test_a_form_that_robots_forbids_does_not_hide_one_that_may_be_used() -> None:
    async with visit(RobotsForbidOneOfTwo()) as learned:
        assert learned.interface.ask.action == f"{learned.library.url}lookup"
        assert learned.library.asked("/search") == []
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


class BinaryAnswers(Library):
    """The search sends a picture."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
        return web.Response(body=picture, content_type="image/png")


async def test_answers_that_are_not_pages_are_an_error_and_not_a_crash() -> None:
    error = await failure(BinaryAnswers())
    assert isinstance(error, NoSearchFormError)
    assert "/search" in str(error)


class BinaryFront(Library):
    """The start page itself is a picture."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        return web.Response(body=b"\x89PNG\r\n\x1a\n" + bytes(2000), content_type="image/png")


async def test_a_start_page_that_is_a_picture_is_an_error_and_not_a_crash() -> None:
    error = await failure(BinaryFront())
    assert isinstance(error, NoSearchFormError | FetchError)
    assert "image/png" in str(error)


class DangerousButton(Library):
    """The only text box belongs to a form that deletes."""

    def forms(self) -> str:
        return '<form action="/search"><input type="search" name="q"><button name="do" value="delete">Delete</button></form>'


async def test_a_search_box_with_a_dangerous_button_is_never_submitted() -> None:
    library = DangerousButton()
    error = await failure(library)
    assert isinstance(error, NoSearchFormError)
    assert "'delete'" in str(error)
    assert library.asked("/search") == []


class ManyDecoys(Library):
    """Every kind of form that must be left alone stands before the one that searches."""

    def forms(self) -> str:
        decoys = (
            ("/login", '<input name="q"><input type="password" name="p"><button>Search</button>'),
            ("/subscribe", '<input type="email" name="search"><button>Search news by mail</button>'),
            ("/contact", '<input name="q"><textarea name="message"></textarea><button>Search staff</button>'),
            (
                "/order",
                '<input name="q"><input type="hidden" name="search" value="1"><button>Order now</button>',
            ),
            ("/comment", '<input name="q"><button>Post comment</button>'),
            ("/upload", '<input name="q"><input type="file" name="f"><button>Search by picture</button>'),
            ("/vote", '<input type="search" name="q"><input type="submit" value="Vote">'),
        )
        forms = "".join(f'<form action="{action}" method="post">{fields}</form>' for action, fields in decoys)
        return forms + super().forms()


async def test_no_form_that_may_do_harm_is_submitted_on_the_way_to_the_search_form() -> None:
    async with visit(ManyDecoys()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert [line for line in learned.library.seen if line.startswith("POST")] == []


class AsksAnotherSite(Library):
    """The first form asks a search engine elsewhere."""

    other = "http://engine.example/find"

    def forms(self) -> str:
        away = f'<form action="{self.other}" role="search"><input type="search" name="q"><button>Search</button></form>'
        return away + super().forms()


class AsksOnlyAnotherSite(AsksAnotherSite):
    """There is no other form."""

    def forms(self) -> str:
        return super().forms().partition("</form>")[0] + "</form>"


async def test_a_form_that_asks_another_site_does_not_hide_the_sites_own() -> None:
    async with visit(AsksAnotherSite()) as learned:
        assert learned.interface.ask.action == f"{learned.library.url}search"


async def test_a_site_that_only_asks_another_site_says_which_one() -> None:
    error = await failure(AsksOnlyAnotherSite())
    assert isinstance(error, NoSearchFormError)
    assert "engine.example" in str(error)


class SearchOnAnotherPage(Library):
    """The front page only links to the search page."""

    def forms(self) -> str:
        return '<p><a href="/find">Search the catalogue</a></p>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/find":
            return self.html(Library.forms(self))
        return await super().handle(request)


async def test_the_search_page_is_found_through_a_link_on_the_front_page() -> None:
    async with visit(SearchOnAnotherPage()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


class BrokenAnswers(Library):
    """Every search ends in an error of the server."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        return self.html("<h1>Database error</h1>", status=500)


async def test_a_search_that_always_fails_is_reported_with_its_status() -> None:
    error = await failure(BrokenAnswers())
    assert isinstance(error, NoSearchFormError)
    assert "500" in str(error)


async def test_a_host_that_does_not_answer_is_an_error_that_names_it() -> None:
    library = NoForm()
    async with serve(library):
        pass
    async with Client(NetOptions(delay_s=0, retries=0), start_url=library.url) as client:
        with pytest.raises(FetchError, match=r"127\.0\.0\.1"):
            await learn(client, library.url)


async def test_a_start_page_that_does_not_exist_is_reported_with_its_status() -> None:
    error = await failure(NoForm(), start="missing")
    assert isinstance(error, StatusError)
    assert error.status == 404

"""Sites that keep state: sessions that end in mid-crawl, tokens that expire, forms that change with every page."""

from collections.abc import Sequence
from itertools import count

import pytest
from aiohttp import web

from interface_sites import Entry, Library, visit

WORDS = ("water", "river", "north", "k7", "music history", "castle", "zzqqx", "garden", "school", "silver")


class SessionEnds(Library):
    """Searches only within a session, which the front page begins; without one the welcome page answers."""

    lasts = 60  # requests

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[str, int] = {}
        self.begun = 0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        session = request.cookies.get("visit", "")
        self.left[session] = self.left.get(session, 0) - 1
        if self.left[session] >= 0 and request.path != "/":
            return await super().handle(request)
        if request.path.startswith("/entry/"):
            return self.entry(request)
        answer = self.html(self.front())
        if request.path == "/" and self.left[session] < 0:
            self.begun += 1
            self.left[f"v{self.begun}"] = self.lasts
            answer.set_cookie("visit", f"v{self.begun}")
        return answer


class SessionEndsInRedirect(SessionEnds):
    """Leads back to the front page when the session is over."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        session = request.cookies.get("visit", "")
        if request.path == "/search" and self.left.get(session, 0) <= 0:
            raise web.HTTPFound("/")
        return await super().handle(request)


class ByPost(Library):
    """Takes the words by POST with a token that is good for a few searches; else shows the form again."""

    lasts = 6

    def __init__(self) -> None:
        super().__init__()
        self.tokens = count(1)
        self.left: dict[str, int] = {}

    def forms(self) -> str:
        token = f"t{next(self.tokens)}"
        self.left[token] = self.lasts
        return (
            f'<form action="/search" method="post"><input type="hidden" name="csrf" value="{token}">'
            '<input type="search" name="q"><button>Search</button></form>'
        )

    async def words_of(self, request: web.Request) -> str:
        if request.method == "GET":
            return request.query.get("q", "")
        return str((await request.post()).get("q", ""))

    async def search(self, request: web.Request) -> web.StreamResponse:
        if request.method == "POST" and not await self.accepts(request):
            return self.refuse()
        return await super().search(request)

    async def accepts(self, request: web.Request) -> bool:
        token = str((await request.post()).get("csrf", ""))
        self.left[token] = self.left.get(token, 0) - 1
        return self.left[token] >= 0

    def refuse(self) -> web.StreamResponse:
        return self.html("<h1>Search</h1>")


class ExpiredLeadsHome(ByPost):
    """Leads to the front page when the token is too old."""

    def refuse(self) -> web.StreamResponse:
        raise web.HTTPFound("/")


class TokenOfSession(ByPost):
    """Has one token for all pages until it is used up."""

    lasts = 40

    def forms(self) -> str:
        good = [token for token, left in self.left.items() if left > 0]
        form = super().forms()
        if good:
            newest = list(self.left)[-1]
            del self.left[newest]
            form = form.replace(newest, good[0])
        return form


class AnswersByRedirect(ByPost):
    """Keeps the words of a search under a number and leads to the page with the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path.startswith("/results/"):
            words, page = self.kept[int(request.path.rpartition("/")[2])], int(request.query.get("page", "1"))
            found = self.find(words)
            shown = found[(page - 1) * self.page_size : page * self.page_size]
            if not shown:
                return self.html(self.nothing(words))
            more = (
                f'<p><a href="{request.path}?page={page + 1}">Next page</a></p>'
                if page * self.page_size < len(found)
                else ""
            )
            return self.html(self.count(found, words) + self.results(shown, words) + more)
        return await super().handle(request)

    async def search(self, request: web.Request) -> web.StreamResponse:
        if not await self.accepts(request):
            return self.refuse()
        self.kept.append(await self.words_of(request))
        raise web.HTTPSeeOther(f"/results/{len(self.kept) - 1}")


class ViewState(ByPost):
    """One page that posts to itself with a view state, in the manner of ASP.NET; pages on by a button."""

    def forms(self) -> str:
        return ""

    def frame(self, content: str, title: str) -> str:
        state = f"s{next(self.tokens)}"
        self.left[state] = 3
        return (
            '<!DOCTYPE html><html lang="en"><body><a href="/about">About</a><form method="post" action="./" id="form1">'
            f'<input type="hidden" name="__VIEWSTATE" value="{state}"><input type="hidden" name="__EVENTVALIDATION" '
            f'value="ev{state}"><input name="ctl00$q" type="text"><input type="submit" name="ctl00$go" value="Search">'
            f"{content}</form></body></html>"
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/" and request.method == "POST":
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        sent = await request.post()
        return str(sent.get("ctl00$q", "")) if "ctl00$go" in sent else ""

    async def accepts(self, request: web.Request) -> bool:
        sent = await request.post()
        state = str(sent.get("__VIEWSTATE", ""))
        self.left[state] = self.left.get(state, 0) - 1
        return self.left[state] >= 0 and sent.get("__EVENTVALIDATION") == f"ev{state}"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        return ""

    page_size = 90


class ChangingNames(Library):
    """Names the form's action and its field anew on every page; a name is good for a few searches."""

    lasts = 6
    method = "get"

    def __init__(self) -> None:
        super().__init__()
        self.names = count(1)
        self.left: dict[str, int] = {}

    def forms(self) -> str:
        name = f"x{next(self.names)}"
        self.left[name] = self.lasts
        return (
            f'<form action="/search/{name}" method="{self.method}"><input type="search" name="words_{name}">'
            "<button>Search</button></form>"
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path.startswith("/search/"):
            name = request.path.rpartition("/")[2]
            sent = request.query if request.method == "GET" else await request.post()
            if f"words_{name}" in sent and self.left.get(name, 0) > 0:
                self.left[name] -= 1
                return await self.found(str(sent[f"words_{name}"]))
            return self.html("<h1>Search</h1>")
        return await super().handle(request)

    async def found(self, words: str) -> web.StreamResponse:
        found = self.find(words)
        return self.html(self.count(found, words) + self.results(found, words) if found else self.nothing(words))


class ChangingNamesByPost(ChangingNames):
    method = "post"


class TokenEachTime(ByPost):
    """Gives out a token with every page; only the last one is good, for one search."""

    lasts = 1

    def forms(self) -> str:
        self.left.clear()
        return super().forms()


class SessionInPath(SessionEnds):
    """Puts the session into the path of every result; a new session has another."""

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number};sid={self.begun * 7919:016X}"

    def entry(self, request: web.Request) -> web.Response:
        number = request.path.rpartition("/")[2].partition(";")[0]
        return self.html(self.document(self.entries[int(number) - 1]))


class SearchInPath(Library):
    """Begins a session with a redirect into a path of its own, under which its search is; another session, another."""

    lasts = 60  # requests

    def __init__(self) -> None:
        super().__init__()
        self.session, self.begun, self.left = "", 0, 0

    def forms(self) -> str:
        search = f'action="/s/{self.session}/search"'
        return f'<form {search}><input type="search" name="q"><button>Search</button></form>'

    def page_link(self, words: str, page: int) -> str:
        return f"/s/{self.session}{super().page_link(words, page)}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            self.begun, self.left = self.begun + 1, self.lasts
            self.session = f"{self.begun * 7919:08X}"
            raise web.HTTPFound(f"/s/{self.session}/menu")
        _, _, path = request.path.removeprefix("/s/").partition("/")
        is_over = f"/s/{self.session}/" not in request.path or self.left <= 0
        if request.path.startswith("/s/") and is_over:
            return web.Response(text="<p>Your visit is over. <a href='/'>Begin anew</a>", content_type="text/html")
        self.left -= 1
        if path == "menu":
            return self.html(self.front())
        return await (self.search(request) if path == "search" else super().handle(request))


@pytest.mark.parametrize(
    "site",
    [
        SessionEnds,
        SearchInPath,
        SessionEndsInRedirect,
        ByPost,
        ExpiredLeadsHome,
        TokenOfSession,
        AnswersByRedirect,
        ViewState,
        ChangingNames,
        ChangingNamesByPost,
        TokenEachTime,
        SessionInPath,
    ],
)
async def test_every_answer_is_whole_though_the_state_of_the_site_ends_again_and_again(site: type[Library]) -> None:
    async with visit(site()) as learned:
        for words in WORDS * 7:
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words), words


async def test_a_word_that_finds_nothing_is_asked_once_where_the_site_says_so() -> None:
    async with visit(ByPost()) as learned:
        learned.library.sent.clear()
        assert await learned.ask("zzqqx") == []
        assert len(learned.library.sent) == 1


class SilentAboutSomeWords(ByPost):
    """Shows the bare form for words it will not search for, and does not say so."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        if (await self.words_of(request)).startswith("zz"):
            return self.html("<h1>Search</h1>")
        return await super().search(request)


async def test_words_that_are_never_answered_do_not_each_cost_a_new_session() -> None:
    async with visit(SilentAboutSomeWords()) as learned:
        learned.library.sent.clear()
        for number in range(30):
            assert await learned.ask(f"zz{number}") == []
        assert len(learned.library.sent) <= 30 + 3 + 10
        assert {result.url for result in await learned.ask("castle")} == learned.library.urls("castle")

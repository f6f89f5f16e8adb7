"""A form that is known to be meant is asked first, whatever it looks like; one that must not be sent never is."""

from collections.abc import Sequence

import pytest
from aiohttp import web

from interface_sites import Entry, Library, make_entries, serve
from sonde.interface.forms.own import found_again
from sonde.interface.forms.score import search_score
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.model import Field, Form
from sonde.net.client import Client, NetOptions

STACKS = '<form action="/stacks"><p>Subject <input name="su"> Mark <input name="cn"></p><button>Go</button></form>'
GUARDED = STACKS.replace("</p>", ' Your e-mail <input type="email" name="mail"></p>')
PLAIN = (Field("su", "text"), Field("cn", "text"))


class TwoDoors(Library):
    """A box that finds the news, and a form for the stacks that nothing calls a search."""

    def __init__(self, stacks: str = STACKS, entries: Sequence[Entry] | None = None) -> None:
        super().__init__(entries or make_entries(60))
        self._stacks = stacks

    def forms(self) -> str:
        return super().forms() + self._stacks

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/stacks":
            return await super().search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("su", "").strip()

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = request.query.get("q", "")
        news = [number for number in range(1, 40) if 0 < len(words) <= 8 and number * len(words) % 5 < 2]
        items = "".join(f'<li><a href="/news/{n}">News {n}</a> for all who visit us</li>' for n in news)
        return self.html(f"<ul class=news>{items}</ul>" if news else "<p>No news.</p>")

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page).replace("/search?q", "/stacks?su")


async def learned(library: Library, form: Form | None) -> SearchInterface:
    async with Client(NetOptions(delay_s=0, concurrency=4, retries=0), start_url=library.url) as client:
        return await learn(client, library.url, form=form)


async def test_the_form_that_is_meant_is_asked_though_it_does_not_look_like_a_search() -> None:
    async with serve(TwoDoors()) as library:
        meant = Form(f"{library.url}stacks", "GET", PLAIN)
        assert search_score(meant) < 0.5
        assert (await learned(library, None)).ask.action == f"{library.url}search"
        interface = await learned(library, meant)
        assert (interface.ask.action, interface.ask.query_field) == (meant.action, "su")


async def test_a_form_that_must_not_be_sent_is_not_sent_though_it_is_meant() -> None:
    async with serve(TwoDoors(GUARDED)) as library:
        meant = Form(f"{library.url}stacks", "GET", (*PLAIN, Field("mail", "email")))
        assert (await learned(library, meant)).ask.action == f"{library.url}search"
        assert not library.asked("/stacks")


async def test_where_the_form_that_is_meant_is_gone_another_one_is_asked() -> None:
    async with serve(TwoDoors(stacks="")) as library:
        meant = Form(f"{library.url}stacks", "GET", PLAIN)
        assert (await learned(library, meant)).ask.action == f"{library.url}search"


def made(action: str, *names: str, method: str = "GET") -> Form:
    fields = tuple(Field(name, "text") for name in names)
    return Form(f"http://a.test{action}", "POST" if method == "POST" else "GET", fields)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ([made("/f", "q"), made("/g", "q")], [0]),
        ([made("/f;session=2", "q"), made("/g", "other")], [0]),
        ([made("/f", "q", method="POST"), made("/f", "q", "more")], []),
    ],
)
def test_a_form_is_found_again_by_what_it_asks_for_and_where_it_leads(there: list[Form], expected: list[int]) -> None:
    hidden = (Field("token", "hidden"), Field("", "submit"))
    seen = Form("http://a.test/f", "GET", (Field("q", "text"), *hidden))
    assert found_again(seen, there) == [there[at] for at in expected]

from itertools import count

from aiohttp import web
from tests.interface_sites import Library, visit


class HugeFront(Library):
    """A library whose front page alone is huge."""

    is_front = False

    def front(self) -> str:
        self.is_front = True
        return super().front()

    def forms(self) -> str:
        front, self.is_front = self.is_front, False
        return self.huge_forms() if front else super().forms()

    def huge_forms(self) -> str:
        raise NotImplementedError


class ManyForms(HugeFront):
    """Ten thousand forms that do not search stand before the one that does."""

    others = "".join(f'<form method=post action="/vote/{i}"><button>Like</button></form>' for i in range(10_000))

    def huge_forms(self) -> str:
        return self.others + self.forms()


class LongMenu(HugeFront):
    """The form has a menu of fifty thousand places."""

    options = "".join(f"<option value={i}>Place {i}</option>" for i in range(50_000))

    def huge_forms(self) -> str:
        menu = f'<select name="place"><option value="">Any</option>{self.options}</select>'
        return self.forms().replace("<button>", f"{menu}<button>")


class TokenPerPage(Library):
    """Each page has a new token, and each token is good for one question."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count(1)
        self.tokens: set[str] = set()

    def forms(self) -> str:
        token = f"t{next(self._numbers)}"
        self.tokens.add(token)
        hidden = f'<input type=hidden name=token value="{token}">'
        return f'<form method=post action="/search">{hidden}<input type=search name=q><button>Search</button></form>'

    async def search(self, request: web.Request) -> web.StreamResponse:
        token = str((await request.post()).get("token", "")) if request.method == "POST" else "page"
        if request.method == "POST" and token not in self.tokens:
            return self.html("<p>This form has expired.</p>", status=403)
        self.tokens.discard(token)
        return await super().search(request)

    async def words_of(self, request: web.Request) -> str:
        posted = await request.post() if request.method == "POST" else request.query
        return str(posted.get("q", "")).strip()


async def test_ten_thousand_forms_do_not_hide_the_search_and_none_is_sent() -> None:
    async with visit(ManyForms()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert not any("/vote/" in line for line in learned.library.seen)
        assert len(learned.library.seen) < 100


async def test_a_menu_of_fifty_thousand_values_is_left_alone() -> None:
    async with visit(LongMenu()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert not learned.interface.abilities.splits
        assert len(learned.library.seen) < 100


async def test_a_token_that_changes_on_each_page_is_read_again_for_each_question() -> None:
    async with visit(TokenPerPage()) as learned:
        assert learned.interface.ask.fresh_each
        for words in ("river", "stone", "winter"):
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)

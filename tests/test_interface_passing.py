"""Documents whose addresses pass, being others at every visit: each is fetched and stored once."""

from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from interface_sites import Entry, Library, check_each_entry_is_stored_once, visit
from sonde.interface.passing import lasting_words
from sonde.interface.results.linkless import lasting_text
from sonde.interface.segments import changing_parameters
from sonde.page.dom import parse_html, visible_text


class Tokens(Library):
    """Every link to a document is a token of its own, and its page names the visit."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count(10_000)
        self.tokens: dict[str, Entry] = {}
        self.fetched = 0

    def link(self, entry: Entry, words: str) -> str:
        token = f"t{next(self.numbers) * 7919 % 999_983:x}z"
        self.tokens[token] = entry
        return f"/entry/{token}"

    def entry(self, request: web.Request) -> web.Response:
        entry = self.tokens.get(request.path.rpartition("/")[2])
        return self.shown(entry) if entry is not None else self.html("<p>Gone.</p>", status=404)

    def shown(self, entry: Entry) -> web.Response:
        self.fetched += 1
        return self.html(f"<p>Visit v{next(self.numbers)}x</p>{self.document(entry)}", title=entry.title)


class Parameters(Tokens):
    """Two parameters of a link are others at every visit, and the page tells one of them."""

    def link(self, entry: Entry, words: str) -> str:
        number = next(self.numbers)
        return f"/entry/{entry.number}?" + urlencode({"sid": f"s{number}", "pos": number % 50}).replace("&", "&amp;")

    def entry(self, request: web.Request) -> web.Response:
        number = request.path.rpartition("/")[2]
        return self.shown(next(entry for entry in self.entries if str(entry.number) == number))


@pytest.mark.parametrize("site", [Tokens, Parameters], ids=lambda site: site.__name__)
async def test_a_crawl_stores_each_document_once(site: type[Tokens], tmp_path: Path) -> None:
    library = site()
    await check_each_entry_is_stored_once(library, tmp_path / "copy")
    assert library.fetched <= 1.5 * len(library.entries)


async def test_parameters_that_change_together_are_left_out_together() -> None:
    async with visit(Parameters()) as learned:
        assert set(learned.interface.drop_parameters) == {"sid", "pos"}


async def test_documents_of_one_title_are_not_taken_for_one() -> None:
    class Reports(Library):
        """Each answer has other reports, and they are called alike."""

        def result(self, entry: Entry, words: str) -> str:
            return f'<a href="/entry/{entry.number}">Report of the {words} board, {entry.number % 9}</a>'

    async with visit(Reports()) as learned:
        assert [rule.ranked for rule in learned.interface.results] == [False]
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


def test_parameters_are_told_by_pairs_that_differ_in_nothing_else() -> None:
    one, other = "http://a.test/d?id=1&s=a&p=1", "http://a.test/d?id=1&s=b&p=2"
    assert changing_parameters([(one, other)]) == {("p", "s"): (one, other)}
    assert changing_parameters([(one, one)]) == {}
    assert changing_parameters([(one, "http://a.test/e?id=1&s=b&p=2")]) == {}


def test_a_rank_is_not_cut_out_of_a_number_before_it() -> None:
    rows = parse_html(
        "<ul><li><i>2115</i> Winter in the north <b>1</b></li><li><i>2115</i> Winter in the north <b>2</b></li></ul>"
    ).css("li")
    assert {lasting_text(row, visible_text(row), "b") for row in rows} == {"2115 Winter in the north"}
    assert len({lasting_text(row, visible_text(row), "") for row in rows}) == 2


@given(
    said=st.lists(st.text("abcdefgh", min_size=2, max_size=8), min_size=5, max_size=30),
    place=st.integers(0, 30),
    one=st.integers(0, 10**9),
    other=st.integers(0, 10**9),
)
def test_texts_that_differ_in_a_token_say_the_same(said: list[str], place: int, one: int, other: int) -> None:
    def text(token: int) -> str:
        return " ".join([*said[:place], f"k{token}", *said[place:]])

    assert lasting_words(text(one)) == lasting_words(text(other)) == tuple(said)

"""Results that are addressed by their rank in a set: known by what their records say, each fetched once."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

import sonde
from interface_sites import Entry, Library, check_each_entry_is_stored_once, visit
from sonde.interface.results.ranked import are_ranked
from sonde.interface.yaml.file import load_interface, save_interface


class Sets(Library):
    """Every question makes a set, and a document is the n-th of its set; its page says so."""

    def __init__(self) -> None:
        super().__init__()
        self.sets: list[list[Entry]] = []
        self.fetched: list[int] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.strip("/").split("/")
        if path[0] == "set":
            return self.part(int(path[1]), int(path[2]))
        if path[0] == "full":
            return self.full(int(path[1]), int(path[2]))
        return await super().handle(request)

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = await self.words_of(request)
        if not (found := self.find(words)):
            return self.html(self.nothing(words), title="Search")
        self.sets.append(found)
        raise web.HTTPFound(f"/set/{len(self.sets)}/1")

    def part(self, number: int, start: int) -> web.Response:
        found = self.sets[number - 1]
        shown = list(enumerate(found[start - 1 : start - 1 + self.page_size], start))
        rows = "".join(self.row(number, rank, entry) for rank, entry in shown)
        more = f'<a href="/set/{number}/{start + self.page_size}">Next page</a>'
        more = more if start + self.page_size <= len(found) else ""
        return self.html(f"<p>{len(found)} records</p><table>{rows}</table>{more}")

    def row(self, number: int, rank: int, entry: Entry) -> str:
        link = escape(self.at(number, rank))
        return f'<tr><td><a href="{link}">{rank}</a></td><td>{entry.title}</td><td>{entry.author}</td></tr>'

    def at(self, number: int, rank: int) -> str:
        return f"/full/{number}/{rank}"

    def full(self, number: int, rank: int) -> web.Response:
        found = self.sets[number - 1]
        self.fetched.append(found[rank - 1].number)
        return self.html(f"<p>Record {rank} of {len(found)}</p>{self.document(found[rank - 1])}", title="Full record")


class ByParameter(Sets):
    """The set and the rank, from 0, are parameters; titles are linked and ranks not shown."""

    def at(self, number: int, rank: int) -> str:
        return "/show?" + urlencode({"set": f"S{number:04}", "pos": rank - 1})

    def row(self, number: int, rank: int, entry: Entry) -> str:
        link = escape(self.at(number, rank))
        return f'<tr><td><a href="{link}">{entry.title}</a></td><td>{entry.author}</td></tr>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/show":
            return self.full(int(request.query["set"][1:]), int(request.query["pos"]) + 1)
        return await super().handle(request)


SITES = [Sets, ByParameter]


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.__name__)
async def test_a_document_has_one_address_in_all_answers_and_is_had_at_its_rank(site: type[Sets]) -> None:
    async with visit(site()) as learned:
        assert [rule.ranked for rule in learned.interface.results] == [True]
        addresses: dict[int, set[str]] = {}
        for words in ("river", "water", "people", "river water"):
            for entry, result in zip(learned.library.find(words), await learned.ask(words), strict=True):
                addresses.setdefault(entry.number, set()).add(result.url)
                assert entry.title in result.title
        assert all(len(urls) == 1 for urls in addresses.values())
        assert len(set.union(*addresses.values())) == len(addresses)
        entry, result = learned.library.find("garden")[1], (await learned.ask("garden"))[1]
        assert entry.text in (await learned.site.get(result)).text


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.__name__)
async def test_a_crawl_fetches_each_document_about_once(site: type[Sets], tmp_path: Path) -> None:
    library = site()
    await check_each_entry_is_stored_once(library, tmp_path / "copy")
    assert len(library.fetched) <= 1.5 * len(library.entries)


async def test_the_file_tells_it_and_is_read_back(tmp_path: Path) -> None:
    async with visit(Sets()) as learned:
        assert "rank" in str(learned.interface)
        assert learned.interface.results[0].moves == "td:nth-child(1)"
        save_interface(learned.interface, tmp_path / "interface.yaml")
        assert load_interface(tmp_path / "interface.yaml") == learned.interface


async def test_a_page_that_no_longer_shows_the_record_is_not_stored_for_it() -> None:
    async with visit(Sets()) as learned:
        results = await learned.ask("river")
        learned.library.sets[-1][:] = [Entry(0, "Nobody", "Your time was up", "Nobody")] * 20  # type: ignore[attr-defined]
        with pytest.raises(sonde.errors.FetchError, match="session"):
            await learned.site.get(results[0])


async def test_addresses_of_their_own_are_not_taken_for_ranks() -> None:
    async with visit(Library()) as learned:
        assert [rule.ranked for rule in learned.interface.results] == [False]


def _shown(numbers: Sequence[int], said: Sequence[str], where: str = "s1") -> list[tuple[str, str]]:
    return [(f"http://a.test/{where}/r/{number}", text) for number, text in zip(numbers, said, strict=True)]


def test_numbers_that_stand_for_the_same_in_each_answer_are_no_ranks() -> None:
    assert not are_ranked([_shown([1, 2, 3], ["a", "b", "c"]), _shown([1, 2], ["a", "b"])])
    assert not are_ranked([_shown([1, 2, 3], ["a", "b", "c"]), _shown([4, 5], ["d", "e"])])
    assert not are_ranked([_shown([1, 3], ["a", "b"]), _shown([1, 2], ["x", "y"])])
    assert not are_ranked([_shown([1, 2, 3], ["a", "b", "c"])])
    assert are_ranked([_shown([1, 2, 3], ["1 a", "2 b", "3 c"]), _shown([1, 2], ["1 x", "2 y"], "s2")])


@given(st.lists(st.lists(st.integers(10, 10**6), min_size=2, max_size=12, unique=True), min_size=2, max_size=4))
def test_documents_with_numbers_of_their_own_are_never_ranked(answers: list[list[int]]) -> None:
    assert not are_ranked([_shown(numbers, [f"doc {number:b}" for number in numbers]) for numbers in answers])

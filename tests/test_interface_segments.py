"""Documents whose addresses change from answer to answer: each has one address, and is fetched once."""

import re
from collections import Counter
from pathlib import Path

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

import sonde
from interface_sites import Entry, Library, serve, visit
from sonde.interface.segments import changing_segments, twins, with_segments
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.model import Result
from sonde.net.client import NetOptions

NET = NetOptions(delay_s=0, concurrency=4, retries=0)


class Sessions(Library):
    """Each answer begins a session, which is part of the addresses; an old one ends after some more answers."""

    lasting = 1000

    def __init__(self) -> None:
        super().__init__()
        self.session = 100

    async def search(self, request: web.Request) -> web.StreamResponse:
        self.session += 1
        return await super().search(request)

    def link(self, entry: Entry, words: str) -> str:
        return f"/{self.token(entry, words)}/entry/{entry.number}"

    def token(self, entry: Entry, words: str) -> str:
        return f"s{self.session:x}q"

    def is_valid(self, token: str) -> bool:
        return int(token[1:-1], 16) > self.session - self.lasting

    async def handle(self, request: web.Request) -> web.StreamResponse:
        match = re.fullmatch(r"/([^/]+)/entry/\d+", request.path)
        if match and self.is_valid(match[1]):
            return self.entry(request)
        return await super().handle(request)


class ShortSessions(Sessions):
    lasting = 12


class Tokens(Sessions):
    """Every link has a token of its own."""

    def token(self, entry: Entry, words: str) -> str:
        return f"s{0x1000 * self.session + 7 * entry.number:x}q"

    def is_valid(self, token: str) -> bool:
        return True


class Echo(Sessions):
    """The words are part of the addresses."""

    def token(self, entry: Entry, words: str) -> str:
        return f"for-{words}"

    def is_valid(self, token: str) -> bool:
        return True


@pytest.mark.parametrize("library", [Sessions(), ShortSessions(), Tokens(), Echo()], ids=lambda x: type(x).__name__)
async def test_a_document_has_one_address_whatever_the_answer_calls_it(library: Sessions, tmp_path: Path) -> None:
    async with visit(library) as learned:
        assert [place for place, _ in learned.interface.fixed_segments] == ["1"]
        found = [await learned.ask(words) for words in ("river", "music", "river")]
        assert [result.url for result in found[0]] == [result.url for result in found[2]]
        by_title = {result.title: result.url for results in found for result in results}
        assert len(by_title) == len({result.url for results in found for result in results})
        result = found[2][0]
        assert (await learned.site.get(result)).title == result.title
        assert "in place 1 of the path" in str(learned.interface)
    save_interface(learned.interface, tmp_path / "interface.yaml")
    assert load_interface(tmp_path / "interface.yaml") == learned.interface


async def test_a_crawl_fetches_each_document_once(tmp_path: Path) -> None:
    async with serve(Sessions()) as library:
        async with sonde.crawl(library.url, into=tmp_path, net=NET, max_queries=12) as crawl:
            before = len(library.seen)
            documents = [document.title async for document in crawl]
        fetched = Counter(re.findall(r"/entry/(\d+)", " ".join(library.seen[before:])))
        assert len(documents) == len(set(documents)) > 60
        assert max(fetched.values()) == 1


class Parameter(Library):
    """Every link has a number of its own that means nothing."""

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}?click={7919 * len(self.seen) + entry.number}"


async def test_a_parameter_that_differs_from_link_to_link_is_dropped() -> None:
    async with visit(Parameter()) as learned:
        assert learned.interface.drop_parameters == ("click",)
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


class Ranks(Sessions):
    """A document is where it stood in its answer; without the answer its address says nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_for: dict[str, str] = {}

    def link(self, entry: Entry, words: str) -> str:
        self.asked_for[str(self.session)] = words
        return f"/{self.session}/hit/{self.find(words).index(entry)}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        match = re.fullmatch(r"/(\d+)/hit/(\d+)", request.path)
        if not match:
            return await super().handle(request)
        entry = self.find(self.asked_for[match[1]])[int(match[2])]
        return self.html(self.document(entry), title=entry.title)


class Sections(Library):
    """Sections have entries of the same numbers."""

    def link(self, entry: Entry, words: str) -> str:
        return f"/{entry.author.split()[0].lower()}/entry/{entry.number}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        return self.entry(request) if "/entry/" in request.path else await super().handle(request)


@pytest.mark.parametrize("library", [Library(), Sections(), Ranks()], ids=lambda x: type(x).__name__)
async def test_what_tells_documents_apart_stays_in_their_addresses(library: Library) -> None:
    async with visit(library) as learned:
        assert learned.interface.fixed_segments == ()


def results(*pairs: tuple[str, str]) -> list[Result]:
    return [Result(f"http://s.example{path}", title) for path, title in pairs]


def test_documents_that_are_called_alike_are_not_made_one() -> None:
    answers = [
        results(("/doc/1", "Report"), ("/doc/2", "Minutes"), ("/doc/3", "Letter")),
        results(("/doc/7", "Report"), ("/doc/8", "Minutes"), ("/doc/9", "Notes")),
    ]
    assert len(twins(answers)) == 2
    assert list(changing_segments(twins(answers), answers)) == []


def test_places_in_answers_are_no_addresses_even_where_most_answers_agree() -> None:
    names = ("Report", "Minutes", "Letter", "Notes")
    answers = [results(*((f"/{session}/hit/{n}", name) for n, name in enumerate(names))) for session in (5, 6)]
    assert [place for place, _ in changing_segments(twins(answers), answers)] == [1]
    answers.append(results(("/7/hit/0", "Letter"), ("/7/hit/1", "Other")))
    assert list(changing_segments(twins(answers), answers)) == []


paths = st.lists(st.text(alphabet="abc19", max_size=3), max_size=5).map(lambda parts: "/" + "/".join(parts))


@given(paths, st.integers(1, 6), st.text(alphabet="xyz", min_size=1))
def test_a_segment_is_fixed_once_and_for_all(path: str, place: int, value: str) -> None:
    fixed = ((str(place), value),)
    once = with_segments(f"http://s.example{path}?q=1", fixed)
    assert with_segments(once, fixed) == once
    assert once.endswith("?q=1")

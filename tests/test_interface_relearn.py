import os
from collections.abc import Sequence
from pathlib import Path

from aiohttp import web
from tests.interface_sites import Entry, Library, serve

from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.relearn import NEW_LOOKS, RELEARNED, LastingSite, Ways, relearned_path
from sonde.interface.site import WebSite
from sonde.interface.yaml.file import load_interface
from sonde.model import Budget, Query
from sonde.net.client import Client, NetOptions
from sonde.site_crawl import Crawl, CrawlOptions


class Renovated(Library):
    """Looks different from one moment on."""

    is_new = False

    def results(self, shown: Sequence[Entry], words: str) -> str:
        if not self.is_new:
            return super().results(shown, words)
        rows = "".join(f"<tr><td class=name>{self.result(entry, words)}</td></tr>" for entry in shown)
        return f"<table class=hits>{rows}</table>"

    def count(self, found: Sequence[Entry], words: str) -> str:
        return super().count(found, words) if not self.is_new else f"<h2>Hits: {len(found)}</h2>"


class Renamed(Renovated):
    """Also calls its box something else."""

    def forms(self) -> str:
        return super().forms() if not self.is_new else super().forms().replace('name="q"', 'name="words"')

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("words" if self.is_new else "q", "").strip()

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page).replace("?q=", "?words=" if self.is_new else "?q=")


class Notes:
    """What was told about a site that was learned again."""

    def __init__(self) -> None:
        self.interfaces: list[SearchInterface] = []

    def __call__(self, interface: SearchInterface, text: str) -> None:
        self.interfaces.append(interface)


async def asked_before_and_after(library: Renovated) -> tuple[list[set[str]], Notes, int]:
    """What a word finds before the change and what words find after it; notes, and requests after the change."""
    notes = Notes()
    async with serve(library):
        options = NetOptions(delay_s=0, concurrency=4, retries=0)
        async with Client(options, start_url=library.url) as client:
            interface = await learn(client, library.url)
            ways = Ways(lambda: learn(client, library.url), lambda known: WebSite(client, known), notes)
            site = LastingSite(interface, ways)
            answers = []
            for number, words in enumerate(("river", "water", "house", "music", "castle", "people")):
                if number == 1:
                    library.is_new = True
                    before = len(library.seen)
                pages = [page async for page in site.search(Query(words))]
                answers.append({result.url for page in pages for result in page.results})
            return answers, notes, len(library.seen) - before


async def test_a_layout_that_changes_is_noticed_and_learned_again() -> None:
    library = Renovated()
    answers, notes, _ = await asked_before_and_after(library)
    assert answers[0] == library.urls("river")
    assert answers[-2:] == [library.urls("castle"), library.urls("people")]
    assert len(notes.interfaces) == 1
    assert "learned again" in notes.interfaces[0].evidence[-1]


async def test_a_form_that_changes_too_is_learned_again() -> None:
    library = Renamed()
    answers, notes, _ = await asked_before_and_after(library)
    assert answers[-2:] == [library.urls("castle"), library.urls("people")]
    assert notes.interfaces[0].ask.query_field == "words"


async def test_words_that_find_nothing_do_not_make_a_site_new() -> None:
    library, notes = Library(), Notes()
    async with serve(library), Client(NetOptions(delay_s=0, retries=0), start_url=library.url) as client:
        interface = await learn(client, library.url)
        ways = Ways(lambda: learn(client, library.url), lambda known: WebSite(client, known), notes)
        site = LastingSite(interface, ways)
        before = len(library.seen)
        for number in range(20):
            assert [page.results async for page in site.search(Query(f"nothing{number}"))] == [()]
        assert not notes.interfaces
        assert len(library.seen) - before <= 24


async def test_a_site_that_cannot_be_learned_again_is_left_as_it_is() -> None:
    class Closed(Renovated):
        def front(self) -> str:
            return "<p>Closed.</p>" if self.is_new else super().front()

        def forms(self) -> str:
            return "" if self.is_new else super().forms()

    library = Closed()
    answers, notes, requests = await asked_before_and_after(library)
    assert answers[1:] == [set()] * 5
    assert not notes.interfaces
    assert requests < 100


def crawl_of(library: Library, folder: Path, *, queries: int | None = None) -> Crawl:
    options = CrawlOptions(
        net=NetOptions(delay_s=0, concurrency=4, retries=0), budget=Budget(max_queries=queries), documents="results"
    )
    return Crawl(library.url, into=folder, options=options)


async def test_a_crawl_that_is_resumed_goes_on_with_what_was_learned_again(tmp_path: Path) -> None:
    library = Renamed()
    async with serve(library):
        async with crawl_of(library, tmp_path, queries=2) as crawl:
            _ = [document async for document in crawl]
        library.is_new = True
        async with crawl_of(library, tmp_path, queries=12) as crawl:
            _ = [document async for document in crawl]
        assert (tmp_path / RELEARNED).exists()
        assert load_interface(tmp_path / "interface.yaml").ask.query_field == "q"  # never overwritten
        before = len(library.seen)
        async with crawl_of(library, tmp_path) as crawl:
            assert crawl.interface.ask.query_field == "words"
            _ = [document async for document in crawl]
        fronts = [request for request in library.seen[before:] if request == "GET /"]
        assert not fronts  # nothing was learned a second time
        assert crawl.progress.documents >= 85
        assert NEW_LOOKS in (tmp_path / "report.html").read_text(encoding="utf-8")


async def test_an_interface_corrected_since_counts_more_than_what_was_learned_again(tmp_path: Path) -> None:
    path = tmp_path / "interface.yaml"
    for number, name in enumerate(("interface.yaml", RELEARNED)):
        (tmp_path / name).write_text("", encoding="utf-8")
        os.utime(tmp_path / name, (number, number))
    assert relearned_path(path) == tmp_path / RELEARNED
    os.utime(path, (2, 2))
    assert relearned_path(path) is None

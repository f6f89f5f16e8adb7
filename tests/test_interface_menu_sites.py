"""Sites whose answers are easily mistaken: documents in the menu, several results in one document, late long answers."""

from collections.abc import Sequence

from aiohttp import web

from interface_sites import ENTRIES, Entry, Library, failure, visit
from sonde.interface.ask import request_for
from sonde.interface.model import SearchInterface
from sonde.interface.paging.late import learn_late_paging
from sonde.model import Query
from sonde.net.client import Client, NetOptions


class Manual(Library):
    """Lists all its entries in a menu on every page, as manuals do."""

    def frame(self, content: str, title: str) -> str:
        menu = "".join(f'<li><a href="/entry/{entry.number}">{entry.title}</a></li>' for entry in self.entries)
        return super().frame(f'<div class="menu"><ul>{menu}</ul></div>{content}', title)


async def test_results_are_told_from_a_menu_that_lists_every_document() -> None:
    async with visit(Manual()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert await learned.ask("xylophone") == []


async def test_the_menu_alone_is_never_taken_for_an_answer() -> None:
    class Mute(Manual):
        async def search(self, request: web.Request) -> web.StreamResponse:
            return self.html("<p>The search is being rebuilt.</p>")

    assert "the answer is the same for every word" in str(await failure(Mute()))


class Sections(Library):
    """Finds sections: each document is listed twice, as a whole and with its part."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        twice = (
            f'<article><h3><a href="/entry/{entry.number}{part}">{entry.title}</a></h3><p>{entry.text}</p></article>'
            for entry in shown
            for part in ("", "#summary")
        )
        return f"<div class=found>{''.join(twice)}</div>"


async def test_several_sections_of_one_document_may_each_be_a_result() -> None:
    async with visit(Sections()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


async def test_a_way_on_is_learned_from_an_answer_that_came_late() -> None:
    async with visit(Library()) as learned:
        known = learned.interface
        unaware = SearchInterface(known.site, known.ask, known.results)
        async with Client(NetOptions(delay_s=0), start_url=learned.library.url) as client:
            asked = [request_for(unaware.ask, Query(word)) for word in ("k7", "this")]
            short, long = [{request: await client.fetch(request)} for request in asked]
            assert len(learned.library.find("this")) == len(ENTRIES)
            found = await learn_late_paging(client, unaware, short | long, longest=1)
            assert (found.paging.kind, found.paging.label, found.paging.page_size) == ("label", "Next page", 10)
            assert "brought 10 other results" in found.evidence[-1]
            assert await learn_late_paging(client, unaware, short, longest=1) == unaware

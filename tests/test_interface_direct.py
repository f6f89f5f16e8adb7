"""Answers that redirects lead to are asked for directly once their address is known to be made of the words."""

from aiohttp import web

from interface_sites import Library, visit
from sonde.interface.direct import Direct
from sonde.model import Page, Query


def led(words: str, url: str) -> tuple[Query, Page]:
    return Query(words), Page(url, "", redirects=1)


def test_two_questions_show_the_address() -> None:
    direct = Direct()
    direct.note(*led("river", "http://a.example/found?lang=en&w=river"))
    assert direct.request(Query("stone")) is None
    direct.note(*led("salt water", "http://a.example/found?lang=en&w=salt+water"))
    request = direct.request(Query("stone wall"))
    assert request is not None
    assert request.url == "http://a.example/found?lang=en&w=stone+wall"


def test_signs_around_the_words_belong_to_the_address() -> None:
    direct = Direct()
    direct.note(*led("river", "http://a.example/query?summary=~river&type="))
    direct.note(*led("stone", "http://a.example/query?summary=~stone&type="))
    request = direct.request(Query("old mill"))
    assert request is not None
    assert request.url == "http://a.example/query?type=&summary=~old+mill"


def test_an_address_that_changes_in_more_than_the_words_is_not_guessed() -> None:
    direct = Direct()
    direct.note(*led("river", "http://a.example/found?w=river&id=1"))
    direct.note(*led("stone", "http://a.example/found?w=stone&id=2"))
    assert direct.request(Query("castle")) is None


def test_questions_with_other_settings_are_asked_by_the_form() -> None:
    direct = Direct()
    direct.note(*led("river", "http://a.example/found?w=river"))
    direct.note(*led("stone", "http://a.example/found?w=stone"))
    assert direct.request(Query("castle", (("year", "1900"),))) is None


class LeadsOn(Library):
    """Leads every question to the address of its answer."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/search" and "tidy" not in request.query:
            raise web.HTTPFound(request.rel_url.update_query(tidy="1"))
        return await super().handle(request)


async def test_a_site_that_leads_on_is_asked_once_for_each_question() -> None:
    async with visit(LeadsOn()) as learned:
        for words in ("river", "stone"):
            await learned.ask(words)
        learned.library.seen.clear()
        assert {result.url for result in await learned.ask("castle")} == learned.library.urls("castle")
        first = [line for line in learned.library.seen if "page=" not in line]
        assert len(first) == 1

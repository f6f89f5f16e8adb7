"""Pages without a search box that say where the same is to be had as JSON."""

import pytest
from aiohttp import web

from interface_sites import Library, failure, visit
from sonde.errors import NoSearchFormError
from sonde.interface.json.same_page import json_address
from sonde.interface.results.contrast import read_page
from sonde.model import Page


class Register(Library):
    """Lists its entries on a page without a box; as JSON, the list takes words."""

    kind = "application/json"

    def forms(self) -> str:
        return f'<link rel="alternate" type="{self.kind}" href="/list?f=json">'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/list":
            return await super().handle(request)
        words, offset = request.query.get("q", ""), int(request.query.get("offset", "0"))
        found = self.find(words) if words else list(self.entries)
        rows = [{"id": entry.number, "title": entry.title, "text": entry.text} for entry in found[offset : offset + 10]]
        return web.json_response({"matched": len(found), "rows": rows})


class Embedded(Register):
    """What it links to tells how the page may be shown elsewhere."""

    kind = "application/json+oembed"


async def test_a_page_that_is_also_json_is_searched_there() -> None:
    async with visit(Register()) as learned:
        assert learned.interface.json is not None
        assert learned.interface.site == learned.library.url
        assert (learned.interface.ask.query_field, learned.interface.json.total) == ("q", "matched")


async def test_a_link_to_how_a_page_is_embedded_is_not_followed() -> None:
    library = Embedded()
    assert isinstance(await failure(library), NoSearchFormError)
    assert not library.asked("/list")


@pytest.mark.parametrize("address", ["http://other.example/list.json", "javascript:go()"])
def test_json_of_another_site_is_left_alone(address: str) -> None:
    html = f'<html><head><link rel="alternate" type="application/json" href="{address}"></head><body></body></html>'
    assert json_address(read_page(Page("http://site.example/", html))) is None

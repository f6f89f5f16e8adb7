"""Ranges and check boxes on small sites of other builds: menus of years, open bounds, prices with cents, dates as text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from sonde.interface.inputs.pairs import pairs_of
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.net.client import Client, NetOptions
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.site_crawl import Crawl, CrawlOptions

OPTIONS = NetOptions(delay_s=0, concurrency=8)
SHOWN = 16


@dataclass(frozen=True)
class Lot:
    """One thing at auction."""

    number: int
    year: int
    price: float
    day: str
    sold: bool
    old: bool  # only shown when the archive is asked for, too


def make_lots(count: int = 150) -> list[Lot]:
    rng = Random(11)
    return [
        Lot(
            number, rng.randint(1950, 1999), round(rng.uniform(5, 90), 2),
            f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.{rng.randint(1990, 2004)}", rng.random() < 0.3,
            rng.random() < 0.2,
        )
        for number in range(1, count + 1)
    ]  # fmt: skip


LOTS = make_lots()
Fits = Callable[[Lot, Mapping[str, str]], bool]


def auction(form: str, fits: Fits, *, counts: bool = True, method: str = "get") -> web.Application:
    """A site of one form, which shows at most 16 of the lots that fit."""

    async def front(request: web.Request) -> web.Response:
        page = f'<title>Auction</title><h1>Lots</h1><form action="/lots" method="{method}">{form}<button>Search</button></form>'
        return web.Response(text=page, content_type="text/html")

    async def lots(request: web.Request) -> web.Response:
        asked = {key: str(value) for key, value in (await request.post() or request.query).items()}
        found = [lot for lot in LOTS if fits(lot, asked)]
        number = f"<p class=n>{len(found)} lots</p>" if counts else ""
        items = "".join(
            f'<li><a href="/lot/{lot.number}">Lot {lot.number}</a> of {lot.year}</li>' for lot in found[:SHOWN]
        )
        nothing = "" if found else "<p>No lots.</p>"
        return web.Response(text=f"<title>Lots</title>{number}{nothing}<ul>{items}</ul>", content_type="text/html")

    async def lot(request: web.Request) -> web.Response:
        one = LOTS[int(request.match_info["number"]) - 1]
        facts = {"Year": one.year, "Price": f"{one.price:.2f}", "Sale date": one.day}
        rows = "".join(f"<dt>{key}</dt><dd>{escape(str(value))}</dd>" for key, value in facts.items())
        text = (
            f"<title>Lot {one.number}</title><h1>Lot {one.number}</h1><p>Item k{one.number * 7919}.</p><dl>{rows}</dl>"
        )
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", front), web.route("*", "/lots", lots), web.get("/lot/{number}", lot)])
    return app


def number(text: str | None, default: float) -> float:
    try:
        return float(text or default)
    except ValueError:
        return default


def years(lot: Lot, asked: Mapping[str, str]) -> bool:
    return number(asked.get("y1"), 0) <= lot.year <= number(asked.get("y2"), 9999)


def up_to(lot: Lot, asked: Mapping[str, str]) -> bool:
    return number(asked.get("y1"), 0) <= lot.year < number(asked.get("y2"), 9999)


def both_years(lot: Lot, asked: Mapping[str, str]) -> bool:
    return bool(asked.get("y1") and asked.get("y2")) and years(lot, asked)


def both_days(lot: Lot, asked: Mapping[str, str]) -> bool:
    return bool(asked.get("sale_from") and asked.get("sale_to")) and days(lot, asked)


def prices(lot: Lot, asked: Mapping[str, str]) -> bool:
    return number(asked.get("min_price"), 0) <= lot.price <= number(asked.get("max_price"), 1e9)


def _ordinal(day: str) -> str:
    return "".join(reversed(day.split("."))) if day.count(".") == 2 else ""


def days(lot: Lot, asked: Mapping[str, str]) -> bool:
    low, high = _ordinal(asked.get("sale_from", "")), _ordinal(asked.get("sale_to", ""))
    return (not low or _ordinal(lot.day) >= low) and (not high or _ordinal(lot.day) <= high)


def _menu(name: str, values: range, wide: str) -> str:
    options = "".join(f"<option>{value}</option>" for value in values)
    return f'<select name="{name}"><option value="">{wide}</option>{options}</select>'


SITES = {
    "two boxes": ('Year <input name="y1"> to <input name="y2">', years, "1"),
    "numbers with bounds": (
        '<input type=number name=y1 min=1950 max=2000> – <input type=number name=y2 min=1950 max=2000>', years, "1",
    ),
    "menus of years": (f"From {_menu('y1', range(1950, 2000), 'any')} to {_menu('y2', range(1950, 2000), 'any')}", years, "1"),
    "menus of every second year": (
        f"From {_menu('y1', range(1949, 2003, 2), 'any')} to {_menu('y2', range(1949, 2003, 2), 'any')}", years, "1",
    ),
    "an upper bound that is left out": ('Year <input name="y1"> to <input name="y2">', up_to, "1"),
    "two boxes that must both be filled": ('Year <input name="y1"> to <input name="y2">', both_years, "1"),
    "two dates that must both be filled": (
        '<label>Sold from <input name="sale_from" placeholder="dd.mm.yyyy"></label>'
        '<label>until <input name="sale_to" placeholder="dd.mm.yyyy"></label>', both_days, "%d.%m.%Y",
    ),
    "cents": ('Price <input name="min_price"> – <input name="max_price">', prices, "0.01"),
    "dates as text": (
        '<label>Sold from <input name="sale_from" placeholder="dd.mm.yyyy"></label>'
        '<label>until <input name="sale_to" placeholder="dd.mm.yyyy"></label>', days, "%d.%m.%Y",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITES)
@pytest.mark.parametrize("counts", [True, False], ids=["with count", "without"])
async def test_a_range_is_crawled_completely(name: str, counts: bool, tmp_path: Path) -> None:
    form, fits, unit = SITES[name]
    async with TestServer(auction(form, fits, counts=counts)) as server:
        url = str(server.make_url("/"))
        async with Crawl(url, into=tmp_path / "copy", options=CrawlOptions(net=OPTIONS)) as crawl:
            found = [document async for document in crawl]
    assert [item.unit for item in crawl.interface.abilities.ranges] == [unit]
    assert not crawl.interface.abilities.words
    assert len(found) == len(LOTS)


async def learned(form: str, fits: Fits, counts: bool = True) -> SearchInterface:
    async with TestServer(auction(form, fits, counts=counts)) as server:
        url = str(server.make_url("/"))
        async with Client(OPTIONS, start_url=url) as client:
            return await learn(client, url)


def ticked(lot: Lot, asked: Mapping[str, str]) -> bool:
    fits = years(lot, asked) and ("sold" not in asked or lot.sold)
    return fits and (not lot.old or "archive" in asked)


async def test_a_check_box_that_adds_stays_ticked_and_one_that_narrows_is_noted() -> None:
    form = (
        'Year <input name="y1"> to <input name="y2"><label><input type=checkbox name=sold value=1> sold only</label>'
        "<label><input type=checkbox name=archive> with the archive</label><label><input type=checkbox name=big> big"
        " pictures</label>"
    )
    interface = await learned(form, ticked)
    assert interface.abilities.splits == (("sold", ("1",)),)
    assert ("archive", "on") in interface.ask.send
    assert "big" not in dict(interface.ask.send)


async def test_inputs_that_only_look_like_a_range_are_not_taken_for_one() -> None:
    def fits(lot: Lot, asked: Mapping[str, str]) -> bool:
        return asked.get("decade", "") in ("", str(lot.year // 10 * 10))

    form = (
        f"Show {_menu('rows_min', range(10, 40, 10), 'any')} to {_menu('rows_max', range(10, 40, 10), 'any')}"
        f"Decade {_menu('decade', range(1950, 2000, 10), 'all')}"
    )
    interface = await learned(form, fits)
    assert not interface.abilities.ranges
    assert [name for name, _ in interface.abilities.splits] == ["decade"]


def test_a_name_or_an_address_is_never_filled_in_as_a_range() -> None:
    page = "<form role=search><input name=first_name><input name=last_name><input name=email_from><input name=email_to></form>"
    [form] = find_forms(parse_html(page), "http://example.org/", "utf-8")
    assert not pairs_of(form)

"""The served site, visited as a browser would: fill in its form, read its list, follow its pager."""

import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args
from urllib.parse import urljoin

import aiohttp
import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve
from sonde.lab.traits import Count, Layout, Paging, PastEnd, Traits

RECORDS = [
    Record(
        id=f"r{i}",
        title=f"Entry {'alpha' if i % 9 == 0 else 'gamma'} {i}",
        text=f"alpha {'beta ' * (i % 4)}text of entry number{i}\n\nSecond paragraph.",
        attributes=(("kind", "even" if i % 2 == 0 else "odd"), ("code", str(i))),
    )
    for i in range(63)
]
ENGINE = Engine(RECORDS)
TITLE_LINKS = {
    "list": "ol.hits h3 a",
    "cards": "a.card-title",
    "table": "table.listing td a",
    "definitions": "dl#found dt a",
}


class Visitor:
    """A browser without a screen."""

    def __init__(self, session: aiohttp.ClientSession, server: LabServer) -> None:
        self.session, self.server = session, server
        self.url, self.status, self.text = "", 0, ""

    async def open(self, url: str, *, method: str = "GET", data: dict[str, str] | None = None) -> LexborHTMLParser:
        sent = {"params" if method == "GET" else "data": data} if data else {}
        async with self.session.request(method, urljoin(self.server.url, url), **sent) as response:
            self.url, self.status, self.text = str(response.url), response.status, await response.text()
        return LexborHTMLParser(self.text)

    async def submit(self, form: LexborNode, *, button: LexborNode | None = None, **typed: str) -> LexborHTMLParser:
        fields = [node.attributes for node in form.css("input[name]") if node.attributes.get("type") != "submit"]
        values = {str(field["name"]): typed.get("box") or field.get("value") or "" if field.get("id") == "box"
                  else field.get("value") or "" for field in fields}  # fmt: skip
        if button is not None:
            values[str(button.attributes["name"])] = str(button.attributes["value"])
        attributes = form.attributes
        return await self.open(str(attributes["action"]), method=str(attributes["method"]).upper(), data=values)

    async def search(self, words: str) -> LexborHTMLParser:
        page = await self.open("/")
        form = page.css_first('form[action="/search"]')
        assert form is not None
        return await self.submit(form, box=words)

    async def pages(self, words: str) -> AsyncIterator[LexborHTMLParser]:
        page: LexborHTMLParser | None = await self.search(words)
        for _ in range(30):
            assert self.status == 200
            assert page is not None
            yield page
            page = await self.next_page(page)
            if page is None:
                return
        pytest.fail("the pages never end")

    async def next_page(self, page: LexborHTMLParser) -> LexborHTMLParser | None:
        if link := page.css_first(".pages a.on"):
            return await self.open(str(link.attributes["href"]))
        for button in page.css("form.pages button"):
            if button.text() == "Next":
                form = page.css_first("form.pages")
                assert form is not None
                return await self.submit(form, button=button)
        if (here := page.css_first(".pagination .here")) and here.next:
            link = here.next.css_first("a")
            assert link is not None
            return await self.open(str(link.attributes["href"]))
        return None

    def links(self, page: LexborHTMLParser) -> list[str]:
        return [str(link.attributes["href"]) for link in page.css(TITLE_LINKS[self.server.traits.layout])]


@asynccontextmanager
async def visiting(traits: Traits, engine: Engine = ENGINE) -> AsyncIterator[Visitor]:
    # Cookies of an address without a name are only kept by an "unsafe" jar.
    jar = aiohttp.CookieJar(unsafe=True)
    async with serve(engine, traits) as server, aiohttp.ClientSession(cookie_jar=jar) as session:
        yield Visitor(session, server)


def number(link: str) -> int:
    """The document behind any of the addresses it is linked under."""
    found = re.match(r"/(?:record/|view\?id=)(\d+)", link)
    assert found
    return int(found[1]) - 1


@pytest.mark.parametrize("token", [False, True])
@pytest.mark.parametrize("method", ["GET", "POST", "POST and redirect"])
@pytest.mark.parametrize("paging", get_args(Paging))
async def test_every_paging_style_reaches_every_result_once(paging: Paging, method: str, token: bool) -> None:
    traits = Traits(
        method="POST" if method != "GET" else "GET",
        redirect_post=method == "POST and redirect",
        paging=paging,
        token=token,
        page_size=10,
    )
    async with visiting(traits) as visitor:
        pages = [visitor.links(page) async for page in visitor.pages("beta")]
        found = [number(link) for page in pages for link in page]
        assert found == ENGINE.search("beta").ids.tolist()
        assert [len(page) for page in pages] == ([47] if paging == "none" else [10, 10, 10, 10, 7])
        assert visitor.server.queries == ["beta"]
        assert visitor.server.submissions["search"] == 1


@pytest.mark.parametrize("seed", range(25))
async def test_any_combination_of_traits_shows_the_whole_answer(seed: int) -> None:
    traits = Traits.random(random.Random(seed))
    async with visiting(traits) as visitor:
        found = Counter([number(link) async for page in visitor.pages("beta text") for link in visitor.links(page)])
        expected = ENGINE.with_traits(traits).search("beta text").ids.tolist()
        assert found == Counter(expected)
        assert expected


@pytest.mark.parametrize("layout", get_args(Layout))
async def test_each_layout_shows_title_snippet_and_the_document_itself(layout: Layout) -> None:
    async with visiting(Traits(layout=layout)) as visitor:
        page = await visitor.search("number5")
        assert visitor.links(page) == ["/record/6"]
        assert "text of entry <b>number5</b>" in visitor.text.replace("em>", "b>")
        document = await visitor.open("/record/6")
        assert document.css_first("h1").text() == "Entry gamma 5"
        assert document.css_first("title").text() == "Entry gamma 5 – The Record Office"
        assert [node.text() for node in document.css(".entry p")] == [
            "alpha beta text of entry number5",
            "Second paragraph.",
        ]
        facts = [node.text() for node in document.css(".facts th, .facts td, .facts dt, .facts dd")]
        assert facts == ["Kind", "odd", "Code", "5"]


async def test_a_cap_ends_the_pages_but_not_the_count() -> None:
    async with visiting(Traits(cap=25, page_size=10)) as visitor:
        pages = [(visitor.links(page), visitor.text) async for page in visitor.pages("alpha")]
        assert [len(links) for links, _ in pages] == [10, 10, 5]
        assert all("63 results" in text for _, text in pages)
        assert "At most 25 entries" in (await visitor.open("/help")).text()


@pytest.mark.parametrize(
    ("count", "layout", "shown"),
    [
        ("exact", "list", "1,234 results"),
        ("exact", "table", "(1 - 20 of 1234)"),
        ("rounded", "list", "About 1,200 results"),
        ("rounded", "cards", "Showing 1–20 of about 1,200 entries"),
        ("hidden", "definitions", "Entries 1 to 20"),
    ],
)
async def test_the_hit_count_is_as_honest_as_asked(count: Count, layout: Layout, shown: str) -> None:
    engine = Engine([Record(str(i), f"word {i}") for i in range(1234)])
    async with visiting(Traits(count=count, layout=layout), engine) as visitor:
        assert (await visitor.search("word")).css_first(".count").text() == shown


async def test_a_search_without_the_sessions_own_token_is_refused() -> None:
    async with visiting(Traits(token=True)) as mine, visiting(Traits(token=True)) as other:
        await mine.open("/search?q=beta")
        assert mine.status == 403
        strange = (await other.open("/")).css_first("input[name=token]").attributes["value"]
        await mine.open(f"/search?q=beta&token={strange}")
        assert mine.status == 403
        own = (await mine.open("/")).css_first("input[name=token]").attributes["value"]
        await mine.open(f"/search?q=beta&token={own}")
        assert mine.status == 200
        assert mine.server.queries == ["beta"]


async def test_a_form_only_works_by_its_own_method() -> None:
    async with visiting(Traits(method="POST")) as visitor:
        assert not visitor.links(await visitor.open("/search?q=beta"))
    async with visiting(Traits()) as visitor:
        assert not visitor.links(await visitor.open("/search", method="POST", data={"q": "beta"}))
        await visitor.open("/results?s=beta")
        assert visitor.status == 404
        assert visitor.server.queries == []


@pytest.mark.parametrize("paging", ["next", "offset"])
@pytest.mark.parametrize("past_end", get_args(PastEnd))
async def test_what_lies_behind_the_last_page(past_end: PastEnd, paging: Paging) -> None:
    beyond = "/search?q=beta&" + ("page=9" if paging == "next" else "start=80")
    async with visiting(Traits(past_end=past_end, paging=paging, page_size=10)) as visitor:
        page = await visitor.open(beyond)
        last = [number(link) for link in visitor.links(page)]
        assert last == (ENGINE.search("beta").ids.tolist()[40:] if past_end == "repeat" else [])
        assert visitor.status == (404 if past_end == "404" else 200)
        assert not page.css(".pages a.on")


async def test_addresses_the_site_never_gave_are_refused() -> None:
    async with visiting(Traits(paging="cursor", page_size=10)) as visitor:
        link = (await visitor.search("beta")).css_first("a.on").attributes["href"]
        assert link
        for url in (link.replace("q=beta", "q=alpha"), "/search?q=beta&after=xyz"):
            await visitor.open(url)
            assert visitor.status == 400
    async with visiting(Traits(method="POST")) as visitor:
        await visitor.open("/results?s=beta")
        assert visitor.status == 400


async def test_the_addresses_of_one_document_lead_to_the_same_content() -> None:
    async with visiting(Traits(duplicate_urls=True, paging="none")) as visitor:
        seen: dict[int, set[str]] = {}
        for words in ("alpha", "beta", "text", "entry", "paragraph"):
            for link in visitor.links(await visitor.search(words)):
                seen.setdefault(number(link), set()).add(link)
        assert sum(len(links) > 1 for links in seen.values()) > len(seen) / 2
        for document, links in list(seen.items())[:8]:
            pages = [await visitor.open(link) for link in links]
            assert {page.css_first("h1").text() for page in pages} == {RECORDS[document].title}
            assert len({page.css_first(".entry").text() for page in pages}) == 1


async def test_a_document_names_its_one_true_address_when_asked_to() -> None:
    async with visiting(Traits(duplicate_urls=True, canonical=True)) as visitor:
        page = await visitor.open("/view?id=6")
        assert page.css_first("link[rel=canonical]").attributes["href"] == visitor.server.record_urls()[5]


@pytest.mark.parametrize("layout", ["list", "table"])
async def test_decoys_come_first_and_are_counted_apart(layout: Layout) -> None:
    async with visiting(Traits(decoys=("login", "newsletter", "language"), layout=layout)) as visitor:
        actions = [form.attributes["action"] for form in (await visitor.open("/")).css("form")]
        assert actions == ["/login", "/subscribe", "/language", "/search"]
        await visitor.open("/login", method="POST", data={"user": "u", "password": "p"})
        assert visitor.status == 403
        await visitor.open("/subscribe", method="POST", data={"email": "a@example.org"})
        await visitor.open("/language?to=de")
        await visitor.search("beta")
        assert visitor.server.submissions == {"login": 1, "newsletter": 1, "language": 1, "search": 1}


async def test_a_title_leads_straight_to_its_document_when_the_site_is_eager() -> None:
    async with visiting(Traits(title_redirect=True)) as visitor:
        for title, path in (("entry ALPHA 0", "record/1"), ("Entry gamma 5", "record/6")):
            await visitor.search(title)
            assert visitor.url == visitor.server.url + path


async def test_filters_sizes_and_orders_do_what_they_say() -> None:
    traits = Traits(facets=True, per_page_links=True, sort_links=True, page_size=20)
    async with visiting(traits) as visitor:
        page = await visitor.search("alpha")
        links = {link.text(): str(link.attributes["href"]) for link in page.css(".tools a, .refine a")}
        assert links.keys() == {"title", "10", "20", "50", "100", "even", "odd"}
        assert len(visitor.links(await visitor.open(links["50"]))) == 50
        odd = await visitor.open(links["odd"])
        assert "31 results" in odd.text()
        assert all(number(link) % 2 for link in visitor.links(odd))
        titles = [node.text() for node in (await visitor.open(links["title"])).css("ol.hits h3")]
        assert titles == sorted(record.title for record in RECORDS)[:20]


async def test_two_lists_share_the_answer_between_them() -> None:
    async with visiting(Traits(two_lists=True, page_size=10)) as visitor:
        page = await visitor.search("alpha")
        assert [node.text() for node in page.css("main > h3")] == ["Found in titles", "Found in texts"]
        assert [len(node.css("li")) for node in page.css("ol.hits")] == [7, 10]
        found = [number(link) async for page in visitor.pages("alpha") for link in visitor.links(page)]
        assert sorted(found) == list(range(63))
        only_texts = await visitor.search("beta")
        assert [node.text() for node in only_texts.css("main > h3")] == ["Found in texts"]


async def test_nothing_found_nothing_asked_and_refused_words_say_so() -> None:
    async with visiting(Traits(stop_words="text", min_length=3, unusable="refused")) as visitor:
        for words, says in (
            ("qqqq", "nothing was found"),
            ("", "at least one word"),
            ("text", "too common"),
            ("be", "at least 3 characters"),
        ):
            page = await visitor.search(words)
            assert says in page.text()
            assert not visitor.links(page)
            assert visitor.status == 200
    async with visiting(Traits(stop_words="text")) as visitor:
        page = await visitor.search("text beta")
        assert "ignored: text" in page.text()
        assert visitor.links(page)


async def test_only_a_site_with_a_listing_can_be_browsed() -> None:
    async with visiting(Traits(featured=0)) as visitor:
        page = await visitor.open("/")
        targets = {link.attributes["href"] for link in page.css("a")}
        assert not any("record" in str(target) for target in targets)
        await visitor.open("/browse")
        assert visitor.status == 404
    async with visiting(Traits(listing=True)) as visitor:
        first, second = await visitor.open("/browse"), await visitor.open("/browse?page=2")
        assert len(first.css("ul a[href^='/record/']")) + len(second.css("ul a[href^='/record/']")) == 63


async def test_robots_txt_is_served_as_given() -> None:
    async with visiting(Traits(robots="User-agent: *\nDisallow: /search\n")) as visitor:
        await visitor.open("/robots.txt")
        assert visitor.text == "User-agent: *\nDisallow: /search\n"
    async with visiting(Traits()) as visitor:
        await visitor.open("/robots.txt")
        assert visitor.status == 404


async def test_unknown_pages_and_documents_are_not_found() -> None:
    async with visiting(Traits()) as visitor:
        for path in ("/record/0", "/record/64", "/record/x", "/view", "/view?id=-1", "/nowhere"):
            page = await visitor.open(path)
            assert (visitor.status, page.css_first("h2").text()) == (404, "Not Found")


async def test_an_old_charset_is_used_both_ways() -> None:
    engine = Engine([Record("1", "Café société", "Prix: 5 €"), Record("2", "Cafe", "plain")])
    async with visiting(Traits(charset="iso-8859-1"), engine) as visitor:
        await visitor.open("/search?q=caf%E9")
        assert "Café société" in visitor.text
        assert "&#8364;" in visitor.text
        assert visitor.server.queries == ["café"]
        async with visitor.session.get(visitor.server.url) as response:
            assert response.headers["Content-Type"] == "text/html; charset=iso-8859-1"


@pytest.mark.parametrize("layout", get_args(Layout))
async def test_nothing_a_document_or_a_visitor_says_becomes_markup(layout: Layout) -> None:
    evil = "<script>alert(\"x\")</script> & '<b id=evil>' word"
    engine = Engine([Record("1", evil, evil, (("<i>", evil),))])
    async with visiting(Traits(layout=layout, facets=True, duplicate_urls=True), engine) as visitor:
        for page in (await visitor.search(evil), await visitor.open("/record/1"), await visitor.open("/")):
            assert not page.css("script, #evil")
            assert evil in page.text()
        assert (await visitor.open("/record/1")).css_first("h1").text() == evil

"""Every interface that was found is crawled, and the shared budget goes where the yield is."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from interface_sites import Library, serve
from on_a_thread import on_a_thread
from sonde.discover.batch import Batch, FrontierLink, StoredPage
from sonde.discover.crawl_all import CrawlAll
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import FoundInterface
from sonde.discover.model import Candidate, FoundForm, Outlink, Rank
from sonde.discover.read import read_page
from sonde.discover.site_crawls import TO_KNOW, SiteCrawl, choose, one_per_form, site_name, totals
from sonde.discover.store import DiscoveryStore
from sonde.interface.forms.score import search_score
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.recipe import Domain, Recipe
from sonde.lab.web.server import serve_web
from sonde.model import Budget, Field, Form, Stop
from sonde.net.client import NetOptions
from sonde.site_crawl import CrawlOptions

RECIPE = Recipe(
    domains={"book": Domain(hosts=30, form_share=0.3)}, other_hosts=10, hubs=2, records=(30, 35), failing=0, slow=0
)


def found(url: str, *, action: str = "", domain: float = 0.9, page: int = 0) -> FoundInterface:
    return FoundInterface(url, action or url + "find", "GET", domain, 0.9, url, page)


def crawl(number: int, *, new: int = 0, requests: int = 0) -> SiteCrawl:
    site = SiteCrawl(found(f"http://s{number}.test/"), Path(f"s{number}"))
    if requests:
        site.documents, site.requests, site.queries = new, requests, 1
        site.note(new, requests)
    return site


def test_interfaces_get_their_first_slice_in_turn_then_the_one_with_the_best_yield() -> None:
    poor, rich, new = crawl(1, new=5, requests=150), crawl(2, new=100, requests=150), crawl(3)
    assert choose([poor, rich, new], room=1000) is new
    assert choose([poor, rich], room=1000) is rich
    assert choose([poor, rich, new], room=TO_KNOW - 1) is rich, "too little is left to get to know another"
    rich.stop = Stop("exhausted")
    assert choose([poor, rich], room=1000) is poor
    assert choose([poor, rich], room=0) is None


def test_a_site_that_dries_up_gives_way_to_another() -> None:
    once_rich, steady = crawl(1, new=140, requests=150), crawl(2, new=60, requests=150)
    assert choose([once_rich, steady], room=1000) is once_rich
    for _ in range(3):
        once_rich.note(2, 150)
    assert choose([once_rich, steady], room=1000) is steady


def test_forms_that_lead_to_one_address_are_crawled_once() -> None:
    same = [
        found("http://a.test/", action="http://a.test/f?x=1", domain=0.6),
        found("http://a.test/b/", action="http://a.test/f"),
    ]
    other = found("http://a.test/", action="http://a.test/g", domain=0.7, page=4)
    chosen = one_per_form([*same, other])
    assert chosen == [same[1], other]
    assert len({site_name(one) for one in chosen}) == 2


async def found_by_hand(folder: Path, books: LabWeb, urls: list[str]) -> None:
    """A discovery that found the forms on these pages."""
    forms = []
    for url in urls:
        truth = books.truth("book").forms[urlsplit(url).hostname or ""]
        forms += [form for form in read_page(books.page(url)).forms if form.action == truth.action][:1]
    await found_on(folder, list(zip(urls, forms, strict=True)))


async def found_on(folder: Path, found: list[tuple[str, Form]]) -> None:
    """A discovery that found these forms, each on a page."""
    batch = Batch()
    for number, (url, form) in enumerate(found):
        batch.links.append(FrontierLink(number, Candidate(Outlink(url)), Rank()))
        batch.pages.append(StoredPage(number, number, url))
        batch.forms.append((number, FoundForm(form, 0.9, 0.9, True)))
    with DiscoveryFolder.open_for_discovery(folder) as opened:
        async with await DiscoveryStore.open(opened.database) as store:
            await store.record(batch)


async def test_found_interfaces_are_crawled_within_one_budget_and_again_to_the_end(tmp_path: Path) -> None:
    books = LabWeb(RECIPE)
    forms = sorted(books.truth("book").forms.values(), key=lambda form: form.page_url)[1:3]
    await found_by_hand(tmp_path, books, [form.page_url for form in forms])
    with on_a_thread(serve_web(books)) as server:
        net = NetOptions(delay_s=0, concurrency=4, resolve=(f"*=127.0.0.1:{server.port}",))
        options = CrawlOptions(net=net, render="never")
        first = CrawlAll(tmp_path, options=replace(options, budget=Budget(max_requests=120)))
        stop = await first.run()
        assert stop.reason == "budget"
        begun = totals(first.sites)
        assert 0 < begun["requests"] <= 120 + TO_KNOW
        rest = CrawlAll(tmp_path, options=options)
        assert totals(rest.sites) == begun
        stop = await rest.run()
    assert stop.reason == "exhausted"
    for site in rest.sites:
        records = books.records(urlsplit(site.found.page_url).hostname or "")
        assert site.documents >= 0.8 * len(records)
        assert (site.folder / "report.html").exists()
        assert site.folder.parent == tmp_path / "sites"


class TwoDoors(Library):
    """A form for the stacks that nothing calls a search, beside the box of every page, which finds nothing."""

    def forms(self) -> str:
        return f'{super().forms()}<form action="/stacks">Subject <input name="su"> Mark <input name="cn"></form>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/stacks":
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("su", "").strip()

    def page_link(self, words: str, page: int) -> str:
        return super().page_link(words, page).replace("/search?q", "/stacks?su")


async def test_the_form_that_was_found_is_the_one_that_is_crawled(tmp_path: Path) -> None:
    async with serve(TwoDoors()) as library:
        form = Form(f"{library.url}stacks", "GET", (Field("su", "text", label="Subject"), Field("cn", "text")))
        assert search_score(form) < 0.5, "the form alone would not be sent"
        await found_on(tmp_path, [(library.url, form)])
        net = NetOptions(delay_s=0, concurrency=4)
        run = CrawlAll(tmp_path, options=CrawlOptions(net=net, render="never"))
        stop = await run.run()
    assert stop.reason == "exhausted", stop.detail
    assert run.sites[0].found.form == form
    assert run.sites[0].documents == len(library.entries)


async def test_interfaces_that_cannot_be_crawled_are_told_not_raised(tmp_path: Path) -> None:
    books = LabWeb(RECIPE)
    form = next(iter(books.truth("book").forms.values()))
    await found_by_hand(tmp_path, books, [form.page_url])
    net = NetOptions(delay_s=0, retries=0, resolve=("*=127.0.0.1:9",))
    run = CrawlAll(tmp_path, options=CrawlOptions(net=net, render="never"))
    stop = await run.run()
    assert stop.reason == "error"
    assert "none of the 1 interfaces" in stop.detail

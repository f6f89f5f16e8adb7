"""Learns a search interface that only a browser can use: boxes without a form, answers drawn by scripts."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from sonde.errors import FetchError, FetchTimeoutError, FormError, NoSearchFormError, RefusedError, StatusError
from sonde.interface.abilities.browse import first_shown
from sonde.interface.abilities.learn import learn_abilities
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import Candidate, frame_links, search_page_links
from sonde.interface.json.endpoint import learn_endpoints
from sonde.interface.json.learn import learn_way
from sonde.interface.json.site import JsonSite
from sonde.interface.learn import learn_section
from sonde.interface.learn_answer import learn_candidate
from sonde.interface.model import Ask, Paging, SearchInterface
from sonde.interface.probes import alternate, common_words
from sonde.interface.rendered.boxes import Box, find_boxes, find_openers
from sonde.interface.rendered.drawn_documents import are_drawn
from sonde.interface.rendered.learn_paging import learn_paging
from sonde.interface.rendered.probe import probe_links
from sonde.interface.rendered.site import RenderedFetcher, RenderedSite, Screens, ask_on_screen
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.soundings import NoAnswerError, Soundings
from sonde.interface.start import Start
from sonde.model import Query, Result
from sonde.page.url import canonical_url
from sonde.text.frequency import general_frequency

logger = logging.getLogger(__name__)

_MAX_BOXES = 3
_MAX_PAGES = 5
_TRIAL_WORDS = 3
_PROBES = 18  # questions about what the search can do: each is typed into the page
_FREQUENT = 2
_FEW = 50  # documents that a frequent word finds: a smaller site is copied with fewer questions than these take


async def learn_rendered(
    fetcher: Fetcher,
    browser: Screens,
    url: str,
    *,
    rng: Random | None = None,
    seeds: Sequence[str] = (),
    drop: bool = True,
) -> SearchInterface:
    """The search interface behind a drawn page, verified by probing; with `drop` the endpoint behind it, if any.

    A drawn page without a search may lead to the one page that has it, as a plain page may.
    Raises NoSearchFormError with what was tried, MissingExtraError where there is no browser.
    """
    rng = rng or Random(0)
    tried: list[str] = []
    front: Answer | None = None
    async for page, opener in _pages(browser, url):
        front = front or page
        for box in find_boxes(page.tree, page.base)[:_MAX_BOXES]:
            if box.refused:
                tried.append(f"box {box.selector}: {box.refused}")
                continue
            start = Start(front.page.requested_url, front, page, rng, seeds)
            words = list(islice(_words(start), _TRIAL_WORDS))
            for ask in await _ways_to_ask(browser, page, box, opener, words):
                try:
                    candidate = Candidate(ask, box.score, "box")
                    return await _learn_ask(fetcher, browser, candidate, start, drop=drop)
                except NoAnswerError as reason:
                    tried.append(f"box {box.selector} ({ask.submit}): {reason}")
    if front is None:
        raise NoSearchFormError(f"no page at {url}", url=url)
    what = "Tried: " + "; ".join(tried) if tried else "No box is on it."
    failure = NoSearchFormError(f"no working search on the drawn page {url}. {what}", url=url)
    return await learn_section(fetcher, front, url, failure, rng=rng, seeds=seeds)


async def _pages(browser: Screens, url: str) -> AsyncIterator[tuple[Answer, str]]:
    """The drawn start page, itself with a box uncovered, the pages in its frames, and search pages it links to."""
    screen = await browser.screen()
    front = read_page(await screen.open(url))
    yield front, ""
    for opener in find_openers(front.tree)[:2]:
        screen = await browser.screen()
        await screen.open(url)
        opened = await screen.uncover(opener)
        if opened is not None:
            yield read_page(opened), opener
    links = [*frame_links(front.tree, front.base), *search_page_links(front.tree, front.base)]
    if not links and not find_boxes(front.tree, front.base):
        screen = await browser.screen()
        await screen.open(url)
        links = [link.url for link in await probe_links(screen)]
    for link in list(dict.fromkeys(links))[:_MAX_PAGES]:
        try:
            yield read_page(await (await browser.screen()).open(link)), ""
        except (StatusError, FetchTimeoutError, RefusedError) as error:
            logger.info("search page failed url=%s error=%s", link, error)


def _words(start: Start) -> Iterator[str]:
    known, strange = start.words()
    return iter([*start.seeds, *alternate(known, common_words(start.language), strange)])


async def _ways_to_ask(browser: Screens, page: Answer, box: Box, opener: str, words: Sequence[str]) -> list[Ask]:
    """Ways to send what stands in the box, the one that makes the page answer first."""
    url = page.page.url
    ask = Ask(url, url.partition("?")[0], box.selector, rendered=True, opener=opener, button=box.button)
    ways = [replace(ask, submit="typing", button=""), replace(ask, submit="enter", button="")]
    ways += [replace(ask, submit="button")] if box.button else []
    for word in words:
        try:
            screen = await browser.screen()
            typed = read_page(await ask_on_screen(screen, ways[0], word)).urls
            entered = read_page(await screen.send(box.selector, submit="enter"))
            if canonical_url(entered.page.url) in typed - page.urls:
                return [ways[0]]  # the key opens one of the results that typing showed
            if entered.urls != typed:
                return [ways[1], ways[0]]
            if typed - page.urls:
                return [ways[0]]
            pressed = await screen.send(box.selector, submit="button", button=box.button) if box.button else None
            if pressed is not None and read_page(pressed).urls != typed:
                return [ways[2]]
        except (StatusError, FetchTimeoutError, FormError) as error:
            logger.info("sounding failed words=%r error=%s", word, error)
    return ways


async def _learn_ask(
    fetcher: Fetcher, browser: Screens, candidate: Candidate, start: Start, *, drop: bool
) -> SearchInterface:
    typing = RenderedFetcher(fetcher, browser, candidate.ask)

    async def page_on(
        _: Fetcher, soundings: Soundings, interface: SearchInterface, shown: Sequence[tuple[Result, ...]]
    ) -> tuple[Paging, str]:
        typing.renders_documents = await are_drawn(typing, browser, shown)
        return await learn_paging(browser, soundings, interface, shown)

    interface = await learn_candidate(typing, candidate, start, page_on=page_on)
    ask = replace(interface.ask, renders_documents=typing.renders_documents)
    endpoint = await _endpoint(fetcher, typing, replace(interface, ask=ask), start.rng) if drop else None
    if endpoint is not None:
        return endpoint
    interface = replace(interface, ask=ask)
    site = RenderedSite(fetcher, browser, interface)
    frequent = sorted(interface.seeds, key=lambda word: -general_frequency(word, language=interface.language))
    found = [(await first_shown(site, Query(word))).hits for word in frequent[:_FREQUENT]]
    if max(found) < _FEW:
        evidence = f"what the search can do was not asked: no frequent word finds more than {max(found)}"
        return replace(interface, evidence=(*interface.evidence, evidence))
    return await learn_abilities(fetcher, interface, rng=start.rng, probes=_PROBES, site=site)


async def _endpoint(
    fetcher: Fetcher, typing: RenderedFetcher, interface: SearchInterface, rng: Random
) -> SearchInterface | None:
    """The JSON endpoint that the page itself asks, if it brings what the page shows; then the browser can go."""
    ways = learn_endpoints(typing.seen)
    if not ways:
        return None
    way, others = ways[0], dict.fromkeys(other.ask.action for other in ways[1:])
    try:
        found = await learn_way(fetcher, way, interface.site, root=typing.drawn, rng=rng, seeds=interface.seeds)
        shown = interface.paging.page_size or 2
        async for page in JsonSite(fetcher, found).search(Query(interface.seeds[0])):
            if len(page.results) < shown:
                raise NoAnswerError(f"it brings {len(page.results)} records where the page shows {shown}")
            break
    except (NoAnswerError, FetchError) as reason:
        logger.info("endpoint dropped url=%s reason=%s", way.ask.action, reason)
        return None
    logger.info("endpoint learned url=%s; the browser is not needed any more", way.ask.action)
    also = [f"the page asks {action} too: what only that holds is not searched" for action in others]
    for text in also:
        logger.warning("%s", text)
    return replace(found, language=found.language or interface.language, evidence=(*found.evidence, *also))

"""Does an answer go on in a browser only? Some pages hold the first results and load the others while one scrolls."""

import logging
import re
from urllib.parse import urljoin, urlsplit

from sonde.errors import FetchError, FormError, MissingExtraError
from sonde.interface.answer_page import results_of
from sonde.interface.ask import request_for
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.interface.paging.labels import label_of, next_label_score
from sonde.interface.rendered.paging import ways_on
from sonde.interface.rendered.site import Screen, Screens
from sonde.interface.results.contrast import read_page
from sonde.model import Page, Query, Request
from sonde.page.dom import attribute, nearest, parse_html

logger = logging.getLogger(__name__)

_SCROLLS = 2
_ANSWERS = 2  # that are looked at: one may have just as many results as its page holds
_LEADS_ON = 0.4  # the score of a label that says it leads on, or partly so
_SCRIPTS = 5  # of an answer's page that are read
# How a script gets to know that one has scrolled.
_watches_scrolling = re.compile(
    r"IntersectionObserver|onscroll|(?:addEventListener|\.on|\.bind)\(\s*['\"`]scroll|\.scroll\(\s*(?:function|\(|\w+\s*=>)"
)


def may_grow(interface: SearchInterface) -> bool:
    """Whether answers by HTTP were seen to end early: at a cap, with no way on."""
    ask = interface.ask
    by_address = ask.method == "GET" and not ask.fresh and not ask.rendered and interface.json is None
    ends_early = interface.paging.kind == "none" and interface.abilities.cap is not None
    return by_address and ends_early and bool(interface.seeds)


async def grows(fetcher: Fetcher, browser: Screens, interface: SearchInterface) -> bool:
    """Whether a browser shows more results of a long answer, at once, after it scrolled, or pressed for more.

    No browser is started for a page whose scripts do not mind scrolling and that has no button for more.
    """
    for words in interface.seeds[:_ANSWERS]:
        request = request_for(interface.ask, Query(words))
        try:
            page = await fetcher.fetch(request)
            if not (_has_button(page) or await _minds_scrolling(fetcher, page)):
                return False
            if await _grows(browser, interface, page, words):
                return True
        except (MissingExtraError, FetchError, FormError) as error:
            logger.info("an answer could not be looked at in a browser url=%s error=%s", request.url, error)
            return False
    return False


def _has_button(page: Page) -> bool:
    """Whether the page has a button that says it leads on, and that only a script can do something about."""
    tree = parse_html(page.text)
    return any(
        next_label_score(label_of(button), attribute(button, "class")) > _LEADS_ON
        for button in tree.css("button, [role=button], input[type=button]")
        if nearest(button, "form") is None and not attribute(button, "href")
    )


async def _minds_scrolling(fetcher: Fetcher, page: Page) -> bool:
    """Whether a script within the page, or one of its site that it loads, does something when one scrolls."""
    scripts = parse_html(page.text).css("script")
    if any(_watches_scrolling.search(script.text()) for script in scripts):
        return True
    sources = [urljoin(page.url, script.attributes["src"] or "") for script in scripts if script.attributes.get("src")]
    own = [source for source in sources if urlsplit(source).netloc == urlsplit(page.url).netloc]
    loaded = [await fetcher.fetch(Request(source)) for source in own[-_SCRIPTS:]]  # libraries come first
    return any(_watches_scrolling.search(script.text) for script in loaded)


async def _grows(browser: Screens, interface: SearchInterface, page: Page, words: str) -> bool:
    plain = read_page(page, words)
    first = {result.url for result in results_of(plain, interface)}
    screen = await browser.screen()
    await screen.open(page.url)
    for _ in range(_SCROLLS):
        if await _shown(screen, interface, words) - first:
            return True
        if not await screen.scroll(to_the_end=True):
            break
    for control in ways_on(await screen.controls(), plain.tree)[:1]:
        await screen.press(control)
    return bool(await _shown(screen, interface, words) - first)


async def _shown(screen: Screen, interface: SearchInterface, words: str) -> set[str]:
    answer = read_page(await screen.read(), words)
    return {result.url for result in results_of(answer, interface)}

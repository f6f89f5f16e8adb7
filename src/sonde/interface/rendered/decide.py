"""With a browser or without? The decision, from what the site showed without one."""

import logging
import re
from collections.abc import Sequence
from random import Random
from typing import Literal

from sonde.errors import FetchError, MissingExtraError, NoSearchFormError, StatusError
from sonde.interface.fetcher import Fetcher
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.rendered.grows import grows, may_grow
from sonde.interface.rendered.learn import learn_rendered
from sonde.interface.rendered.site import Screens
from sonde.model import Form, Page, Request
from sonde.page.plain import is_html

logger = logging.getLogger(__name__)

Render = Literal["auto", "never", "always"]

_FAILED = (401, 403, 407, 429)
_SCRIPT = re.compile(r"<script|\son(?:submit|click|input|change|key(?:up|down|press))\s*=", re.IGNORECASE)


async def learn_site(
    fetcher: Fetcher,
    browser: Screens,
    url: str,
    *,
    render: Render = "auto",
    rng: Random | None = None,
    seeds: Sequence[str] = (),
    form: Form | None = None,
) -> SearchInterface:
    """The search interface of a site, by `form` where one is known to be meant; through a browser only if need be.

    A request that failed says nothing about that: after one, what the error says stands. Nor is a page drawn by
    scripts that has none. Where answers end early, one is looked at in a browser: it may go on there.
    """
    if render == "always":
        try:
            return await learn_rendered(fetcher, browser, url, rng=rng, seeds=seeds, drop=False)
        except MissingExtraError as missing:
            logger.warning("going on without a browser: %s", missing)
            return await learn(fetcher, url, rng=rng, seeds=seeds, form=form)
    noting = _NotingFetcher(fetcher)
    try:
        interface = await learn(noting, url, rng=rng, seeds=seeds, form=form)
        if render == "auto" and noting.has_scripts and may_grow(interface) and await grows(fetcher, browser, interface):
            return await _grown(fetcher, browser, interface, rng=rng, seeds=seeds)
        return interface
    except NoSearchFormError as reason:
        if render == "never" or noting.failure is not None or not noting.has_scripts:
            raise
        logger.info("no search without a browser url=%s reason=%s", url, reason)
        try:
            return await learn_rendered(fetcher, browser, url, rng=rng, seeds=seeds)
        except MissingExtraError as missing:
            raise NoSearchFormError(f"{reason} Perhaps {missing}", url=url) from reason
        except NoSearchFormError as also:
            raise NoSearchFormError(f"{reason} With a browser: {also}", url=url) from reason


async def _grown(
    fetcher: Fetcher, browser: Screens, interface: SearchInterface, *, rng: Random | None, seeds: Sequence[str]
) -> SearchInterface:
    """The interface as a browser uses it, if its answers go on there; else what was learned without one."""
    logger.info("answers go on in a browser only url=%s", interface.site)
    try:
        drawn = await learn_rendered(fetcher, browser, interface.site, rng=rng, seeds=(*seeds, *interface.seeds))
    except (FetchError, NoSearchFormError) as error:
        logger.info("not learned in a browser url=%s error=%s", interface.site, error)
        return interface
    return drawn if drawn.json is not None or drawn.paging.kind != "none" else interface


class _NotingFetcher:
    """Remembers whether a page had scripts, and whether anything failed in a way that says nothing about the site."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.failure: FetchError | None = None
        self.has_scripts = False
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        """The page, as the fetcher has it."""
        try:
            page = await self._fetcher.fetch(request)
        except FetchError as error:
            if not isinstance(error, StatusError) or error.status >= 500 or error.status in _FAILED:
                self.failure = error
            raise
        self.has_scripts = self.has_scripts or (is_html(page) and bool(_SCRIPT.search(page.text)))
        return page

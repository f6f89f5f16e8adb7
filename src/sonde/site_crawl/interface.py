"""The interface of a crawl: given, kept in its folder, or learned now; and learned again when the site changes."""

import logging
from pathlib import Path
from random import Random

from sonde.answer import Site
from sonde.browser.chromium import Browser, find_chromium
from sonde.errors import ConfigError
from sonde.interface.fetcher import Fetcher
from sonde.interface.json.site import JsonSite
from sonde.interface.model import SearchInterface
from sonde.interface.pauses import SpacedFetcher
from sonde.interface.relearn import NEW_LOOKS, RELEARNED, LastingSite, Ways, relearned_path
from sonde.interface.rendered.decide import learn_site
from sonde.interface.rendered.site import RenderedSite
from sonde.interface.site import WebSite
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.page.url import same_site
from sonde.site_crawl.options import CrawlOptions

logger = logging.getLogger(__name__)


class CrawlInterface:
    """Settles which interface a crawl uses, and opens the site behind it."""

    current: SearchInterface  # once it is settled

    def __init__(self, url: str, path: Path, *, fetcher: Fetcher, browser: Browser, options: CrawlOptions) -> None:
        self.relearned = ""  # what is to be said of a site whose layout changed
        self._url = url
        self._path = path  # of interface.yaml in the crawl's folder
        self._fetcher = fetcher
        self._browser = browser
        self._options = options

    async def settle(self, given: str | SearchInterface, *, is_corrected: bool) -> None:
        """Takes the given one if somebody corrected it, else the folder's, else the given one, else learns one now."""
        if self._path.exists() and not is_corrected:
            self.current = self._kept(given)
        else:
            self.current = await self._learn() if isinstance(given, str) else given
            save_interface(self.current, self._path)
        self._check_browser()

    def site(self) -> Site:
        """The site behind the interface; it is learned again when its answers can no longer be read."""
        ways = Ways(self._learn, lambda one: site_behind(one, self._fetcher, self._browser), self._note_new_looks)
        return LastingSite(self.current, ways)

    def _kept(self, given: str | SearchInterface) -> SearchInterface:
        """The folder's interface; what was learned again since it was written counts more."""
        again = relearned_path(self._path)
        kept = load_interface(again or self._path)
        if again is not None:
            self.relearned = f"{NEW_LOOKS} ({again.name})"
            logger.info("the interface that was learned again is used path=%s", again)
        if not same_site(kept.site, self._url):
            raise ConfigError(f"{self._path} is for {kept.site}, not for {self._url}. Correct or delete it.")
        if given not in (kept, self._url):
            logger.warning("the interface in %s is used, not the one given", self._path)
        return kept

    async def _learn(self) -> SearchInterface:
        options, rng = self._options, Random(self._options.rng_seed)
        return await learn_site(
            self._fetcher, self._browser, self._url,
            render=options.render, rng=rng, seeds=options.seeds, form=options.form,
        )  # fmt: skip

    def _note_new_looks(self, interface: SearchInterface, text: str) -> None:
        """Keeps what was learned again beside interface.yaml, which is never overwritten."""
        self.current = interface
        path = self._path.with_name(RELEARNED)
        save_interface(interface, path)
        self.relearned = f"{text} ({path.name})"
        logger.warning("%s; what was learned is in %s", text, path)

    def _check_browser(self) -> None:
        """A site that takes a browser is not begun without one."""
        if not self.current.ask.rendered:
            return
        if self._options.render == "never":
            raise ConfigError(f"{self._url} is searched in a browser (ask.rendered); leave out --render never.")
        find_chromium()


def site_behind(interface: SearchInterface, fetcher: Fetcher, browser: Browser) -> JsonSite | RenderedSite | WebSite:
    """The site that an interface leads to: pages, a page that a browser draws, or an endpoint that answers in JSON."""
    if interface.json is not None:
        return JsonSite(fetcher, interface)
    if interface.ask.rendered:
        return RenderedSite(fetcher, browser, interface)
    if interface.ask.pause_s:
        fetcher = SpacedFetcher(fetcher, interface.ask, interface.ask.pause_s)
    return WebSite(fetcher, interface)

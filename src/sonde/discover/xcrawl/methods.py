"""The crawlers of one site by name."""

from collections.abc import Callable
from functools import partial

from sonde.discover.xcrawl.apprentice import ApprenticeCrawler
from sonde.discover.xcrawl.crawler import SiteCrawler
from sonde.discover.xcrawl.link_value import LinkValue
from sonde.discover.xcrawl.walk import XCrawl
from sonde.errors import ConfigError

DEFAULT_METHOD = "best"
METHODS: dict[str, Callable[..., SiteCrawler]] = {
    "best": LinkValue,
    "xcrawl": XCrawl,
    "xcrawl-hits": partial(XCrawl, proximity="hits"),
    "xcrawl-pagerank": partial(XCrawl, proximity="hits+pagerank"),
    "apprentice": ApprenticeCrawler,
}


def make_crawler(method: str, start: list[str], *, rng_seed: int = 0) -> SiteCrawler:
    """A crawler that begins at these addresses of one site."""
    if method not in METHODS:
        raise ConfigError(f"there is no method {method!r}. Choose one of {', '.join(METHODS)}.")
    return METHODS[method](start, rng_seed=rng_seed)

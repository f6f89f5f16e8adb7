"""One crawl of one site into one folder."""

from sonde.site_crawl.crawl import Crawl
from sonde.site_crawl.options import CrawlOptions

__all__ = ["Crawl", "CrawlOptions"]

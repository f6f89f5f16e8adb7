"""A Scrapy spider that follows links breadth first over many hosts: title, text, links and forms as JSON lines.

python -m benchmarks.scrapy_broad PORT HOSTS PAGES FOLDER    prints its own CPU seconds
"""

import sys
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from twisted.internet import defer
from twisted.internet.base import ThreadedResolver

from benchmarks.contenders import cpu_s
from benchmarks.discoverers import CONNECTIONS, seeds


class Loopback(ThreadedResolver):
    """Every name is this machine."""

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> "Loopback":
        return cls(reactor)

    def install_on_reactor(self) -> None:
        self.reactor.installResolver(self)

    def getHostByName(self, name: str, timeout: Any = None) -> Any:  # noqa: N802  # twisted's name
        return defer.succeed("127.0.0.1")


class Follow(scrapy.Spider):
    """Follows every link."""

    name = "follow"
    port = 0

    async def start(self) -> Any:
        for url in seeds():
            yield scrapy.Request(self.local(url))

    def local(self, url: str) -> str:
        return url.replace(".test/", f".test:{self.port}/", 1) if ".test/" in url else url

    def parse(self, response: Any) -> Any:
        links = [response.urljoin(link) for link in response.css("a::attr(href)").getall()]
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": " ".join(response.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall()),
            "forms": [
                {
                    "action": form.attrib.get("action"),
                    "fields": form.css("input::attr(name), select::attr(name)").getall(),
                }
                for form in response.css("form")
            ],
            "links": links,
        }
        for link in links:
            yield scrapy.Request(self.local(link))


def main() -> None:
    port, pages, folder = int(sys.argv[1]), int(sys.argv[3]), Path(sys.argv[4])
    process = CrawlerProcess(
        {
            "FEEDS": {str(folder / "pages.jsonl"): {"format": "jsonlines"}},
            "JOBDIR": str(folder / "job"),  # a frontier that outlives the process, as ours does
            "CONCURRENT_REQUESTS": CONNECTIONS, "CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_DELAY": 0,
            "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
            "DEPTH_PRIORITY": 1, "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
            "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue", "CLOSESPIDER_PAGECOUNT": pages,
            "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False,
            "DNS_RESOLVER": "benchmarks.scrapy_broad.Loopback", "RETRY_ENABLED": False,
        }
    )  # fmt: skip
    process.crawl(Follow, port=port)
    process.start()
    print(f"cpu {cpu_s():.4f}")


if __name__ == "__main__":
    main()

"""A Scrapy spider that does the same work as a crawl: title, text, links and attributes as JSON lines.

python -m benchmarks.scrapy_spider URL PAGES FOLDER    prints its own CPU seconds
"""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess

from benchmarks.contenders import CONCURRENCY, cpu_s


class Items(scrapy.Spider):
    """Asks for every page of a list."""

    name = "items"
    url = ""
    pages = 0

    async def start(self) -> AsyncIterator[Any]:
        for number in range(self.pages):
            yield scrapy.Request(f"{self.url}/item/{number}")

    def parse(self, response: Any) -> Any:
        labels = response.css("dl dt::text").getall()
        yield {
            "url": response.url,
            "title": response.css("h1::text").get(),
            "text": " ".join(response.xpath("//main//text()").getall()),
            "attributes": dict(zip(labels, response.css("dl dd::text").getall(), strict=True)),
            "links": response.css("a::attr(href)").getall(),
        }


def main() -> None:
    url, pages, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    process = CrawlerProcess(
        {
            "FEEDS": {str(folder / "items.jsonl"): {"format": "jsonlines"}},
            "CONCURRENT_REQUESTS": CONCURRENCY, "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY, "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False,
        }
    )  # fmt: skip
    process.crawl(Items, url=url, pages=pages)
    process.start()
    print(f"cpu {cpu_s():.4f}")


if __name__ == "__main__":
    main()

"""Crawls a site up to a number of documents and shows each as it is stored.

    python examples/crawl_a_site.py https://example.org registry 500

Run it again with a larger number to go on where it stopped.
"""

import asyncio
import sys

import sonde


async def main(url: str, folder: str, most: str = "500") -> None:
    """Prints titles with the coverage at that moment, then why the crawl ended."""
    async with sonde.crawl(url, into=folder, max_documents=int(most)) as crawl:
        async for document in crawl:
            print(f"{crawl.coverage.estimate:6.1%}  {document.title}")
    if crawl.stop is not None:
        print(f"{crawl.progress.documents} documents, {crawl.stop.reason}: {crawl.stop.detail}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

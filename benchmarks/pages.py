"""Serves detail pages of about 30 KB with some 160 links each, from a process of its own.

python -m benchmarks.pages    prints its address, ends with its input
"""

import asyncio
import sys

from aiohttp import web

from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.running import running

PAGES = 2000
_NAV_LINKS = 150
_PARAGRAPH_WORDS = 90


def detail_page(number: int, text: str) -> str:
    """One record's page with the furniture of a real site around it."""
    words = text.split()
    parts = [" ".join(words[at : at + _PARAGRAPH_WORDS]) for at in range(0, len(words), _PARAGRAPH_WORDS)]
    paragraphs = "".join(
        f'<p class="par">{part} <a href="/item/{(number + at) % PAGES}">see also</a></p>\n'
        for at, part in enumerate(parts)
    )
    nav = "".join(
        f'<li class="nav-item level-two"><a class="nav-link" href="/section/{at}?from=menu&amp;page=item" '
        f'title="Go to section {at}">Section {at}</a></li>\n'
        for at in range(_NAV_LINKS)
    )
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>Item {number} - Catalogue</title></head><body>"
        f'<header><nav><ul class="menu">{nav}</ul></nav></header><main><h1>Item {number}</h1>{paragraphs}'
        f"<dl><dt>Number</dt><dd>{number}</dd><dt>Shelf</dt><dd>{number % 97}</dd></dl></main>"
        f'<footer><p>All records of the catalogue. <a href="/imprint">Imprint</a></p></footer></body></html>'
    )


async def _main() -> None:
    records = synthetic_corpus(PAGES, seed=1, mean_words=1200)
    bodies = [detail_page(number, record.text).encode() for number, record in enumerate(records)]

    async def item(request: web.Request) -> web.Response:
        body = bodies[int(request.match_info["number"]) % PAGES]
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    app = web.Application()
    app.router.add_get("/item/{number}", item)
    async with running(app) as (host, port):
        print(f"http://{host}:{port} {sum(map(len, bodies)) // PAGES}", flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main())

"""Serves a web of many hosts by Host header, from a process of its own: pages of about 30 KB with some 90 links each.

python -m benchmarks.web_pages HOSTS    prints its port, ends with its input
"""

import asyncio
import random
import sys
from zlib import crc32

from aiohttp import web
from wordfreq import top_n_list, word_frequency

from sonde.lab.running import running

PER_HOST = 200  # pages
ABOUT = "Books by title and author: new and used paperbacks, novels, poetry and biography in our bookshop."
FORM = (
    '<form action="/find" class="search-box" id="search"><label for="t">Title or author of a book</label>'
    '<input id="t" name="title" type="text"><select name="kind"><option>All books</option><option>Paperback</option>'
    '</select><input type="submit" value="Search"></form>'
)
LOGIN = (
    '<form action="/login" method="post"><input name="user" placeholder="User"><input type="password" name="pass">'
    "<button>Sign in</button></form>"
)
_NAV, _OWN, _OTHERS = 40, 30, 20  # links


class Pages:
    """The pages, made when asked for."""

    def __init__(self, hosts: int) -> None:
        self.hosts = hosts
        # Words as often as English has them, so that a page repeats as many as pages do.
        words, rng = top_n_list("en", 20_000), random.Random(1)
        shares = [word_frequency(word, "en") for word in words]
        self._texts = [" ".join(rng.choices(words, shares, k=60)) for _ in range(2000)]

    def other(self, number: int) -> str:
        """A page about nothing in particular, of no host."""
        texts = random.Random(number).choices(self._texts, k=_OWN)
        return f"<!doctype html><title>Page {number}</title><body>{''.join(f'<p>{text}</p>' for text in texts)}"

    def page(self, host: str, path: str) -> str:
        """Any page of any host."""
        rng = random.Random(crc32(f"{host}{path}".encode()))
        nav = "".join(
            f'<li class="nav-item level-two"><a class="nav-link" href="/part/{at}" title="Go to part {at}">'
            f"Books of shelf {at}</a></li>\n"
            for at in range(_NAV)
        )
        parts = []
        for _ in range(_OWN):
            number = rng.randrange(PER_HOST)
            text = self._texts[rng.randrange(len(self._texts))]
            parts.append(
                f'<p class="par">{text} <a href="/page/{number}">more about item {number}</a> and so on.</p>\n'
            )
        others = "".join(
            f'<li>See <a href="http://site{rng.randrange(self.hosts)}.test/">the bookshop of {at}</a> too</li>\n'
            for at in range(_OTHERS)
        )
        search = FORM if path.endswith("7") else ""
        return (
            f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{path} of {host}</title>"
            "<style>.par{margin:1em}</style></head><body>"
            f'<header><nav><ul class="menu">{nav}</ul></nav>{LOGIN}</header><main><h1>{path} of {host}</h1>'
            f"<p>{ABOUT}</p>{search}{''.join(parts)}</main><ul class=others>{others}</ul>"
            "<script>var page = 1;</script><footer><p>All rights reserved.</p></footer></body></html>"
        )


async def _main(hosts: int) -> None:
    pages = Pages(hosts)

    async def answer(request: web.Request) -> web.Response:
        if request.path == "/robots.txt":
            return web.Response(status=404)
        host = request.host.partition(":")[0]
        return web.Response(text=pages.page(host, request.path), content_type="text/html", charset="utf-8")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    async with running(app) as (_, port):
        print(port, len(pages.page("site0.test", "/page/7")), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))

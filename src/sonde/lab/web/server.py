"""The simulated web over HTTP: one port of the loopback, the host by the Host header."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from html import escape
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from sonde.errors import FetchError
from sonde.lab.running import running
from sonde.lab.web.reply import Reply
from sonde.lab.web.training import Training

BACKLINKS = "backlinks.example"  # a search engine that finds the pages that link to an address


class Hosts(Protocol):
    """Any set of simulated hosts."""

    def reply(self, url: str, *, method: str = "GET", body: bytes = b"") -> Reply:
        """What a host answers; raises FetchError for one that is not among them."""
        ...


class WebServer:
    """A running web. `requests` tells a test how many were answered."""

    def __init__(self, webs: Sequence[Hosts]) -> None:
        self._webs = webs
        self.port = 0
        self.requests = 0

    async def answer(self, request: web.Request) -> web.Response:
        """The answer of the host that the request names."""
        self.requests += 1
        url = f"http://{request.host.partition(':')[0].lower()}{request.raw_path}"
        body = await request.read()
        for hosts in self._webs:
            try:
                reply = hosts.reply(url, method=request.method, body=body)
            except FetchError:
                continue
            if reply.delay_s:
                await asyncio.sleep(reply.delay_s)
            headers = {"Location": reply.location} if reply.location else {}
            return web.Response(text=reply.text, status=reply.status, headers=headers, content_type="text/html")
        return web.Response(text="There is no such host here.", status=404)


class Backlinks:
    """The search engine for backward links: it answers for the training set only."""

    def __init__(self, training: Callable[[], Training]) -> None:
        self._training = training

    def reply(self, url: str, *, method: str = "GET", body: bytes = b"") -> Reply:
        """Its form, or the pages that link to the address asked for."""
        parts = urlsplit(url)
        if parts.hostname != BACKLINKS:
            raise FetchError(f"there is no host {parts.hostname}", url=url)
        asked = parse_qs(parts.query).get("q", [""])[0].removeprefix("link:")
        found = self._training().backlinks(asked) if asked else []
        rows = "".join(f'<li><a href="{escape(at)}">{escape(link.anchor or at)}</a></li>' for at, link in found)
        form = '<form action="/search"><label>Pages that link to <input type="search" name="q"></label></form>'
        said = f"<ol>{rows}</ol>" if found else "<p>Nothing was found.</p>" if asked else ""
        return Reply(f"<html><head><title>Backward links</title></head><body>{form}{said}</body></html>")


@asynccontextmanager
async def serve_web(*webs: Hosts, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[WebServer]:
    """A running server for these webs; clients reach it with `--resolve '*=127.0.0.1:PORT'`. Port 0: any free one.

    Raises ConfigError when the port is taken.
    """
    server = WebServer(webs)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.answer)
    async with running(app, host=host, port=port) as (_, server.port):
        yield server

"""What tests of services that answer in JSON share: a service on a free port, a client for it, and the words of walks."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sonde.lab.running import running
from sonde.model import Page, Request
from sonde.net.client import Client, NetOptions

SUBJECTS = ("river", "stone", "garden", "winter", "bridge", "harbour", "island")
OTHERS = "people water house light music story money school letter paper world night forest castle market".split()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Exchange:
    """One request that a page made, and its answer."""

    request: Request
    page: Page


@asynccontextmanager
async def serve(handle: Handler, path: str = "/{tail:.*}", **net: Any) -> AsyncIterator[tuple[str, Client]]:
    """The address of a running service, with a slash at its end, and a client for it; elsewhere than at `path` is 404."""
    app = web.Application()
    app.router.add_route("*", path, handle)
    async with running(app) as (address, port):
        url = f"http://{address}:{port}/"
        async with Client(NetOptions(delay_s=0, retries=0, **net), start_url=url) as client:
            yield url, client

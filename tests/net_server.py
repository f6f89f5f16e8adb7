"""A raw local HTTP server that can misbehave, and a clock that only moves when somebody sleeps on it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ssl import SSLContext

from sonde.net.clock import Clock


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as the server got it."""

    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes


Handler = Callable[[Seen, asyncio.StreamWriter], Awaitable[bytes]]
Route = bytes | Handler | list["bytes | Handler"]  # a list is used up one by one, its last entry stays


def answer(
    body: bytes = b"",
    *,
    status: int = 200,
    headers: Iterable[tuple[str, str]] = (),
    content_type: str = "text/html; charset=utf-8",
) -> bytes:
    """A whole HTTP response."""
    lines = [f"HTTP/1.1 {status} Some", f"Content-Length: {len(body)}"]
    lines += [f"Content-Type: {content_type}"] if content_type else []
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + body


def redirect(location: str, *, status: int = 302, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    """A response that sends the client elsewhere."""
    return answer(status=status, headers=[("Location", location), *headers])


async def drop(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
    """A handler that closes the connection without a word."""
    writer.close()
    return b""


@dataclass(slots=True)
class LocalSite:
    """A running server: its address, its routes by path, and all it was asked."""

    routes: dict[str, Route]
    host: str = "127.0.0.1"
    port: int = 0
    scheme: str = "http"
    seen: list[Seen] = field(default_factory=list)
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def url(self, path: str = "/") -> str:
        return f"{self.scheme}://{self.host}:{self.port}{path}"

    def paths(self, *, robots: bool = False) -> list[str]:
        """The paths that were asked for, in order."""
        return [seen.path for seen in self.seen if robots or seen.path != "/robots.txt"]

    def _route(self, path: str) -> "bytes | Handler":
        route = self.routes.get(path, self.routes.get(path.partition("?")[0], answer(b"nothing", status=404)))
        if isinstance(route, list):
            return route.pop(0) if len(route) > 1 else route[0]
        return route

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while not writer.is_closing():
                    seen = await read_request(reader)
                    self.seen.append(seen)
                    route = self._route(seen.path)
                    writer.write(route if isinstance(route, bytes) else await route(seen, writer))
                    await writer.drain()
        finally:
            writer.close()
            self.tasks.discard(task)


async def read_request(reader: asyncio.StreamReader) -> Seen:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Seen(method, path, headers, body)


@asynccontextmanager
async def serve(
    routes: Mapping[str, Route], *, host: str = "127.0.0.1", ssl: SSLContext | None = None
) -> AsyncIterator[LocalSite]:
    """A local site for the length of a `with`; paths without a route, robots.txt too, answer 404."""
    site = LocalSite(dict(routes), host=host, scheme="https" if ssl else "http")
    server = await asyncio.start_server(site.serve, host, 0, ssl=ssl)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
        for task in tuple(site.tasks):
            task.cancel()
        await asyncio.gather(*site.tasks, return_exceptions=True)
        await server.wait_closed()


class HandClock:
    """A clock that stands still; sleeping moves it on at once. `sleeps` holds every wait asked for."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now
        self.sleeps: list[float] = []
        self.clock = Clock(monotonic=lambda: self.now, wall=lambda: self.now, sleep=self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)

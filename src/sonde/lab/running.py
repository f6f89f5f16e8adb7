"""A web application on a port of this machine, for as long as it is needed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from sonde.errors import ConfigError


@asynccontextmanager
async def running(app: web.Application, *, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[tuple[str, int]]:
    """The address and the port that the application is served on. Port 0 takes a free one.

    Raises ConfigError when the port is taken.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise ConfigError(f"cannot listen on {host}:{port}: {error.strerror}. Choose another port.") from error
        yield runner.addresses[0][:2]
    finally:
        await runner.cleanup()

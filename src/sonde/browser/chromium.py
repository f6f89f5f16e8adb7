"""The system's Chromium: found, started, ended. One process per crawl, begun when it is first needed."""

import asyncio
import logging
import os
import shutil
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sonde.browser.screen import Screen
from sonde.errors import FetchError, MissingExtraError
from sonde.net.client import Client

if TYPE_CHECKING:
    from playwright.async_api import Browser as Process
    from playwright.async_api import Playwright

logger = logging.getLogger(__name__)

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
    # Nothing gets out on its own: every request is answered by the client.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://nowhere.invalid:1",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_START_S = 60.0
_END_S = 15.0
_USES = 100  # after so many queries or pages the tab is replaced, with whatever the site's scripts piled up in it

NO_DRIVER = "the page is drawn by a script, which takes a browser: pip install 'sonde[browser]'"
NO_CHROMIUM = (
    "the page is drawn by a script, which takes a browser, and there is no Chromium on this system. "
    "Install it (Debian: apt install chromium)."
)

NO_START = "the page is drawn by a script, which takes a browser, and {path} does not start: {reason}"


def find_chromium() -> str:
    """Where the system's Chromium is. Raises MissingExtraError that says how to get it."""
    try:
        import playwright  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(NO_DRIVER, extra="browser") from error
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise MissingExtraError(NO_CHROMIUM, extra="browser")
    return found


class Browser:
    """A browser that starts when a screen is asked for, and again after it broke; use it with `async with`."""

    def __init__(self, client: Client) -> None:
        self.starts = 0
        self._client = client
        self._driver: Playwright | None = None
        self._process: Process | None = None
        self._screens: dict[str, Screen] = {}
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def screen(self, purpose: str = "search") -> Screen:
        """A working tab for a purpose. Raises MissingExtraError without Chromium, FetchError if it fails later on."""
        async with self._lock:
            screen = self._screens.get(purpose)
            if screen is not None and screen.is_broken:
                logger.warning("browser ended after a failure; it is started again")
                await self.close()
                screen = None
            elif screen is not None and screen.used >= _USES:
                await _within(screen.close(), _END_S)
                screen = None
            if screen is None:
                screen = self._screens[purpose] = await self._new_screen()
            return screen

    async def close(self) -> None:
        """Ends the browser and its driver, whatever state they are in."""
        self._screens.clear()
        if self._process is not None:
            await _within(self._process.close(), _END_S)
        if self._driver is not None:
            await _within(self._driver.stop(), _END_S)
        self._process = self._driver = None

    async def _new_screen(self) -> Screen:
        from playwright.async_api import Error as DriverError

        path = find_chromium()
        try:
            async with asyncio.timeout(_START_S):
                process = await self._running(path)
                return await Screen.open_in(process, self._client, agent=self._client.options.user_agent)
        except (DriverError, TimeoutError) as error:
            await self.close()
            reason = str(error).strip().partition("\n")[0] or "it took too long"
            if not self.starts:
                raise MissingExtraError(NO_START.format(path=path, reason=reason), extra="browser") from error
            raise FetchError(f"{path} does not start again: {reason}", url="") from error

    async def _running(self, path: str) -> "Process":
        from playwright.async_api import async_playwright

        if self._process is not None and self._process.is_connected():
            return self._process
        await self.close()
        self._driver = await async_playwright().start()
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._process = await self._driver.chromium.launch(
            executable_path=str(Path(path)),
            args=[*_FLAGS, *(["--no-sandbox"] if is_root else [])],
            chromium_sandbox=not is_root,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=1000 * _START_S,
        )
        self.starts += 1
        logger.info("browser started path=%s version=%s", path, self._process.version)
        return self._process


async def _within(ending: Coroutine[Any, Any, None], limit_s: float) -> None:
    """Waits for an end that may never come, or that has come already."""
    with suppress(Exception):
        await asyncio.wait_for(ending, limit_s)

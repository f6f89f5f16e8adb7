"""One tab of the browser: what is done in it, within limits, and the wait until its page has settled."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urldefrag

from sonde.browser.settle import QUIET_S, State, is_settled
from sonde.errors import FetchError, FetchTimeoutError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Dialog, Download, Frame, Locator, Page

    from sonde.browser.traffic import Loader, Traffic

logger = logging.getLogger(__name__)

T = TypeVar("T")

_WIDE, _HIGH = 1280, 2000
_STEP_S = 20.0  # one thing done in the page; a page that takes longer hangs
_RESTLESS_S = 8.0  # a page that never settles is read after so long
_BUSY_S = 120.0  # the same while it waits for the site
_POLL_S = 0.02
_LOOK_S = 0.25  # the page is asked at least so often
_PATIENCE_S = 0.5  # a page in which nothing is under way has so long to begin
_STATE = "([quiet, most]) => window.__sonde && window.__sonde.state(quiet, most)"


class Tab:
    """A tab whose traffic goes through the client. After a failure `is_broken` is set, and it is of no more use."""

    def __init__(self, page: "Page", traffic: "Traffic") -> None:
        self.is_broken = False
        self.traffic = traffic
        self._page = page
        self._moves = 0  # documents shown since the last action
        page.on("crash", lambda _: self._break())
        page.on("close", lambda _: self._break())
        page.on("dialog", _dismiss)
        page.on("popup", _close)
        page.on("download", _cancel)
        page.on("framenavigated", self._note_move)

    @classmethod
    async def open_in(cls, browser: "Browser", loader: "Loader", *, agent: str) -> Self:
        """A fresh tab with no memory of earlier ones."""
        from sonde.browser.traffic import Traffic

        context = await browser.new_context(
            user_agent=agent,
            viewport={"width": _WIDE, "height": _HIGH},
            service_workers="block",
            accept_downloads=False,
            locale="en-US",
        )
        context.set_default_timeout(1000 * _STEP_S)
        traffic = Traffic(loader)
        await traffic.attach(context)
        await context.add_init_script(files("sonde.browser").joinpath("watch.js").read_text(encoding="utf-8"))
        return cls(await context.new_page(), traffic)

    @property
    def url(self) -> str:
        """The address the tab is at."""
        return urldefrag(self._page.url).url

    async def close(self) -> None:
        """Closes the tab with everything its pages left behind."""
        self._break()
        await self._page.context.close()

    def find(self, selector: str) -> "Locator":
        """The first element that a selector finds, also in shadow trees."""
        return self._page.locator(selector).first

    async def go(self, url: str) -> None:
        """Goes to an address and waits until its page has settled."""
        await self.do(f"opening {url}", self._page.goto(url, wait_until="commit", timeout=1000 * _STEP_S))
        await self.settled()

    async def mark(self) -> None:
        """Begins a new action: what happens from now on counts as its effect."""
        self._moves = 0
        self.traffic.mark()
        await self.run("() => window.__sonde && window.__sonde.mark()")

    async def settled(self, *, patience_s: float = _PATIENCE_S, quiet_s: float = QUIET_S) -> bool:
        """Waits until the page is quiet, within limits; whether it reacted to the last action at all."""
        started = time.monotonic()
        while True:
            state = await self._state(quiet_s)
            waited = time.monotonic() - started
            if is_settled(state, waited_s=waited, patience_s=patience_s, quiet_s=quiet_s):
                return state.reacted
            limit = _BUSY_S if state.busy else _RESTLESS_S
            if waited > limit:
                logger.info("page does not settle url=%s waited_s=%.0f", self.url, waited)
                return state.reacted
            await asyncio.sleep(_POLL_S)

    async def _state(self, quiet_s: float) -> State:
        from playwright.async_api import Error as DriverError

        traffic = self.traffic
        try:
            async with asyncio.timeout(_STEP_S):
                told = await self._page.evaluate(_STATE, [1000 * quiet_s, 1000 * _LOOK_S])
        except TimeoutError as error:
            raise self._failed("waiting for the page", error) from error
        except DriverError as error:
            if self.is_broken or self._page.is_closed():
                raise self._failed("waiting for the page", error) from error
            told = None  # between two documents
        if not told:
            return State(busy=traffic.is_busy, reacted=True)
        return State(
            ready=bool(told["ready"]),
            busy=traffic.is_busy,
            timers=bool(told["timers"] or told["working"]),
            quiet_s=min(told["quiet_ms"] / 1000, traffic.quiet_s),
            reacted=bool(told["changes"] or self._moves or traffic.started),
        )

    async def run(self, script: str, argument: object = None) -> Any:
        """Runs a script in the page; once more where a new document took the place of the old one meanwhile."""
        from playwright.async_api import Error as DriverError

        try:
            async with asyncio.timeout(_STEP_S):
                return await self._page.evaluate(script, argument)
        except TimeoutError as error:
            raise self._failed("reading the page", error) from error
        except DriverError:
            if not self.is_broken and not self._page.is_closed():
                await self.settled(patience_s=QUIET_S)
        return await self.do("reading the page", self._page.evaluate(script, argument))

    async def do(self, what: str, action: Awaitable[T]) -> T:
        """The result of an action in the tab. Raises FetchError when it fails or takes too long."""
        from playwright.async_api import Error as DriverError

        try:
            async with asyncio.timeout(1.5 * _STEP_S):
                return await action
        except (DriverError, TimeoutError) as error:
            raise self._failed(what, error) from error

    def _failed(self, what: str, error: Exception) -> FetchError:
        """The error for an action that failed; the tab is not used again."""
        self._break()
        url = self._page.url
        if self.traffic.trouble is not None:
            return self.traffic.trouble
        if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__:
            return FetchTimeoutError(f"the page does not react while {what}: {url}", url=url)
        reason = str(error).strip().partition("\n")[0]
        return FetchError(f"the browser failed while {what}: {url} ({reason})", url=url)

    def _break(self) -> None:
        self.is_broken = True

    def _note_move(self, frame: "Frame") -> None:
        if frame == self._page.main_frame:
            self._moves += 1


async def _dismiss(dialog: "Dialog") -> None:
    with suppress(Exception):
        # "Leave this page?" is the one question whose answer must be yes.
        await (dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss())


async def _close(page: "Page") -> None:
    with suppress(Exception):
        await page.close()


async def _cancel(download: "Download") -> None:
    with suppress(Exception):
        await download.cancel()

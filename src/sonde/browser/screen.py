"""What a person does with a page: open, type, press, scroll, and read what it shows once it has settled."""

import time
from typing import TYPE_CHECKING, Literal, Self
from urllib.parse import unquote, urlsplit

from sonde.browser.control import Control
from sonde.browser.tab import Tab
from sonde.errors import FormError
from sonde.model import Page, Request
from sonde.page.plain import is_html

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from sonde.browser.seen import Seen
    from sonde.browser.traffic import Loader

Submit = Literal["typing", "enter", "button"]

_GLANCE_S = 0.2  # what a hover or a short scroll changes, it changes at once
_PRESSED_S = 1.5  # a press must have an effect within it, or the answer is at its end
_SHORT_S = 0.06  # quiet enough after a press: what it may wait for is watched
_SURE_S = 0.6  # quiet enough to believe that nothing comes
_MOST_CONTROLS = 3000
_ROUTE = "_escaped_fragment_"


class Screen:
    """One tab of the browser. After a failure `is_broken` is set: get another one."""

    def __init__(self, tab: Tab) -> None:
        self.used = 0  # pages opened and queries asked so far
        self._tab = tab
        self._is_silent = False

    @classmethod
    async def open_in(cls, browser: "Browser", loader: "Loader", *, agent: str) -> Self:
        """A fresh tab with no memory of earlier ones."""
        return cls(await Tab.open_in(browser, loader, agent=agent))

    @property
    def is_broken(self) -> bool:
        """Whether something failed, so that nothing can be relied on any more."""
        return self._tab.is_broken

    @property
    def url(self) -> str:
        """The address the tab is at."""
        return self._tab.url

    @property
    def seen(self) -> "list[Seen]":
        """What scripts asked for since the last action, with the texts they got."""
        return list(self._tab.traffic.seen)

    async def close(self) -> None:
        """Closes the tab with everything its pages left behind."""
        await self._tab.close()

    async def open(self, url: str) -> Page:
        """The page as it looks when its scripts have run. Raises FetchError like a fetch."""
        self.used += 1
        await self._tab.mark()
        address, fragment = split_route(url)
        if not fragment or self.url != address:
            page = await self._tab.traffic.load(Request(address))
            if not is_html(page):
                return page
            address = page.url
        await self._tab.go(f"{address}#{fragment}" if fragment else address)
        return await self.read(url)

    async def ask(self, page: str, box: str, words: str, *, submit: Submit, button: str = "", opener: str = "") -> Page:
        """What the page shows after the words were put into its box. Raises what kept the site from answering."""
        self.used += 1
        fresh = not await self._is_at(page, box)
        if fresh:
            await self._open_box(page, box, opener)
        before = set(await self._links())
        reacted = await self._submit(box, words, submit, button)
        if not reacted and not fresh and not self._is_silent:
            await self._open_box(page, box, opener)
            before = set(await self._links())
            # Some pages have nothing to say about words they do not know: then there is nothing to wait for.
            self._is_silent = not await self._submit(box, words, submit, button)
        if set(await self._links()) <= before:
            # Nothing was found, or a slow machine is not there yet.
            await self.wait()
            if self._tab.traffic.trouble is not None and set(await self._links()) <= before:
                raise self._tab.traffic.trouble
        return await self.read(page)

    async def send(self, box: str, *, submit: Literal["enter", "button"], button: str = "") -> Page:
        """What the page shows after the words that stand in the box were sent in another way."""
        await self._tab.mark()
        await self._send(box, submit, button)
        await self._tab.settled()
        return await self.read()

    async def uncover(self, opener: str) -> Page | None:
        """What the page shows after a press on something; None when nothing happens or it leads away."""
        await self._tab.mark()
        self.hold()
        await self._tab.do("uncovering", self._tab.find(opener).dispatch_event("click"))
        reacted = await self._tab.settled()
        return await self.read() if not self.release() and reacted else None

    async def wait(self) -> bool:
        """Waits until nothing more is to be expected; whether the page reacted to the last action at all."""
        return await self._tab.settled(patience_s=0.0, quiet_s=_SURE_S)

    async def read(self, requested_url: str = "") -> Page:
        """What the tab shows now, as a page."""
        html: str = await self._tab.run("() => window.__sonde.html()")
        return Page(self.url, html, requested_url or self.url, body_bytes=len(html), fetched_at=time.time())

    async def controls(self) -> list[Control]:
        """What can be pressed now."""
        found = await self._tab.run("most => window.__sonde.controls(most)", _MOST_CONTROLS)
        return [Control(**control) for control in found]

    async def press(self, control: Control) -> bool:
        """Presses something of the last listing; whether the page reacted."""
        await self._tab.mark()
        there = await self._tab.run("number => window.__sonde.press(number)", control.number)
        return await self._tab.settled(patience_s=_PRESSED_S, quiet_s=_SHORT_S) if there else False

    async def hover(self, control: Control) -> bool:
        """Moves the pointer over something of the last listing; whether the page reacted."""
        await self._tab.mark()
        there = await self._tab.run("number => window.__sonde.hover(number)", control.number)
        return await self._tab.settled(patience_s=_GLANCE_S) if there else False

    async def scroll(self, *, to_the_end: bool) -> bool:
        """Scrolls on, by a screen or to the end; whether anything moved or came."""
        await self._tab.mark()
        moved = await self._tab.run("end => window.__sonde.scroll(end)", to_the_end)
        return await self._tab.settled(patience_s=_SURE_S if to_the_end else _GLANCE_S) or bool(moved)

    async def links(self) -> list[str]:
        """The addresses the page links to now, and those its scripts went to since they were last asked for."""
        return [*await self._links(), *await self._tab.run("() => window.__sonde.gone()")]

    def hold(self) -> None:
        """From now on the tab stays where it is, wherever its page sends it."""
        self._tab.traffic.went = []

    def release(self) -> list[str]:
        """Ends `hold`; the addresses the tab was sent to meanwhile."""
        went, self._tab.traffic.went = self._tab.traffic.went, None
        return went or []

    async def _open_box(self, page: str, box: str, opener: str) -> None:
        await self.open(page)
        if opener and not await self._tab.find(box).is_visible():
            await self._tab.mark()
            await self._tab.do("opening the search box", self._tab.find(opener).dispatch_event("click"))
            await self._tab.settled()
        if not await self._tab.do("looking for the box", self._tab.find(box).is_visible()):
            raise FormError(f"the search box {box} is not on {page}", url=page)

    async def _is_at(self, page: str, box: str) -> bool:
        """Whether the tab still shows the page with the box."""
        if urlsplit(self.url).path != urlsplit(page).path or urlsplit(self.url).netloc != urlsplit(page).netloc:
            return False
        return await self._tab.do("looking for the box", self._tab.find(box).is_visible())

    async def _submit(self, box: str, words: str, submit: Submit, button: str) -> bool:
        await self._tab.mark()
        await self._tab.run("() => window.__sonde.top()")
        await self._tab.do("typing", self._tab.find(box).fill(words))
        await self._send(box, submit, button)
        return await self._tab.settled()

    async def _send(self, box: str, submit: Submit, button: str) -> None:
        if submit == "button":
            await self._tab.do("pressing the button", self._tab.find(button).dispatch_event("click"))
            return
        # Some boxes that answer while one types listen to keys and not to their text.
        key = "Enter" if submit == "enter" else "End"
        await self._tab.do("typing", self._tab.find(box).press(key, no_wait_after=True))

    async def _links(self) -> list[str]:
        links: list[str] = await self._tab.run("() => window.__sonde.links()")
        return links


def split_route(url: str) -> tuple[str, str]:
    """The address of a page and the fragment its script shows, from an address with the fragment as a parameter."""
    address, mark, query = url.partition("?")
    kept = [part for part in query.split("&") if not part.startswith(f"{_ROUTE}=")]
    routes = [part.partition("=")[2] for part in query.split("&") if part.startswith(f"{_ROUTE}=")]
    query = "&".join(kept)
    return address + (mark if query else "") + query, unquote(routes[0]) if routes else ""

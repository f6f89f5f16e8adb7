"""Menus and other elements that make their links when they are hovered or pressed (xCrawl 6.1)."""

from urllib.parse import urldefrag

from sonde.browser.control import Control
from sonde.interface.rendered.paging import is_threat
from sonde.interface.rendered.site import Screen
from sonde.model import Link

_MOST = 60  # controls tried on one page


async def probe_links(screen: Screen) -> list[Link]:
    """Links that are not there until something is hovered or pressed, and addresses a press would lead to.

    The tab stays on its page. Nothing in a form is touched.
    """
    known = {_address(url) for url in await screen.links()}
    found: dict[str, Link] = {}
    tried: set[tuple[str, str]] = set()
    screen.hold()
    try:
        for _ in range(_MOST):
            controls = [control for control in await screen.controls() if may_probe(control)]
            control = next((c for c in controls if (c.label, c.names) not in tried), None)
            if control is None:
                break
            tried.add((control.label, control.names))
            await screen.hover(control)
            made = await screen.links()
            await screen.press(control)
            for url in (*made, *await screen.links(), *screen.release()):
                if (address := _address(url)).startswith(("http://", "https://")) and address not in known:
                    found.setdefault(address, Link(address, control.label))
            screen.hold()
    finally:
        screen.release()
    return list(found.values())


def may_probe(control: Control) -> bool:
    """Whether a control may be pressed to see where it leads: no link, not in a form, no threat in its words."""
    if control.form or control.disabled or not control.label or is_threat(control.label):
        return False
    return not control.href or control.href.startswith(("#", "javascript:"))


def _address(url: str) -> str:
    return urldefrag(url).url

"""The way to the next page of an answer, in the style of the site."""

from html import escape

from sonde.lab.served.address import Addresses, Ask

_NEXT_WORDS = {
    "next": ("« Previous", "Next »"),
    "offset": ("Back", "More results"),
    "cursor": ("Start again", "Show more"),
    "path": ("Newer entries", "Older entries"),
}


def pager(ask: Ask, length: int, addresses: Addresses, *, token: str = "") -> str:
    """The pager below a list of `length` reachable results; nothing when they fit on one page."""
    style = addresses.traits.paging
    if length <= ask.size or style == "none":
        return ""
    if style == "numbered":
        return _numbers(ask, length, addresses, token)
    if style == "buttons":
        return _buttons(ask, length, addresses, token)
    return _neighbours(ask, length, addresses, token)


def _neighbours(ask: Ask, length: int, addresses: Addresses, token: str) -> str:
    style = addresses.traits.paging
    back, on = _NEXT_WORDS[style]
    links = []
    if ask.start:
        # A cursor only leads forward; the way back is the first page.
        before = 0 if style == "cursor" else max(0, ask.start - ask.size)
        links.append(f'<a class="back" href="{escape(addresses.link(ask.at(before), token=token))}">{back}</a>')
    if ask.start + ask.size < length:
        url = addresses.link(ask.at(ask.start + ask.size), token=token)
        links.append(f'<a class="on" href="{escape(url)}">{on}</a>')
    return f'<div class="pages">{" ".join(links)}</div>\n'


def _numbers(ask: Ask, length: int, addresses: Addresses, token: str) -> str:
    current = ask.start // ask.size + 1
    items = []
    for page in _window(current, -(-length // ask.size)):
        if page == 0:
            items.append("<li>…</li>")
        elif page == current:
            items.append(f'<li class="here"><strong>{page}</strong></li>')
        else:
            url = addresses.link(ask.at((page - 1) * ask.size), token=token)
            items.append(f'<li><a href="{escape(url)}">{page}</a></li>')
    return f'<ul class="pagination">{"".join(items)}</ul>\n'


def _buttons(ask: Ask, length: int, addresses: Addresses, token: str) -> str:
    current, last = ask.start // ask.size + 1, -(-length // ask.size)
    hidden = [*addresses.settings(ask), *([("token", token)] if token else [])]
    inputs = "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in hidden)
    buttons = "".join(
        f'<button name="page" value="{page}"{" disabled" if page == current else ""}>{page}</button>'
        for page in _window(current, last)
        if page
    )
    if current < last:
        buttons += f'<button name="page" value="{current + 1}">Next</button>'
    method = addresses.traits.method.lower()
    return f'<form class="pages" method="{method}" action="/search">{inputs}{buttons}</form>\n'


def _window(current: int, last: int) -> list[int]:
    """The page numbers to offer: both ends and the neighbours; 0 stands for a gap."""
    wanted = sorted({1, last, *range(max(1, current - 3), min(last, current + 3) + 1)})
    pages: list[int] = []
    for page in wanted:
        if pages and page > pages[-1] + 1:
            pages.append(0)
        pages.append(page)
    return pages

"""What pages load again and again, kept for the time of a crawl."""

from sonde.browser.reply import Reply
from sonde.model import Page

DATA = ("xhr", "fetch")  # kinds of requests that scripts make for data
_CACHE_BYTES = 64_000_000


class Cache:
    """Replies by address; the oldest go where there are too many bytes."""

    def __init__(self) -> None:
        self._replies: dict[str, Reply] = {}
        self._bytes = 0

    def get(self, url: str) -> Reply | None:
        """The reply that is kept for an address."""
        return self._replies.get(url)

    def keep(self, url: str, reply: Reply) -> None:
        """Keeps a reply."""
        while self._replies and self._bytes + len(reply.body) > _CACHE_BYTES:
            self._bytes -= len(self._replies.pop(next(iter(self._replies))).body)
        self._replies[url] = reply
        self._bytes += len(reply.body)


def is_static(kind: str, page: Page) -> bool:
    """Whether an answer can serve again in this crawl: scripts, styles, data in a binary format, and files.

    A file is what any browser keeps a while (RFC 9111, 4.2.2): it says when it was last changed, and nothing was asked
    of it. Some pages load every document that they list, again for each list.
    """
    control = page.header("cache-control").lower()
    if page.status != 200 or "no-store" in control:
        return False
    if kind in DATA:
        is_file = bool(page.header("last-modified")) and "?" not in page.url and "no-cache" not in control
        return is_file or (not page.text and page.body_bytes > 0)
    return kind in ("script", "stylesheet")

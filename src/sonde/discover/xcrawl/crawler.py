"""A crawler of one site as a pure decision: which address next, and what became of it."""

from typing import Protocol

from sonde.discover.model import WebPage


class SiteCrawler(Protocol):
    """Chooses the next page of a site to look at; learns from the validator's yes or no alone."""

    def choose(self) -> str | None:
        """The address to fetch next; None once nothing is left that is worth it."""
        ...

    def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
        """Takes in what an address gave: a page that was accepted or not, or none at all."""
        ...

"""Does a page hold what is looked for? A validator only says yes or no (xCrawl 2008, section 2.1)."""

from typing import Protocol

from sonde.model import Page


class Validator(Protocol):
    """Judges one page by itself."""

    def accepts(self, page: Page) -> bool: ...

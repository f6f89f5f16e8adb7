"""What a page asked for while it was watched."""

from dataclasses import dataclass

from sonde.model import Page, Request


@dataclass(frozen=True, slots=True)
class Seen:
    """One request that a script of the page made, and the text it was answered with."""

    request: Request
    page: Page

"""Pages read and judged, many at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sonde.discover.model import Critic, Verdict, WebPage
from sonde.discover.read import Wanted, read_page
from sonde.model import Page
from sonde.page.hashes import near_hash

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A page, read: what it is worth, and its fingerprint."""

    page: WebPage
    verdict: Verdict
    near_hash: int


def appraise(pages: Sequence[Page], critic: Critic, *, wanted: Wanted) -> list[Appraisal | Exception]:
    """What is made of each page, or why nothing could be: one that nobody can read must not end a discovery.

    Each step is done for all pages before the next one begins: its tables then stay in the processor's cache.
    """
    read = _each(lambda page: _read(page, wanted), pages)
    weighed = _each(lambda page: (page, critic.judge(page)), read)
    return _each(lambda one: Appraisal(*one, near_hash(one[0].text)), weighed)


def _read(page: Page, wanted: Wanted) -> WebPage:
    return read_page(page, wanted=wanted) if "ml" in page.media_type else WebPage(page.url)


def _each(step: Callable[[Given], Made], given: Sequence[Given | Exception]) -> list[Made | Exception]:
    """What a step makes of each; an error, its own or that of a step before, in its place."""
    made: list[Made | Exception] = []
    for one in given:
        try:
            made.append(one if isinstance(one, Exception) else step(one))
        except Exception as error:  # noqa: BLE001 - it comes out in the place of the page
            made.append(error)
    return made

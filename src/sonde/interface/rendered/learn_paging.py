"""Learns how a drawn answer goes on: presses and scrolls until another result shows."""

from collections.abc import Sequence

from sonde.interface.answer_page import results_of
from sonde.interface.model import Paging, SearchInterface
from sonde.interface.rendered.paging import ways_on
from sonde.interface.rendered.site import Screen, Screens, ask_on_screen
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.soundings import Soundings
from sonde.model import Result

_PRESSES = 4  # controls tried for the next page of one answer
_SCROLLS = 2


async def learn_paging(
    browser: Screens, soundings: Soundings, interface: SearchInterface, shown: Sequence[tuple[Result, ...]]
) -> tuple[Paging, str]:
    """The way on from the longest answers, and what showed it."""
    by_size = sorted(zip(soundings.answers, shown, strict=True), key=lambda pair: -len(pair[1]))
    for answer, results in by_size[:2]:
        first = {result.url for result in results}
        for place in range(_PRESSES + 1):
            screen = await browser.screen()
            await ask_on_screen(screen, interface.ask, answer.words)
            controls = ways_on(await screen.controls(), soundings.contrast.blank.tree)[:_PRESSES]
            if place >= len(controls):
                second = await _scrolled(screen, answer, interface, first)
                if second - first:
                    return Paging("scroll", "", len(results), keeps=first <= second), "scrolling brought other results"
                break
            await screen.press(controls[place])
            second = await _results(screen, answer, interface)
            if second - first:
                label = controls[place].label
                paging = Paging("press", label if label != "2" else "", len(results), keeps=first <= second)
                return paging, f"pressing {label!r} brought {len(second - first)} other results"
    return Paging(), "no further pages were offered"


async def _scrolled(screen: Screen, answer: Answer, interface: SearchInterface, first: set[str]) -> set[str]:
    """The results further down, as far as it takes to see others than the first."""
    second = first
    for _ in range(_SCROLLS):
        moved = await screen.scroll(to_the_end=True)
        second = await _results(screen, answer, interface)
        if second - first or not moved:
            break
    return second


async def _results(screen: Screen, answer: Answer, interface: SearchInterface) -> set[str]:
    page = read_page(await screen.read(interface.ask.page), answer.words)
    return {result.url for result in results_of(page, interface)}

"""Where an answer ends: by jumping to pages of it, or else by following them."""

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.end_search import End, Search
from sonde.interface.abilities.jump import Jump
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.two_lists import are_apart, titled
from sonde.model import Request

_TYPED = 4  # pages read one after the other where each is a click


async def find_end(line: Line, words: str, depth: Depth, *, near: End | None = None) -> End | None:
    """The end of an answer; None when that takes too many requests, or it is before the end of another one, `near`."""
    if line.interface.ask.rendered:
        reached = await line.walk(words, steps=_TYPED)
        return End(reached, _TYPED) if reached is not None else None
    if depth.page is None:
        return None
    second = line.read(depth.page, words).following
    if second is None:
        return End(len(depth.results), 1)
    flags = titled(depth.results, words)
    jump = near.jump if near is not None else known_jump(line, words, depth)
    if jump is not None and not are_apart(flags, flags):
        search = Search(line, words, second, jump, {1: flags, 2: flags}, depth.total, depth.page, low=1)
        return await search.run(near)
    page = await line.open(second, words, number=2)
    if page is None:
        return None
    shown = len(depth.results) + len(page.results)
    if page.following is None:
        return End(shown, 2)
    jump = Jump.between(second, page.following)
    if jump is None:
        return await _followed(line, words, shown, page.following)
    pages = {1: flags, 2: titled(page.results, words)}
    return await Search(line, words, second, jump, pages, depth.total, line.last).run(near)


def known_jump(line: Line, words: str, depth: Depth) -> Jump | None:
    """How to jump to pages: by another answer, or by what is in the address of the second page alone."""
    if (jump := heard_jump(line, words)) is not None or depth.page is None:
        return jump
    second = line.read(depth.page, words).following
    if second is None or second.method != "GET":
        return None
    return Jump.guessed(Request(depth.page.url), second, size=len(depth.results), sent=line.interface.ask.send)


def heard_jump(line: Line, words: str) -> Jump | None:
    """How to jump to pages, by an answer to other words whose second page was seen while the site was learned."""
    for query, depth in line.known.items():
        second = line.read(depth.page, query.words).following if depth.page is not None and depth.more else None
        page = line.heard(second) if second is not None and query.words != words else None
        third = line.read(page, query.words, number=2).following if page is not None else None
        jump = Jump.between(second, third) if second is not None and third is not None else None
        if jump is not None:
            return jump
    return None


async def _followed(line: Line, words: str, reached: int, following: Request) -> End | None:
    """The end of an answer, page by page from the third one on; None when no more may be asked."""
    number = 3
    while (page := await line.open(following, words, number=number)) is not None:
        reached += len(page.results)
        if page.following is None:
            return End(reached, number)
        following, number = page.following, number + 1
    return None

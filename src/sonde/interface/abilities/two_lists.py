"""Answers in two lists, paged side by side: what was found in titles, and the rest."""

from collections.abc import Awaitable, Callable, Sequence

from sonde.model import Result
from sonde.text.words import words as words_of

Flags = list[bool]  # of the results of a page: found in the title


def titled(results: Sequence[Result], asked: str) -> Flags:
    """Which results have a word of the question in their titles."""
    wanted = set(words_of(asked))
    return [bool(wanted & set(words_of(result.title))) for result in results]


def is_double(results: Sequence[Result], asked: str) -> bool:
    """Whether a page shows as much that was found in titles as it then shows of the rest: these may be two lists."""
    flags = titled(results, asked)
    return flags == sorted(flags, reverse=True) and 1 < len(flags) - sum(flags) <= sum(flags)


def are_apart(first: Flags, second: Flags) -> bool:
    """Whether the first two pages show two lists: then a page is not of one length."""
    return True in second and False in first and all(flags == sorted(flags, reverse=True) for flags in (first, second))


async def length_of_both(
    pages: dict[int, Flags], last: int, look: Callable[[int], Awaitable[Flags | None]]
) -> int | None:
    """How many results both lists have together, given some pages and the last; None when no more may be looked at."""
    full = max(pages[1].count(True), pages[1].count(False))
    lengths = [await _length(pages, kind, full, last, look) for kind in (True, False)]
    return None if None in lengths else sum(length or 0 for length in lengths)


async def _length(
    pages: dict[int, Flags], kind: bool, full: int, last: int, look: Callable[[int], Awaitable[Flags | None]]
) -> int | None:
    """How many results one list has: its full pages and what its last page shows; few words are in many titles."""
    while True:
        counts = {number: flags.count(kind) for number, flags in pages.items() if number <= last}
        low = max((number for number, count in counts.items() if count == full), default=0)
        high = min((number for number, count in counts.items() if count < full), default=last + 1)
        if counts.get(high) or high - low <= 1:
            return (high - 1) * full + counts.get(high, 0)
        middle = (low + high) // 2
        number = min(low + max(1, low // 2), middle) if kind else middle
        flags = await look(number)
        if flags is None:
            return None
        pages[number] = flags

"""The search for the last page of an answer, by jumping to pages of it."""

from collections import Counter
from dataclasses import dataclass
from math import ceil

from sonde.interface.abilities.jump import Jump
from sonde.interface.abilities.limits import ROUND
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.two_lists import Flags, are_apart, length_of_both, titled
from sonde.interface.answer_page import AnswerPage
from sonde.interface.results.contrast import read_page
from sonde.model import Page, Request

_FURTHEST = 1000  # results, where no count says how many there are


@dataclass(frozen=True, slots=True)
class End:
    """Where an answer ends."""

    results: int
    page: int  # the last one
    jump: Jump | None = None
    is_sharp: bool = False  # pages behind it show nothing


@dataclass(slots=True)
class Search:
    """A search for the last page of an answer between `low`, which goes on, and `high`, which does not."""

    line: Line
    words: str
    second: Request
    jump: Jump
    pages: dict[int, Flags]  # those read so far
    total: int | None
    at: Page | None  # the page read last
    low: int = 2
    high: int = 0  # 0: not known yet
    end: tuple[str, ...] = ()  # what page `high` shows; some sites show the last page for all that are behind it
    hint: int = 0  # a page that the last page seen says is the last one
    shows_some: bool = False  # pages link to some of those that follow, not to the last one
    is_empty_behind: bool = False  # pages behind the last one show nothing
    least: int = 0  # results of another answer: a shorter one does not matter

    async def run(self, near: End | None = None) -> End | None:
        """The end of the answer, looked for first where another one ended; None when it was not found or is before."""
        if near is not None:
            self.hint, self.least, self.is_empty_behind = near.page, near.results, near.is_sharp
        furthest = self._furthest(self.total if self.total is not None else _FURTHEST + self.size)
        self._note_links()
        while not self.high or self.high - self.low > 1:
            number = self.hint or self._next(furthest)
            if number <= self.low:
                return None
            page = await self._open(number)
            if page is None:
                return None
            if page.following is not None and number >= furthest:
                return None
            was_linked, self.hint = number == self.hint, 0
            if page.results and page.following is not None:
                self.shows_some = self.shows_some or was_linked
                if len(page.results) != self.size and not self.is_apart:
                    return None  # pages of several lists, which end at different places
                self.low = number
                self._note_links()
            elif self._reached(number, _urls(page)) < self.least:
                return None
            else:
                self._note_end(number, _urls(page))
        last = self.high if self.end else self.high - 1
        reached = (
            await length_of_both(self.pages, last, self._look) if self.is_apart else self._reached(self.high, self.end)
        )
        if reached is None:
            return None
        return End(reached, last, self.jump, self.is_empty_behind)

    @property
    def first_size(self) -> int:
        return len(self.pages[1])

    @property
    def size(self) -> int:
        return len(self.pages[2])

    @property
    def is_apart(self) -> bool:
        return are_apart(self.pages[1], self.pages[2])

    def _note_links(self) -> None:
        """The furthest page that the page just read links to is looked at next."""
        linked = [number for number in self._linked() if number > self.low + 1 and not self.shows_some]
        self.hint = max((number for number in linked if not self.high or number < self.high), default=self.hint)

    def _note_end(self, number: int, shown: tuple[str, ...]) -> None:
        """A page that does not go on: the last one, one behind it, or the last one again."""
        before = max(self._linked(), default=0) if shown else 0
        is_again = bool(shown) and shown == self.end
        self.high, self.end = number, shown
        if not shown:
            self.is_empty_behind = True
        elif before == number - 1 or self.is_empty_behind or self._is_whole(number, shown):
            self.low = number - 1  # this is where the answer ends
        elif self.low < before < number:
            self.hint = before + 1
        elif number - 1 > self.low and self._may_be_last(number, shown, is_again=is_again):
            self.hint = number - 1

    def _is_whole(self, number: int, shown: tuple[str, ...]) -> bool:
        """Whether a page brings an answer to just the count it states: by its length it can be no page again."""
        return self._is_exact and len(shown) < self.size and self._reached(number, shown) == self.total

    def _may_be_last(self, number: int, shown: tuple[str, ...], *, is_again: bool) -> bool:
        """Whether a page that may as well be the last one again deserves a look at the page before it."""
        reached = self._reached(number, shown)
        if is_again or self.total is None:
            return reached in ROUND or reached >= self.least > 0
        return not self._is_exact or reached == self.total

    @property
    def _is_exact(self) -> bool:
        """Whether the count cannot be rounded."""
        return self.total is not None and self.total % 10 != 0

    def _reached(self, number: int, shown: tuple[str, ...]) -> int:
        """How many results there are up to this page."""
        return self.first_size + (number - 2) * self.size + len(shown)

    def _linked(self) -> set[int]:
        """The pages of this answer that the page just read links to."""
        interface = self.line.interface
        if self.at is None or interface.json is not None:
            return set()
        return self.jump.linked(read_page(self.at, self.words), self.second, buttons=interface.paging.kind == "button")

    def _next(self, furthest: int) -> int:
        """The page to look at: the furthest where a count tells of one, then one in the middle.

        Where another answer has ended, this one will not be many times as long.
        """
        if self.high:
            return self._middle(self.high)
        if self.least:
            return min(furthest, self.low + self.low // 3 + 1)
        return furthest if self.total is not None else self._middle(furthest + 1)

    def _middle(self, high: int) -> int:
        """The page in the middle of those where a round limit would end, else the page in the middle."""
        weights: Counter[int] = Counter()
        for limit, weight in ROUND.items():
            weights[self._page_of(limit)] += weight if self.low < self._page_of(limit) < high else 0
        pages = sorted(weights.elements())
        return pages[len(pages) // 2] if pages else (self.low + high) // 2

    def _page_of(self, results: int) -> int:
        """The page that shows the result of this number."""
        return max(1, ceil((results - self.first_size) / self.size) + 1)

    def _furthest(self, results: int) -> int:
        """The last page that so many results can have: of two lists one may have nearly all."""
        longer = max(self.pages[1].count(True), self.pages[1].count(False))
        return ceil(results / longer) if self.is_apart else self._page_of(results)

    async def _open(self, number: int) -> AnswerPage | None:
        page = await self.line.open(self.jump.to(number, self.second), self.words, number=number)
        if page is not None:
            self.pages[number] = titled(page.results, self.words)
            self.at = self.line.last
        return page

    async def _look(self, number: int) -> Flags | None:
        return self.pages[number] if await self._open(number) is not None else None


def _urls(page: AnswerPage) -> tuple[str, ...]:
    return tuple(result.url for result in page.results)

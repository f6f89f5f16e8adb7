"""Where an answer ends: by jumping to pages of it, or else by following a few."""

from collections import Counter
from dataclasses import dataclass
from math import ceil

from sonde.interface.abilities.jump import Jump
from sonde.interface.abilities.line import Depth, Line
from sonde.interface.abilities.two_lists import Flags, are_apart, length_of_both, titled
from sonde.interface.answer_page import AnswerPage
from sonde.interface.results.contrast import read_page
from sonde.model import Page, Request

_TYPED = 4  # pages read one after the other where each is a click
# People choose round limits, some more often than others: the pages where one would end an answer are looked at first.
_ROUND = {
    20: 1, 30: 1, 40: 1, 50: 2, 100: 4, 150: 1, 200: 3, 250: 2, 300: 2, 400: 1, 500: 3, 1000: 4, 2000: 1, 5000: 1,
    10_000: 2,
}  # fmt: skip
_CUT = 0.9  # of the matches counted that an answer shows at most, if it is cut
_FURTHEST = 1000  # results, where no count says how many there are


@dataclass(frozen=True, slots=True)
class End:
    """Where an answer ends."""

    results: int
    page: int  # the last one
    last: int = 0  # results on it
    jump: Jump | None = None
    is_sharp: bool = False  # pages behind it show nothing


async def find_end(line: Line, words: str, depth: Depth, *, near: End | None = None) -> End | None:
    """The end of an answer, looked for first where another one ended; None when that takes too many requests."""
    if line.interface.ask.rendered:
        reached = await line.walk(words, steps=_TYPED)
        return End(reached, _TYPED) if reached is not None else None
    if depth.page is None:
        return None
    second = line.read(depth.page, words).following
    if second is None:
        return End(len(depth.results), 1)
    if near is not None and near.jump is not None:
        return await _end_near(line, words, second, near)
    jump = known_jump(line, words)
    if jump is None and second.method == "GET":
        jump = Jump.guessed(Request(depth.page.url), second, size=len(depth.results), sent=line.interface.ask.send)
    if jump is not None and len(set(titled(depth.results, words))) == 1:
        pages = {1: titled(depth.results, words), 2: titled(depth.results, words)}
        return await _Search(line, words, second, jump, pages, depth.total, depth.page, low=1).run()
    page = await line.open(second, words, number=2)
    if page is None:
        return None
    shown = len(depth.results) + len(page.results)
    if page.following is None:
        return End(shown, 2, len(page.results))
    jump = Jump.between(second, page.following)
    if jump is None:
        return await _followed(line, words, shown, page.following)
    pages = {1: titled(depth.results, words), 2: titled(page.results, words)}
    return await _Search(line, words, second, jump, pages, depth.total, line.last).run()


def known_jump(line: Line, words: str) -> Jump | None:
    """How to jump to pages, by an answer to other words whose second page was seen while the site was learned."""
    for query, depth in line.known.items():
        second = line.read(depth.page, query.words).following if depth.page is not None and depth.more else None
        page = line.heard(second) if second is not None and query.words != words else None
        third = line.read(page, query.words, number=2).following if page is not None else None
        jump = Jump.between(second, third) if second is not None and third is not None else None
        if jump is not None:
            return jump
    return None


async def _end_near(line: Line, words: str, second: Request, near: End) -> End | None:
    """The end of an answer if it is where another one ended.

    The page before must go on: some sites show the last page for all that are behind it.
    """
    assert near.jump is not None
    page = await line.open(near.jump.to(near.page, second), words, number=near.page)
    if page is None or len(page.results) != near.last or page.following is not None:
        return None
    if near.page == 2 or near.is_sharp:
        return near  # the first page goes on, or this one is not the last one again
    before = await line.open(near.jump.to(near.page - 1, second), words, number=near.page - 1)
    return near if before is not None and before.following is not None else None


async def _followed(line: Line, words: str, reached: int, following: Request) -> End | None:
    """The end of an answer, page by page from the third one on; None when no more may be asked."""
    number = 3
    while (page := await line.open(following, words, number=number)) is not None:
        reached += len(page.results)
        if page.following is None:
            return End(reached, number)
        following, number = page.following, number + 1
    return None


@dataclass(slots=True)
class _Search:
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

    async def run(self) -> End | None:
        """The end of the answer; None when it was not found."""
        furthest = self._furthest(self.total if self.total is not None else _FURTHEST + self.size)
        self._note_links()
        while not self.high or self.high - self.low > 1:
            number = self.hint or (self._next() if self.high else furthest)
            if number <= self.low:
                return None
            page = await self._open(number)
            if page is None:
                return self._supposed()
            if page.following is not None and number >= furthest:
                return None
            was_linked, self.hint = number == self.hint, 0
            if page.results and page.following is not None:
                self.shows_some = self.shows_some or was_linked
                if len(page.results) != self.size and not self.is_apart:
                    return None  # pages of several lists, which end at different places
                self.low = number
                self._note_links()
            else:
                self._note_end(number, _urls(page))
        last = self.high if self.end else self.high - 1
        reached = (
            await length_of_both(self.pages, last, self._look) if self.is_apart else self._reached(self.high, self.end)
        )
        if reached is None:
            return None
        return End(reached, last, len(self.end) or self.size, self.jump, self.is_empty_behind)

    def _supposed(self) -> End | None:
        """The one round limit between a page that goes on and one that does not, where the count tells of one."""
        if not self.high or self.is_apart or self.total is None:
            return None
        behind = self.high if self.end else self.high - 1
        least, most = self.first_size + (self.low - 1) * self.size, self.first_size + (behind - 1) * self.size
        limits = [limit for limit in _ROUND if least < limit <= most and limit < _CUT * self.total]
        return End(limits[0], self._page_of(limits[0]), jump=self.jump) if len(limits) == 1 else None

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
        self.hint = max((number for number in linked if not self.high or number < self.high), default=0)

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
            return reached in _ROUND
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

    def _next(self) -> int:
        """The page in the middle of those where a round limit would end, else the page in the middle."""
        weights: Counter[int] = Counter()
        for limit, weight in _ROUND.items():
            weights[self._page_of(limit)] += weight if self.low < self._page_of(limit) < self.high else 0
        pages = sorted(weights.elements())
        return pages[len(pages) // 2] if pages else (self.low + self.high) // 2

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

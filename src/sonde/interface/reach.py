"""How many results of one answer can be reached: the cap, by jumping to pages of the longest answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from sonde.interface.contrast import read_page
from sonde.interface.grounds import FREQUENT, Grounds
from sonde.interface.jump import Jump
from sonde.interface.line import Depth, Line
from sonde.interface.site import AnswerPage
from sonde.model import Abilities, Field, Form, Query, Request, Result
from sonde.page.submit import fill
from sonde.text.words import words as words_of

_SOUNDINGS = 9
_FOLLOWED = 4  # pages read one after the other where none can be jumped to
_JOINED = 15  # words asked together where any of them will do
# People choose round limits, so the pages where such a limit would end an answer are looked at first.
_ROUND = (20, 30, 40, 50, 100, 150, 200, 250, 300, 400, 500, 1000, 2000, 5000, 10_000)
_FURTHEST = 1000  # results, where no count says how many there are
_ROUNDED = 99  # counts above may be rounded
_COMMON = 2  # frequent words asked to find a long answer


async def learn_cap(grounds: Grounds, known: Abilities) -> Abilities:
    """The most results shown for one query, if the longest answer is cut; None where that cannot be told."""
    line = grounds.line
    allowed, line.allowed = line.allowed, min(line.allowed, line.spent + _SOUNDINGS)
    try:
        return replace(known, cap=await _cap(grounds, known))
    finally:
        line.allowed = allowed


async def _cap(grounds: Grounds, known: Abilities) -> int | None:
    line = grounds.line
    for words in await _long_answers(grounds, known):
        depth = line.known[Query(words)]
        end = await _end(line, words, depth)
        if end is None:
            return None
        if depth.total is None or line.doubts_counts:
            return end.results if _is_round(end.results) or await _is_seen_again(grounds, known, words, end) else None
        slack = 0.02 if any((other.total or 0) % 10 for other in line.known.values() if other.hits > _ROUNDED) else 0.06
        return end.results if depth.total - end.results > max(2, slack * depth.total) else None
    return None


def _is_round(reach: int) -> bool:
    """Whether a number of results is one that people set as a limit: few answers end there by chance."""
    return reach >= 100 and reach % 50 == 0


async def _long_answers(grounds: Grounds, known: Abilities) -> list[str]:
    """Words with long answers, asked now or before, longest first."""
    line, asked = grounds.line, [""] if known.browse else []
    common = grounds.widespread(grounds.material, stopped=True)
    if known.operator == "or":
        asked.append(" ".join([grounds.seed, *common[:_JOINED]]))
    elif not known.stop_words:
        asked += [query.words for query in line.known if grounds.frequency(query.words) > FREQUENT]
    else:
        asked += common[:_COMMON]
    for words in asked:
        depth = await line.ask(words)
        if depth is not None and depth.more and not words:
            break  # nothing is longer than everything
    answers = {query.words: depth for query, depth in line.known.items() if depth.results and not query.values}
    rank = {words: len(asked) - i for i, words in enumerate(asked)}
    return sorted(answers, key=lambda words: _length(answers[words], rank.get(words, 0)), reverse=True)


def _length(depth: Depth, rank: int) -> tuple[float, ...]:
    """What to compare answers by: the stated count, else whether there is more, else what was expected of it."""
    return depth.total or 0, depth.more, rank if depth.more else len(depth.results)


@dataclass(frozen=True, slots=True)
class End:
    """Where an answer ends."""

    results: int
    page: int
    jump: Jump | None = None


async def _end(line: Line, words: str, depth: Depth) -> End | None:
    """The end of an answer; None when finding it takes too many requests."""
    if depth.page is None:
        return None
    second = line.read(depth.page, words).following
    if second is None:
        return End(len(depth.results), 1)
    page = await line.open(second, words, number=2)
    if page is None:
        return None
    shown = len(depth.results) + len(page.results)
    if _are_apart(depth.results, page.results, words):
        return None
    if page.following is None:
        return End(shown, 2)
    jump = Jump.between(second, page.following)
    if jump is None:
        return await _followed(line, words, shown, page.following)
    return await _Search(line, words, second, jump, len(depth.results), len(page.results), depth.total).run()


def _are_apart(first: Sequence[Result], second: Sequence[Result], asked: str) -> bool:
    """Whether two lists are paged side by side, such as matches in titles and in texts: then pages do not add up."""
    wanted = set(words_of(asked))
    one = [bool(wanted & set(words_of(result.title))) for result in first]
    two = [bool(wanted & set(words_of(result.title))) for result in second]
    return True in two and False in one and all(flags == sorted(flags, reverse=True) for flags in (one, two))


async def _followed(line: Line, words: str, reached: int, following: Request | None) -> End | None:
    for number in range(3, 3 + _FOLLOWED):
        page = await line.open(following, words, number=number) if following is not None else None
        if page is None:
            return None
        reached += len(page.results)
        following = page.following
        if following is None:
            return End(reached, number)
    return None


@dataclass(slots=True)
class _Search:
    """A search for the last page of an answer between `low`, which goes on, and `high`, which does not."""

    line: Line
    words: str
    second: Request
    jump: Jump
    first_size: int
    size: int
    total: int | None
    low: int = 2
    high: int = 0  # 0: not known yet
    end: tuple[str, ...] = ()  # what page `high` shows; some sites show the last page for all that are behind it
    hint: int = 0  # a page that the last page seen says is the last one

    async def run(self) -> End | None:
        """The end of the answer; None when it was not found."""
        furthest = self._page_of(self.total if self.total is not None else _FURTHEST + self.size)
        self._note_links()
        while not self.high or self.high - self.low > 1:
            number = self.hint or (self._next() if self.high else furthest)
            if number <= self.low:
                return None
            page = await self._open(number)
            if page is None or (page.following is not None and number >= furthest):
                return None
            self.hint = 0
            if page.results and page.following is not None:
                if len(page.results) != self.size:
                    return None  # pages of several lists, which end at different places
                self.low = number
                self._note_links()
            else:
                self._note_end(number, _urls(page))
        results = self.first_size + (self.high - 2) * self.size + len(self.end)
        return End(results, self.high if self.end else self.high - 1, self.jump)

    def _note_links(self) -> None:
        """The furthest page that the page just read links to is looked at next."""
        linked = [number for number in self._linked() if number > self.low + 1]
        self.hint = max((number for number in linked if not self.high or number < self.high), default=0)

    def _note_end(self, number: int, shown: tuple[str, ...]) -> None:
        """A page that does not go on: the last one, one behind it, or the last one again."""
        before = max(self._linked(), default=0) if shown else 0
        repeated = shown and shown == self.end
        self.high, self.end = number, shown
        if before == number - 1:
            self.low = before  # it links to the page before it, so this is where the answer ends
        elif self.low < before < number:
            self.hint = before + 1
        elif shown and not repeated and number - 1 > self.low:
            self.hint = number - 1

    def _linked(self) -> set[int]:
        """The pages of this answer that the page just read links to."""
        page = self.line.last
        if page is None:
            return set()
        answer = read_page(page, self.words)
        requests = [Request(url) for url in answer.urls]
        for form in answer.forms if self.line.interface.paging.kind == "button" else ():
            requests += [fill(_only(form, field), {}, button=field.name) for field in form.fields if _is_button(field)]
        return {number for request in requests if (number := self.jump.page(request, self.second)) is not None}

    def _next(self) -> int:
        """The page in the middle of those where a round limit would end, else the page in the middle."""
        likely = sorted({self._page_of(limit) for limit in _ROUND} & set(range(self.low + 1, self.high)))
        return likely[len(likely) // 2] if likely else (self.low + self.high) // 2

    def _page_of(self, results: int) -> int:
        """The page that shows the result of this number."""
        return max(1, ceil((results - self.first_size) / self.size) + 1)

    async def _open(self, number: int) -> AnswerPage | None:
        return await self.line.open(self.jump.to(number, self.second), self.words, number=number)


def _is_button(field: Field) -> bool:
    return field.kind in ("submit", "image") and field.value.isdecimal() and not field.disabled


def _only(form: Form, button: Field) -> Form:
    """The form as it is sent when this one of several buttons of the same name is pressed."""
    kept = tuple(field for field in form.fields if field is button or field.kind not in ("submit", "image"))
    return replace(form, fields=kept)


def _urls(page: AnswerPage) -> tuple[str, ...]:
    return tuple(result.url for result in page.results)


async def _is_seen_again(grounds: Grounds, known: Abilities, words: str, end: End) -> bool:
    """Whether the answer to other words ends at the same number, where no count tells."""
    line = grounds.line
    whole = [depth for depth in line.known.values() if len(depth.results) == end.results and not depth.more]
    if end.jump is None or len(whole) > 1:
        return len(whole) > 1
    for other in [other for other in await _long_answers(grounds, known) if other not in ("", words)][:1]:
        depth = line.known[Query(other)]
        second = line.read(depth.page, other).following if depth.page is not None else None
        if second is None:
            return False
        page = await line.open(end.jump.to(end.page, second), other, number=end.page)
        return page is not None and bool(page.results) and page.following is None and end.results % 10 == 0
    return False

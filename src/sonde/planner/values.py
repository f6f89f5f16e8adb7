"""Text inputs for one attribute each: asked for the values that the held documents have there.

Every value alone first. What is cut is asked for together with what else is cut, so that inputs are only joined
where that can tell more than each of them alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations

from sonde.model import AttributeBox, Document, Outcome, Pairs, Query
from sonde.text.words import words

MOST_JOINED = 3
LONGEST = 80  # characters of a value worth asking for
SHORTEST = 2  # letters of a word worth asking for
FIRST_GUESS = 2.0  # documents that match a value for each that is held, before any was asked for
FADING = 0.9  # of what was brought before counts on
LEAST_EXPECTED = 0.2  # documents, for values that are asked for together


@dataclass(slots=True)
class Column:
    """One text input: which held documents have which value, and what its values brought so far."""

    box: AttributeBox
    held: dict[str, int] = field(default_factory=dict)  # documents by value
    matches: tuple[float, float] = (1.0, FIRST_GUESS)  # held under values when they were asked for; that matched
    cut: dict[str, float] = field(default_factory=dict)  # values whose answers were cut, and their matches
    by_word: bool = False  # words of values are asked for, too
    brought: float = FIRST_GUESS  # new documents that one value brings, lately
    _waiting: list[tuple[int, str]] = field(default_factory=list)  # most held first; older entries are out of date
    _asked: set[str] = field(default_factory=set)

    def add(self, document: Document) -> None:
        """Notes the values of a document."""
        wanted = self.box.attribute.casefold()
        found = (text for label, text in document.attributes if label.casefold() == wanted)
        for value in dict.fromkeys(value for text in found for value in self._values(text)):
            self._hold(value, 1)

    def break_up(self) -> bool:
        """Asks for words of the values from now on; False where it does already."""
        if self.by_word or self.box.by_word:
            return False
        self.by_word = True
        for value, count in list(self.held.items()):
            for word in _words(value):
                self._hold(word, count)
        return True

    def _hold(self, value: str, count: int) -> None:
        self.held[value] = self.held.get(value, 0) + count
        if value not in self._asked:
            heappush(self._waiting, (-self.held[value], value))

    def _values(self, text: str) -> list[str]:
        whole = [text] if len(text) <= LONGEST and not self.box.by_word else []
        return whole + (_words(text) if self.by_word or self.box.by_word else [])

    def next(self) -> str | None:
        """The value not asked for that most held documents have."""
        while self._waiting:
            count, value = self._waiting[0]
            if value not in self._asked and self.held[value] == -count:
                return value
            heappop(self._waiting)
        return next((value for value in self.box.samples if value not in self._asked), None)

    def expected(self, value: str, *, cap: float) -> float:
        """Documents that a value brings beyond those held."""
        held = self.held.get(value, 0)
        asked, matched = self.matches
        return max(0.0, min(cap, held * matched / asked) - held)

    @property
    def missing(self) -> float:
        """Documents expected of all values not asked for, and of those whose answers were cut."""
        hidden = sum(max(0.0, size - self.held.get(value, 0)) for value, size in self.cut.items())
        return hidden + self.brought * (len(self.held) - len(self._asked & self.held.keys()))

    def note(self, value: str, *, matched: float, new: int) -> None:
        """Learns how many documents match a value and how many were new. Called before they are added."""
        self.brought = FADING * self.brought + (1 - FADING) * new
        held = self.held.get(value, 0)
        if value not in self._asked and held:
            self.matches = self.matches[0] + held, self.matches[1] + max(matched, held)
        self._asked.add(value)


def _words(value: str) -> list[str]:
    """The words of a value that are worth asking for, unless it is one word."""
    return [word for word in words(value) if len(word) >= SHORTEST and word != value.lower()]


class Values:
    """Chooses values for text inputs, and joins them where their answers are cut."""

    def __init__(self, boxes: Sequence[AttributeBox], *, but: Mapping[str, Sequence[str]] | None = None) -> None:
        asked = but or {}  # values that are asked for otherwise
        self.columns = {box.name: Column(box, _asked=set(asked.get(box.name, ()))) for box in boxes}
        self._whole: set[Pairs] = set()  # questions answered whole
        self._cut: dict[Pairs, float] = {}  # questions that were cut, and how many documents match them
        self._single: list[Pairs] = []  # those among them that nothing is joined in
        self._joined: list[tuple[float, Pairs]] = []  # questions still to put, most documents expected first
        self._known: set[Pairs] = set()
        self._documents = 1

    def is_ours(self, query: Query) -> bool:
        """Whether a question sets one of the text inputs."""
        return not query.words and any(name in self.columns for name, _ in query.values)

    def choose(self, *, cap: float) -> Query | None:
        """The value, or the values together, that bring most; None when nothing is left to ask for."""
        single = self.choose_single(cap=cap)
        joined = self._next_joined() if single is None else single
        if joined is None and self._break_up():
            return self.choose(cap=cap)
        return joined

    def choose_single(self, *, cap: float) -> Query | None:
        """The value alone that brings most; None when all that are known were asked for."""
        ready = [(column, value) for column in self.columns.values() if (value := column.next()) is not None]
        if not ready:
            return None
        column, value = max(ready, key=lambda pair: (pair[0].expected(pair[1], cap=cap), pair[0].held.get(pair[1], 0)))
        held = column.held.get(value, 0)
        return Query(values=((column.box.name, value),), reason=f"a value of {held} documents held")

    def _break_up(self) -> bool:
        """Asks for words of the values from now on; False where that was done before."""
        broken = [column.break_up() for column in self.columns.values()]
        return any(broken)

    def _next_joined(self) -> Query | None:
        while self._joined:
            expected, values = self._joined[0]
            if values not in self._known and not self._is_covered(values):
                return Query(values=values, reason=f"about {-expected:.0f} documents have all of these values")
            heappop(self._joined)
        return None

    def add_cut(self, values: Pairs, *, size: float) -> None:
        """Adds a question by other inputs that was cut: values are asked for within it."""
        if values and values not in self._cut:
            self._single.append(values)
            self._take_cut(values, size)

    def observe(self, outcome: Outcome, *, size: float, is_cut: bool) -> None:
        """Learns what values brought; `size` is how many documents match."""
        values = outcome.query.values
        if self.is_ours(outcome.query) and values not in self._known:
            self._known.add(values)
            if len(values) == 1:
                self.columns[values[0][0]].note(values[0][1], matched=size, new=len(outcome.new))
            if not is_cut:
                self._whole.add(values)
            else:
                if len(values) == 1:
                    self._single.append(values)
                    self.columns[values[0][0]].cut[values[0][1]] = size
                self._take_cut(values, size)
        self.hold(outcome.new)

    def hold(self, documents: Iterable[Document]) -> None:
        """Notes the values of new documents."""
        for document in documents:
            self._documents += 1
            for column in self.columns.values():
                column.add(document)

    def missing(self) -> float:
        """Documents expected that no answer showed yet, by the input that tells of most."""
        return max((column.missing for column in self.columns.values()), default=0.0)

    def _take_cut(self, values: Pairs, size: float) -> None:
        """Joins a question that was cut with each single one that was."""
        self._cut[values] = size
        names = {name for name, _ in values}
        for other in self._single:
            joined = tuple(sorted({*values, *other}))
            if len(joined) == len(values) or not names.isdisjoint(name for name, _ in other):
                continue
            if sum(name in self.columns for name, _ in joined) > MOST_JOINED:
                continue
            expected = size * self._cut.get(other, size) / max(self._documents, size)
            if expected >= LEAST_EXPECTED and joined not in self._known:
                heappush(self._joined, (-expected, joined))

    def _is_covered(self, values: Pairs) -> bool:
        """Whether a wider question was answered whole."""
        parts = (part for length in range(1, len(values)) for part in combinations(values, length))
        return any(part in self._whole for part in parts)

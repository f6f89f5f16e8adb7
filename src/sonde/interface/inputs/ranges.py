"""Pairs of inputs that take a range, from and to: found by what they are called, proved by what they leave."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sonde.interface.ask import widest
from sonde.interface.forms.features import tokens
from sonde.interface.forms.safety import asked_for
from sonde.interface.inputs.trial import Trial
from sonde.model import Document, Field, Form, Pairs, Range
from sonde.text.scale import WHOLE, point_of, text_of, unit_of

_MAX_RANGES = 3
_TRIED = 5  # values of which one must lie among those of the documents
_DOUBLINGS = 24
_HALVINGS = 4
_YEAR_DAYS = 365
_FAR = 1000  # times the largest value: nothing lies beyond
_ENDS = (
    ("from", "to"), ("min", "max"), ("minimum", "maximum"), ("start", "end"), ("begin", "end"), ("since", "until"),
    ("after", "before"), ("low", "high"), ("lower", "upper"), ("lo", "hi"), ("gte", "lte"), ("ge", "le"),
    ("gt", "lt"), ("first", "last"), ("least", "most"), ("earliest", "latest"), ("oldest", "newest"),
    ("from", "till"), ("from", "until"), ("von", "bis"), ("ab", "bis"), ("desde", "hasta"), ("de", "a"), ("du", "au"),
    ("début", "fin"), ("debut", "fin"), ("inicio", "fin"), ("dal", "al"), ("da", "a"), ("van", "tot"), ("fra", "til"),
    ("från", "till"), ("od", "do"), ("от", "до"), ("с", "по"), ("від", "до"), ("开始", "结束"), ("開始", "終了"),
    ("1", "2"), ("a", "b"), ("one", "two"),
)  # fmt: skip
_LOW = frozenset(low for low, _ in _ENDS[:-3])
_HIGH = frozenset(high for _, high in _ENDS[:-3])
_KINDS = ("text", "number", "date", "range", "select")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_FORMATS = {
    "yyyy-mm-dd": "%Y-%m-%d", "dd.mm.yyyy": "%d.%m.%Y", "dd/mm/yyyy": "%d/%m/%Y", "mm/dd/yyyy": "%m/%d/%Y",
    "tt.mm.jjjj": "%d.%m.%Y", "jj/mm/aaaa": "%d/%m/%Y", "dd/mm/aaaa": "%d/%m/%Y", "yyyy/mm/dd": "%Y/%m/%d",
    "yyyy-mm": "%Y-%m", "dd-mm-yyyy": "%d-%m-%Y",
}  # fmt: skip
_WIDE = (("1000", "9999"), ("1900", "2099"))  # years, or numbers, that are tried as the ends of everything
_ANY = {WHOLE: ("2000", "100", "10", "1000"), "": ("2000-01-01", "2015-01-01", "1950-01-01", "1850-01-01")}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two inputs that may take a range."""

    low: Field
    high: Field

    @property
    def words(self) -> set[str]:
        """What the range is of, by names and labels."""
        return tokens(self.low.name, self.low.label, self.high.name, self.high.label) - _LOW - _HIGH

    @property
    def steps(self) -> tuple[str, ...]:
        """The values that both menus offer, rising; empty where one can type."""
        if not self.low.choices:
            return ()
        offered = {choice.value for choice in self.high.choices}
        numbers = {int(c.value): c.value for c in self.low.choices if c.value in offered and _is_number(c.value)}
        return tuple(numbers[number] for number in sorted(numbers))

    @property
    def unit(self) -> str:
        """What its values are counted in as far as the form says; empty: it does not."""
        if self.low.kind == "date":
            return "%Y-%m-%d"
        said = f"{self.low.label} {self.low.value}".lower()
        return next((unit for words, unit in _FORMATS.items() if words in said), "")


def pairs_of(form: Form) -> list[Pair]:
    """Pairs of inputs that may take a range, each input in one of them at most."""
    fields = [
        field
        for field in form.fields
        if field.kind in _KINDS and field.name and not field.disabled and not asked_for(field)
        if field.kind != "select" or _is_numeric(field)
    ]
    found: list[Pair] = []
    taken: set[str] = set()
    for low, high in pairwise(fields):
        if low.name in taken or low.name == high.name or low.kind != high.kind:
            continue
        if _are_ends(low.name.lower(), high.name.lower()) or _say_ends(low, high) or low.kind in ("number", "date"):
            found.append(Pair(low, high))
            taken |= {low.name, high.name}
    return found[:_MAX_RANGES]


def _is_numeric(field: Field) -> bool:
    wide = widest(field)
    values = [choice.value for choice in field.choices if choice is not wide and choice.value]
    return len(values) > 2 and all(map(_is_number, values))


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) < 15


def _are_ends(low: str, high: str) -> bool:
    """Whether two names differ in a word for a beginning and an end only."""
    return any(one in low and low.replace(one, other, 1) == high for one, other in _ENDS)


def _say_ends(low: Field, high: Field) -> bool:
    low_words, high_words = tokens(low.name, low.label), tokens(high.name, high.label)
    return bool(low_words & _LOW and high_words & _HIGH and not low_words & _HIGH)


def settings_of(pairs: Sequence[Pair], documents: Sequence[Document]) -> list[Pairs]:
    """Settings to sound a form with: ranges that begin or end at values of documents, or at likely ones."""
    found: list[Pairs] = []
    for pair in pairs[:1]:
        values = pair.steps[1:-1] or _values_of(documents, pair) or _guesses(pair)
        for value in values[:: max(1, len(values) // 3)][:3]:
            found += [((pair.low.name, value),), ((pair.high.name, value),)]
    return found


def whole_ranges(form: Form) -> list[Pairs]:
    """Settings that fill both inputs of every pair, so wide that all lies between: some forms answer nothing less."""
    pairs = pairs_of(form)
    return [tuple(end for pair in pairs for end in _ends(pair, far)) for far in _WIDE] if pairs else []


def _ends(pair: Pair, far: tuple[str, str]) -> Pairs:
    if pair.steps:
        low, high = pair.steps[0], pair.steps[-1]
    elif "%" in pair.unit:
        low, high = (text_of(point_of(f"{year}-01-01", "%Y-%m-%d") or 0, pair.unit) for year in far)
    else:
        low, high = far
    return ((pair.low.name, pair.low.least or low), (pair.high.name, pair.high.most or high))


def _guesses(pair: Pair) -> tuple[str, ...]:
    """Values to try where no document tells."""
    unit = pair.unit
    if pair.low.least and pair.high.most:
        ends = [point_of(pair.low.least, unit or WHOLE), point_of(pair.high.most, unit or WHOLE)]
        if ends[0] is not None and ends[1] is not None:
            return tuple(text_of(ends[0] + (ends[1] - ends[0]) * part // 4, unit or WHOLE) for part in (1, 2, 3))
    if not unit:
        return _ANY[WHOLE]
    days = (point_of(day, "%Y-%m-%d") for day in _ANY[""])
    return tuple(text_of(day, unit) for day in days if day is not None) if "%d" in unit else ("2000-01", "2015-01")


async def learn_ranges(trial: Trial, form: Form) -> None:
    """Adds the pairs of inputs that narrow an answer to what lies between them."""
    for pair in pairs_of(form):
        found = await _proved(trial, pair)
        if found is None:
            trial.note(f"{pair.low.name!r} and {pair.high.name!r} do not take a range")
            continue
        trial.ranges.append(found)
        # As a range they split better than each of them alone.
        trial.splits = [split for split in trial.splits if split[0] not in (pair.low.name, pair.high.name)]
        trial.note(f"{pair.low.name!r} and {pair.high.name!r} take a range from {found.least} to {found.most}")


async def _proved(trial: Trial, pair: Pair) -> Range | None:
    documents = await trial.documents() if not pair.steps else []
    values = pair.steps[1:-1][:: max(1, len(pair.steps) // 4)] or _values_of(documents, pair) or _guesses(pair)
    unit = pair.unit or unit_of(list(values)) or WHOLE
    for value in values[:_TRIED]:
        point = point_of(value, unit)
        if point is None:
            continue
        bound = _Bounds(trial, pair, unit)
        verdict = await bound.try_at(point)
        if verdict is None:
            continue
        if pair.steps:
            gaps = any(int(b) - int(a) > 1 for a, b in pairwise(pair.steps))
            return Range(
                pair.low.name, pair.high.name, pair.steps[0], pair.steps[-1], steps=pair.steps, shared=gaps or verdict
            )
        known = [p for other in values if (p := point_of(other, unit)) is not None]
        least, most = await bound.ends(min(known), max(known))
        return Range(pair.low.name, pair.high.name, text_of(least, unit), text_of(most, unit), unit, shared=verdict)
    return None


def _values_of(documents: Sequence[Document], pair: Pair) -> tuple[str, ...]:
    """Values that documents have, of an attribute called like the inputs first, then of any, then years in texts."""
    named: list[str] = []
    others: list[str] = []
    for document in documents:
        for label, value in document.attributes:
            unit = unit_of([value])
            if unit is not None and (not pair.unit or unit == pair.unit):
                (named if tokens(label) & pair.words else others).append(value)
    if not named and not others and not pair.unit:
        others = [year for document in documents for year in _YEAR.findall(f"{document.title} {document.text}")]
    chosen = list(dict.fromkeys(named or others))
    return tuple(value for value in chosen if unit_of([value]) == unit_of(chosen[:1]))


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Asks what lies on either side of a value."""

    trial: Trial
    pair: Pair
    unit: str

    async def try_at(self, point: int) -> bool | None:
        """Whether parts must share the bound at a value, as what lies there is left out; None: this is no range."""
        low, high = (self.pair.low.name, text_of(point, self.unit)), (self.pair.high.name, text_of(point, self.unit))
        above, below = await self.trial.parts([(low,), (high,)])
        whole = self.trial.whole
        if above == below or (above == whole and below == whole) or not (above.urls or below.urls):
            return None
        at = await self.trial.ask((low, high))
        if above.total is not None and below.total is not None and whole.total:
            found = above.hits + below.hits - at.hits
            if not (max(above.hits, below.hits) <= whole.hits and 0.5 * whole.hits <= found <= 1.02 * whole.hits):
                return None
            if at.hits > min(above.hits, below.hits):
                return None
        elif not self.pair.steps and (await self.trial.ask(((self.pair.low.name, self._far(point)),))).urls:
            return None
        return not at.urls or await self._leaves_gap(point, above.hits - at.hits)

    def _far(self, point: int) -> str:
        """A value that nothing lies beyond."""
        return text_of(_FAR * (abs(point) + 1) if "%" not in self.unit else 10**7, self.unit)

    async def _leaves_gap(self, point: int, above: int) -> bool:
        """Whether documents lie between a value and its neighbour: fewer are above that one than above this one."""
        if self.pair.steps or self.trial.whole.total is None:
            return False
        beyond = await self.trial.ask(((self.pair.low.name, text_of(point + 1, self.unit)),))
        return beyond.total is not None and beyond.hits < above

    async def ends(self, least: int, most: int) -> tuple[int, int]:
        """Values that nothing lies beyond, or that the form states."""
        stated_low, stated_high = (point_of(text, self.unit) for text in (self.pair.low.least, self.pair.high.most))
        step = max(1, most - least, _YEAR_DAYS if "%d" in self.unit else abs(most) // 32)
        least = stated_low if stated_low is not None else await self._outermost(least, -step, self.pair.high.name)
        most = stated_high if stated_high is not None else await self._outermost(most, step, self.pair.low.name)
        return least, max(most, least + 1)

    async def _outermost(self, point: int, step: int, name: str) -> int:
        """A value on one side that nothing lies beyond, not far off: in steps that double, then halves."""
        inner = outer = point
        for _ in range(_DOUBLINGS):
            if not await self._lies_beyond(outer, step, name):
                break
            inner, outer, step = outer, outer + step, 2 * step
        for _ in range(_HALVINGS):
            middle = (inner + outer) // 2
            if middle in (inner, outer):
                break
            if await self._lies_beyond(middle, step, name):
                inner = middle
            else:
                outer = middle
        return outer

    async def _lies_beyond(self, point: int, step: int, name: str) -> bool:
        value = text_of(point + (1 if step > 0 else -1), self.unit)
        return bool((await self.trial.ask(((name, value),))).urls)

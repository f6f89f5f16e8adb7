"""Pairs of inputs that may take a range, from and to: found by what they are called, and values to try in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sonde.interface.ask import widest
from sonde.interface.forms.features import tokens
from sonde.interface.forms.safety import asked_for
from sonde.model import Document, Field, Form, Pairs
from sonde.text.scale import WHOLE, point_of, text_of, unit_of

_MAX_RANGES = 3
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
        values = pair.steps[1:-1] or values_of(documents, pair) or guesses(pair)
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


def guesses(pair: Pair) -> tuple[str, ...]:
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


def values_of(documents: Sequence[Document], pair: Pair) -> tuple[str, ...]:
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

"""The fields of records as columns of values, and the parameters that may take them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from sonde.interface.forms.features import tokens
from sonde.interface.inputs.menus import MAX_VALUES
from sonde.interface.json.ask import related
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.records import JsonSounding
from sonde.interface.model import Ask
from sonde.page.json_value import Json, keys_of, text_of, walk

Stated = Mapping[str, tuple[str, ...]]  # parameters that are named somewhere, with values if these are, too

_LONGEST = 60  # characters of a value
_REPEATED = 0.85  # distinct values for each record that has one: above, a field names or describes a record
_ENUMERABLE = 0.3  # share of values seen once, above which most were not seen yet
_USUAL = 0.5  # share of records that have a field


@dataclass(slots=True)
class Column:
    """One field of the records, and how many records were seen with each of its values."""

    name: str
    values: Counter[str] = field(default_factory=Counter)
    records: int = 0
    is_single: bool = True  # no record has several values

    def add(self, found: Sequence[str]) -> None:
        """Takes the values of one record."""
        self.values.update(list(dict.fromkeys(found)))
        self.records += bool(found)
        self.is_single &= len(found) < 2

    @property
    def samples(self) -> list[str]:
        """Two values that neither most records nor hardly any have."""
        ranked = [value for value, _ in self.values.most_common()]
        return list(dict.fromkeys((ranked[len(ranked) // 3], ranked[2 * len(ranked) // 3])))

    @property
    def is_listed(self) -> bool:
        """Whether most of its values were seen by now: few of them once only."""
        once = sum(count == 1 for count in self.values.values())
        return once <= _ENUMERABLE * len(self.values) and len(self.values) <= MAX_VALUES


def values_of(record: Json) -> dict[str, list[str]]:
    """The plain values of a record by field, each entry of a list for itself."""
    found: dict[str, list[str]] = {}
    for path, value in walk(record):
        if (text := text_of(value)) and path:
            found.setdefault(".".join(key for key in keys_of(path) if key != "*"), []).append(text)
    return found


def fields_to_try(columns: Iterable[Column], rule: JsonAnswer) -> list[Column]:
    """The fields whose values several records share, those with the most values last."""
    told = {rule.key, rule.title, rule.url, *rule.text}
    usual = max((column.records for column in columns), default=0)
    found = [
        column
        for column in columns
        if column.name not in told and column.records >= _USUAL * usual
        if 2 <= len(column.values) <= _REPEATED * column.records
        if max(map(len, column.values)) <= _LONGEST
    ]
    return sorted(found, key=lambda column: (len(column.values), column.name))


def names_for(column: Column, stated: Stated, ask: Ask, rule: JsonAnswer) -> list[str]:
    """Parameters that may take the values of a field: those stated for it or called like it, then its own names."""
    tail = column.name.rpartition(".")[2]
    called, values = tokens(column.name), set(column.values)
    stated_for = [
        name for name, known in stated.items() if tokens(name) & called or values & set(known) or _begins(name, tail)
    ]
    own = [column.name, tail, f"filter[{tail}]", *related([tail], ask), tail.removesuffix("s"), f"{tail}s"]
    taken = {ask.query_field, rule.paging.parameter, rule.paging.size_parameter}
    return [name for name in dict.fromkeys([*stated_for, *own]) if name and name not in taken]


def _begins(name: str, tail: str) -> bool:
    return len(name) > 2 and (tail.lower().startswith(name.lower()) or name.lower().startswith(tail.lower()))


def stated_in(seen: Iterable[JsonSounding], ask: Ask) -> dict[str, tuple[str, ...]]:
    """The parameters of the address and of the addresses within answers that ask the same endpoint."""
    found: dict[str, dict[str, None]] = {name: {} for name, _ in ask.send}
    path = urlsplit(ask.action).path
    for sounding in seen:
        for _, value in walk(sounding.value):
            if isinstance(value, str) and "?" in value and urlsplit(value).path in ("", path):
                for name, text in parse_qsl(urlsplit(value).query):
                    found.setdefault(name, {})[text] = None
    return {name: tuple(values) for name, values in found.items()}

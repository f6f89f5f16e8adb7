"""Which parameters narrow an answer to records with one value of a field? The menus of a service that shows no form.

Names come from evidence: the address, a description of the service, addresses in its answers, the records' fields.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sonde.interface.fetcher import Fetcher
from sonde.interface.json.columns import Column, Stated, fields_to_try, names_for, stated_in, values_of
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.paging import changes_for_size
from sonde.interface.json.probe import Prober, working_name
from sonde.interface.json.records import JsonSounding, records_at
from sonde.interface.json.total import stated_total
from sonde.interface.model import SearchInterface
from sonde.model import AttributeBox
from sonde.page.json_value import values_at

_MAX_FIELDS = 8
_SWEEP = 24  # questions to see more values of the fields
_NEARLY_ALL = 0.95


async def learn_filters(
    fetcher: Fetcher, interface: SearchInterface, seen: Sequence[JsonSounding], described: Stated
) -> SearchInterface:
    """Adds the parameters that narrow an answer; asked only where answers are cut, since whole ones need none."""
    rule = interface.json
    assert rule is not None
    if interface.abilities.cap is None and not _is_cut(seen, rule):
        return interface
    sweep = _Sweep(Prober(fetcher, interface.ask), rule, "" if interface.abilities.browse else interface.seeds[0])
    for sounding in seen:
        sweep.take(sounding)
    whole = await sweep.ask({})
    if interface.abilities.browse and (whole is None or not whole.records):
        # For no words, some services want their parameter left out.
        sweep.prober = Prober(fetcher, replace(interface.ask, query_field=""))
        whole = await sweep.ask({})
    if whole is None:
        return interface
    stated = stated_in(seen, interface.ask) | dict(described)
    bound: dict[str, Column] = {}
    for column in fields_to_try(sweep.columns.values(), rule)[:_MAX_FIELDS]:
        name = await sweep.binding(whole, column, names_for(column, stated, interface.ask, rule))
        if name is not None:
            bound[name] = column
            column.values.update(dict.fromkeys(described.get(name, ()), 2))
    await sweep.look_around(bound)
    return _concluded(interface, bound)


def _concluded(interface: SearchInterface, bound: Mapping[str, Column]) -> SearchInterface:
    splits = {name: column for name, column in bound.items() if column.is_listed and len(column.values) > 1}
    # More values of a menu may show in documents; without words the others cannot be asked for.
    boxes = {name: column for name, column in bound.items() if column.is_single and interface.abilities.browse}
    lines = [
        f"{name!r} narrows to one value of {column.name!r}: {len(column.values)} seen" for name, column in bound.items()
    ]
    known = replace(
        interface.abilities,
        splits=tuple(
            (name, tuple(value for value, _ in column.values.most_common())) for name, column in splits.items()
        ),
        boxes=tuple(AttributeBox(name, c.name, samples=tuple(c.samples[:1])) for name, c in boxes.items()),
    )
    return replace(interface, abilities=known, evidence=(*interface.evidence, *lines))


def _is_cut(seen: Iterable[JsonSounding], rule: JsonAnswer) -> bool:
    """Whether answers that have no further part show fewer records than they state."""
    if rule.paging.kind != "none" or not rule.exact:
        return False
    return any((stated_total(one, rule.total) or 0) > len(records_at(one.value, rule.records)) > 0 for one in seen)


@dataclass(frozen=True, slots=True)
class _Part:
    """The first part of an answer: its records by field, and the count."""

    records: list[dict[str, list[str]]]
    total: int | None

    def share(self, column: Column, value: str) -> float:
        """The share of the records that have a value."""
        having = sum(value in record.get(column.name, ()) for record in self.records)
        return having / len(self.records) if self.records else 0.0


@dataclass(slots=True)
class _Sweep:
    """Asks for records with values set, and notes the values of all records that come."""

    prober: Prober
    rule: JsonAnswer
    words: str
    columns: dict[str, Column] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    left: int = _SWEEP

    def take(self, sounding: JsonSounding) -> list[dict[str, list[str]]]:
        """The records of an answer by field, noted."""
        names = [str(name) for name in values_at(sounding.value, self.rule.columns)] if self.rule.columns else []
        rows = records_at(sounding.value, self.rule.records)
        records = [values_of(dict(zip(names, row, strict=False)) if isinstance(row, list) else row) for row in rows]
        for record in records:
            told = str(record)
            for name, values in record.items() if told not in self.known else ():
                self.columns.setdefault(name, Column(name)).add(values)
            self.known.add(told)
        return records

    async def ask(self, values: Mapping[str, str]) -> _Part | None:
        """The first part of an answer; None when the question is refused."""
        answer = await self.prober.sound(self.words, changes_for_size(self.rule.paging) | dict(values))
        return None if answer is None else _Part(self.take(answer), stated_total(answer, self.rule.total))

    async def binding(self, whole: _Part, column: Column, names: Sequence[str]) -> str | None:
        """The parameter with which only records with a value come, seen with two values."""
        samples = column.samples

        async def binds(names: Sequence[str], value: str = samples[0]) -> bool | None:
            found = await self.ask(dict.fromkeys(names, value))
            if found is None or not found.records:
                return None
            is_less = whole.total is None or found.total is None or found.total < whole.total
            return is_less and found.share(column, value) >= _NEARLY_ALL > whole.share(column, value)

        name = await working_name(names, binds)
        if name is None or (len(samples) > 1 and not await binds([name], samples[1])):
            return None
        return name

    async def look_around(self, bound: Mapping[str, Column]) -> None:
        """Asks for values one by one, so that records with other values of the other fields show."""
        asked: set[tuple[str, str]] = set()
        while self.left:
            open_ = [(name, v) for name, column in bound.items() for v in column.values if (name, v) not in asked]
            if not open_ or len(bound) < 2:
                return
            # The fewer values a field has, the more different records each of them brings.
            name, value = min(open_, key=lambda pair: (len(bound[pair[0]].values), -bound[pair[0]].values[pair[1]]))
            asked.add((name, value))
            self.left -= 1
            await self.ask({name: value})

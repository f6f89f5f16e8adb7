"""How does a JSON answer go on, and how many records at a time may be asked for? By probing."""

import json
from collections.abc import Sequence
from dataclasses import replace

from sonde.interface.json.ask import PAGE_NAMES, SIZE_NAMES, number_names, related
from sonde.interface.json.model import JsonPaging
from sonde.interface.json.paging import echoing_names, following, proposed
from sonde.interface.json.probe import Prober, numbers_in, working_name
from sonde.interface.json.records import JsonSounding
from sonde.interface.json.sound import JsonSoundings, is_full
from sonde.model import Query
from sonde.page.json_value import Json, flat

_FEW = 2  # a size and a page that every site honours
_SIZES = (1000, 500, 250, 200, 100, 50)
_ROOMY_BYTES = 8_000_000  # of one answer
_MAX_PROPOSED = 8
_SAMPLES = 3
_MOSTLY = 0.8  # share of records that say as much as usual; a few are short anyhow


async def learn_onward(prober: Prober, soundings: JsonSoundings, hints: Sequence[str] = ()) -> tuple[JsonPaging, str]:
    """The way to the next part of an answer with the largest size that is honoured, and what showed it.

    `hints` are parameters that a description of the service names.
    """
    paging, evidence = await _learn_next(prober, soundings, hints)
    name = await _size_parameter(prober, soundings, hints, paging)
    size = await _largest_size(prober, soundings, name, paging) if name else 0
    if size:
        paging = replace(paging, size_parameter=name, size=size)
        evidence += f"; {name}={size} brought {soundings.most} records"
    return paging, evidence


async def _size_parameter(prober: Prober, soundings: JsonSoundings, hints: Sequence[str], paging: JsonPaging) -> str:
    full = soundings.broadest
    if len(soundings.shown(full)) <= _FEW:
        return ""

    async def works(names: Sequence[str]) -> bool | None:
        answer = await prober.sound(full.words, dict.fromkeys(names, str(_FEW)))
        return None if answer is None else len(soundings.shown(answer)) == _FEW

    echoed = echoing_names(full, soundings.records, len(soundings.shown(full)))
    names = [*number_names(prober.ask), *echoed, *hints, *related(SIZE_NAMES, prober.ask)]
    return await working_name(_usable(names, prober, paging.parameter), works) or ""


def _usable(names: Sequence[str], prober: Prober, other: str = "") -> list[str]:
    taken = (prober.ask.query_field, other)
    return [name for name in dict.fromkeys(names) if name not in taken]


async def _largest_size(prober: Prober, soundings: JsonSoundings, name: str, paging: JsonPaging) -> int:
    """The largest number of records at a time that the site was seen to honour; 0 when none beats its own."""
    full = soundings.broadest
    usual = len(soundings.shown(full))
    words = [answer.words for answer in soundings.answers if len(soundings.shown(answer)) == usual][-_SAMPLES:]
    waiting = list(_SIZES)
    while waiting:
        size = waiting.pop(0)
        # No words at all find most, where they find anything.
        tried = [await prober.sound(word, {name: str(size)}) for word in ("", *words)]
        answers = [answer for answer in tried if answer is not None]
        if not any(tried[1:]):
            # A refusal often says what would be allowed.
            limits = [limit for limit in numbers_in(prober.refusal) if usual < limit < size][:2]
            waiting = limits + [other for other in waiting if other < size and other not in limits]
            continue
        longest = max(answers, key=lambda answer: len(soundings.shown(answer)))
        count, complete = len(soundings.shown(longest)), _complete(longest, full, soundings)
        if count > complete > usual:
            waiting.insert(0, complete)
        elif count == complete > usual:
            soundings.sized.extend(answer for answer in answers if answer.words)
            soundings.most = count
            is_cut = count < size and await _goes_beyond(
                prober, soundings, longest, replace(paging, size_parameter=name, size=count)
            )
            return _roomy(count if is_cut else size, count, longest)
    return 0


async def _goes_beyond(prober: Prober, soundings: JsonSoundings, answer: JsonSounding, paging: JsonPaging) -> bool:
    """Whether more follows after all the records of an answer: then the site gave fewer than it was asked for."""
    before = soundings.shown(answer)
    request = following(answer, paging, prober.ask, Query(answer.words), number=1, shown=len(before))
    onward = await prober.get(request, answer.words) if request is not None else None
    return onward is not None and _goes_on(soundings.shown(onward), before)


def _complete(answer: JsonSounding, full: JsonSounding, soundings: JsonSoundings) -> int:
    """How many records say as much as usual: of many, some sites leave parts for a later answer."""
    shown = soundings.shown(answer)
    least = min(len(flat(record)) for record in soundings.shown(full))
    count = sum(len(flat(record)) >= least for record in shown)
    return count if count < _MOSTLY * len(shown) else len(shown)


def _roomy(size: int, count: int, answer: JsonSounding) -> int:
    """The size, or as many records as fit into an answer that is well within limits."""
    each = max(1, len(answer.page.text)) / count
    return max(1, min(size, int(_ROOMY_BYTES / each)))


async def _learn_next(prober: Prober, soundings: JsonSoundings, hints: Sequence[str]) -> tuple[JsonPaging, str]:
    full = soundings.broadest
    first = soundings.shown(full)
    for way in list(proposed(full, soundings.blank, prober.ask, soundings.records))[:_MAX_PROPOSED]:
        request = following(full, way, prober.ask, Query(full.words), number=1, shown=len(first))
        answer = await prober.get(request, full.words) if request is not None else None
        if answer is not None and _goes_on(soundings.shown(answer), first):
            return way, f"the part after {full.words!r} (by {way.kind} {way.where}) brought other records"
    if not is_full(soundings):
        return JsonPaging(), "no further parts were offered"
    return await _by_number(prober, soundings, full, hints)


async def _by_number(
    prober: Prober, soundings: JsonSoundings, full: JsonSounding, hints: Sequence[str]
) -> tuple[JsonPaging, str]:
    """A parameter that counts pages or records."""
    own = number_names(prober.ask)
    paging, evidence = await _by_value(prober, soundings, full, [*own, *hints, *related(PAGE_NAMES, prober.ask)], _FEW)
    if paging.kind != "none" or not own:
        return paging, evidence
    # Where pages are counted from 0, that was the third, which a short answer has not.
    paging, second = await _by_value(prober, soundings, full, own, 1)
    return (paging, second) if paging.kind != "none" else (paging, evidence)


async def _by_value(
    prober: Prober, soundings: JsonSoundings, full: JsonSounding, names: Sequence[str], value: int
) -> tuple[JsonPaging, str]:
    """The parameter that moves the records on when it is set to a value, and how it counts."""
    first = soundings.shown(full)

    async def moves(names: Sequence[str]) -> bool | None:
        answer = await prober.sound(full.words, dict.fromkeys(names, str(value)))
        if answer is None:
            return None
        shown = soundings.shown(answer)
        return bool(shown) and shown[0] != first[0]

    name = await working_name(_usable(names, prober), moves)
    second = await prober.sound(full.words, {name: str(value)}) if name else None
    shown = soundings.shown(second) if second is not None else []
    if name is None or not shown:
        return JsonPaging(), "no further parts could be asked for"
    for start in (0, 1):
        if 0 < value - start < len(first) and shown[0] == first[value - start]:
            return JsonPaging(
                "offset", parameter=name, first=start
            ), f"{name}={value} moved the records on by that many"
    if not _goes_on(shown, first):
        return JsonPaging(), f"{name} changes the order of the records only"
    one = await prober.sound(full.words, {name: "1"})
    counts_from = 1 if one is not None and soundings.shown(one)[:1] == first[:1] else 0
    return JsonPaging("page", parameter=name, first=counts_from), f"{name}={value} brought other records"


def _goes_on(shown: Sequence[Json], before: Sequence[Json]) -> bool:
    """Whether records are mostly other ones than those before."""
    known = {json.dumps(record, sort_keys=True) for record in before}
    fresh = sum(json.dumps(record, sort_keys=True) not in known for record in shown)
    return bool(shown) and fresh >= 0.5 * len(shown)

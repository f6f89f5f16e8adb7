"""Which parts of a record without address change from answer to answer: its rank, or how often it was seen."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise

from sonde.interface.results.linkless import cells_of, lasting_text
from sonde.interface.results.selectors import relative_selector
from sonde.page.dom import Node, visible_text

_OFTEN = 0.3  # of the records that two answers show differ at a place that moves
_TITLE_LETTERS = 4  # of a text that two records do not share by chance
_NUMBER = re.compile(r"\D{0,3}(\d{1,6})\D{0,3}")


def moving_parts(answers: Sequence[Sequence[Node]], title: str) -> str:
    """The places of records that do not tell them from others, as a selector; empty where there are none."""
    lists = [records for records in answers if len(records) > 1]
    said = [[_said_at(record) for record in records] for records in lists]
    places = list(dict.fromkeys(place for records in said for here in records for place in here))
    moving = {place for place in places if _is_rank([[here.get(place, "") for here in records] for records in said])}
    twins = [pair for one, other in combinations(lists, 2) for pair in _twins(one, other, title)]
    changed = [pair for pair in twins if visible_text(pair[0]) != visible_text(pair[1])]
    if len(changed) > max(1, _OFTEN * len(twins)):
        pairs = [(_said_at(one), _said_at(other)) for one, other in changed]
        times = Counter(place for one, other in pairs for place in places if one.get(place) != other.get(place))
        often = {place for place, count in times.items() if count > _OFTEN * len(twins)}
        moves = _selector(places, moving | often)
        still = sum(_lasting(one, moves) != _lasting(other, moves) for one, other in changed)
        moving |= often if still <= _OFTEN * len(changed) else set()
    moves = _selector(places, moving)
    return moves if all(_distinct(records, moves) == _distinct(records, "") for records in lists) else ""


def _selector(places: Iterable[str], moving: Collection[str]) -> str:
    return ", ".join(place for place in places if place in moving)


def _lasting(record: Node, moves: str) -> str:
    return lasting_text(record, visible_text(record), moves)


def _distinct(records: Iterable[Node], moves: str) -> int:
    """How many records can be told from each other without the parts that move."""
    return len({_lasting(record, moves) for record in records})


def _title(record: Node, title: str) -> str:
    named = record.css_first(title) if title else record if record.tag == "dt" else None
    return visible_text(named) if named is not None else ""


def _said_at(record: Node) -> dict[str, str]:
    """What stands at each place of a record: in its cells, or in elements that hold no others."""
    said: dict[str, str] = {}
    for node in cells_of(record) if record.tag == "tr" else record.traverse():
        is_last = record.tag == "tr" or not any(True for _ in node.iter())
        if node.mem_id != record.mem_id and is_last:
            said.setdefault(relative_selector(node, record), visible_text(node))
    return {place: text for place, text in said.items() if text}


def _is_rank(columns: Sequence[Sequence[str]]) -> bool:
    """Whether a place counts the records of every answer."""
    if len(columns) < 2:
        return False
    for values in columns:
        numbers = [int(match[1]) for value in values if (match := _NUMBER.fullmatch(value))]
        if len(numbers) < len(values) or any(after != before + 1 for before, after in pairwise(numbers)):
            return False
    return True


def _twins(one: Sequence[Node], other: Sequence[Node], title: str) -> list[tuple[Node, Node]]:
    """Records of two answers that are one document: no others there have their title."""
    times = Counter(_title(record, title) for record in (*one, *other))
    again = {_title(record, title): record for record in other}
    return [
        (record, again[name])
        for record in one
        if (name := _title(record, title)) in again
        and times[name] == 2
        and sum(map(str.isalpha, name)) >= _TITLE_LETTERS
    ]

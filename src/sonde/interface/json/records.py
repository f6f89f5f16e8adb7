"""Where are the records of a JSON answer? By contrast: the list that changes with the words and says most."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sonde.model import Page, Request
from sonde.page.json_value import Json, flat, json_of, path_of, values_at, walk

_SAME = 0.8  # share of equal texts from which two answers say the same
_SHARED_KEYS = 0.5
_ALSO_FOR_NONSENSE = 0.3  # how much a list counts that a nonsense word fills as well
_READ = 200  # entries of a list that are looked at


@dataclass(frozen=True)
class JsonSounding:
    """One probe and the JSON that came back."""

    words: str
    request: Request
    page: Page

    @cached_property
    def value(self) -> Json:
        return json_of(self.page)

    @cached_property
    def lists(self) -> dict[str, list[Json]]:
        return record_lists(self.value)

    @cached_property
    def texts(self) -> frozenset[str]:
        """All that the answer says, but for what repeats the words asked."""
        texts = (text for path, text in walk(self.value) if isinstance(text, str) and len(text) > 1)
        return frozenset(without_words(texts, self.words))


def without_words(texts: Iterable[str], words: str) -> set[str]:
    """Texts less those that are, or lead to, the question itself."""
    asked = words.casefold()
    return {
        text for text in texts if not asked or asked not in (low := text.casefold()) or not _repeats(text, low, asked)
    }


def _repeats(text: str, lowered: str, asked: str) -> bool:
    return lowered.strip() == asked or "://" in text or "=" in text or "?" in text


def say_the_same(one: JsonSounding, other: JsonSounding) -> bool:
    """Whether two answers hold the same texts, give or take a clock."""
    larger = max(len(one.texts), len(other.texts))
    return larger == 0 or len(one.texts & other.texts) >= _SAME * larger


def record_lists(value: Json) -> dict[str, list[Json]]:
    """Everything that could be a list of records, by path: alike objects, or rows of plain values."""
    found: dict[str, list[Json]] = {}
    for path, item in walk(value):
        if isinstance(item, list) and item and _are_alike(item):
            found.setdefault(path, []).extend(item)
        elif isinstance(item, dict) and item and all(isinstance(inner, dict) and inner for inner in item.values()):
            entries = list(item.values())
            if _are_alike(entries):
                found.setdefault(f"{path}.*" if path else "*", []).extend(entries)
    return found


def _are_alike(items: Sequence[Json]) -> bool:
    """Whether entries have one shape: objects that share keys, or rows of one length."""
    some = items[:_READ]
    if all(isinstance(item, dict) and item for item in some):
        keys = [set(item) for item in some]
        return len(set.intersection(*keys)) >= _SHARED_KEYS * (sum(map(len, keys)) / len(keys))
    if all(isinstance(item, list) and len(item) > 1 for item in some):
        plain = not any(isinstance(cell, dict) for item in some for cell in item)
        return plain and len({len(item) for item in some}) == 1
    return False


def records_at(value: Json, path: str) -> list[Json]:
    """The records of an answer; none when it has no such list."""
    parts = values_at(value, path)
    if path == "*" or path.endswith(".*"):
        return [part for part in parts if isinstance(part, dict | list)]
    return [item for part in parts if isinstance(part, list) for item in part if isinstance(item, dict | list)]


def find_records(blank: JsonSounding | None, answers: Sequence[JsonSounding]) -> str | None:
    """The path of the list that changes with the words and says most; None when there is none."""
    scores = {path: _score(path, blank, answers) for path in dict.fromkeys(p for a in answers for p in a.lists)}
    best = max(scores, key=lambda path: scores[path], default=None)
    return best if best is not None and scores[best] > 0 else None


def _score(path: str, blank: JsonSounding | None, answers: Sequence[JsonSounding]) -> float:
    contents = [_contents(answer, path) for answer in answers]
    if len({content for content in contents if content}) < 2 or _is_fixed(path, answers):
        return 0.0
    for_nonsense = _contents(blank, path) if blank is not None else frozenset()
    said: set[str] = set()
    for answer in answers:
        for record in records_at(answer.value, path)[:_READ]:
            said |= without_words(flat(record).values(), answer.words)
    amount = float(sum(len(text) for text in said if "://" not in text and not text.isdigit()))
    return amount * (_ALSO_FOR_NONSENSE if for_nonsense else 1.0)


def _is_fixed(path: str, answers: Sequence[JsonSounding]) -> bool:
    """Whether an object has the same members in every answer: then they are its parts, not records."""
    if path != "*" and not path.endswith(".*"):
        return False
    outer = path.removesuffix("*").removesuffix(".")
    tables = [table for answer in answers for table in values_at(answer.value, outer) if isinstance(table, dict)]
    return bool(tables) and len({frozenset(table) for table in tables}) == 1


def _contents(answer: JsonSounding, path: str) -> frozenset[Any]:
    records = records_at(answer.value, path)[:_READ]
    return frozenset(frozenset(without_words(flat(record).values(), answer.words)) for record in records)


def find_columns(path: str, answers: Sequence[JsonSounding]) -> str:
    """Where the names of the columns stand when records are plain rows; empty when they have none."""
    width = {len(row) for answer in answers for row in records_at(answer.value, path) if isinstance(row, list)}
    if len(width) != 1:
        return ""
    first, *others = [answer.value for answer in answers]
    for place in _name_lists(first, width.pop()):
        names = values_at(first, place)
        if all(values_at(other, place) == names for other in others):
            return place
    return ""


def _name_lists(value: Json, width: int) -> list[str]:
    """Lists of as many different texts, plain or as one member of objects."""
    places = []
    for path, item in walk(value):
        if not isinstance(item, list) or len(item) != width:
            continue
        entries = f"{path}.*" if path else "*"
        if _are_names(item):
            places.append(entries)
        elif all(isinstance(entry, dict) for entry in item):
            shared = [key for key in item[0] if _are_names([entry.get(key) for entry in item])]
            places += [f"{entries}.{path_of([key])}" for key in shared]
    return places


def _are_names(items: Sequence[Json]) -> bool:
    return all(isinstance(item, str) and 0 < len(item) <= 100 for item in items) and len(set(items)) == len(items)


def flat_records(value: Json, path: str, columns: str = "") -> list[Mapping[str, str]]:
    """The records of an answer as named texts."""
    names = [str(name) for name in values_at(value, columns)] if columns else []
    return [flat(record, names) for record in records_at(value, path)]

"""What the fields of records mean: which one names a record, where it is to be had, its title and its text."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import mean

from sonde.page.json_value import plain_text
from sonde.page.links import resolve
from sonde.page.url import same_site
from sonde.text.words import distinct_words, words

Record = Mapping[str, str]

# They only decide between fields that look alike.
_TITLES = ("title", "name", "headline", "label", "subject", "heading", "caption")
_KEYS = ("id", "key", "uuid", "guid", "pk", "slug", "code", "identifier", "number", "name", "title")
_NEARLY_ALL = 0.95
_FEW_WORDS = 4  # a field with more of them on average is a text
_LONG_TITLE = 200
_LONG_KEY = 200
_HELD_ELSEWHERE = 0.8  # share of a text's words in another field from which it is an extract of it

_address = re.compile(r"https?://\S+\Z|/[^\s/]\S*\Z")
_addresses = re.compile(r"https?://\S+")
_name_part = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_code = re.compile(r"[\d\W_]*\Z|[0-9a-f]{8}-?[0-9a-f-]{8,}\Z|\d{4}-\d\d-\d\d[T ].*\Z|true\Z|false\Z")
_cut_off = re.compile(r"(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*(?:\W|\w+(?: \w+){0,4})?\Z")


def name_rank(field: str, names: Sequence[str]) -> int:
    """How early one of the names stands in a list that a field's name holds: "title" in "title_s", "docTitle"."""
    parts = set(_name_part.sub(" ", field).lower().split())
    return next((rank for rank, name in enumerate(names) if name in parts), len(names))


def address_fields(records: Sequence[Record], base: str) -> list[str]:
    """Fields that hold another address in each record, most promising first: of this site, shallow, short."""
    found, title = [], _called_title(records)
    for field in _everywhere(records):
        values = [record[field] for record in records if field in record]
        urls = [resolve(base, value) if _address.match(value) else None for value in values]
        if all(urls) and _are_distinct(field, records, title):
            elsewhere = not same_site(str(urls[0]), base)
            relative = values[0].startswith("/")
            found.append((elsewhere, relative, field.count("."), mean(map(len, values)), field))
    return [field for *_, field in sorted(found)]


def key_field(records: Sequence[Record]) -> str:
    """The field that tells records apart and stays with them from answer to answer; empty when there is none."""
    found, title = [], _called_title(records)
    for place, field in enumerate(_everywhere(records)):
        values = [record[field] for record in records if field in record]
        if len(set(values)) < 2 or max(map(len, values)) > _LONG_KEY or any("\n" in value for value in values):
            continue
        if _are_distinct(field, records, title):
            rank = name_rank(field, _KEYS)
            is_score = all(re.fullmatch(r"-?\d+\.\d+(?:[eE].*)?", value) for value in values)
            # What names a group of records has fewer values than what names each of them.
            found.append((is_score, field.count("."), rank, -len(set(values)), place, field))
    return min(found)[-1] if found else ""


def distinct_fields(records: Sequence[Record]) -> list[str]:
    """Fields that tell records apart, in order."""
    fields = [
        field for field in _everywhere(records) if max(len(record.get(field, "")) for record in records) <= _LONG_KEY
    ]
    title = _called_title(records)
    return [field for field in fields if _are_distinct(field, records, title)]


def _everywhere(records: Sequence[Record]) -> list[str]:
    """Fields that nearly all records have, in order."""
    counts: dict[str, int] = defaultdict(int)
    for record in records:
        for field in record:
            counts[field] += 1
    return [field for field, count in counts.items() if count >= _NEARLY_ALL * len(records)]


def _called_title(records: Sequence[Record]) -> str:
    """The field that names a record to a person, where it is also called so; else empty."""
    title = title_field(records)
    return title if name_rank(title, _TITLES) < len(_TITLES) else ""


def _are_distinct(field: str, records: Sequence[Record], title: str) -> bool:
    """Whether records with one value of a field are one record: they share their title and most of the rest."""
    first: dict[str, Record] = {}
    for record in records:
        value = record.get(field)
        if value is None:
            return False
        known = first.setdefault(value, record)
        if known is not record and not _are_one(known, record, title):
            return False
    return len(first) > 1 or len(records) == 1


def _are_one(one: Record, other: Record, title: str) -> bool:
    if plain_text(one.get(title, "")) != plain_text(other.get(title, "")):
        return False
    equal = sum(one[field] == other.get(field) for field in one)
    return equal >= 0.5 * max(len(one), len(other))


def title_field(records: Sequence[Record], *, page_title: str = "", of: Record | None = None) -> str:
    """The field that names a record to a person. `page_title` is what the page of the record `of` is called."""
    named = set(words(page_title))
    found = []
    for place, field in enumerate(_everywhere(records)):
        values = [plain_text(record[field]) for record in records if field in record]
        if not values or not any(values) or _is_code(values) or any(_address.match(value) for value in values):
            continue
        length = mean(map(len, values))
        variety = len(set(values)) / len({tuple(record.items()) for record in records})
        own = set(words(plain_text(of.get(field, "")))) if of is not None else set()
        on_page = bool(own) and own <= named
        rank, is_code = name_rank(field, _TITLES), not _are_labels(values)
        depth = field.count(".")
        found.append((variety < 0.5, length > _LONG_TITLE, not on_page, rank, is_code, depth, place, field))
    return min(found)[-1] if found else ""


def _are_labels(values: Sequence[str]) -> bool:
    """Whether values name things rather than number them: several words, or a word without digits."""
    return sum(" " in value or value.isalpha() for value in values) > 0.5 * len(values)


def text_fields(records: Sequence[Record], *, title: str = "") -> tuple[str, ...]:
    """The fields that hold running text, in order, without extracts of one another."""
    counts: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for field, value in record.items():
            counts[field].append(plain_text(value))
    texts = {
        field: values
        for field, values in counts.items()
        if field != title and mean(map(running_words, values)) > _FEW_WORDS
    }
    by_length = sorted(texts, key=lambda field: -sum(map(len, texts[field])))
    kept: list[str] = []
    for field in by_length:
        if not any(_is_extract(records, field, other) for other in kept):
            kept.append(field)
    return tuple(field for field in texts if field in kept)


def running_words(text: str) -> int:
    """How many words a text has, addresses and codes left out."""
    if _code.match(text):
        return 0
    return sum(not word.isdigit() for word in words(_addresses.sub(" ", text)))


def _is_extract(records: Sequence[Record], field: str, other: str) -> bool:
    """Whether the words of a field stand in another one too, record by record."""
    held = asked = 0
    for record in records:
        mine = distinct_words(plain_text(record.get(field, "")))
        asked += len(mine)
        held += len(mine & distinct_words(plain_text(record.get(other, ""))))
    return asked > 0 and held >= _HELD_ELSEWHERE * asked


def _is_code(values: Sequence[str]) -> bool:
    return all(_code.match(value) for value in values if value)


def text_of_record(record: Record, fields: Sequence[str]) -> str:
    """The text of a record: its text fields, or all its values when it has none."""
    parts = [plain_text(record[field]) for field in fields if field in record]
    parts = [part for part in parts if part]
    return "\n".join(parts) if parts else "\n".join(plain_text(value) for value in record.values())


def share_cut_off(texts: Sequence[str]) -> float:
    """The share of texts that end as if there were more."""
    return sum(bool(_cut_off.search(text[-60:])) for text in texts) / len(texts) if texts else 0.0

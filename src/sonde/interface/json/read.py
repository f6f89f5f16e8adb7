"""Applies what was learned about answers in JSON: a page becomes results, a count and the next request."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from sonde.interface.json.fields import text_of_record
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.paging import following
from sonde.interface.json.records import JsonSounding, flat_records
from sonde.interface.json.total import stated_total
from sonde.interface.model import SearchInterface
from sonde.model import Document, Query, Request, Result
from sonde.page.hashes import content_hash
from sonde.page.json_value import plain_text
from sonde.page.links import resolve
from sonde.page.title import first_words
from sonde.page.url import canonical_url

KEY = "{key}"
_MAX_PAIRS = 100
_MAX_VALUE_CHARS = 2000
_SHORT_PAGE = 0.5  # a page with a smaller share of the usual number of records is the last, where no count tells


@dataclass(frozen=True, slots=True)
class JsonPart:
    """One part of an answer, read, with the request for the next one."""

    results: tuple[Result, ...]
    shown: int
    total: int | None
    following: Request | None


def read_part(
    sounding: JsonSounding, interface: SearchInterface, query: Query, *, number: int, before: int
) -> JsonPart:
    """Reads part `number` of an answer, of which `before` records were read already."""
    rule = interface.json
    assert rule is not None
    records = flat_records(sounding.value, rule.records, rule.columns)
    results = tuple(result_of(record, rule, interface.ask.action, sounding.page.url) for record in records)
    total = stated_total(sounding, rule.total) if rule.total else None
    if total is None and not records and number == 1:
        total = 0
    shown = before + len(records)
    more = following(sounding, rule.paging, interface.ask, query, number=number, shown=shown)
    if not records or _is_last(rule, total, len(records), shown, interface.paging.page_size):
        more = None
    return JsonPart(results, len(records), total, more)


def _is_last(rule: JsonAnswer, total: int | None, here: int, shown: int, usual: int) -> bool:
    """Whether counting tells that an answer has no further part; addresses that the site states need no counting."""
    if rule.paging.kind not in ("page", "offset", "carry"):
        return False
    if total is not None and rule.exact:
        return shown >= total
    return rule.paging.kind != "carry" and here < _SHORT_PAGE * usual


def result_of(record: Mapping[str, str], rule: JsonAnswer, endpoint: str, base: str) -> Result:
    """A record as a result; its snippet is the whole text it carries."""
    text = text_of_record(record, rule.text)
    title = " ".join(plain_text(record.get(rule.title, "")).split()) or first_words(text)
    told = {rule.title, *rule.text}
    pairs = tuple((name, value[:_MAX_VALUE_CHARS]) for name, value in record.items() if name not in told)
    return Result(address_of(record, rule, endpoint, base), title, text, pairs[:_MAX_PAIRS])


def address_of(record: Mapping[str, str], rule: JsonAnswer, endpoint: str, base: str) -> str:
    """Where a record is to be had; else a name for it that stays: the endpoint with its key."""
    stated = resolve(base, record[rule.url]) if rule.url and record.get(rule.url) else None
    if stated is not None:
        return canonical_url(stated)
    key = record.get(rule.key, "") if rule.key else ""
    if key and rule.detail:
        return canonical_url(rule.detail.replace(KEY, quote(key, safe="")))
    if key:
        return canonical_url(f"{endpoint}?{urlencode({rule.key: key})}")
    print_of = content_hash("", "\n".join(record.values())) & 0xFFFF_FFFF_FFFF_FFFF
    return canonical_url(f"{endpoint}?{urlencode({'record': f'{print_of:016x}'})}")


def with_attributes(document: Document, result: Result) -> Document:
    """A fetched document with the attributes that only its record states."""
    known = {name for name, _ in document.attributes}
    more = tuple((name, value) for name, value in result.attributes if name not in known)
    return replace(document, attributes=(*document.attributes, *more)[:_MAX_PAIRS])

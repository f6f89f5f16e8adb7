"""The text of many records in one request: learned from the service's own examples, and asked for that way."""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from sonde.errors import FetchError
from sonde.interface.fetcher import Fetcher
from sonde.interface.json.examples import Documentation
from sonde.interface.json.fields import Record, distinct_fields, text_fields, text_of_record
from sonde.interface.json.model import JsonAnswer, JsonBatch
from sonde.interface.json.probe import page_at
from sonde.interface.json.records import flat_records, record_lists
from sonde.interface.model import Ask
from sonde.model import Page, Request
from sonde.page.json_value import Json, json_of, plain_text
from sonde.text.words import distinct_words

logger = logging.getLogger(__name__)

KEYS = "{keys}"
_SEPARATORS = ("|", ",", ";")
_SAMPLES = 3
_MANY = 50
_LEAST_MORE = 1.3  # times as many words as the extract has
_HELD = 0.8  # share of the extract's words that the text has: an extract may be made of several places


async def learn_batch(
    fetcher: Fetcher, documentation: Documentation, rule: JsonAnswer, records: Sequence[Record]
) -> JsonBatch:
    """How to ask for the text of several records at once, as the service's documentation shows; else an empty rule."""
    samples = list(records)[:: max(1, len(records) // _SAMPLES)][:_SAMPLES]
    fields = distinct_fields(records)
    tried: set[str] = set()
    if len(samples) < _SAMPLES:
        return JsonBatch()
    async for examples in documentation.examples():
        for batch in (batch for example in examples for batch in _batches(example, documentation.ask, fields)):
            if batch.address in tried:
                continue
            tried.add(batch.address)
            page = await page_at(fetcher, address_for(batch, _keys(samples, batch)))
            found = read_rule(page, batch, samples, rule) if page is not None else None
            if found is not None:
                return replace(found, size=await _size(fetcher, found, records))
    return JsonBatch()


def _batches(example: str, ask: Ask, fields: Sequence[str]) -> Iterator[JsonBatch]:
    """The rules that an example suggests: a parameter called like a field of the records, with several values."""
    parts = urlsplit(example)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    as_json = [pair for pair in ask.send if "json" in pair[1].lower() and pair[0] not in dict(pairs)]
    for place, (name, value) in enumerate(pairs):
        separator = next((mark for mark in _SEPARATORS if mark in value), "")
        field = next((field for field in fields if _is_plural(name, field)), "")
        if separator and field:
            others = [*pairs[:place], (name, KEYS), *pairs[place + 1 :], *as_json]
            query = urlencode(others, safe="{}", quote_via=quote)
            yield JsonBatch(urlunsplit(parts._replace(query=query, fragment="")), separator, key=field)


def _is_plural(name: str, field: str) -> bool:
    """Whether a parameter is called like several of a field: "titles", "page_ids", "id[]"."""
    bare, one = (_letters(text.rpartition(".")[2]) for text in (name, field))
    return bare in (one, f"{one}s", f"{one}es", f"{one}list")


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _keys(records: Sequence[Record], batch: JsonBatch) -> list[str]:
    return [record[batch.key] for record in records if usable_key(record.get(batch.key, ""), batch)]


def usable_key(key: str, batch: JsonBatch) -> bool:
    """Whether a key can stand beside others."""
    return bool(key) and batch.separator not in key


def address_for(batch: JsonBatch, keys: Sequence[str]) -> str:
    """Where the texts of these records are."""
    return batch.address.replace(KEYS, quote(batch.separator.join(keys), safe=""))


def read_rule(page: Page, batch: JsonBatch, samples: Sequence[Record], rule: JsonAnswer) -> JsonBatch | None:
    """The rule with where the texts stand in its answer; None when it holds no more than the extracts."""
    value = json_of(page)
    for path in record_lists(value):
        by_key = _by_key(value, replace(batch, records=path))
        found = [by_key.get(record.get(batch.key, "")) for record in samples]
        full = [record for record in found if record is not None]
        if len(full) < len(samples):
            continue
        text = text_fields(full, title=rule.title)
        if text and all(_says_more(one, two, text, rule) for one, two in zip(full, samples, strict=True)):
            return replace(batch, records=path, text=text)
    return None


def _says_more(full: Record, extract: Record, text: tuple[str, ...], rule: JsonAnswer) -> bool:
    """Whether a record has the words of an extract and more of them."""
    mine = distinct_words(text_of_record(full, text))
    known = distinct_words(text_of_record(extract, rule.text))
    return len(known & mine) >= _HELD * len(known) and len(mine) >= _LEAST_MORE * len(known)


def _by_key(value: Json, batch: JsonBatch) -> dict[str, Record]:
    """The records of an answer by their keys."""
    found: dict[str, Record] = {}
    for record in flat_records(value, batch.records):
        if batch.key in record:
            found.setdefault(record[batch.key], record)
    return found


async def _size(fetcher: Fetcher, batch: JsonBatch, records: Sequence[Record]) -> int:
    """How many records at a time were seen to come, text and all."""
    keys = list(dict.fromkeys(_keys(records, batch)))[:_MANY]
    page = await page_at(fetcher, address_for(batch, keys))
    found = _by_key(json_of(page), batch) if page is not None else {}
    return max(2, sum(any(found.get(key, {}).get(field) for field in batch.text) for key in keys))


class Batcher:
    """Asks for texts: what is wanted at one moment goes into one request."""

    def __init__(self, fetcher: Fetcher, batch: JsonBatch) -> None:
        self._fetcher = fetcher
        self._batch = batch
        self._wanted: dict[str, asyncio.Future[tuple[str, float]]] = {}

    async def text(self, key: str) -> tuple[str, float]:
        """The text of a record and when it was had; empty when it is not to be had in this way."""
        if not usable_key(key, self._batch):
            return "", 0.0
        wanted = self._wanted.setdefault(key, asyncio.get_running_loop().create_future())
        await asyncio.sleep(0)  # others that are asked for at the same time come along
        if key in self._wanted:
            keys = [key, *(other for other in self._wanted if other != key)][: self._batch.size]
            taken = {key: self._wanted.pop(key) for key in keys}
            try:
                found = await self._fetch(keys)
            except BaseException:
                for other in taken.values():
                    other.cancel()
                raise
            for other_key, other in taken.items():
                if not other.done():
                    other.set_result(found.get(other_key, ("", 0.0)))
        return await wanted

    async def _fetch(self, keys: Sequence[str]) -> dict[str, tuple[str, float]]:
        try:
            page = await self._fetcher.fetch(Request(address_for(self._batch, keys)))
        except FetchError as error:
            logger.warning("texts failed records=%d error=%s", len(keys), error)
            return {}
        records = _by_key(json_of(page), self._batch)
        texts = {key: "\n".join(self._parts(records[key])) for key in keys if key in records}
        return {key: (text, page.fetched_at) for key, text in texts.items()}

    def _parts(self, record: Mapping[str, str]) -> list[str]:
        return [text for field in self._batch.text if (text := plain_text(record.get(field, "")))]

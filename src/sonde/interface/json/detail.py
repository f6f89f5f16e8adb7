"""Where is the document behind a record, and does the record carry its text already? By fetching two of them."""

import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from sonde.interface.fetcher import Fetcher
from sonde.interface.json.batch import learn_batch
from sonde.interface.json.examples import Documentation
from sonde.interface.json.fields import (
    Record,
    address_fields,
    key_field,
    share_cut_off,
    text_fields,
    text_of_record,
    title_field,
)
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.probe import page_at
from sonde.interface.json.read import KEY, address_of
from sonde.interface.probes import nonsense
from sonde.model import Page
from sonde.page.boilerplate import Boilerplate, head_title, learn_boilerplate
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.json_value import plain_text
from sonde.page.links import base_url, find_links
from sonde.page.url import same_site
from sonde.text.words import distinct_words

logger = logging.getLogger(__name__)

_CARRIED = 0.7  # share of a page's own words that its record has, from which the page adds nothing
_CARRIED_IF_CUT = 0.95  # the same where the record's text looks cut
_SAMPLES = 3
_MORE_SAMPLES = 3
_MAX_TEMPLATES = 8
_FEW_TEMPLATES = 3
_PILED_UP = 0.3  # share of texts of nearly the greatest length: they were cut there
_extension = re.compile(r"\.(?:json|jsonp|js|php|aspx?|do|cgi)\Z", re.I)
_highlight = re.compile(r"<(?:em|b|strong|mark|span)\b[^>]*>", re.I)


@dataclass(frozen=True, slots=True)
class Details:
    """What the records are, as fields and addresses."""

    rule: JsonAnswer
    boilerplate: Boilerplate
    evidence: str


async def learn_details(
    fetcher: Fetcher,
    rule: JsonAnswer,
    records: Sequence[Record],
    documentation: Documentation,
    *,
    front: Page | None,
    rng: Random,
) -> Details:
    """The rule with the meaning of the fields. `front` is a page of the site: its links show how addresses look."""
    rule = replace(rule, key=key_field(records))
    if rule.key:  # extracts of one record differ from answer to answer
        records = list({record.get(rule.key): record for record in records}.values())
    rule = replace(rule, title=title_field(records))
    rule = replace(rule, text=text_fields(records, title=rule.title))
    endpoint = documentation.ask.action
    rule, pages = await _with_address(fetcher, rule, records, endpoint, front, rng)
    if not pages and are_extracts(records, rule):
        rule = replace(rule, batch=await learn_batch(fetcher, documentation, rule, records))
    if not pages and rule.batch.address:
        return Details(rule, Boilerplate(), f"records are extracts; {_batch_says(rule)}")
    if not pages:
        return Details(rule, Boilerplate(), "the records are the documents: none leads to a page of its own")
    first_record, first_page = pages[0]
    title = title_field(records, page_title=_title(first_page), of=first_record)
    rule = replace(rule, title=title, text=text_fields(records, title=title))
    share = carried_share(pages)
    if share >= (_CARRIED_IF_CUT if are_extracts(records, rule) else _CARRIED):
        return Details(rule, Boilerplate(), f"records carry {share:.0%} of what their pages say: no page is fetched")
    rule = replace(rule, batch=await learn_batch(fetcher, documentation, rule, records))
    urls = [address_of(record, rule, endpoint, endpoint) for record in _spread(records, _SAMPLES + _MORE_SAMPLES)]
    more = [page for url in urls[_SAMPLES:] if (page := await page_at(fetcher, url)) is not None]
    boilerplate = learn_boilerplate(parse_html(page.text) for page in [*(page for _, page in pages), *more])
    evidence = f"records carry only {share:.0%} of what their pages say: each page is fetched"
    if rule.batch.address:
        evidence = f"records carry only {share:.0%} of what their pages say; {_batch_says(rule)}"
    return Details(replace(rule, fetch=True), boilerplate, evidence)


def _batch_says(rule: JsonAnswer) -> str:
    return f"by an example of its documentation the service gives the texts of {rule.batch.size} at a time"


def carried_share(pages: Sequence[tuple[Record, Page]]) -> float:
    """The share of a page's own words, which the other pages do not have, that its record holds: the median."""
    texts = [distinct_words(read_document(page).text) for _, page in pages]
    shares = []
    for number, (record, _) in enumerate(pages):
        others = [text for place, text in enumerate(texts) if place != number]
        own = texts[number] - set().union(*others)
        held = own & distinct_words(" ".join(plain_text(value) for value in record.values()))
        shares.append(len(held) / len(own) if own else 1.0)
    return median(shares)


async def _with_address(
    fetcher: Fetcher, rule: JsonAnswer, records: Sequence[Record], endpoint: str, front: Page | None, rng: Random
) -> tuple[JsonAnswer, list[tuple[Record, Page]]]:
    """The rule with a verified address for records, and the pages of a few records there."""
    samples = _spread(records, _SAMPLES)
    for field in address_fields(records, endpoint)[:3]:
        found = replace(rule, url=field)
        if not same_site(address_of(samples[0], found, endpoint, endpoint), endpoint):
            return found, []  # records of other sites' pages
        pages = await _pages(fetcher, found, samples, endpoint)
        if len(pages) > 1 and _is_about(pages[0][1], samples[0], rule):
            return found, pages
    for key, template in _templates(rule, endpoint, front, extracts=are_extracts(records, rule)):
        found = replace(rule, key=key, detail=template)
        if not samples[0].get(key):
            continue
        page = await page_at(fetcher, address_of(samples[0], found, endpoint, endpoint))
        if page is None or not _is_about(page, samples[0], rule):
            continue
        nobody = await page_at(fetcher, template.replace(KEY, nonsense(rng)))
        if nobody is None or not _is_about(nobody, samples[0], rule):
            return found, [(samples[0], page), *await _pages(fetcher, found, samples[1:], endpoint)]
    return rule, []


async def _pages(
    fetcher: Fetcher, rule: JsonAnswer, records: Sequence[Record], endpoint: str
) -> list[tuple[Record, Page]]:
    found = [(record, await page_at(fetcher, address_of(record, rule, endpoint, endpoint))) for record in records]
    return [(record, page) for record, page in found if page is not None]


def _spread(records: Sequence[Record], count: int) -> list[Record]:
    """Different records from all over the answers."""
    distinct = list({tuple(record.items()): record for record in records}.values())
    step = max(1, len(distinct) // count)
    return distinct[::step][:count]


def _is_about(page: Page, record: Record, rule: JsonAnswer) -> bool:
    """Whether a page holds a record's title and most of what the record says."""
    said = distinct_words(read_document(page).text) | distinct_words(_title(page))
    wanted = distinct_words(plain_text(record.get(rule.title, "")))
    text = distinct_words(text_of_record(record, rule.text))
    return wanted <= said and len(text & said) >= 0.6 * len(text)


def _title(page: Page) -> str:
    return head_title(parse_html(page.text)) if "<" in page.text[:1000] else ""


def are_extracts(records: Sequence[Record], rule: JsonAnswer) -> bool:
    """Whether the texts look cut: by dots, by marks around the words found, or all at one length."""
    texts = [text for record in records if (text := text_of_record(record, rule.text))]
    marked = [any(_highlight.search(record.get(field, "")) for field in rule.text) for record in records]
    longest = max(map(len, texts), default=0)
    piled = sum(len(text) > 0.9 * longest for text in texts) / len(texts) if texts else 0.0
    return not rule.text or share_cut_off(texts) > _PILED_UP or sum(marked) > 0.5 * len(marked) or piled > _PILED_UP


def _templates(rule: JsonAnswer, endpoint: str, front: Page | None, *, extracts: bool) -> list[tuple[str, str]]:
    """(key field, address with a place for it), likeliest first: below the endpoint, then as the site's links go."""
    keys = [key for key in dict.fromkeys((rule.key, rule.title)) if key]
    parts = urlsplit(endpoint)
    bare = _extension.sub("", parts.path).rstrip("/")
    below = [urlunsplit(parts._replace(path=path, query="")) for path in (f"{bare}/{KEY}", f"{parts.path}/{KEY}")]
    templates = [(key, template) for key in keys[:1] for template in dict.fromkeys(below)]
    if front is not None:
        as_linked = [(key, template) for template in link_templates(front) for key in reversed(keys)]
        # Where the page is needed, more is spent on finding it.
        templates += as_linked[: _MAX_TEMPLATES if extracts else _FEW_TEMPLATES]
    return templates


def link_templates(page: Page) -> list[str]:
    """How a page's links look with their last part left open, most frequent first."""
    tree = parse_html(page.text)
    counts: Counter[str] = Counter()
    for link in find_links(tree, base_url(tree, page.url)):
        if not same_site(link.url, page.url):
            continue
        parts = urlsplit(link.url)
        if parts.query:
            pairs = parse_qsl(parts.query)
            for open_name, _ in pairs[:2]:
                kept = [(name, KEY if name == open_name else value) for name, value in pairs if name == open_name]
                query = urlencode(kept, safe="{}")
                counts[urlunsplit(parts._replace(query=query, fragment=""))] += 1
        elif parts.path.rstrip("/"):
            before, _, last = parts.path.rstrip("/").rpartition("/")
            ending = last[last.rfind(".") :] if "." in unquote(last)[-6:] else ""
            end = "/" if parts.path.endswith("/") else ""
            counts[urlunsplit(parts._replace(path=f"{before}/{KEY}{quote(ending)}{end}", fragment=""))] += 1
    return [template for template, _ in counts.most_common()]

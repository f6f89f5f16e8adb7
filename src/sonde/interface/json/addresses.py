"""Where is the document behind a record? Addresses that records hold or that can be made for them, by fetching some."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from sonde.interface.fetcher import Fetcher
from sonde.interface.json.examples import Documentation
from sonde.interface.json.extracts import are_extracts
from sonde.interface.json.fields import Record, address_fields, text_of_record
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.probe import page_at
from sonde.interface.json.read import KEY, address_of
from sonde.interface.probes import nonsense
from sonde.model import Page
from sonde.page.boilerplate import head_title
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.json_value import plain_text
from sonde.page.links import base_url, find_links
from sonde.page.url import same_site
from sonde.text.words import distinct_words

SAMPLES = 3  # records whose pages are fetched
_MAX_TEMPLATES = 8
_FEW_TEMPLATES = 3
_extension = re.compile(r"\.(?:json|jsonp|js|php|aspx?|do|cgi)\Z", re.I)


async def with_address(
    fetcher: Fetcher,
    rule: JsonAnswer,
    records: Sequence[Record],
    documentation: Documentation,
    front: Page | None,
    rng: Random,
) -> tuple[JsonAnswer, list[tuple[Record, Page]]]:
    """The rule with a verified address for records, and the pages of a few records there."""
    endpoint = documentation.ask.action
    samples = spread(records, SAMPLES)
    for field in address_fields(records, endpoint)[:3]:
        found = replace(rule, url=field)
        if not same_site(address_of(samples[0], found, endpoint, endpoint), endpoint):
            return found, []  # records of other sites' pages
        pages = await _pages(fetcher, found, samples, endpoint)
        if len(pages) > 1 and _is_about(pages[0][1], samples[0], rule):
            return found, pages
    described = [(rule.key, template) for template in documentation.documents[:_FEW_TEMPLATES] if rule.key]
    made = _templates(rule, endpoint, front, extracts=are_extracts(records, rule))
    for key, template in dict.fromkeys([*described, *made]):
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


def spread(records: Sequence[Record], count: int) -> list[Record]:
    """Different records from all over the answers."""
    distinct = list({tuple(record.items()): record for record in records}.values())
    step = max(1, len(distinct) // count)
    return distinct[::step][:count]


def _is_about(page: Page, record: Record, rule: JsonAnswer) -> bool:
    """Whether a page holds a record's title and most of what the record says."""
    said = distinct_words(read_document(page).text) | distinct_words(page_title(page))
    wanted = distinct_words(plain_text(record.get(rule.title, "")))
    text = distinct_words(text_of_record(record, rule.text))
    return wanted <= said and len(text & said) >= 0.6 * len(text)


def page_title(page: Page) -> str:
    """The <title> of a page, where it is HTML."""
    return head_title(parse_html(page.text)) if "<" in page.text[:1000] else ""


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
                kept = [(name, KEY) for name, _ in pairs if name == open_name]
                query = urlencode(kept, safe="{}")
                counts[urlunsplit(parts._replace(query=query, fragment=""))] += 1
        elif parts.path.rstrip("/"):
            before, _, last = parts.path.rstrip("/").rpartition("/")
            ending = last[last.rfind(".") :] if "." in unquote(last)[-6:] else ""
            end = "/" if parts.path.endswith("/") else ""
            counts[urlunsplit(parts._replace(path=f"{before}/{KEY}{quote(ending)}{end}", fragment=""))] += 1
    return [template for template, _ in counts.most_common()]

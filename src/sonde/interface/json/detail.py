"""Does a record carry the text of its document already? By fetching a few."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median

from sonde.interface.fetcher import Fetcher
from sonde.interface.json.addresses import SAMPLES, page_title, spread, with_address
from sonde.interface.json.batch import learn_batch
from sonde.interface.json.examples import Documentation
from sonde.interface.json.extracts import are_extracts
from sonde.interface.json.fields import Record, key_field, text_fields, title_field
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.probe import page_at
from sonde.interface.json.read import address_of
from sonde.model import Page
from sonde.page.boilerplate import Boilerplate, learn_boilerplate
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.json_value import plain_text
from sonde.text.words import distinct_words

_CARRIED = 0.7  # share of a page's own words that its record has, from which the page adds nothing
_CARRIED_IF_CUT = 0.95  # the same where the record's text looks cut
_MORE_SAMPLES = 3  # pages fetched for what they share


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
    rule, pages = await with_address(fetcher, rule, records, documentation, front, rng)
    if not pages and are_extracts(records, rule):
        rule = replace(rule, batch=await learn_batch(fetcher, documentation, rule, records))
    if not pages and rule.batch.address:
        return Details(rule, Boilerplate(), f"records are extracts; {_batch_says(rule)}")
    if not pages:
        return Details(rule, Boilerplate(), "the records are the documents: none leads to a page of its own")
    first_record, first_page = pages[0]
    title = title_field(records, page_title=page_title(first_page), of=first_record)
    rule = replace(rule, title=title, text=text_fields(records, title=title))
    share = carried_share(pages)
    if share >= (_CARRIED_IF_CUT if are_extracts(records, rule) else _CARRIED):
        return Details(rule, Boilerplate(), f"records carry {share:.0%} of what their pages say: no page is fetched")
    rule = replace(rule, batch=await learn_batch(fetcher, documentation, rule, records))
    urls = [address_of(record, rule, endpoint, endpoint) for record in spread(records, SAMPLES + _MORE_SAMPLES)]
    more = [page for url in urls[SAMPLES:] if (page := await page_at(fetcher, url)) is not None]
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

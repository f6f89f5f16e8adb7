"""Which ways are there to ask an address that answers in JSON? Its own parameters, usual ones, described ones."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import opensearch_link
from sonde.interface.forms.score import query_field
from sonde.interface.json.ask import WORD_NAMES, ask_at, own_names, sounds_like_search
from sonde.interface.json.describe import (
    Operation,
    description_places,
    document_addresses,
    is_description,
    json_templates,
    operation_at,
    operations,
)
from sonde.interface.json.probe import Prober, page_at, working_name
from sonde.interface.json.records import JsonSounding, say_the_same
from sonde.interface.json.sound import main_path, main_texts
from sonde.interface.model import Ask
from sonde.interface.probes import common_words, nonsense, record_words
from sonde.model import Page
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.page.json_value import Json, json_of
from sonde.page.links import base_url
from sonde.page.metadata import metadata
from sonde.page.plain import is_html
from sonde.text.frequency import known_language

_MAX_OPERATIONS = 5
_MAX_NAMES = 3  # of one operation
_MOSTLY = 0.5  # share of the records found that hold the word; others may match by a field not shown
_FEW = 0.3
_FIRST_WORDS = 4
A_LIST = 3  # entries; fewer may be the parts of a message


@dataclass(frozen=True, slots=True)
class Way:
    """A possible way to ask, and further parameters that a description names."""

    ask: Ask
    hints: tuple[str, ...] = ()
    filters: tuple[tuple[str, tuple[str, ...]], ...] = ()  # those that may narrow an answer, with values if named
    found_by: str = "json"
    documents: tuple[str, ...] = ()  # addresses of single documents that a description names, open at {key}


async def ways(
    fetcher: Fetcher, first: JsonSounding, url: str, root: Page | None, seeds: Sequence[str]
) -> AsyncIterator[Way]:
    """Ways to ask, surest first: what the address has itself, what answers change with, what descriptions name."""
    if is_description(first.value):
        for operation in operations(first.value, url)[:_MAX_OPERATIONS]:
            for way in _of_operation(operation, first.value, url):
                yield way
        return
    own = own_names(url)
    for name in own:
        if sounds_like_search(name):
            yield Way(ask_at(url, name))
    names = [*_form_names(root), *WORD_NAMES]
    names = [name for name in dict.fromkeys(names) if name not in own]
    found = await _finding_name(fetcher, first, url, names, [*seeds, *common_words(language_of(root))])
    if found is not None:
        yield Way(ask_at(url, found))
    for name in own:
        if not sounds_like_search(name):
            yield Way(ask_at(url, name))
    async for way in _described(fetcher, url, root):
        yield way


def language_of(root: Page | None) -> str:
    """The language of the site's front page."""
    return known_language(metadata(parse_html(root.text)).language if root is not None and is_html(root) else "")


def _form_names(root: Page | None) -> list[str]:
    """What the search boxes on the site's front page call the words."""
    if root is None or not is_html(root):
        return []
    fields = [query_field(form) for form in find_forms(parse_html(root.text), root.url)]
    return [field.name for field in fields if field is not None]


async def _finding_name(
    fetcher: Fetcher, first: JsonSounding, url: str, names: Sequence[str], words: Sequence[str]
) -> str | None:
    """The parameter with which a word of some records brings just those; one of `words` where there are none yet."""
    path = main_path(first) if len(main_texts(first)) >= A_LIST else None
    texts = main_texts(first) if path is not None else []
    prober = Prober(fetcher, ask_at(url, ""))
    for word in [telling_word(texts)] if texts else words[:_FIRST_WORDS]:

        async def finds(names: Sequence[str], word: str = word) -> bool | None:
            answer = await prober.sound(word, dict.fromkeys(names, word))
            if answer is None or not (found := main_texts(answer, path)):
                return None  # refused, or taken for a filter that nothing passes
            holding = sum(word in text.casefold() for text in found)
            if say_the_same(answer, first):
                return False
            # The word may be in a part that is not shown: then a nonsense word must find nothing.
            return (
                not texts or holding >= _MOSTLY * len(found) or (holding > 0 and await _is_choosy(prober, names, path))
            )

        name = await working_name(names, finds)
        if name is not None:
            return name
    return None


async def _is_choosy(prober: Prober, names: Sequence[str], path: str | None) -> bool:
    """Whether parameters let nothing pass for a word that no text holds."""
    word = nonsense(Random(0))
    answer = await prober.sound(word, dict.fromkeys(names, word))
    return answer is not None and not main_texts(answer, path)


def telling_word(texts: Sequence[str]) -> str:
    """A word that some of the texts have and most do not: asked for, it must change the answer."""
    frequent, rare = record_words(texts, known_language(""))
    some = [word for word in frequent if sum(word in text.casefold() for text in texts) <= _FEW * len(texts)]
    return next(iter([*some, *rare]), "")


def _of_operation(operation: Operation, description: Json, place: str) -> Iterator[Way]:
    documents = tuple(document_addresses(description, place, operation.url))
    for name in operation.words[:_MAX_NAMES]:
        yield Way(ask_at(operation.url, name), operation.numbers, operation.filters, "openapi", documents)


async def _described(fetcher: Fetcher, url: str, root: Page | None) -> AsyncIterator[Way]:
    """Ways that a description of the service names: OpenAPI beside the endpoint, OpenSearch on the front page."""
    for place in description_places(url):
        page = await page_at(fetcher, place)
        description = json_of(page) if page is not None else None
        operation = operation_at(description, place, url)
        if operation is not None:
            for way in _of_operation(replace(operation, url=url), description, place):
                yield way
            break
    if root is not None and is_html(root):
        tree = parse_html(root.text)
        link = opensearch_link(tree, base_url(tree, root.url))
        page = await page_at(fetcher, link) if link is not None else None
        for ask in json_templates(page.text, root.url) if page is not None else []:
            yield Way(ask, found_by="opensearch")

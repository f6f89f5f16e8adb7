"""Reads one page of an answer with what was learned about the site."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from sonde.interface.ask import request_for
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.paging.next_page import follow
from sonde.interface.read import document_url, read_results
from sonde.interface.results.contrast import Answer
from sonde.interface.results.links import asks_again, shape
from sonde.interface.said import read_total, says_nothing_found
from sonde.model import Page, Query, Request, Result


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """One page of an answer, read, with the request for the next one."""

    results: tuple[Result, ...]
    total: int | None
    following: Request | None


def read_answer(answer: Answer, interface: SearchInterface, *, number: int) -> AnswerPage:
    """Reads a page of an answer with what was learned about the site."""
    if says_nothing_found(answer.tree, interface.nothing, answer.words):
        return AnswerPage((), 0, None)
    results = results_of(answer, interface)
    total = read_total(answer.tree, interface.count, answer.words)
    if not results and number == 1 and _is_document(answer.page, interface.ask):
        url = document_url(answer.page.url, interface.drop_parameters)
        return AnswerPage((Result(url=url),), None, None)
    following = None
    if results and interface.paging.kind != "none":
        forms = answer.forms if interface.paging.kind == "button" else ()
        following = follow(answer.tree, answer.base, answer.page.url, interface.paging, forms, number=number)
    return AnswerPage(results, total, following)


def results_of(answer: Answer, interface: SearchInterface) -> tuple[Result, ...]:
    """What the rules find on a page but for links to the search itself, such as a pager between the results."""
    ask, words = interface.ask, answer.words
    other_url = request_for(ask, Query("")).url

    found = read_results(
        answer.tree,
        answer.base,
        interface.results,
        drop_parameters=interface.drop_parameters,
        skip=lambda url: url in interface.not_results,
        search=ask.page,
    )
    if interface.holds_documents:
        return found
    again = {
        result.url
        for result in found
        if asks_again(result.at or result.url, ask, words, answer_url=answer.page.url, blank_url=other_url)
    }
    # A document may be named by the very parameter that takes the words: it looks like the other documents.
    documents = {shape(result.at or result.url) for result in found if result.url not in again}
    return tuple(r for r in found if r.url not in again or shape(r.at or r.url) in documents)


def _is_document(page: Page, ask: Ask) -> bool:
    """Whether the site answered with the one matching document instead of a list."""
    return is_redirected(page) and not ask.redirects and urlsplit(page.url).path not in ("", "/")


def is_redirected(page: Page) -> bool:
    """Whether the site sent us to another path than the one asked for."""
    return urlsplit(page.requested_url or page.url).path != urlsplit(page.url).path

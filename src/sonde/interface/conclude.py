"""What the soundings of one candidate tell: where its answers have results, a count, a way on, and what they say."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from sonde.interface.answer_page import is_redirected, results_of
from sonde.interface.documents import learn_documents
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import Candidate
from sonde.interface.model import Paging, SearchInterface
from sonde.interface.paging.next_page import follow
from sonde.interface.read import result_nodes
from sonde.interface.rendered.paging import goes_on
from sonde.interface.results.contrast import Answer
from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.interface.results.nothing import learn_nothing
from sonde.interface.results.rules import learn_rules
from sonde.interface.soundings import NoAnswerError, Soundings
from sonde.interface.start import Start
from sonde.model import Result

LearnPaging = Callable[
    [Fetcher, Soundings, SearchInterface, Sequence[tuple[Result, ...]]], Awaitable[tuple[Paging, str]]
]


async def conclude(
    fetcher: Fetcher, soundings: Soundings, candidate: Candidate, start: Start, page_on: LearnPaging
) -> SearchInterface:
    """What the soundings of one candidate tell."""
    ask = soundings.contrast.ask
    redirects = any(is_redirected(answer.page) for answer in (soundings.contrast.blank, *soundings.answers))
    soundings.contrast = replace(soundings.contrast, ask=replace(ask, redirects=redirects))
    rules = learn_rules(soundings.answers, soundings.contrast)
    interface = SearchInterface(start.url, soundings.contrast.ask, rules)
    interface = replace(interface, not_results=_always_there(soundings, interface))
    shown = [results_of(answer, interface) for answer in soundings.answers]
    _check_answers_differ(shown, soundings)
    paging, evidence = await page_on(fetcher, soundings, interface, shown)
    interface = replace(
        interface,
        paging=paging,
        seeds=_seeds(soundings, shown),
        language=start.language,
        found_by=candidate.found_by,
        evidence=(*_evidence(soundings, shown), evidence),
    )
    interface = _with_count(interface, soundings)
    further = [(answer, results_of(answer, interface)) for answer in soundings.second]
    return await learn_documents(fetcher, interface, list(zip(soundings.answers, shown, strict=True)), further)


def _always_there(soundings: Soundings, interface: SearchInterface) -> tuple[str, ...]:
    """What the rules find in every answer, also to a nonsense word: a way home between the results."""
    answers = (soundings.contrast.blank, *soundings.answers, *soundings.empty)
    found = [{result.url for result in results_of(answer, interface)} for answer in answers]
    return tuple(sorted(set.intersection(*found)))


def _check_answers_differ(shown: Sequence[tuple[Result, ...]], soundings: Soundings) -> None:
    answers = {tuple(result.url for result in results) for results in shown if results}
    if not answers:
        raise NoAnswerError("answers change with the query, but no list of results can be made out")
    if len(answers) < 2:
        raise NoAnswerError("the results are the same for every word")


def _with_count(interface: SearchInterface, soundings: Soundings) -> SearchInterface:
    """Adds where the hit count stands and what "nothing found" looks like."""
    facts = [_fact(answer, interface) for answer in soundings.answers]
    blank = _fact(soundings.contrast.blank, interface)
    # One result is no list, but it has a count; what a nonsense word brings as well is no result.
    few: list[Sounding] = []
    empty: list[Sounding] = []
    for answer in soundings.empty:
        results = results_of(answer, interface)
        brought = any(result.url not in soundings.contrast.constant for result in results)
        (few if brought else empty).append(_fact(answer, interface))
    # Where the text decides, it must not stand beside any result; else it may say that one list is empty.
    against = [*facts, *few] if blank.shown else facts
    return replace(
        interface,
        count=learn_count(
            [*facts, *few, replace(blank, shown=0)], [_fact(answer, interface) for answer in soundings.second]
        ),
        nothing=learn_nothing(blank, against, empty),
    )


def _fact(answer: Answer, interface: SearchInterface) -> Sounding:
    paging, shown = interface.paging, len(results_of(answer, interface))
    if paging.kind in ("press", "scroll"):
        more = goes_on(answer.tree, paging, shown=shown)
    else:
        way = follow(answer.tree, answer.base, answer.page.url, paging, answer.forms, number=1)
        more = paging.kind != "none" and way is not None
    return Sounding(
        answer.words,
        answer.tree,
        shown=shown,
        more=more,
        records=result_nodes(answer.tree, interface.results),
    )


def _seeds(soundings: Soundings, shown: Sequence[tuple[Result, ...]]) -> tuple[str, ...]:
    """The words that found something, most results first."""
    pairs = sorted(zip(soundings.answers, shown, strict=True), key=lambda pair: -len(pair[1]))
    return tuple(answer.words for answer, results in pairs if results)


def _evidence(soundings: Soundings, shown: Sequence[tuple[Result, ...]]) -> list[str]:
    lines = [f"{soundings.contrast.blank.words!r} (nonsense) found nothing"]
    for answer, results in zip(soundings.answers, shown, strict=True):
        lines.append(f"{answer.words!r} showed {len(results)} results")
    return lines

"""Learns an interface that answers in JSON: which parameter takes the words, then how to read what comes back."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from urllib.parse import urljoin

from sonde.errors import NoSearchFormError
from sonde.interface.abilities.browse import first_shown, is_everything
from sonde.interface.abilities.learn import learn_abilities
from sonde.interface.fetcher import Fetcher
from sonde.interface.heard import Heard
from sonde.interface.json.detail import learn_details
from sonde.interface.json.examples import Documentation
from sonde.interface.json.filters import learn_filters
from sonde.interface.json.model import JsonAnswer
from sonde.interface.json.onward import learn_onward
from sonde.interface.json.paging import changes_for_size, following
from sonde.interface.json.probe import Prober, page_at
from sonde.interface.json.records import JsonSounding
from sonde.interface.json.site import JsonSite
from sonde.interface.json.sound import JsonSoundings, is_full, main_texts, seeds_of, sound
from sonde.interface.json.total import Reading, find_total, stated_total
from sonde.interface.json.ways import Way, language_of, ways
from sonde.interface.json.widen import documented_settings
from sonde.interface.model import Ask, Paging, SearchInterface
from sonde.interface.probes import alternate, common_words, record_words
from sonde.interface.soundings import NoAnswerError
from sonde.model import Page, Query, Request

logger = logging.getLogger(__name__)

_SIZED = 3  # answers asked again with the larger size, to see whole ones


async def learn_json(
    fetcher: Fetcher, start: Page, url: str, *, rng: Random | None = None, seeds: Sequence[str] = ()
) -> SearchInterface:
    """The search interface at an address that answered with JSON, verified by probing.

    Raises NoSearchFormError with what was tried when nothing there searches.
    """
    rng = rng or Random(0)
    root = await page_at(fetcher, urljoin(url, "/"))
    first = JsonSounding("", Request(url), start)
    tried = []
    async for way in ways(fetcher, first, url, root, seeds):
        try:
            return await learn_way(fetcher, way, url, first=first, root=root, rng=rng, seeds=seeds)
        except NoAnswerError as reason:
            tried.append(f"{way.ask.query_field or way.ask.action}: {reason}")
            logger.info("parameter dropped name=%s reason=%s", way.ask.query_field, reason)
    seen = "; ".join(tried[:5]) or "none of the usual parameters changes its answer"
    raise NoSearchFormError(
        f"no parameter of {url} takes words: {seen}. Give the address with the parameter, such as {url}?search=word",
        url=url,
    )


async def learn_way(
    fetcher: Fetcher,
    way: Way,
    url: str,
    *,
    first: JsonSounding | None = None,
    root: Page | None = None,
    rng: Random,
    seeds: Sequence[str] = (),
) -> SearchInterface:
    """The whole interface of one way to ask; raises NoAnswerError when it does not search."""
    language = language_of(root)
    fetcher = Heard(fetcher)
    prober = Prober(fetcher, way.ask)
    frequent, rare = record_words(main_texts(first), language) if first is not None else ([], [])
    words = chain(seeds, alternate(frequent, rare, common_words(language)))
    soundings = await sound(prober, words, rng, language=language)
    documentation = Documentation(fetcher, way.ask, [first.page] if first is not None else [], documents=way.documents)
    more = await documented_settings(prober, soundings, documentation, language)
    wider = [f"{name}={value} is sent along: the service documents it, and it finds more" for name, value in more]
    if more:
        way = replace(way, ask=replace(way.ask, send=(*way.ask.send, *more)))
        prober = Prober(fetcher, way.ask)
        soundings = await sound(prober, chain(seeds_of(soundings), words), rng, language=language)
    paging, onward = await learn_onward(prober, soundings, way.hints)
    rule = JsonAnswer(soundings.records, soundings.columns, paging=paging)
    rule = await _with_total(prober, soundings, rule)
    details = await learn_details(fetcher, rule, soundings.flat(), documentation, front=root, rng=rng)
    interface = SearchInterface(
        url,
        way.ask,
        json=details.rule,
        paging=Paging(page_size=_page_size(soundings, paging.size)),
        seeds=seeds_of(soundings),
        language=language,
        boilerplate=details.boilerplate,
        found_by=way.found_by,
        evidence=(*_evidence(soundings), *wider, onward, details.evidence),
    )
    interface = await _with_browse(fetcher, interface, soundings)
    interface = await learn_abilities(fetcher, interface, rng=rng)
    return await learn_filters(fetcher, interface, [*soundings.answers, *soundings.sized], dict(way.filters))


async def _with_browse(fetcher: Fetcher, interface: SearchInterface, soundings: JsonSoundings) -> SearchInterface:
    """Adds whether no words find everything, as services mostly do."""
    rule = interface.json
    assert rule is not None
    totals = [total for answer in soundings.answers if (total := stated_total(answer, rule.total)) is not None]
    shown = len(soundings.shown(soundings.broadest))
    whole = await first_shown(JsonSite(fetcher, interface), Query())
    browse = is_everything(whole, total=max(totals, default=None), shown=shown)
    evidence = (*interface.evidence, f"no words at all found {whole.says}")
    return replace(interface, abilities=replace(interface.abilities, browse=browse), evidence=evidence)


async def _with_total(prober: Prober, soundings: JsonSoundings, rule: JsonAnswer) -> JsonAnswer:
    """The rule with the place of the hit count, judged by answers that are whole."""
    size = changes_for_size(rule.paging)
    for word in seeds_of(soundings)[::-1][:_SIZED] if size else ():
        answer = await prober.sound(word, size)
        # A longer answer than was looked into may be cut as well as whole.
        if answer is not None and 0 < len(soundings.shown(answer)) <= soundings.most:
            soundings.sized.append(answer)
    readings = [Reading(soundings.blank, 0, whole=True)] if soundings.blank is not None else []
    for answers in (soundings.answers, soundings.sized):
        usual = max((len(soundings.shown(answer)) for answer in answers), default=0)
        full = rule.paging.size if answers is soundings.sized else usual
        if rule.paging.kind == "none" and not is_full(soundings):
            full = usual + 1  # nothing says that answers are cut
        readings += [_reading(answer, soundings, rule, prober.ask, full) for answer in answers]
    total, exact = find_total(readings, soundings.records)
    return replace(rule, total=total, exact=exact)


def _reading(answer: JsonSounding, soundings: JsonSoundings, rule: JsonAnswer, ask: Ask, full: int) -> Reading:
    """How much of an answer was read: all of it when no more is offered, or when its page is not full."""
    shown = len(soundings.shown(answer))
    if rule.paging.kind not in ("header", "address", "carry"):
        return Reading(answer, shown, whole=shown < full)
    more = following(answer, rule.paging, ask, Query(answer.words), number=1, shown=shown)
    return Reading(answer, shown, whole=more is None)


def _page_size(soundings: JsonSoundings, size: int) -> int:
    """How many records were seen to come at a time; a larger size may be asked for, but was not seen to be honoured."""
    usual = max(len(soundings.shown(answer)) for answer in soundings.answers)
    return min(size, soundings.most) if size else usual


def _evidence(soundings: JsonSoundings) -> list[str]:
    lines = [f"{soundings.blank.words!r} (nonsense) was asked for contrast"] if soundings.blank is not None else []
    return lines + [
        f"{answer.words!r} showed {len(soundings.shown(answer))} records" for answer in soundings.answers[:4]
    ]

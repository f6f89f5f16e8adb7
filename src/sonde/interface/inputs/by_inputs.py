"""Learns a form that is asked without words: by its menus, its ranges, or values for its text inputs."""

from dataclasses import replace

from sonde.errors import FetchError, RefusedError
from sonde.interface.abilities.browse import Shown, first_shown
from sonde.interface.ask import same_form
from sonde.interface.conclude import conclude
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import Candidate
from sonde.interface.inputs import attribute_boxes, menus
from sonde.interface.inputs.learn import learn_inputs
from sonde.interface.inputs.pairs import pairs_of, settings_of, whole_ranges
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.paging.learn import learn_paging
from sonde.interface.probes import alternate, record_words
from sonde.interface.results.contrast import Answer, Contrast
from sonde.interface.site import WebSite
from sonde.interface.soundings import NoAnswerError, Soundings, give_up, sound_menus
from sonde.interface.start import Start
from sonde.interface.widen import widened
from sonde.model import Document, Form, Pairs, Query, Request
from sonde.page.document import DocumentReader
from sonde.page.url import same_site

_SOUNDINGS = 5  # settings of one kind
_TOGETHER = 6  # settings of all menus
_VALUES = 12  # for text inputs
_DOCUMENTS = 4  # read for values
_WORDS = 3  # of each kind


async def learn_by_inputs(fetcher: Fetcher, candidate: Candidate, start: Start) -> SearchInterface:
    """The interface behind a form without a box: its answers are told from the page that holds it."""
    page = start.page
    soundings = Soundings(Contrast(candidate.ask, page, frozenset(start.front.urls | page.urls)))
    form = same_form(page.forms, candidate.ask)
    assert form is not None, "the candidate was made from a form of this page"
    together: list[Pairs] = []
    documents = await _sound(fetcher, soundings, form, start.front)
    if not soundings.answers:
        whole = await _whole_range(fetcher, soundings, form)
        if whole is not None:
            return await learn_by_inputs(fetcher, replace(candidate, ask=whole), start)
        together = await _sound_together(fetcher, soundings, form)
    if len(soundings.answers) < 2:
        give_up(soundings)
    interface = await conclude(fetcher, soundings, candidate, start, learn_paging)
    interface = replace(interface, seeds=(), nothing=None, evidence=interface.evidence[1:])
    if together:
        ask = await widened(fetcher, interface, form, together[0])
        if ask is not None:
            return await learn_by_inputs(fetcher, replace(candidate, ask=ask), start)
    interface = await learn_inputs(fetcher, interface, documents=documents)
    able = interface.abilities
    if not able.browse and not able.boxes:
        raise NoAnswerError("its inputs change the answer, but none of them narrows it")
    return interface


async def words_found(fetcher: Fetcher, interface: SearchInterface) -> list[str]:
    """Words of documents that a form finds without words: to try its box with, which no other word proved."""
    values = [((box.name, box.samples[0]),) for box in interface.abilities.boxes if box.samples]
    shown = Shown()
    for setting in ((), *values[:1]):
        shown = shown if shown.urls else await first_shown(WebSite(fetcher, interface), Query(values=setting))
    in_titles, rare = record_words([result.title for result in shown.results], interface.language)
    frequent, others = record_words([f"{r.title} {r.snippet}" for r in shown.results], interface.language)
    # Titles first: a box may search nothing else.
    return list(alternate(in_titles[:_WORDS], frequent[:_WORDS], rare[:_WORDS], others[:_WORDS]))


async def _sound(fetcher: Fetcher, soundings: Soundings, form: Form, front: Answer) -> list[Document]:
    """Asks with nothing set, then with menus, ranges, and values that documents have; returns these documents."""
    documents: list[Document] = []
    pairs = pairs_of(form)
    await sound_menus(fetcher, soundings, [()])
    await sound_menus(fetcher, soundings, menus.settings_of(menus.menus_of(form), _SOUNDINGS))
    fields = attribute_boxes.texts_of(form, pairs)
    if len(soundings.answers) <= 2 and (pairs or fields):
        documents = await _documents(fetcher, soundings, front)
        await sound_menus(fetcher, soundings, settings_of(pairs, documents))
        await sound_menus(fetcher, soundings, attribute_boxes.settings_of(fields, documents)[:_VALUES])
    return documents


async def _whole_range(fetcher: Fetcher, soundings: Soundings, form: Form) -> Ask | None:
    """The question with both ends of its ranges filled in, if that finds something where one end did not."""
    ask = soundings.contrast.ask
    for setting in whole_ranges(form):
        filled = dict(setting)
        if filled.items() <= dict(ask.send).items():
            return None
        await sound_menus(fetcher, soundings, [setting])
        if soundings.answers:
            sent = [(name, filled.pop(name, value)) for name, value in ask.send]
            return replace(ask, send=(*sent, *filled.items()))
    return None


async def _sound_together(fetcher: Fetcher, soundings: Soundings, form: Form) -> list[Pairs]:
    """Asks with all menus set at once; returns the settings that found something."""
    found = []
    for setting in menus.joint_settings(form, _TOGETHER):
        answered = len(soundings.answers)
        await sound_menus(fetcher, soundings, [setting])
        found += [setting] if len(soundings.answers) > answered else []
    return found


async def _documents(fetcher: Fetcher, soundings: Soundings, front: Answer) -> list[Document]:
    """A few documents: those of the answers so far, or else what the front page leads to."""
    lists = [found for answer in soundings.answers for found in soundings.contrast.lists(answer)[:1]]
    urls = [url for found in lists for url in found.urls] or sorted(
        url for url in front.urls if same_site(url, front.base)
    )
    documents = []
    for url in list(dict.fromkeys(urls))[: 2 * _DOCUMENTS]:
        try:
            document = DocumentReader().read(await fetcher.fetch(Request(url)))
        except RefusedError:
            raise
        except FetchError:
            continue
        if document.attributes:
            documents.append(document)
        if len(documents) == _DOCUMENTS:
            break
    return documents

"""The inputs of a search form besides its box for words: which are there, and what each does, by probing."""

from collections.abc import Sequence

from sonde.interface.ask import ask_by_form
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import SEARCHABLE, Candidate, is_related
from sonde.interface.forms.features import tokens
from sonde.interface.forms.score import query_field, refusal, search_score
from sonde.interface.inputs.attribute_boxes import learn_boxes, texts_of
from sonde.interface.inputs.menus import learn_menus, learn_ticks, menus_of
from sonde.interface.inputs.pairs import pairs_of
from sonde.interface.inputs.ranges import learn_ranges
from sonde.interface.inputs.trial import Trial
from sonde.interface.model import SearchInterface
from sonde.interface.vocabulary import FILTER, SEARCH
from sonde.model import Document, Form

BY_INPUTS = "menus"  # how an interface was found that takes no words


def from_inputs(forms: Sequence[Form], page_url: str, *, is_chosen: bool = False) -> list[Candidate]:
    """Forms that may search without words. A single menu must call itself a search: others change the language.

    What a form with a box is scored for its words holds without them: it may be sent by POST. What was chosen need
    not look like a search.
    """
    found = []
    for form in forms:
        if refusal(form) or not is_related(form.action, page_url):
            continue
        pairs = pairs_of(form)
        count = len(menus_of(form)) + 2 * len(pairs) + len(texts_of(form, pairs))
        says_so = bool(tokens(f"{form.name} {form.role} {form.text} {form.action}") & (SEARCH | FILTER))
        has_words = query_field(form) is not None
        if has_words and (count < 2 or not (is_chosen or search_score(form) >= SEARCHABLE)):
            continue
        if count and (is_chosen or says_so or (count > 1 and (form.method == "GET" or has_words))):
            ask = ask_by_form(form, page_url, words=False)
            found.append(Candidate(ask, 0.5 + 0.1 * says_so - 0.04 * has_words, BY_INPUTS))
    return found


async def learn_inputs(
    fetcher: Fetcher, interface: SearchInterface, *, documents: Sequence[Document] = ()
) -> SearchInterface:
    """Adds whether a question without words finds everything, and which inputs narrow an answer.

    `documents` are some that are known; else a few that the search finds are read where it takes their attributes.
    """
    trial = await Trial.begin(fetcher, interface, documents=documents)
    form = await trial.form()
    if form is not None:
        await learn_ticks(trial, form)
        await learn_menus(trial, form)
        await learn_ranges(trial, form)
        await learn_boxes(trial, form, pairs_of(form))
    return trial.concluded()

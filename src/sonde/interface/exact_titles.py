"""What becomes of words that are exactly one document's title: some sites answer with the document, not with a list."""

from sonde.interface.answer_page import is_redirected
from sonde.interface.ask import ask_by_form
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import SEARCHABLE
from sonde.interface.forms.score import query_field, search_score
from sonde.interface.model import Ask
from sonde.interface.probes import title_word
from sonde.interface.soundings import Soundings, record_texts, sound_once


async def prefer_lists(fetcher: Fetcher, soundings: Soundings) -> Ask:
    """A way of asking that lists results even then: the form on the answer page often has a field for it."""
    lists = [soundings.contrast.lists(answer) for answer in soundings.answers]
    titles = [link.node.text(strip=True) for found in lists if found for link in found[0].links]
    led_away = [answer.words for answer in soundings.empty if is_redirected(answer.page)]
    word = next(iter(led_away), None) or title_word(titles)
    if word is None:
        return soundings.contrast.ask
    answer = await sound_once(fetcher, soundings.contrast.ask, word)
    if answer is None or record_texts(answer, soundings) or not is_redirected(answer.page):
        return soundings.contrast.ask
    for form in soundings.answers[0].forms:
        field = query_field(form)
        if field is None or field.value != soundings.answers[0].words or search_score(form) < SEARCHABLE:
            continue
        if any(other.value == field.value for other in form.fields if other is not field):
            continue  # the words stand in a second field too, which would keep them
        other = ask_by_form(form, soundings.answers[0].page.url)
        answer = await sound_once(fetcher, other, word)
        if answer is not None and answer.page.url == answer.page.requested_url:
            return other
    return soundings.contrast.ask

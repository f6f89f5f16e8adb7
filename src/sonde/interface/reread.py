"""Reads the answers to soundings once more, where new links alone did not tell them apart."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from sonde.interface.answer_page import is_redirected, results_of
from sonde.interface.model import SearchInterface
from sonde.interface.results.contrast import Answer
from sonde.interface.results.rules import learn_rules
from sonde.interface.soundings import Soundings


def read_again(soundings: Soundings) -> bool:
    """Reads the answers in one way after the other; whether one of them tells answers with results from others."""
    return _as_small_site(soundings) or _by_place(soundings) or _linkless(soundings)


def _as_small_site(soundings: Soundings) -> bool:
    """Reads them as on a small site, whose front page links to most of its documents."""
    contrast = soundings.contrast
    soundings.contrast = replace(contrast, constant=frozenset(contrast.blank.urls))
    again = [answer for answer in soundings.empty if soundings.contrast.lists(answer)]
    soundings.answers += again
    soundings.empty = [answer for answer in soundings.empty if answer not in again]
    return len(soundings.answers) > 1


def _by_place(soundings: Soundings) -> bool:
    """Reads them as on a site whose menu lists its documents on every page.

    A result is then a link that the answer to a nonsense word has not, or has at another place.
    """
    before = soundings.contrast
    soundings.contrast = replace(before, constant=frozenset(), by_place=True)
    found = [answer for answer in soundings.empty if soundings.contrast.lists(answer)]
    if len(found) < 2:
        soundings.contrast = before
        return False
    soundings.answers = found
    soundings.empty = [answer for answer in soundings.empty if answer not in found]
    return True


def _linkless(soundings: Soundings) -> bool:
    """Reads them as lists of records that link nowhere."""
    before = soundings.contrast
    soundings.contrast = replace(before, linkless=True)
    answers = [*soundings.answers, *soundings.empty]
    found = [answer for answer in answers if _is_list_at(answer, answers) and soundings.contrast.lists(answer)]
    rules = learn_rules(found, soundings.contrast)
    interface = SearchInterface("", before.ask, rules)
    found = [answer for answer in found if results_of(answer, interface)]
    if len({frozenset(result.url for result in results_of(answer, interface)) for answer in found}) < 2:
        soundings.contrast = before
        return False
    soundings.answers = found
    soundings.empty = [answer for answer in answers if answer not in found]
    return True


def _is_list_at(answer: Answer, answers: Sequence[Answer]) -> bool:
    """Whether an answer stands where others do but for numbers; a word that leads to a page of its own has no list."""
    paths = Counter(re.sub(r"\d+", "0", urlsplit(other.page.url).path) for other in answers)
    return not is_redirected(answer.page) or paths[re.sub(r"\d+", "0", urlsplit(answer.page.url).path)] > 1

"""Does the documentation of a service show a setting with which the same words find more? By asking both ways."""

from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from sonde.interface.json.examples import Documentation
from sonde.interface.json.probe import Prober
from sonde.interface.json.records import JsonSounding
from sonde.interface.json.sound import JsonSoundings, main_texts
from sonde.interface.model import Ask
from sonde.interface.probes import record_words
from sonde.model import Pairs
from sonde.page.json_value import Json, flat

_PAGES = 4  # of documentation
_MAX_SETTINGS = 4
_WORDS = 3
_TRIED = 5  # rare words asked for a short answer
_KEPT = 0.5  # share of the records found before that must be found again, or of a full page that must hold the word


async def documented_settings(
    prober: Prober, soundings: JsonSoundings, documentation: Documentation, language: str
) -> Pairs:
    """What an example of the documentation sends along that finds more; nothing where none does.

    Only a question that has settings is documented well enough for this to be worth its requests.
    """
    proposed: dict[Pairs, None] = {}
    async for examples in documentation.examples(pages=_PAGES if prober.ask.send else 0):
        proposed |= {settings: None for example in examples if (settings := settings_of(example, prober.ask))}
    full = max(len(soundings.shown(answer)) for answer in soundings.answers)
    short = await _short_answers(prober, soundings, language, full=full) if proposed else []
    for settings in list(proposed)[:_MAX_SETTINGS] if short else ():
        if await _finds_more(prober, soundings, short, settings, full=full):
            return settings
    return ()


async def _short_answers(prober: Prober, soundings: JsonSoundings, language: str, *, full: int) -> list[JsonSounding]:
    """Answers with room for more records: those known, or else to rare words of the records."""
    known = [answer for answer in soundings.answers if len(soundings.shown(answer)) < full][:_WORDS]
    texts = [text for answer in soundings.answers for text in main_texts(answer, soundings.records)]
    _, rare = record_words(texts, language)
    for word in rare[:_TRIED] if not known else ():
        answer = await prober.sound(word)
        if answer is not None and 0 < len(soundings.shown(answer)) < full:
            known.append(answer)
    return known[:_WORDS]


async def _finds_more(
    prober: Prober, soundings: JsonSoundings, short: Sequence[JsonSounding], settings: Pairs, *, full: int
) -> bool:
    """Whether some words find more with these settings, and none less."""
    found = False
    for before in short:
        after = await prober.sound(before.words, dict(settings))
        one, two = soundings.shown(before), soundings.shown(after) if after is not None else []
        if len(two) < len(one):
            return False
        found = found or is_more(one, two, before.words, full=full)
    return found


def settings_of(example: str, ask: Ask) -> Pairs:
    """What an example that asks for words like ours sends besides; nothing when it asks for something else."""
    pairs = parse_qsl(urlsplit(example).query)
    names, ours = dict(pairs), dict(ask.send)
    if ask.query_field not in names or any(ours.get(name, value) != value for name, value in pairs):
        return ()
    return tuple((n, value) for n, value in pairs if n not in ours and n != ask.query_field and not value.isdecimal())


def is_more(before: Sequence[Json], after: Sequence[Json], word: str, *, full: int) -> bool:
    """Whether records are more than before, with those found before among them or, on a full page, with the word."""
    names = {_name(record) for record in after}
    kept = sum(_name(record) in names for record in before)
    having = sum(word.casefold() in " ".join(flat(record).values()).casefold() for record in after)
    is_same = kept >= _KEPT * len(before) or (len(after) >= full and having >= _KEPT * len(after))
    return len(after) > len(before) and is_same


def _name(record: Json) -> frozenset[str]:
    """The short values of a record, which stay when its extract changes."""
    return frozenset(value for value in flat(record).values() if " " not in value)

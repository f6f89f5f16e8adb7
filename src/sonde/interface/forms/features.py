"""What a form looks like to the classifier: its structure, and the words in each part of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl, urlsplit

from sonde.interface.forms.danger import ACT, ASKED, THING, plain_words
from sonde.interface.linear import Features
from sonde.interface.vocabulary import FILTER, NARROWING, PRESENTING, QUERY_NAMES, SEARCH, SEARCH_STEMS
from sonde.model import Field, Form

_MAX_FIELDS = 40  # a form of ten thousand boxes is told by its first ones
_MAX_CHARS = 1500  # of one part of a form
_BUTTONS = ("submit", "image", "button")
_FREE_TEXT = ("text", "search")
_SPLIT = re.compile(r"[^\w]+|_+|(?<=[a-z])(?=[A-Z])")
_UNSPACED = re.compile(r"[\u2e80-\ud7ff]{2,}")
_STEM = re.compile("|".join(SEARCH_STEMS))


def tokens(*texts: str) -> set[str]:
    """Lower-case words of labels and identifiers: `searchBox`, `search_box` and "Search box" agree."""
    found: set[str] = set()
    for text in texts:
        found.update(part.lower() for part in _SPLIT.split(text) if part)
        found.update(part.lower() for part in re.split(r"\W+", text) if part)
    return found


def says_search(*texts: str) -> bool:
    """Whether one of the texts has a word for searching; where no spaces part words, anywhere in it."""
    return bool(zone_words(texts) & SEARCH)


def form_features(form: Form) -> Features:
    """The features of a form by name; those not named are 0."""
    shown = [field for field in form.fields if field.kind != "hidden"][:_MAX_FIELDS]
    found: Features = dict.fromkeys(_structure(form, shown), 1.0)
    for zone, texts in _zones(form, shown).items():
        found.update(dict.fromkeys(_zone_features(zone, texts), 1.0))
    pressed = any(field.kind in _BUTTONS for field in shown)
    if not pressed and not any(f"{zone} says search" in found for zone in _GUARDED):
        found["nothing to press and no word of searching"] = 1.0
    return found


def _structure(form: Form, shown: list[Field]) -> Iterator[str]:
    yield f"method {form.method}"
    counts = Counter(field.kind for field in shown)
    for kind, count in counts.items():
        yield f"has {kind}"
        if count > 1:
            yield f"several {kind}"
        if count > 3:
            yield f"many {kind}"
    texts = [field for field in shown if field.kind in _FREE_TEXT]
    yield f"free text {min(len(texts), 4)}"
    asking = sum(field.kind not in (*_BUTTONS, "reset") for field in shown)
    yield f"asks {min(asking, 6)}"
    if len(texts) == asking == 1:
        yield f"one box {form.method}"
    if any(field.name.lower() in QUERY_NAMES for field in texts):
        yield "query name"
    if any(field.required for field in shown):
        yield "required"
    if "multipart" in form.enctype:
        yield "multipart"


def _zones(form: Form, shown: list[Field]) -> dict[str, list[str]]:
    """The words of a form by where they stand."""
    action = urlsplit(form.action)
    inputs = [field for field in shown if field.kind not in _BUTTONS]
    texts = [field for field in inputs if field.kind in _FREE_TEXT]
    buttons = [field for field in shown if field.kind in _BUTTONS]
    return {
        "form": [form.name],
        "path": [action.path, *(name for name, _ in parse_qsl(action.query))],
        "button": [text for field in buttons for text in (field.value, field.label, field.name)],
        "name": [field.name for field in inputs],
        "label": [text for field in inputs for text in (field.label, field.value if field in texts else "")],
        "choice": [choice.label for field in inputs for choice in field.choices[:20]],
        "hidden": [field.name for field in form.fields if field.kind == "hidden"][:_MAX_FIELDS],
        "text": [form.text[:400]],
    }


def _zone_features(zone: str, texts: list[str]) -> Iterator[str]:
    words = zone_words(texts)
    for meaning, known in _MEANINGS.items():
        if words & known:
            yield f"{zone} says {meaning}"
    if zone != "text" and any(_STEM.search(word) for word in words):
        yield f"{zone} has a stem of search"
    if zone in _GUARDED:
        plain = plain_words(*texts)
        yield from (f"{zone} says {meaning}" for meaning, phrases in _PATTERNS.items() if phrases.find(plain))


_MEANINGS = {"search": SEARCH, "filter": FILTER, "narrowing": NARROWING, "presenting": PRESENTING}
_PATTERNS = {**ACT, "thing": THING, **ASKED}
_UNSPACED_KNOWN = tuple(word for known in _MEANINGS.values() for word in known if "\u2e80" <= word[0] <= "\ud7ff")
_GUARDED = ("form", "path", "button", "name", "label", "text")


def zone_words(texts: Iterable[str]) -> set[str]:
    """Words and identifiers' parts; where no spaces part words, every known one and every pair of characters."""
    text = " ".join(text for text in texts if text)[:_MAX_CHARS]
    words = {word for word in tokens(text) if not word.isdigit()}
    for run in _UNSPACED.findall(text):
        words.update(word for word in _UNSPACED_KNOWN if word in run)
    return words

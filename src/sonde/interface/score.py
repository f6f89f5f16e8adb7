"""Is this a search form, and which field takes the words?"""

import math
import re
from urllib.parse import urlsplit

from sonde.interface.vocabulary import DANGER, NARROWING, QUERY_NAMES, SEARCH, SENDING
from sonde.model import Field, Form

_FREE_TEXT = ("text", "search")
_ASKING = ("text", "search", "select", "radio", "checkbox", "number", "date")
_PRIVATE = ("password", "email", "tel", "file")
_UNSPACED = tuple(word for word in SEARCH if "\u2e80" <= word[0] <= "\ud7ff")
_UNSPACED_DANGER = tuple(word for word in DANGER if "\u2e80" <= word[0] <= "\ud7ff")
_SPLIT = re.compile(r"[^\w]+|_+|(?<=[a-z])(?=[A-Z])")


def tokens(*texts: str) -> set[str]:
    """Lower-case words of labels and identifiers: `searchBox`, `search_box` and "Search box" agree."""
    found: set[str] = set()
    for text in texts:
        found.update(part.lower() for part in _SPLIT.split(text) if part)
        found.update(part.lower() for part in re.split(r"\W+", text) if part)
    return found


def says_search(*texts: str) -> bool:
    """Whether one of the texts has a word for searching; where no spaces part words, anywhere in it."""
    if tokens(*texts) & SEARCH:
        return True
    text = " ".join(texts)
    return not text.isascii() and any(word in text for word in _UNSPACED)


def query_field(form: Form) -> Field | None:
    """The field that takes the words of a query, or None when no free text can be entered."""
    fields = [field for field in form.fields if _takes_text(field)]
    return max(fields, key=_field_score, default=None)


def _takes_text(field: Field) -> bool:
    return field.kind in _FREE_TEXT and bool(field.name) and not field.disabled


def _field_score(field: Field) -> float:
    words = tokens(field.name, field.label)
    score = 4.0 * (field.kind == "search") + 1.0 * (field.kind == "text")
    score += 2.0 * (field.name.lower() in QUERY_NAMES) + 1.5 * bool(words & SEARCH) + 0.5 * bool(words & QUERY_NAMES)
    score -= 0.8 * bool(words & NARROWING - SEARCH)  # a second box that narrows the search
    return score - 0.2 * bool(field.value)


def search_score(form: Form) -> float:
    """How sure it is, from 0 to 1, that submitting this form searches and does nothing else.

    A form of choices alone can search too, though it takes no words.
    """
    field = query_field(form)
    if refusal(form) or not any(other.name and other.kind in _ASKING for other in form.fields):
        return 0.0
    buttons = " ".join(
        f"{other.value} {other.label}" for other in form.fields if other.kind in ("submit", "button", "image")
    )
    path = urlsplit(form.action).path
    score = -1.6 + 0.6 * (form.method == "GET") + 2.0 * ("search" in form.role.lower())
    score += 2.2 * says_search(form.name) + 1.8 * says_search(buttons)
    score += 1.2 * says_search(path) + 0.6 * says_search(form.text)
    score -= 2.0 * bool(tokens(form.name, path) & DANGER)
    if field is not None:
        free = sum(_takes_text(other) for other in form.fields)
        score += 3.0 * (field.kind == "search") + 1.6 * (field.name.lower() in QUERY_NAMES)
        score += 1.4 * says_search(field.name, field.label, field.value)
        score += 0.5 * (free == 1) - 0.5 * max(0, free - 3)
    return 1.0 / (1.0 + math.exp(-score))


def refusal(form: Form) -> str:
    """Why this form must never be submitted, or an empty string."""
    for field in form.fields:
        if field.kind in _PRIVATE:
            article = "an" if field.kind == "email" else "a"
            return f"it asks for {article} {field.kind} ({field.name or field.label})"
    if any(field.kind == "textarea" and field.name for field in form.fields) and form.method == "POST":
        return "it sends a message (a text area by POST)"
    for field in form.fields:
        if field.kind in ("submit", "image", "button") and (hits := _threats(field, form)):
            return f"its button says {sorted(hits)[0]!r}"
    return ""


def _threats(button: Field, form: Form) -> set[str]:
    """The words of a button that forbid to press it.

    A form sent by GET changes nothing by the rules of the web: there "Send" and "Search orders" are harmless.
    """
    text = f"{button.value} {button.label}"
    says = tokens(text) | {word for word in _UNSPACED_DANGER if word in text}
    if form.method == "GET" and says_search(text):
        return set()
    return says & DANGER - (SENDING if form.method == "GET" else frozenset())

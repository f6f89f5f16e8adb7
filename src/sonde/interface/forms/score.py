"""Is this a search form, and which field takes the words?"""

from sonde.interface.forms.features import form_features, says_search, tokens
from sonde.interface.forms.safety import asked_for, refusal, warning
from sonde.interface.linear import Features, Weights, probability, read_weights
from sonde.interface.vocabulary import NARROWING, NUMBERS, QUERY_NAMES, SEARCH
from sonde.model import Field, Form

__all__ = ["query_field", "refusal", "says_search", "search_score", "tokens"]

_STATED = 0.9  # the score of a form whose page states in HTML's own terms that it searches
_FREE_TEXT = ("text", "search")
_ASKING = ("text", "search", "select", "radio", "checkbox", "number", "date", "range")


def query_field(form: Form) -> Field | None:
    """The field that takes the words of a query, or None when no free text can be entered.

    A box for a name, a mail address and the like is never it.
    """
    fields = [
        field for field in form.fields if _takes_text(field) and not _takes_numbers(field) and not asked_for(field)
    ]
    return max(fields, key=_field_score, default=None)


def _takes_text(field: Field) -> bool:
    return field.kind in _FREE_TEXT and bool(field.name) and not field.disabled


def _takes_numbers(field: Field) -> bool:
    """Whether a box is for a price, a date or a page's number rather than for words."""
    if field.kind == "search" or field.name.lower() in QUERY_NAMES:
        return False
    words = tokens(field.name, field.label)
    return bool(words & NUMBERS) and not words & (SEARCH | QUERY_NAMES)


def _field_score(field: Field) -> float:
    words = tokens(field.name, field.label)
    score = 4.0 * (field.kind == "search") + 1.0 * (field.kind == "text")
    score += 2.0 * (field.name.lower() in QUERY_NAMES) + 1.5 * bool(words & SEARCH) + 0.5 * bool(words & QUERY_NAMES)
    score -= 0.8 * bool(words & NARROWING - SEARCH)  # a second box that narrows the search
    return score - 0.2 * bool(field.value)


def search_score(form: Form) -> float:
    """How sure it is, from 0 to 1, that submitting this form searches and does nothing else.

    A form of choices alone can search too, though it takes no words. A box without a form is scored as a
    form of one field that is sent by GET to the page itself.
    """
    return _score(form, form_features(form), read_weights("forms")) if may_search(form) else 0.0


def judged(form: Form, features: Features, weights: Weights) -> float:
    """The score of a form by given weights."""
    return _score(form, features, weights) if may_search(form) else 0.0


def _score(form: Form, features: Features, weights: Weights) -> float:
    stated = "search" in form.role.lower() or any(field.kind == "search" for field in form.fields)
    return max(probability(features, weights), _STATED if stated else 0.0)


def may_search(form: Form) -> bool:
    """Whether nothing forbids to send this form, and it has something to set."""
    return not refusal(form) and any(field.kind in _ASKING for field in form.fields)


def is_harmless(form: Form) -> bool:
    """Whether a form takes words, is sent by GET, and has nothing in it that says it does anything but show a page.

    It may be tried when nothing better is there: the worst that comes of it is another page. Where it has several
    inputs, all must be labelled: what nobody explains may mean anything.
    """
    shown = [field for field in form.fields if field.kind not in ("hidden", "submit", "image", "button", "reset")]
    field = query_field(form)
    if form.method != "GET" or field is None or (len(shown) > 1 and not all(other.label for other in shown)):
        return False
    if field.value.strip().isdigit() or "://" in f"{field.value} {field.label}":
        return False  # a quantity, or an address to copy
    return not refusal(form) and not warning(form)

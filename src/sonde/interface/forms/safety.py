"""Which forms must never be submitted, and why: what they ask for, and what their words say they do."""

import re
from urllib.parse import urlsplit

from sonde.interface.forms.danger import ACT, ANY_ACT, ANY_ASKED, ASKED, SEND, THING, plain_words
from sonde.interface.forms.features import says_search, tokens
from sonde.interface.vocabulary import PRESENTING, QUERY_NAMES
from sonde.model import Field, Form
from sonde.page.controls import Button

_PRIVATE = ("password", "email", "tel", "file")
_BUTTONS = ("submit", "image", "button")
_GRAVE = ("delete", "order", "pay", "log out")
_NEVER = ("delete", "log out")
_OF_THE_PAGE = ("sign up", "log in")  # a form without an address has its page's, also on a login page
_SEARCHED_FOR = ("name", "phone", "message")  # "Search the phone book"
_COMMANDS = frozenset("action act do op task cmd command mode method event operation func function".split())


def refusal(form: Form) -> str:
    """Why this form must never be submitted, or an empty string."""
    return _asks(form) or _presses(form) or _acts(form)


def asked_for(field: Field) -> str:
    """What a free-text field asks for that must not be given: "mail address", "phone", …, or an empty string."""
    if field.kind not in ("text", "search", "textarea", "url", "number"):
        return ""
    # The value of a box is what was asked before, or the only label it has.
    prompt = field.label or ("" if field.name.lower() in QUERY_NAMES else field.value[:60])
    said = [text for text in (plain_words(field.name), plain_words(prompt)) if ANY_ASKED.find(text)]
    for meaning, phrases in ASKED.items():
        if any(phrases.find(text) for text in said):
            is_harmless = meaning in _SEARCHED_FOR and says_search(field.name, field.label, field.value)
            return "" if is_harmless else meaning
    return ""


def warning(form: Form) -> str:
    """A word anywhere in a form that would forbid it on a button or a field, or an empty string.

    A menu that sorts may be called "Order".
    """
    sorting = [field for field in form.fields if field.kind in ("select", "radio") and _sorts(field)]
    texts = [text for field in form.fields if field not in sorting for text in (field.name, field.label, field.value)]
    text = form.text
    for field in sorting:
        text = text.replace(field.label, "", 1)
    said = plain_words(text, form.name, urlsplit(form.action).path, *texts)
    return next((hit for phrases in (*ACT.values(), THING, SEND, *ASKED.values()) if (hit := phrases.find(said))), "")


def _sorts(field: Field) -> bool:
    """Whether a menu is called like one that only arranges what is shown, with several ways to choose from."""
    said = tokens(field.label)
    return len(field.choices) > 1 and bool(said) and said <= PRESENTING | {"by"}


def _asks(form: Form) -> str:
    for field in form.fields:
        if field.kind in _PRIVATE:
            article = "an" if field.kind == "email" else "a"
            return f"it asks for {article} {field.kind} ({field.name or field.label})"
    if any(field.kind == "textarea" and field.name for field in form.fields) and form.method == "POST":
        return "it sends a message (a text area by POST)"
    for field in form.fields:
        meaning = asked_for(field)
        # A search by GET may be for people: the box for their name is only left empty.
        if meaning and not (meaning == "name" and form.method == "GET" and _is_named_search(form)):
            return f"it asks for a {meaning} ({field.name or field.label})"
    return ""


def _presses(form: Form) -> str:
    buttons = [field for field in form.fields if field.kind in _BUTTONS]
    is_search = bool(buttons) and (_is_named_search(form) or says_search(*(field.name for field in form.fields)))
    for button in buttons:
        if hit := _threat(button, form.method, in_search=is_search):
            return f"its button says {hit!r}"
    return ""


def _threat(button: Field, method: str, *, in_search: bool) -> str:
    """The word of a button that forbids to press it.

    A form sent by GET changes nothing by the rules of the web: there "Send" and "Search orders" are harmless.
    """
    path = urlsplit(button.action).path if isinstance(button, Button) else ""
    said, called = plain_words(button.value, button.label), plain_words(button.name, path)
    for meaning, phrases in ACT.items():
        if (hit := phrases.find(said)) and not (meaning == "sign up" and _searches_a(hit, button)):
            return hit
        if (meaning in _GRAVE or not in_search) and (hit := phrases.find(called)):
            return hit
    if not (method == "GET" and says_search(button.value, button.label)) and (hit := THING.find(said)):
        return hit
    return SEND.find(said) if method == "POST" else ""


def _searches_a(hit: str, button: Field) -> bool:
    """Whether a button searches what the word names: "Search the register" does not ask to register."""
    said = " ".join(f"{button.value} {button.label}".lower().split())
    named = rf"\b(?:the|an?|our|this|in|of)\s(?:\w+\s)?{re.escape(hit)}\b"
    return says_search(said) and re.sub(named, "", said).find(hit) < 0


def _acts(form: Form) -> str:
    """What the form's own names say it does, or what its hidden fields command."""
    called, path = plain_words(form.name), plain_words(urlsplit(form.action).path)
    is_search = _is_named_search(form)
    for meaning, phrases in ACT.items():
        # By GET, "/buy/cars" with a search box only looks; the page's own address may be a login page's. But a form
        # called "save" is no search for being on "/query".
        only_looks = form.method == "GET" and meaning not in _NEVER
        excused = is_search and (only_looks or meaning in _OF_THE_PAGE)
        hit = "" if only_looks and _says_it_searches(form) else phrases.find(called)
        if hit := hit or ("" if excused else phrases.find(path)):
            return f"its name or address says {hit!r}"
    for field in form.fields:
        is_command = field.kind == "hidden" and field.name.strip("_").lower() in _COMMANDS
        if is_command and (hit := ANY_ACT.find(plain_words(field.value[:60]))):
            return f"its hidden field {field.name!r} says {hit!r}"
    if not is_search and (hit := THING.find(called) or THING.find(path)):
        return f"its name or address says {hit!r}"
    return ""


def _is_named_search(form: Form) -> bool:
    """Whether the form calls itself a search, or its address does."""
    return _says_it_searches(form) or says_search(urlsplit(form.action).path)


def _says_it_searches(form: Form) -> bool:
    """Whether the form calls itself a search: by role, type, name or button."""
    if "search" in form.role.lower() or any(field.kind == "search" for field in form.fields):
        return True
    buttons = [text for field in form.fields if field.kind in _BUTTONS for text in (field.value, field.label)]
    return says_search(form.name, *buttons)

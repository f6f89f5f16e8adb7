"""How to put a question: from a form or a URL template to the request a browser would send."""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

from sonde.interface.forms.score import query_field, search_score, tokens
from sonde.interface.model import Ask
from sonde.model import Choice, Field, Form, Pairs, Query, Request
from sonde.page.submit import fill

PLACEHOLDER = "{query}"
_WIDE_VALUES = frozenset({"all", "any", "*", "-1"})
_WIDE_WORDS = frozenset(
    "all any every everything alle alles tous tout toutes todo todos todas tutti tutte все 全部 すべて".split()
)


def ask_by_form(
    form: Form, page_url: str, *, button: str | None = None, words: bool = True, chosen: Mapping[str, str] | None = None
) -> Ask:
    """A form with its defaults as a browser holds them, menus on their widest option or what was `chosen`.

    Its first button is pressed that has more than a sign on it, unless another is named. Without `words`, no box.
    """
    field = query_field(form) if words else None
    name = field.name if field is not None else ""
    wide = {other.name: choice.value for other in form.fields if (choice := widest(other)) is not None}
    pairs = [(key, value) for key, value in _entries(form, {**wide, **(chosen or {})}, button) if key != name]
    hidden = {other.name for other in form.fields if other.kind == "hidden"}
    return Ask(
        page=page_url,
        action=_without_query(form.action) if form.method == "GET" else form.action,
        query_field=name,
        method=form.method,
        send=tuple(pairs),
        fresh=tuple(key for key, _ in pairs if key in hidden),
        enctype=form.enctype,
        charset=form.charset,
    )


def buttons_of(form: Form) -> list[Field]:
    """The buttons that may send a form to be answered: where others are there, none that has only a sign on it.

    Signs such as "+" and "–" add and remove inputs; a picture may mean to search.
    """
    usable = [field for field in form.fields if field.kind in ("submit", "image") and not field.disabled]
    return [field for field in usable if not _is_sign(field.label or field.value)] or usable


def _is_sign(text: str) -> bool:
    """Whether a text is punctuation and signs of arithmetic."""
    found = text.strip()
    return bool(found) and all(
        unicodedata.category(char)[0] == "P" or unicodedata.category(char) == "Sm" for char in found
    )


def _entries(form: Form, values: dict[str, str], button: str | None) -> list[tuple[str, str]]:
    """The names and values a browser would send."""
    plain = replace(form, method="GET", charset="utf-8")
    if button is None:
        first = next(iter(buttons_of(form)), None)
        kept = tuple(field for field in form.fields if field is first or field.kind not in ("submit", "image"))
        plain = replace(plain, fields=kept)
    return parse_qsl(urlsplit(fill(plain, values, button=button).url).query, keep_blank_values=True)


def widest(field: Field) -> Choice | None:
    """The option of a menu that means any of them, if there is one.

    One without a value stands first or last; in between it means what it says, such as "is" after "contains".
    """
    if field.kind not in ("select", "radio") or not field.name or field.disabled:
        return None
    edges = (*field.choices[:1], *field.choices[-1:])
    for choice in field.choices:
        is_wide = choice.value.lower() in _WIDE_VALUES or bool(tokens(choice.label) & _WIDE_WORDS)
        if is_wide or (not choice.value and (choice in edges or not choice.label.strip())):
            return choice
    return None


def ask_by_template(template: str, marker: str, page_url: str) -> Ask | None:
    """A URL template such as https://example.org/find?q={searchTerms}; None when it has no such marker."""
    if marker not in template or urlsplit(template).scheme not in ("http", "https"):
        return None
    parts = urlsplit(template)
    field, send = "", []
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if marker in value:
            field = name
        elif "{" not in value:
            send.append((name, value))
    action = urlunsplit(parts._replace(query="", fragment=""))
    if not field and marker not in action:
        return None
    return Ask(page=page_url, action=action.replace(marker, PLACEHOLDER), query_field=field, send=tuple(send))


def request_for(ask: Ask, query: Query) -> Request:
    """The request that asks this query."""
    changed = dict(query.values)
    pairs: list[tuple[str, str]] = [(ask.query_field, query.words)] if ask.query_field else []
    for name, value in ask.send:
        if name not in changed:
            pairs.append((name, value))
        elif (name, changed[name]) not in pairs:  # of several ticks under one name, one is left
            pairs.append((name, changed[name]))
    pairs += [pair for pair in changed.items() if pair not in pairs]
    action = ask.action.replace(PLACEHOLDER, quote(query.words, safe=""))
    fields = tuple(Field(name, "hidden", value) for name, value in pairs)
    filled = fill(Form(action, ask.method, fields, ask.enctype, ask.charset), {}, button="")
    return replace(filled, headers=ask.headers) if ask.headers else filled


def asked_anew(ask: Ask, form: Form) -> Ask:
    """The same question read from the form as it stands now: the same button pressed, the same menus chosen."""
    names = {field.name for field in form.fields}
    if ask.query_field and ask.query_field not in names:
        return ask_by_form(form, ask.page)
    sent = dict(ask.send)
    pressed = next(
        (field for field in buttons_of(form) if sent.keys() & {field.name, f"{field.name}.x".lstrip(".")}), None
    )
    button = None if pressed in buttons_of(form)[:1] else pressed.name if pressed is not None else ""
    menus = [field for field in form.fields if field.kind in ("select", "radio") and field.name in sent]
    chosen = {
        field.name: sent[field.name]
        for field in menus
        if any(choice.value == sent[field.name] for choice in field.choices)
    }
    return ask_by_form(form, ask.page, button=button, words=bool(ask.query_field), chosen=chosen)


def set_alike(ask: Ask, other: Ask) -> Ask:
    """A question with everything it sends along set as another one of the same form sets it."""
    times = Counter(name for name, _ in other.send)
    values = {name: value for name, value in other.send if times[name] == 1}
    return replace(ask, send=tuple((name, values.get(name, value)) for name, value in ask.send))


def refreshed(ask: Ask, form: Form) -> Ask:
    """The same question with the address and the hidden values the form has now, and its names where they change."""
    if ask.query_field and ask.query_field not in {field.name for field in form.fields}:
        return replace(ask_by_form(form, ask.page), fresh_each=ask.fresh_each, redirects=ask.redirects)
    now = {field.name: field.value for field in form.fields if field.kind == "hidden"}
    send: Pairs = tuple((name, now.get(name, value) if name in ask.fresh else value) for name, value in ask.send)
    action = form.action if ask.method == "POST" else _without_query(form.action)
    return replace(ask, send=send, action=ask.action if PLACEHOLDER in ask.action else action)


def same_form(forms: tuple[Form, ...], ask: Ask) -> Form | None:
    """The form among these that asks the same question; the only search form where its names change.

    Of several that take the words alike it is the one with most of what is sent along, then the one with the same
    address, then the one that sets most of it alike. None where words are typed into a drawn page: the form in it may
    be there, but what it would send is not what the page does.
    """
    if ask.rendered:
        return None
    sent = {name for name, _ in ask.send}
    fitting: list[tuple[int, bool, int, Form]] = []
    for form in forms:
        names = {field.name for field in form.fields}
        wanted = {ask.query_field} if ask.query_field else sent
        is_there = bool(ask.query_field) or urlsplit(form.action).path == urlsplit(ask.action).path
        if wanted <= names and form.method == ask.method and set(ask.fresh) <= names and is_there:
            is_alike = _without_query(form.action) == _without_query(ask.action)
            alike = len({(field.name, field.value) for field in form.fields} & set(ask.send))
            fitting.append((len(sent & names), is_alike, alike, form))
    if fitting:
        return max(fitting, key=lambda found: found[:3])[3]
    searching = [form for form in forms if form.method == ask.method and query_field(form) is not None]
    return searching[0] if ask.query_field and len(searching) == 1 and search_score(searching[0]) > 0.5 else None


def _without_query(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(query="", fragment=""))

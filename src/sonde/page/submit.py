"""A filled form as the request a browser would send (HTML standard, "constructing the entry list")."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import quote_plus

from sonde.errors import FormError
from sonde.model import Field, Form, Request
from sonde.page.controls import Button

_newline = re.compile(r"\r\n|\r|\n")
# What web pages call Latin-1 is its Windows superset (WHATWG encoding standard).
_codecs = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252",
    "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "shift_jis": "cp932", "tis-620": "cp874", "iso-8859-11": "cp874",
    "big5": "big5hkscs",
}  # fmt: skip


class Entry(NamedTuple):
    """A name and a value to send; a file comes without a value, since nobody chose one."""

    name: str
    value: str
    is_file: bool = False


def fill(form: Form, values: Mapping[str, str | Sequence[str]], *, button: str | None = None) -> Request:
    """The request a browser would send for a form with some of its fields set.

    Fields not named in `values` keep the page's own settings. Every given value is sent: several
    go to the fields of that name in turn, and names the form does not have come last.
    `button` presses the submit button of that name instead of the first one; "" presses none.
    Raises FormError when there is no such button.
    """
    pressed = _pressed(form, button)
    entries = list(_entries(form, values, pressed))
    override = pressed if isinstance(pressed, Button) else Button("", "submit")
    action = override.action or form.action
    if (override.method or form.method) == "GET":
        query = _urlencoded(entries, form.charset)
        return Request(f"{action.split('#')[0].split('?')[0]}?{query}")
    return _post(action.split("#")[0], entries, form.charset, enctype=override.enctype or form.enctype)


def _pressed(form: Form, button: str | None) -> Field | None:
    if button == "":
        return None
    usable = [field for field in form.fields if field.kind in ("submit", "image") and not field.disabled]
    if button is None:
        return usable[0] if usable else None
    for field in usable:
        if field.name == button:
            return field
    names = ", ".join(repr(field.name) for field in usable) or "none"
    raise FormError(f"no submit button named {button!r} in the form to {form.action}: it has {names}", url=form.action)


def _entries(form: Form, values: Mapping[str, str | Sequence[str]], pressed: Field | None) -> Iterator[Entry]:
    """The entry list: successful controls in document order, then values for names the form lacks."""
    given = {name: [value] if isinstance(value, str) else list(value) for name, value in values.items()}
    taken = _shared_out(form, given, pressed)
    for index, field in enumerate(form.fields):
        if index in taken:
            yield from (Entry(field.name, value) for value in taken[index])
        elif not field.disabled:
            yield from _default_entries(field, form, is_pressed=field is pressed)
    names = {field.name for index, field in enumerate(form.fields) if index in taken}
    for name, texts in given.items():
        if name not in names:
            yield from (Entry(name, text) for text in texts)


def _default_entries(field: Field, form: Form, *, is_pressed: bool) -> Iterator[Entry]:
    if field.kind == "image" and is_pressed:
        prefix = f"{field.name}." if field.name else ""
        yield from (Entry(f"{prefix}x", "0"), Entry(f"{prefix}y", "0"))
    elif not field.name or field.kind in ("button", "reset", "image"):
        return
    elif field.kind == "submit":
        if is_pressed:
            yield Entry(field.name, field.value)
    elif field.kind in ("select", "radio"):
        yield from (Entry(field.name, choice.value) for choice in field.choices if choice.selected)
    elif field.kind == "checkbox":
        if field.checked:
            yield Entry(field.name, field.value)
    elif field.kind == "hidden" and field.name.lower() == "_charset_":
        yield Entry(field.name, "UTF-8" if form.charset == "utf-8" else form.charset)
    else:
        yield Entry(field.name, field.value, is_file=field.kind == "file")


def _shared_out(form: Form, given: Mapping[str, list[str]], pressed: Field | None) -> dict[int, list[str]]:
    """Which given values each field sends, by position; a field of a given name may be left with none.

    A hidden field is only set when no visible one has its name: forms put one before a check box
    to send something when the box is off.
    """
    by_name: dict[str, list[int]] = {}
    for index, field in enumerate(form.fields):
        settable = field.kind not in ("submit", "image", "button", "reset") or field is pressed
        if field.name in given and not field.disabled and settable and field.kind != "image":
            by_name.setdefault(field.name, []).append(index)
    taken: dict[int, list[str]] = {}
    for name, indices in by_name.items():
        visible = [index for index in indices if form.fields[index].kind != "hidden"]
        taken.update(_dealt(form, visible or indices, list(given[name])))
    return taken


def _dealt(form: Form, indices: Sequence[int], values: list[str]) -> dict[int, list[str]]:
    """Check boxes take the values they stand for; the others take one each, the last one the rest.

    No values at all clear the fields; too few leave the last ones as they are.
    """
    if not values:
        return {index: [] for index in indices}
    taken: dict[int, list[str]] = {}
    for index in indices:
        field = form.fields[index]
        if field.kind == "checkbox":
            taken[index] = [field.value] if field.value in values else []
            values = [value for value in values if value != field.value]
    for index in indices:
        if values and index not in taken:
            taken[index], values = values[:1], values[1:]
    if values:
        taken[indices[-1]] += values
    return taken


def _post(action: str, entries: Sequence[Entry], charset: str, *, enctype: str) -> Request:
    if enctype == "multipart/form-data":
        body, boundary = _multipart(entries, charset)
        return Request(action, "POST", body, f"multipart/form-data; boundary={boundary}")
    if enctype == "text/plain":
        lines = "".join(f"{_crlf(name)}={_crlf(value)}\r\n" for name, value, _ in entries)
        return Request(action, "POST", _encoded(lines, charset), f"text/plain; charset={charset}")
    body = _urlencoded(entries, charset).encode("ascii")
    return Request(action, "POST", body, "application/x-www-form-urlencoded")


def _urlencoded(entries: Sequence[Entry], charset: str) -> str:
    return "&".join(f"{_quoted(name, charset)}={_quoted(value, charset)}" for name, value, _ in entries)


def _multipart(entries: Sequence[Entry], charset: str) -> tuple[bytes, str]:
    """The body and its boundary, which depends on the content alone so that a request can be repeated."""
    parts = []
    for name, value, is_file in entries:
        escaped = _crlf(name).replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        file = '; filename=""\r\nContent-Type: application/octet-stream' if is_file else ""
        head = f'Content-Disposition: form-data; name="{escaped}"{file}\r\n\r\n'
        parts.append(_encoded(head, charset) + _encoded(_crlf(value), charset) + b"\r\n")
    boundary = "----sonde" + blake2b(b"\0".join(parts), digest_size=12).hexdigest()
    line = f"--{boundary}\r\n".encode("ascii")
    return b"".join(line + part for part in parts) + f"--{boundary}--\r\n".encode("ascii"), boundary


def _quoted(text: str, charset: str) -> str:
    return quote_plus(_encoded(_crlf(text), charset), safe="*").replace("~", "%7E")


def _crlf(text: str) -> str:
    return _newline.sub("\r\n", text)


def _encoded(text: str, charset: str) -> bytes:
    """Bytes in the form's encoding; what it cannot express goes as a character reference, as browsers do."""
    return text.encode(_codecs.get(charset, charset), "xmlcharrefreplace")

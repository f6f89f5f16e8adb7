"""Links that do what a submit button does: their script fills in hidden fields of a form and sends it.

The script is read, never run. Nothing else it might do is understood, and then the link leads nowhere.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from urllib.parse import unquote

from sonde.model import Field, Form
from sonde.page.dom import Node, Tree, attribute, visible_text

_CALL = re.compile(r"(?:javascript:)? ?(?:return |void ?\(? ?)?([\w$]+) ?\(([^()]*)\)", re.IGNORECASE)
_ARGUMENT = re.compile(r"""'([^']*)'|"([^"]*)"|(-?\d+)""")
_FUNCTION = re.compile(r"\bfunction\s+([\w$]+)\s*\(([^()]*)\)\s*\{")
# form.page.value = n; form.elements['page'].value = n; getElementById("page").value = 'x'
_SETS = re.compile(r"""[.'"]([\w$:-]+)(?:['"]\s*[\])])?\.value\s*=\s*(?:['"]([^'"]*)['"]|([\w$]+))\s*[;}\n]""")
_BRACE = re.compile(r"[{}]")
_MAX_SCRIPT_CHARS = 300_000
_MAX_FUNCTION_CHARS = 2_000
_MAX_CALL_CHARS = 500
_MAX_LINKS = 2_000
_Setter = tuple[list[str], dict[str, str], dict[str, str]]  # parameters, field -> text, field -> parameter


def script_forms(tree: Tree, forms: Sequence[Form]) -> list[Form]:
    """One form for each such link: its hidden fields set as the link sets them, its button labelled as the link.

    A link without letters or digits, such as "...", is labelled with the number it sends.
    """
    links = tree.css('a[href^="javascript:" i], a[onclick]')[:_MAX_LINKS] if forms else []
    setters = _setters(tree) if links else {}
    return [form for link in links if (form := _filled(link, setters, forms)) is not None]


def _setters(tree: Tree) -> dict[str, _Setter]:
    """The functions of the page that set fields and submit."""
    script = "\n".join(node.text() or "" for node in tree.css("script:not([src])"))[:_MAX_SCRIPT_CHARS]
    found: dict[str, _Setter] = {}
    for match in _FUNCTION.finditer(script):
        body = _body(script, match.end())
        if ".submit(" in body:
            sets = _SETS.findall(body)
            fixed = {name: text for name, text, parameter in sets if not parameter}
            given = {name: parameter for name, _, parameter in sets if parameter}
            found[match[1]] = [part.strip() for part in match[2].split(",")], fixed, given
    return found


def _body(script: str, start: int) -> str:
    """The text up to the brace that closes the one before `start`; empty when that is far."""
    depth = 1
    for match in _BRACE.finditer(script, start, start + _MAX_FUNCTION_CHARS):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return script[start : match.end()]
    return ""


def _filled(link: Node, setters: dict[str, _Setter], forms: Sequence[Form]) -> Form | None:
    href = attribute(link, "href")
    script = unquote(href) if href.lower().startswith("javascript:") else attribute(link, "onclick")
    call = _CALL.match(" ".join(script[:_MAX_CALL_CHARS].split()))
    if call is None or call[1] not in setters:
        return None
    arguments = ["".join(parts) for parts in _ARGUMENT.findall(call[2])]
    parameters, fixed, given = setters[call[1]]
    sent = dict(zip_longest(parameters[: len(arguments)], arguments, fillvalue=""))
    values = fixed | {name: sent[parameter] for name, parameter in given.items() if parameter in sent}
    form = next((form for form in forms if values and values.keys() <= _hidden(form)), None)
    if form is None:
        return None
    label = " ".join(visible_text(link).split())
    if not any(char.isalnum() for char in label):
        label = next(iter(re.findall(r"\d+\Z", arguments[-1] if arguments else "")), label)
    kept = [field for field in form.fields if field.kind not in ("submit", "image", "button")]
    fields = [replace(field, value=values.get(field.name, field.value)) for field in kept]
    return replace(form, fields=(*fields, Field("", "submit", label=label)))


def _hidden(form: Form) -> set[str]:
    return {field.name for field in form.fields if field.kind == "hidden"}

"""Forms put together from words, and forms of real pages made fit for another site."""

import random
from html import escape

from sonde.lab.web.words import Blank, Common, Kind, OtherForm, Vocabulary
from sonde.page.dom import Node, attribute

ACTION = "{action}"  # stands for the address in a form that no site owns yet

_BOXES = ("text", "search")
_WEAK = 0.1  # of the forms show a single box and say in a word what for


def domain_form(vocabulary: Vocabulary, kind: Kind, rng: random.Random) -> str:
    """A search form of a domain, such as a site of this kind has."""
    free = [one for one in kind.fields if not one.attribute and not one.takes_number]
    if rng.random() < _WEAK:
        return _form([_input(rng.choice(free), (), rng)], f"Search {rng.choice(vocabulary.words)}", "Go", rng)
    box = rng.choice(free)
    others = [one for one in kind.fields if one != box]
    blanks = [box, *rng.sample(others, rng.randint(0, min(4, len(others))))]
    rng.shuffle(blanks)
    inputs = [_input(one, vocabulary.choices(one.attribute), rng) for one in blanks]
    button = rng.choice(("Search", "Go", "Find", "Show", "Submit"))
    return _form(inputs, rng.choice((*kind.headings, "")), button, rng)


def other_form(form: OtherForm, rng: random.Random) -> str:
    """A search form of something else."""
    inputs = [_input(Blank(label, name, "x" if choices else ""), choices, rng) for label, name, choices in form.fields]
    return _form(inputs, form.heading, form.button, rng)


def site_search(common: Common, rng: random.Random) -> str:
    """The box with which a site searches its own pages."""
    return other_form(common.other_forms[0], rng)


def adopted(node: Node) -> str:
    """The markup of a form, with its address, its scripts and its links taken out."""
    for one in node.css("a, img, script, style, iframe"):
        if one.tag in ("script", "style", "iframe", "img"):
            one.decompose()
        else:
            _drop(one, ("href", "onclick"))
    for one in node.css("input, select, button"):
        _drop(one, ("onclick", "onchange", "onfocus", "onblur", "src", "style"))
    _drop(node, ("onsubmit", "target", "style", "enctype"))
    node.attrs["action"] = ACTION
    return " ".join((node.html or "").split())


def _drop(node: Node, names: tuple[str, ...]) -> None:
    for name in names:
        if attribute(node, name) or name in node.attributes:
            del node.attrs[name]


def _form(inputs: list[str], heading: str, button: str, rng: random.Random) -> str:
    style = rng.randrange(3)
    head = f"<h3>{escape(heading)}</h3>" if heading else ""
    if style == 0:
        inner = head + "".join(f"<p>{one}</p>" for one in inputs)
    elif style == 1:
        inner = head + "<table>" + "".join(f"<tr><td>{one}</td></tr>" for one in inputs) + "</table>"
    else:
        inner = head + "<div>" + " ".join(inputs) + "</div>"
    method = "post" if rng.random() < 0.25 else "get"
    return f'<form method="{method}" action="{ACTION}">{inner}<input type="submit" value="{escape(button)}"></form>'


def _input(blank: Blank, choices: tuple[str, ...], rng: random.Random) -> str:
    name = blank.name if rng.random() < 0.8 else f"f{rng.randrange(1, 9)}{blank.name[:1]}"
    if blank.attribute and choices:
        options = "".join(f'<option value="{escape(one)}">{escape(one)}</option>' for one in choices)
        menu = f'<select name="{name}"><option value="">Any</option>{options}</select>'
        return f"<label>{escape(blank.label)} {menu}</label>"
    if rng.random() < 0.15:
        return f'<input type="{rng.choice(_BOXES)}" name="{name}" placeholder="{escape(blank.label)}" size="20">'
    return f'<label>{escape(blank.label)}: <input type="{rng.choice(_BOXES)}" name="{name}"></label>'

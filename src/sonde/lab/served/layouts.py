"""Four ways to print a list of results, each as some real application does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sonde.lab.traits import Layout
from sonde.model import Pairs


@dataclass(frozen=True, slots=True)
class Hit:
    """One result, ready to print: `snippet` is HTML, everything else is text."""

    number: int  # position in the whole answer, from 1
    url: str
    title: str
    snippet: str
    attributes: Pairs = ()


def result_list(layout: Layout, hits: Sequence[Hit]) -> str:
    """The block of results in the site's layout."""
    return _LAYOUTS[layout](hits)


def _ordered_list(hits: Sequence[Hit]) -> str:
    items = "".join(
        f'<li class="hit"><h3><a href="{escape(hit.url)}">{escape(hit.title)}</a></h3>'
        f'<p class="extract">{hit.snippet}</p>{_facts(hit)}</li>\n'
        for hit in hits
    )
    start = hits[0].number if hits else 1
    return f'<ol class="hits" start="{start}">\n{items}</ol>\n'


def _cards(hits: Sequence[Hit]) -> str:
    # Three links to the same document, as cards have: picture, title, "read more".
    return '<div class="cards">\n' + "".join(
        f'<article class="card" id="card-{hit.number}">'
        f'<a class="thumb" href="{escape(hit.url)}" aria-hidden="true">{escape(hit.title[:1])}</a>'
        f'<div class="card-body"><a class="card-title" href="{escape(hit.url)}">{escape(hit.title)}</a>'
        f'<div class="card-meta">{_labels(hit)}</div><p>{hit.snippet}</p>'
        f'<a class="more" href="{escape(hit.url)}">Continue reading</a></div></article>\n'
        for hit in hits
    ) + "</div>\n"  # fmt: skip


def _table(hits: Sequence[Hit]) -> str:
    names = [name for name, _ in hits[0].attributes[:2]] if hits else []
    head = "".join(f"<th>{escape(name.capitalize())}</th>" for name in names)
    rows = "".join(
        f'<tr class="{"odd" if hit.number % 2 else "even"}"><td class="no">{hit.number}</td>'
        f'<td><a href="{escape(hit.url)}">{escape(hit.title)}</a></td><td>{hit.snippet}</td>'
        + "".join(f"<td>{escape(dict(hit.attributes).get(name, ''))}</td>" for name in names)
        + "</tr>\n"
        for hit in hits
    )
    return (
        '<table class="listing" border="0" cellspacing="0" cellpadding="3">\n'
        f"<thead><tr><th>#</th><th>Title</th><th>Extract</th>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
    )


def _definitions(hits: Sequence[Hit]) -> str:
    return '<dl id="found">\n' + "".join(
        f'<dt><a href="{escape(hit.url)}">{escape(hit.title)}</a></dt>\n<dd>{hit.snippet}</dd>\n'
        + (f'<dd class="by">{escape(" · ".join(value for _, value in hit.attributes[:2]))}</dd>\n'
           if hit.attributes else "")
        for hit in hits
    ) + "</dl>\n"  # fmt: skip


def _facts(hit: Hit) -> str:
    if not hit.attributes:
        return ""
    facts = "; ".join(f"{name}: {value}" for name, value in hit.attributes[:2])
    return f'<p class="facts">{escape(facts)}</p>'


def _labels(hit: Hit) -> str:
    return " ".join(f'<span class="label">{escape(value)}</span>' for _, value in hit.attributes[:2])


_LAYOUTS = {"list": _ordered_list, "cards": _cards, "table": _table, "definitions": _definitions}

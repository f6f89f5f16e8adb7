"""The pages of a simulated site besides its answers: front page, documents, help, listing, messages."""

import re
from html import escape

from sonde.lab.corpora.record import Record
from sonde.lab.search.stopwords import stop_words
from sonde.lab.served.shell import Shell
from sonde.lab.traits import Traits
from sonde.model import Pairs

_PARAGRAPHS = re.compile(r"\n\s*\n")


def front_page(shell: Shell, featured: list[tuple[str, Record]], *, size: int, token: str = "") -> str:
    """The page at the root: what the site is, and a few documents if it features any."""
    shown = "".join(
        f'<h3><a href="{escape(url)}">{escape(record.title)}</a></h3><p>{escape(_opening(record.text))}</p>\n'
        for url, record in featured
    )
    content = (
        f"<h2>Welcome</h2><p>{escape(shell.name)} keeps {size:,} entries. Type a word into the search box "
        f"to find what you need.</p>\n{'<h2>Featured today</h2>' if shown else ''}{shown}"
    )
    return shell.page("Welcome", content, token=token)


def record_page(shell: Shell, record: Record, *, url: str, other_url: str = "", token: str = "") -> str:
    """One document in full. `other_url` is offered as a printable version of it."""
    traits = shell.traits
    head = f'<link rel="canonical" href="{escape(url)}">\n' if traits.canonical else ""
    trail = '<p class="trail"><a href="/">Home</a> › <a href="/search">Search</a> › Entry</p>\n'
    facts = _fact_table(record.attributes) if traits.layout in ("cards", "table") else _fact_list(record.attributes)
    body = "".join(f"<p>{escape(part.strip())}</p>\n" for part in _PARAGRAPHS.split(record.text) if part.strip())
    printable = f'<p class="tools"><a href="{escape(other_url)}">Printable version</a></p>\n' if other_url else ""
    content = f'{trail}<h1>{escape(record.title)}</h1>\n<div class="entry">{body}</div>\n{facts}{printable}'
    return shell.page(record.title, content, head=head, token=token)


def help_page(shell: Shell, *, token: str = "") -> str:
    """How the search works, truthfully."""
    items = "".join(f"<li>{escape(rule)}</li>" for rule in search_rules(shell.traits))
    return shell.page("Search guide", f"<h2>Search guide</h2><ul>{items}</ul>\n", token=token)


def search_rules(traits: Traits) -> list[str]:
    """What a visitor should know about the search box, one sentence each."""
    rules = [
        "An entry is found when it holds all of your words."
        if traits.operator == "and"
        else "An entry is found when it holds any of your words.",
        "A word also finds longer words that contain it." if traits.substring else "Only whole words are found.",
    ]
    if traits.not_:
        rules.append("Put a minus before a word to leave out entries with it.")
    if traits.min_length > 1:
        rules.append(f"Words of fewer than {traits.min_length} letters are {traits.unusable}.")
    if stop_words(traits.stop_words):
        rules.append(f"Very common words are {traits.unusable}.")
    if traits.cap:
        rules.append(f"At most {traits.cap} entries are shown for one search.")
    return rules


def about_page(shell: Shell, *, token: str = "") -> str:
    """Who is behind the site."""
    content = (
        f"<h2>About us</h2><p>{escape(shell.name)} is looked after by a small staff and many volunteers. "
        "Entries are checked before they are published. Write to us about errors.</p>\n"
        "<h2>Opening hours</h2><table><tr><th>Monday to Thursday</th><td>9 to 17</td></tr>"
        "<tr><th>Friday</th><td>9 to 13</td></tr></table>\n"
    )
    return shell.page("About us", content, token=token)


def listing_page(shell: Shell, entries: list[tuple[str, str]], *, page: int, more: bool, token: str = "") -> str:
    """One page of the list of everything, on sites that have one."""
    items = "".join(f'<li><a href="{escape(url)}">{escape(title)}</a></li>\n' for url, title in entries)
    on = f'<p><a href="/browse?page={page + 1}">Next page</a></p>' if more else ""
    return shell.page("All entries", f"<h2>All entries</h2><ul>{items}</ul>{on}\n", token=token)


def message_page(shell: Shell, title: str, text: str, *, token: str = "") -> str:
    """A page that only says something: an error, an apology, a confirmation."""
    content = f'<h2>{escape(title)}</h2><p class="message">{escape(text)}</p>\n'
    return shell.page(title, content, token=token)


def _opening(text: str) -> str:
    """The first paragraph, cut at a word."""
    first = _PARAGRAPHS.split(text.strip())[0]
    return first if len(first) <= 300 else first[:300].rpartition(" ")[0] + " …"


def _fact_table(attributes: Pairs) -> str:
    rows = "".join(
        f"<tr><th>{escape(name.capitalize())}</th><td>{escape(value)}</td></tr>\n" for name, value in attributes
    )
    return f'<table class="facts">\n{rows}</table>\n' if rows else ""


def _fact_list(attributes: Pairs) -> str:
    rows = "".join(f"<dt>{escape(name.capitalize())}</dt><dd>{escape(value)}</dd>\n" for name, value in attributes)
    return f'<dl class="facts">\n{rows}</dl>\n' if rows else ""

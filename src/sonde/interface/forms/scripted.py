"""Searches whose address a script of the page builds: where it would go is read off it, and probing verifies that.

The script is read, never run.
"""

import re
from urllib.parse import urljoin

from sonde.interface.ask import ask_by_template
from sonde.interface.forms.candidates import Candidate, is_related
from sonde.page.dom import Tree, attribute

_SCORE = 0.6
_MOST = 3  # of one page
_MAX_SCRIPT_CHARS = 300_000
_MARK = "{searchTerms}"
# location.href = '/find/' + encodeURIComponent(this.q.value) + '/1'
_GOES = re.compile(
    r"""\blocation(?:\.href)?\s*=\s*(['"`])(?P<before>[^'"`\n]*)\1\s*\+\s*
    (?:encodeURI(?:Component)?\(\s*|escape\(\s*)?(?P<value>[\w.$()'"\[\]#-]{1,80}?)\s*\)?\s*
    (?:\+\s*(['"`])(?P<after>[^'"`\n]*)\4)?\s*(?=[;}\n,]|\Z)""",
    re.VERBOSE,
)
_TYPED = re.compile(r"\.(?:value|val\(\))(?:\.trim\(\))?\)*\Z")


def from_scripts(tree: Tree, base: str, page_url: str) -> list[Candidate]:
    """The addresses that scripts make of what was typed."""
    inline = [attribute(node, name) for name in ("onsubmit", "onclick", "action") for node in tree.css(f"[{name}]")]
    scripts = [node.text() or "" for node in tree.css("script:not([src])")]
    found: dict[str, Candidate] = {}
    for match in _GOES.finditer("\n".join([*inline, *scripts])[:_MAX_SCRIPT_CHARS]):
        if not _TYPED.search(match["value"]):
            continue
        template = urljoin(base, match["before"]) + _MARK + (match["after"] or "")
        ask = ask_by_template(template, _MARK, page_url)
        if ask is not None and is_related(ask.action, page_url):
            found.setdefault(template, Candidate(ask, _SCORE, "script"))
    return list(found.values())[:_MOST]

"""Elements that are no links but lead to an address all the same: a row that a click opens, a button that loads more.

The script is read, never run: what does more than go to an address leads nowhere.
"""

import re

from sonde.page.dom import Node, Tree, attribute

LED = "a[href], area[href], [onclick][href], [hx-get][href], [data-href][href], [data-url][href]"

_MAX_ELEMENTS = 5_000
_MAX_SCRIPT_CHARS = 500
_SAYING = ("data-href", "data-url", "hx-get")  # attributes that hold nothing but an address
_GOES = re.compile(
    r"""(?:return\s+)?(?:javascript:\s*)?
    (?:(?:window|document|self|top|parent)\.)*
    (?:location(?:\.href)?\s*=\s*|location\.(?:assign|replace)\(\s*|open\(\s*)
    (['"])(?P<address>[^'"]+)\1
    \s*(?:,[^()]*)?\)?\s*;?\s*(?:return\s+(?:true|false)\s*;?)?\s*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?://|[./?])\S*\Z|[\w-]+(?:\.\w+)?\?\S+\Z")


def mark_led(tree: Tree) -> None:
    """Gives such elements the `href` that a link would have; those that hold a link are left to it."""
    for node in tree.css("[onclick], [data-href], [data-url], [hx-get]")[:_MAX_ELEMENTS]:
        address = _address(node)
        if address and not attribute(node, "href") and node.css_first("a[href]") is None:
            node.attrs["href"] = address


def _address(node: Node) -> str:
    """Where an element leads to, or an empty string."""
    for name in _SAYING:
        if _ADDRESS.match(said := attribute(node, name).strip()):
            return said
    found = _GOES.match(attribute(node, "onclick")[:_MAX_SCRIPT_CHARS].strip())
    return found["address"] if found else ""

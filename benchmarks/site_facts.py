"""What is known of the applications in benchmarks.sites, from their documentation and from trying them by hand.

By heading of the table of what was learned; what is not known or has no single answer is left out.
"""

_PLAIN = {"cap": "none", "stop words": "no", "either": "-", "excludes": "-", "phrase": '"{}"', "wildcard": "-"}
_DATASETTE = {
    **_PLAIN, "hit count": "exact", "two words": "and", "matching": "stems", "without words": "everything",
}  # fmt: skip
_MEDIAWIKI = {**_PLAIN, "hit count": "exact", "two words": "and", "matching": "words", "wildcard": "{}*"}
_WORDPRESS = {
    **_PLAIN, "hit count": "exact", "two words": "and", "excludes": "-{}", "matching": "substrings",
    "least letters": "1", "without words": "everything",
}  # fmt: skip

FACTS: dict[str, dict[str, str]] = {
    "datasette": {**_DATASETTE, "results on a page": "50", "asked by": "GET"},
    "datasette-json": {**_DATASETTE, "results on a page": "1000", "asked by": "GET, JSON"},
    "mediawiki": {**_MEDIAWIKI, "asked by": "GET"},
    "mediawiki-json": {**_MEDIAWIKI, "hit count": "none", "asked by": "GET, JSON"},
    "mediawiki-json-extracts": {**_MEDIAWIKI, "results on a page": "500", "asked by": "GET, JSON"},
    "dokuwiki": {
        **_PLAIN, "asked by": "GET", "results on a page": "all", "hit count": "none", "two words": "and",
        "excludes": "-{}", "either": " OR ", "matching": "words", "stop words": "yes", "wildcard": "{}*",
    },
    "wordpress": {**_WORDPRESS, "asked by": "GET", "results on a page": "10"},
    "wordpress-json": {**_WORDPRESS, "asked by": "GET, JSON", "results on a page": "100"},
    "trac": {
        **_PLAIN, "asked by": "GET", "results on a page": "10", "hit count": "exact", "two words": "and",
        "matching": "substrings", "least letters": "3",
    },
    "trac-query": {
        **_PLAIN, "asked by": "POST", "results on a page": "100", "hit count": "exact", "two words": "one text",
        "phrase": "{}", "matching": "substrings", "order": "fixed", "without words": "everything",
    },
    "pagefind": {
        "asked by": "browser", "results on a page": "5", "hit count": "exact", "cap": "none", "two words": "and",
        "excludes": "-", "stop words": "no", "phrase": '"{}"', "matching": "stems",
    },
}  # fmt: skip
_UNKNOWN = {"?", "-"}  # cells that say nothing was learned


def judged(app: str, heading: str, cell: str) -> str:
    """A cell with what is true, where it is not; `unknown` where nothing was learned and something is there."""
    fact = FACTS.get(app, {}).get(heading, "")
    if not fact:
        return cell
    return f"{cell} (right)" if cell == fact else f"{cell} ({'unknown' if cell in _UNKNOWN else 'wrong'}: {fact})"


def verdicts(app: str, cells: dict[str, str]) -> str:
    """How many cells are right, wrong and unknown."""
    said = [judged(app, heading, cell) for heading, cell in cells.items()]
    counts = {word: sum(f"({word}" in cell for cell in said) for word in ("right", "wrong", "unknown")}
    return ", ".join(f"{count} {word}" for word, count in counts.items())

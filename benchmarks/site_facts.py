"""What is known of the applications in benchmarks.sites, from their documentation and from trying them by hand.

By heading of the table of what was learned; what is not known or has no single answer is left out.
"""

_DATASETTE = {
    "hit count": "exact",
    "two words": "and",
    "excludes": "-",
    "matching": "stems",
    "without words": "everything",
}
_MEDIAWIKI = {"hit count": "exact", "two words": "and", "excludes": "-", "matching": "words"}
_WORDPRESS = {
    "hit count": "exact", "two words": "and", "excludes": "-{}", "matching": "substrings",
    "without words": "everything",
}  # fmt: skip

FACTS: dict[str, dict[str, str]] = {
    "datasette": {**_DATASETTE, "results on a page": "50", "asked by": "GET"},
    "datasette-json": {**_DATASETTE, "asked by": "GET, JSON"},
    "mediawiki": {**_MEDIAWIKI, "asked by": "GET"},
    "mediawiki-json": {**_MEDIAWIKI, "hit count": "none", "asked by": "GET, JSON"},
    "mediawiki-json-extracts": {**_MEDIAWIKI, "asked by": "GET, JSON"},
    "dokuwiki": {
        "asked by": "GET", "results on a page": "all", "hit count": "none", "two words": "and", "excludes": "-{}",
        "matching": "words",
    },
    "wordpress": {**_WORDPRESS, "asked by": "GET", "results on a page": "10"},
    "wordpress-json": {**_WORDPRESS, "asked by": "GET, JSON"},
    "trac": {
        "asked by": "GET", "results on a page": "10", "hit count": "exact", "two words": "and", "excludes": "-",
        "matching": "substrings",
    },
    "trac-query": {
        "asked by": "POST", "results on a page": "100", "hit count": "exact", "excludes": "-", "matching": "substrings",
        "without words": "everything",
    },
    "pagefind": {
        "asked by": "browser", "results on a page": "5", "hit count": "exact", "two words": "and", "excludes": "-",
        "matching": "stems",
    },
}  # fmt: skip

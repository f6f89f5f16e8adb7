"""What a document is known by."""

import re

from sonde.model import Result


def key_of(result: Result) -> str:
    """What a document is known by in several answers: addresses may change with the query, titles may repeat."""
    numbers = re.findall(r"\d+", result.url.partition("://")[2].partition("/")[2])
    if not result.title or not numbers:
        return result.url
    return f"{result.title} {max(numbers, key=len)}"

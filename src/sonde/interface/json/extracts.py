"""Is what a record says an extract of its document?"""

import re
from collections.abc import Sequence

from sonde.interface.json.fields import Record, share_cut_off, text_of_record
from sonde.interface.json.model import JsonAnswer

_PILED_UP = 0.3  # share of texts of nearly the greatest length: they were cut there
_highlight = re.compile(r"<(?:em|b|strong|mark|span)\b[^>]*>", re.I)


def are_extracts(records: Sequence[Record], rule: JsonAnswer) -> bool:
    """Whether the texts look cut: by dots, by marks around the words found, or all at one length."""
    texts = [text for record in records if (text := text_of_record(record, rule.text))]
    marked = [any(_highlight.search(record.get(field, "")) for field in rule.text) for record in records]
    longest = max(map(len, texts), default=0)
    piled = sum(len(text) > 0.9 * longest for text in texts) / len(texts) if texts else 0.0
    return not rule.text or share_cut_off(texts) > _PILED_UP or sum(marked) > 0.5 * len(marked) or piled > _PILED_UP

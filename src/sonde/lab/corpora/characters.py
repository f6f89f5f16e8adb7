"""A register on every machine: the characters of Unicode as Python knows them, each with the same labelled facts."""

import sys
import unicodedata
from zlib import crc32

from sonde.lab.corpora.record import Record
from sonde.model import Pairs

_NAMED_BY_NUMBER = ("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ", "TANGUT IDEOGRAPH-", "CJK COMPATIBILITY IDEOGRAPH-")


def character_corpus() -> list[Record]:
    """Every character with a name of its own, in an order that has nothing to do with their names."""
    named = ((unicodedata.name(chr(code), ""), chr(code)) for code in range(sys.maxunicode + 1))
    records = [_record(name, character) for name, character in named if name and not name.startswith(_NAMED_BY_NUMBER)]
    return sorted(records, key=lambda record: (crc32(record.id.encode()), record.id))


def _record(name: str, character: str) -> Record:
    facts = _facts(character)
    text = " ".join(f"{label.capitalize()}: {value}." for label, value in facts)
    return Record(f"U+{ord(character):04X}", name.capitalize(), text, facts)


def _facts(character: str) -> Pairs:
    facts = {
        "code point": f"{ord(character):04X}",
        "general category": unicodedata.category(character),
        "direction": unicodedata.bidirectional(character) or "none",
        "combining class": str(unicodedata.combining(character)),
        "width": unicodedata.east_asian_width(character),
        "mirrored": "yes" if unicodedata.mirrored(character) else "no",
    }
    value = unicodedata.numeric(character, None)
    return tuple(facts.items()) + ((("numeric value", f"{value:g}"),) if value is not None else ())

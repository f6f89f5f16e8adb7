"""How text becomes searchable words, and the fields of the index."""

import re
import unicodedata

from tantivy import Filter, Schema, SchemaBuilder, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

TOKENIZER = "sonde-words"

# Thai, Lao, Myanmar, Khmer, kana and Han are written without spaces between words.
_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)
_UNSPACED_CHARACTER = re.compile(_UNSPACED)
_ADDED_SPACE = re.compile(f"(?<={_UNSPACED}) +| +(?={_UNSPACED})")
_LONGEST_WORD_BYTES = 200


def make_analyzer() -> TextAnalyzer:
    """Runs of letters and digits, in lower case and without accents: "Café" and "cafe" are the same word."""
    # tantivy's tokenizer by regular expression would see to every script by itself, at twice the cost.
    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .filter(Filter.remove_long(_LONGEST_WORD_BYTES))
        .build()
    )


def make_schema() -> Schema:
    """The fields of the index. The documents themselves stay in crawl.db; only their ids are kept here."""
    builder = SchemaBuilder()
    builder.add_unsigned_field("id", stored=True, indexed=True, fast=True)
    for name in ("title", "text", "attributes"):
        builder.add_text_field(name, tokenizer_name=TOKENIZER)
    return builder.build()


def searchable(text: str) -> str:
    """The text as the index reads it: one spelling of each character, nothing that UTF-8 cannot express.

    In scripts without spaces each character becomes a word; several of them are searched as a phrase.
    """
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", text).encode("utf-8", "replace").decode()
    return _UNSPACED_CHARACTER.sub(r" \g<0> ", normal)


def readable(text: str) -> str:
    """A piece of searchable text for a person: on one line, without the spaces that were put in."""
    return " ".join(_ADDED_SPACE.sub("", text).split())

"""Finds documents of a crawl by words."""

import re
import sqlite3
from dataclasses import dataclass

from tantivy import DocAddress, Index, Occur, Query, Schema, Searcher, SnippetGenerator, TextAnalyzer
from tantivy import Document as Entry

from sonde.errors import StoreError
from sonde.index.analysis import make_analyzer, readable, searchable
from sonde.index.build import fresh_index
from sonde.model import Document
from sonde.store.folder import CrawlFolder
from sonde.store.reader import iter_documents, snapshot

_BOOSTS = {"title": 3.0, "text": 1.0, "attributes": 1.0}
_PART = re.compile(r'"([^"]*)"|(\S+)')
_SNIPPET_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that matches, best first."""

    url: str
    title: str
    snippet: str  # plain text around the words
    score: float
    id: int


def search(folder: CrawlFolder, words: str, *, k: int = 10) -> list[Hit]:
    """The k best documents for the words; the index is made or brought up to date first.

    Documents with all of the words come first; when there are none, those with any of them. Words in double
    quotes must stand together. Nothing else in `words` has a special meaning, and nothing in it is an error.
    """
    if k < 1:
        return []
    with snapshot(folder.database) as connection:
        try:
            return _find(fresh_index(folder.index, connection), connection, words, k=k)
        except ValueError:
            # The files of the index are damaged in a way that shows only when they are used.
            return _find_anew(folder, connection, words, k=k)


def _find_anew(folder: CrawlFolder, connection: sqlite3.Connection, words: str, *, k: int) -> list[Hit]:
    try:
        return _find(fresh_index(folder.index, connection, rebuild=True), connection, words, k=k)
    except ValueError as error:
        raise StoreError(
            f"the index in {folder.index} cannot be built: {error}. Free some space, or delete the folder.",
            path=folder.index,
        ) from error


def _find(index: Index, connection: sqlite3.Connection, words: str, *, k: int) -> list[Hit]:
    searcher = index.searcher()
    parts = _parts(words, make_analyzer())
    for occur in (Occur.Must, Occur.Should) if len(parts) > 1 else (Occur.Must,):
        query = _combined(index.schema, parts, occur)
        if found := searcher.search(query, k, count=False).hits:
            return _hits(found, searcher, connection, _snippets(searcher, index.schema, parts))
    return []


def _parts(words: str, analyzer: TextAnalyzer) -> list[list[str]]:
    """What is looked for: each part one word, or several that must stand together."""
    found = (analyzer.analyze(searchable(quoted or bare)) for quoted, bare in _PART.findall(words))
    return [terms for terms in found if terms]


def _combined(schema: Schema, parts: list[list[str]], occur: Occur) -> Query:
    if not parts:
        return Query.empty_query()
    return Query.boolean_query([(occur, _in_any_field(schema, terms)) for terms in parts])


def _in_any_field(schema: Schema, terms: list[str]) -> Query:
    """The terms in the field where they count most, with a little for each further field."""
    return Query.disjunction_max_query(
        [Query.boost_query(_in_field(schema, name, terms), boost) for name, boost in _BOOSTS.items()], 0.1
    )


def _in_field(schema: Schema, name: str, terms: list[str]) -> Query:
    if len(terms) == 1:
        return Query.term_query(schema, name, terms[0])
    return Query.phrase_query(schema, name, list(terms))


def _snippets(searcher: Searcher, schema: Schema, parts: list[list[str]]) -> SnippetGenerator:
    query = Query.boolean_query([(Occur.Should, _in_field(schema, "text", terms)) for terms in parts])
    generator = SnippetGenerator.create(searcher, query, schema, "text")
    generator.set_max_num_chars(_SNIPPET_CHARACTERS)
    return generator


def _hits(
    found: list[tuple[float, DocAddress]],
    searcher: Searcher,
    connection: sqlite3.Connection,
    snippets: SnippetGenerator,
) -> list[Hit]:
    hits = []
    for score, address in found:
        id = searcher.doc(address)["id"][0]
        for document in iter_documents(connection, start=id, stop=id + 1):
            hits.append(
                Hit(
                    url=document.url,
                    title=document.title,
                    snippet=_snippet(document, snippets),
                    score=score,
                    id=id,
                )
            )
    return hits


def _snippet(document: Document, snippets: SnippetGenerator) -> str:
    text = searchable(document.text)
    entry = Entry()
    entry.add_text("text", text)
    fragment = snippets.snippet_from_doc(entry).fragment() or text[:_SNIPPET_CHARACTERS]
    return readable(fragment)

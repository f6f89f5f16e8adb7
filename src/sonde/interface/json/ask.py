"""How to ask an address that answers in JSON: which parameters may take the words, a size, a page."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from sonde.interface.ask import PLACEHOLDER, request_for
from sonde.interface.model import Ask
from sonde.interface.vocabulary import QUERY_NAMES, SEARCH
from sonde.model import Query, Request
from sonde.page.json_value import keys_of, path_of

# Names in the order they are tried; what they really do is seen from the answers.
WORD_NAMES = (
    "q", "query", "search", "s", "term", "text", "keyword", "keywords", "_search", "$search", "searchTerm", "filter",
    "find", "terms", "words", "phrase", "search_query", "query_string", "filter[search]", "filter[q]", "title", "name",
)  # fmt: skip
SIZE_NAMES = (
    "limit", "size", "per_page", "page_size", "pageSize", "perPage", "rows", "count", "pagesize", "perpage", "n",
    "num", "hitsPerPage", "maxResults", "max_results", "max", "$top", "top", "take", "results", "first", "length",
    "page[size]", "page[limit]",
)  # fmt: skip
PAGE_NAMES = (
    "page", "p", "offset", "start", "from", "skip", "pageNumber", "page_number", "pageNo", "startIndex", "start_index",
    "pageIndex", "pg", "$skip", "first", "begin", "page[number]", "page[offset]",
)  # fmt: skip
CURSOR_NAMES = (
    "cursor", "after", "page_token", "pageToken", "next", "continue", "token", "next_token", "nextToken",
    "continuation", "cursorMark", "scroll_id", "page", "offset", "start", "search_after", "page[cursor]", "page[after]",
)  # fmt: skip
_LONG_ENOUGH = 4  # for a word within a name: "srsearch"
_declared = re.compile(r"\$(\w+)\s*:")  # variables of a GraphQL operation
_parameter = re.compile(r"[\w.\[\]-]+=")
_stems = [re.escape(word) for word in SEARCH if len(word) >= _LONG_ENOUGH or not word.isascii()]
_stem = re.compile("|".join(sorted([*_stems, "term", "text", "word", r"q\Z"], key=len, reverse=True)), re.I)


def ask_at(url: str, field: str) -> Ask:
    """The question at an address whose parameter `field` takes the words; the others stay as they are."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    return Ask(
        page=url,
        action=urlunsplit(parts._replace(query="", fragment="")),
        query_field=field,
        send=tuple((name, value) for name, value in pairs if name != field),
    )


def own_names(url: str) -> list[str]:
    """The parameters of an address that may take words, those that sound like it first."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    likely = [name for name, _ in pairs if sounds_like_search(name)]
    others = [name for name, value in pairs if name not in likely and not value.isdigit()]
    return list(dict.fromkeys([*likely, *others]))


def sounds_like_search(name: str) -> bool:
    """Whether a parameter is called like one that takes words."""
    bare = name.strip("_$").lower()
    return bare in QUERY_NAMES or bool(_stem.search(bare))


def related(names: Iterable[str], ask: Ask) -> list[str]:
    """Names as this site may spell them: its own parameters' prefix first, as "srsearch" promises "srlimit"."""
    match = _stem.search(ask.query_field)
    prefix = ask.query_field[: match.start()] if match else ""
    listed = list(names)
    # One application spells all its parameters in one way.
    return list(dict.fromkeys([f"{prefix}{name}" for name in listed if prefix and name[0].isalnum()] + listed))


def json_request(
    ask: Ask, query: Query, changes: Mapping[str, str] | None = None, *, texts: Collection[str] = ()
) -> Request:
    """The request for these words with some parameters set otherwise, of a body those in `texts` to text."""
    changes = dict(changes or {})
    if not ask.body:
        values = dict(query.values) | changes
        return request_for(ask, Query(query.words, tuple(values.items())))
    in_address = {name: changes.pop(name, value) for name, value in ask.send}
    data = _filled(json.loads(ask.body), query.words)
    for name, value in (dict(query.values) | changes).items():
        data = _changed(data, keys_of(name), value, is_text=name in texts)
    url = ask.action + ("?" + urlencode(list(in_address.items())) if in_address else "")
    body = json.dumps(data, ensure_ascii=False).encode("utf-8")
    return Request(url, "POST", body, "application/json", ask.headers)


def _filled(value: Any, words: str) -> Any:
    """The body with the words in place of their mark."""
    if isinstance(value, dict):
        return {key: _filled(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, words) for inner in value]
    if not isinstance(value, str):
        return value
    return value.replace(PLACEHOLDER, quote(words, safe="") if parameters_in(value) else words)


def parameters_in(text: str) -> list[tuple[str, str]]:
    """The parameters that a text of a body holds as an address would: "query=word&page=0"; none where it is another."""
    parts = text.split("&")
    return parse_qsl(text, keep_blank_values=True) if len(parts) > 1 and all(map(_parameter.match, parts)) else []


def _changed(data: Any, keys: Sequence[str], value: str, *, is_text: bool) -> Any:
    """A body with a member set, numbers as numbers unless they are text."""
    if not keys:
        return int(value) if value.isdecimal() and not is_text and not isinstance(data, str) else value
    if isinstance(data, str) and (held := parameters_in(data)):
        return urlencode({**dict(held), keys[0]: value}, quote_via=quote)
    if isinstance(data, list):
        changed = _changed(data[int(keys[0])], keys[1:], value, is_text=is_text)
        return [changed if place == int(keys[0]) else inner for place, inner in enumerate(data)]
    if not isinstance(data, dict):
        return data
    inner = data.get(keys[0], {} if keys[1:] else None)
    return {**data, keys[0]: _changed(inner, keys[1:], value, is_text=is_text)}


def number_names(ask: Ask) -> list[str]:
    """The parameters of a question that hold a number: a page, an offset or a size."""
    names = [name for name, value in ask.send if value.isdecimal()]
    return names + (_numbers_in(json.loads(ask.body)) if ask.body else [])


def _numbers_in(value: Any, keys: tuple[str, ...] = ()) -> list[str]:
    if isinstance(value, dict):
        return [name for key, inner in value.items() for name in _numbers_in(inner, (*keys, key))]
    if isinstance(value, list):
        return [name for place, inner in enumerate(value) for name in _numbers_in(inner, (*keys, str(place)))]
    if isinstance(value, str):
        return [path_of((*keys, name)) for name, number in parameters_in(value) if number.isdecimal()]
    return [path_of(keys)] if isinstance(value, int) and not isinstance(value, bool) and keys else []


def empty_names(ask: Ask) -> list[str]:
    """The members of a body that hold nothing yet, where a cursor may go; also GraphQL variables that are not set."""
    data = json.loads(ask.body) if ask.body else {}
    if not isinstance(data, dict):
        return []  # several questions in one
    variables = data.get("variables")
    known = variables if isinstance(variables, dict) else None
    declared = _declared.findall(str(data.get("query", ""))) if known is not None else []
    unset = [path_of(("variables", name)) for name in declared if name not in (known or {})]
    return list(dict.fromkeys([*_empty_in(data), *unset]))


def _empty_in(value: Any, keys: tuple[str, ...] = ()) -> list[str]:
    if isinstance(value, dict):
        return [name for key, inner in value.items() for name in _empty_in(inner, (*keys, key))]
    return [path_of(keys)] if value in (None, "") and keys else []

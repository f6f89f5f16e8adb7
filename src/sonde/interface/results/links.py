"""What a link of an answer is for: a further page of the same search, or a document."""

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from sonde.interface.model import Ask

PATH_PARAMETER = re.compile(r";([\w.-]+)=([^;/?#]*)")  # /show.do;session=1
_PROGRAM = re.compile(r"\.(?!html?\b)\w+")  # show.php, view.do;session=1


def asks_again(url: str, ask: Ask, words: str, *, answer_url: str, blank_url: str = "") -> bool:
    """Whether the link repeats the search: sorted, filtered, refined or paged, not a document.

    `blank_url` is the address of another answer: what only this answer's address says identifies it.
    """
    parts, answer = urlsplit(url), urlsplit(answer_url)
    if parts.netloc != answer.netloc:
        return False
    asked = words.lower()
    if asked and asked in _path(answer_url) and asked not in _path(blank_url):
        return parts.path.startswith(answer.path.rstrip("/"))
    paths = {urlsplit(ask.action).path, answer.path}
    if parts.path not in paths and not any(_continues(parts.path, path) for path in paths):
        return False
    parameters = parameters_of(url)
    if any(name == ask.query_field for name, _ in parameters) and _repeats(parameters, ask, asked):
        return True
    own = set(parameters_of(answer_url)) - set(parameters_of(blank_url))
    return any(pair in own and pair[1] for pair in parameters)


def _path(url: str) -> str:
    return unquote_plus(urlsplit(url).path).lower()


def parameters_of(url: str) -> list[tuple[str, str]]:
    """Names and values of an address, parted by "&" or, as HTML 4 advised, by ";"; also those within its path."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query.replace(";", "&"), keep_blank_values=True)
    return [*PATH_PARAMETER.findall(parts.path), *pairs] if ";" in parts.path else pairs


def _repeats(parameters: list[tuple[str, str]], ask: Ask, asked: str) -> bool:
    """Whether the parameters ask for the same words, or send all that goes along with every query."""
    if asked in " ".join(value for name, value in parameters if name == ask.query_field).lower():
        return True
    return all(pair in parameters for pair in ask.send)


def _continues(path: str, start: str) -> bool:
    """Whether a path is the start plus page-like segments, as in /page/2/."""
    if not path.startswith(start):
        return False
    rest = [segment for segment in path[len(start) :].split("/") if segment]
    return any(segment.isdigit() for segment in rest) and len(rest) <= 3


def query_parameters(url: str, words: str) -> list[str]:
    """Parameters of a result link that only echo the query, such as one for highlighting."""
    echoing = [name for name, value in parameters_of(url) if value.lower() == words.lower()]
    return list(dict.fromkeys(echoing))


def shape(url: str) -> tuple[str, ...]:
    """Host, number of path segments and parameter names: what the addresses of one kind of page share."""
    parts = urlsplit(url)
    return (parts.netloc, str(len(_segments(url))), *sorted({name for name, _ in parameters_of(url)}))


@lru_cache(maxsize=8192)  # asked for each link at every level of a page
def kind(url: str) -> tuple[str, ...]:
    """The shape of an address with the section of the site or the program it is in; a number is no section."""
    path = _segments(url)
    program = path[-1:] if "?" in url and path and _PROGRAM.search(path[-1]) else []
    return (*(re.sub(r"\d+", "#", segment) for segment in (path[:-1] or program)[:1]), *shape(url))


def are_of_one_kind(urls: Iterable[str], others: Iterable[str]) -> bool:
    """Whether the `urls` look like pages of the same kind as the `others`, by their addresses."""
    urls, others = list(urls), list(others)
    if not {shape(url) for url in urls} <= {shape(url) for url in others}:
        return False
    paths = [_segments(url) for url in others]
    fixed = {place for place, part in enumerate(paths[0]) if all(path[place : place + 1] == [part] for path in paths)}
    shared = set.intersection(*(set(parameters_of(url)) for url in others))
    return all(
        shared <= set(parameters_of(url))
        and all(_segments(url)[place : place + 1] == [paths[0][place]] for place in fixed)
        for url in urls
    )


def _segments(url: str) -> list[str]:
    return [segment for segment in urlsplit(url).path.split("/") if segment]

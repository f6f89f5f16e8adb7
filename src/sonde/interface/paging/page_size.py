"""The largest page a site gives: settings on an answer that change only how many results it shows."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.line import Line
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.results.links import parameters_of
from sonde.model import Request
from sonde.page.dom import visible_text

_MOST = 1000  # results on a page that are asked for at most
_TRIED = 2  # settings
_REQUESTS = 4  # for an answer and its second page, where the form must be read anew and leads on to the answer


async def learn_page_size(fetcher: Fetcher, interface: SearchInterface) -> SearchInterface:
    """Sends the setting for the longest page along with every query, if it is honoured and pages still follow."""
    if not interface.seeds or not interface.ask.query_field or interface.paging.kind == "none":
        return interface
    line = Line(fetcher, interface, allowed=_REQUESTS)
    seed = await _longest(line, interface.seeds)
    depth = await line.ask(seed)
    if depth is None or not depth.more or depth.page is None:
        return interface
    answer = read_page(depth.page, seed)
    for name, value in size_settings(answer, line.read(depth.page, seed).following, shown=len(depth.results))[:_TRIED]:
        wider = replace(interface, ask=_with(interface.ask, name, value))
        size = await _honoured(fetcher, wider, seed, depth, wanted=int(value))
        if size:
            text = f"{name}={value} brought {size} results on a page instead of {len(depth.results)}"
            paging = replace(interface.paging, page_size=size)
            return replace(wider, paging=paging, evidence=(*interface.evidence, text))
    return interface


async def _longest(line: Line, seeds: Sequence[str]) -> str:
    """The word with the longest answer, of those answered while the site was learned."""
    heard = {seed: depth for seed in seeds if (depth := await line.recall(seed)) is not None}
    return max(heard, key=lambda seed: (heard[seed].more, heard[seed].total or 0), default=seeds[0])


def _with(ask: Ask, name: str, value: str) -> Ask:
    kept = tuple(pair for pair in ask.send if pair[0] != name)
    return replace(ask, send=(*kept, (name, value)), fresh=tuple(other for other in ask.fresh if other != name))


async def _honoured(fetcher: Fetcher, wider: SearchInterface, seed: str, before: Depth, *, wanted: int) -> int:
    """How many results a page has by a setting; 0 when there are not more, or others, or the next page is amiss."""
    line = Line(fetcher, wider, allowed=_REQUESTS)
    depth = await line.ask(seed)
    if depth is None or depth.page is None or len(depth.results) <= len(before.results):
        return 0
    shown = {key_of(result) for result in depth.results}
    if not {key_of(result) for result in before.results} <= shown:
        return 0
    following = line.read(depth.page, seed).following
    if following is None:
        is_end = depth.total is None or depth.total <= len(depth.results) or len(depth.results) < wanted
        return len(depth.results) if is_end else 0
    page = await line.open(following, seed, number=2)
    brings_new = page is not None and any(key_of(result) not in shown for result in page.results)
    return len(depth.results) if brings_new else 0


def size_settings(answer: Answer, following: Request | None, *, shown: int) -> list[tuple[str, str]]:
    """Parameters that may set the length of a page, with their largest values: rows of links, and menus, of numbers."""
    paged = {name for name, _ in parameters_of(following.url)} if following is not None else set()
    rows: defaultdict[str, set[int]] = defaultdict(set)
    for anchor in answer.anchors:
        label = visible_text(anchor.node).strip()
        if not label.isdecimal() or urlsplit(anchor.url).netloc != urlsplit(answer.page.url).netloc:
            continue
        for name, value in parameters_of(anchor.url):
            if value == label and name not in paged:
                rows[name].add(int(value))
    for form in answer.forms:
        for field in form.fields:
            values = [choice.value for choice in field.choices]
            if field.kind == "select" and field.name and all(value.isdecimal() for value in values):
                rows[field.name].update(map(int, values))
    found = []
    for name, numbers in rows.items():
        usable = [number for number in numbers if number <= _MOST]
        if len(numbers) > 1 and usable and max(usable) > shown:
            found.append((name, str(max(usable))))
    return found
